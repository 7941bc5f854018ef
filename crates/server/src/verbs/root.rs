//! The verbs that list, make and erase spaces.

use super::{Ask, Head, slice};
use crate::desk::{Call, Desk};
use crate::problem::Problem;
use crate::verb::Verb;
use crate::wire::checked::Bad;
use crate::wire::v1;
use hupo::SpaceConfig;

impl Ask for v1::SpacesRequest {
    const VERB: Verb = Verb::Spaces;
    type Answer = v1::SpacesResponse;

    fn take_head(&mut self) -> Head {
        Head { deadline_ms: std::mem::take(&mut self.deadline_ms), ..Head::default() }
    }

    async fn carry_out(self, desk: &Desk, call: Call) -> Result<Self::Answer, Problem> {
        let covered = call.caller.grant().spaces.clone();
        desk.carry_out_on_root(call, move |hupo, _, _| {
            let names = hupo.spaces()?.into_iter().filter(|name| covered.covers(name) && *name > self.after);
            let mut names = names.peekable();
            let spaces: Vec<String> = names.by_ref().take(slice::limit(self.limit)).collect();
            let next = names.peek().and(spaces.last()).cloned().unwrap_or_default();
            Ok(v1::SpacesResponse { spaces, next })
        })
        .await
    }
}

impl Ask for v1::CreateSpaceRequest {
    const VERB: Verb = Verb::CreateSpace;
    type Answer = v1::CreateSpaceResponse;

    fn take_head(&mut self) -> Head {
        let (space, deadline_ms) = (std::mem::take(&mut self.space), std::mem::take(&mut self.deadline_ms));
        Head { space, deadline_ms, once: std::mem::take(&mut self.idempotency_key), ..Head::default() }
    }

    async fn carry_out(self, desk: &Desk, call: Call) -> Result<Self::Answer, Problem> {
        desk.carry_out_on_root(call, move |hupo, name, scope| {
            let config = SpaceConfig { name: name.to_owned(), zone: self.zone };
            let (space, existed) = match hupo.create_space(config, scope.when()) {
                Err(hupo::Error::SpaceExists { .. }) if self.or_open => (hupo.space(name)?, true),
                made => (made?, false),
            };
            Ok(v1::CreateSpaceResponse { applied_seq: space.sequence()?.get(), existed })
        })
        .await
    }
}

impl Ask for v1::EraseSpaceRequest {
    const VERB: Verb = Verb::EraseSpace;
    type Answer = v1::EraseSpaceResponse;

    fn take_head(&mut self) -> Head {
        let (space, deadline_ms) = (std::mem::take(&mut self.space), std::mem::take(&mut self.deadline_ms));
        Head { space, deadline_ms, ..Head::default() }
    }

    async fn carry_out(self, desk: &Desk, call: Call) -> Result<Self::Answer, Problem> {
        desk.carry_out_on_root(call, move |hupo, name, scope| {
            if scope.when().once.is_some() {
                let why = "a space is erased once by its nature, and no key of it is kept; ask without one";
                return Err(Bad::new("idempotency_key", why).into());
            }
            if self.confirm != name {
                return Err(Bad::new("confirm", "it is not the space's name; repeat it to erase all of it").into());
            }
            hupo.erase_space(name)?;
            Ok(v1::EraseSpaceResponse { applied_seq: 0 })
        })
        .await
    }
}
