//! Admission: what a call holds from the moment it may run until its work has ended.

use super::{Call, Desk};
use crate::problem::{Code, Problem};
use crate::room::{Running, Waiting};
use crate::spaces::Claim;
use hupo::{Hupo, Sequence, Space};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// When a server that is going may be back.
const GOING: Duration = Duration::from_secs(2);

/// What a running call holds. Fields are given back in this order: room before the claim that others may wait for.
pub(super) struct Admission {
    name: String,
    hupo: Hupo,
    sequence: Option<Sequence>,
    is_write: bool,
    _running: [Option<Running>; 2],
    claim: Option<Claim>,
    _place: Waiting,
    _share: OwnedSemaphorePermit,
}

impl Admission {
    /// Waits for everything the call needs. Nobody who holds room to run waits for anything, so nothing waits for ever.
    pub(super) async fn wait(desk: &Desk, call: &Call, must_exist: bool) -> Result<Self, Problem> {
        let name = call.space()?;
        let share = entered(desk, call)?;
        let place = desk.room().enter()?;
        if must_exist && !desk.hupo().has_space(&name)? {
            return Err(unknown());
        }
        let claim = match (name.is_empty(), must_exist) {
            (true, _) => None,
            (false, true) => Some(opened(desk, desk.spaces().claim(&name).await).await?),
            (false, false) => Some(desk.spaces().claim(&name).await),
        };
        let lane = call.verb.lane();
        let in_space = match &claim {
            Some(claim) => {
                let _waiting = claim.lanes().enter()?;
                Some(claim.lanes().run(lane).await?)
            }
            None => None,
        };
        let running = [Some(desk.room().run(lane).await?), in_space];
        let (hupo, is_write) = (desk.hupo().clone(), call.verb.is_write());
        Ok(Self { name, hupo, sequence: None, is_write, _running: running, claim, _place: place, _share: share })
    }

    /// Runs `work` on the space. The space's handle goes before the claim does.
    pub(super) fn on_space<T>(&mut self, work: impl FnOnce(&Space) -> Result<T, Problem>) -> Result<T, Problem> {
        let claim = self.claim.as_mut().ok_or_else(Problem::failed)?;
        let space = claim.open()?;
        let done = work(&space);
        if self.is_write {
            self.sequence = space.sequence().ok();
            claim.measure(&space);
        }
        if self.is_write && done.as_ref().is_err_and(|problem| problem.code.is_of_the_machine()) {
            claim.fail();
        }
        done
    }

    /// Runs `work` on the root, with the checked name.
    pub(super) fn on_root<T>(&mut self, work: impl FnOnce(&Hupo, &str) -> Result<T, Problem>) -> Result<T, Problem> {
        let done = work(&self.hupo, &self.name);
        if let Some(claim) = &mut self.claim {
            claim.look();
        }
        done
    }

    /// The space's last write after this one.
    pub(super) fn sequence(&self) -> Option<Sequence> {
        self.sequence
    }
}

/// Checks that the process takes calls and that the caller's share is not used up.
fn entered(desk: &Desk, call: &Call) -> Result<OwnedSemaphorePermit, Problem> {
    if desk.is_draining() {
        return Err(Problem::new(Code::Unavailable, "the server is going; try again").after(GOING));
    }
    if call.n_bytes > call.caller.limits().request_bytes {
        return Err(Problem::new(Code::TooLarge, "the request is larger than the credential allows; split it"));
    }
    call.caller.usage().enter()
}

/// Opens the space unless it is open. Its first caller does it; the others wait, and hold no room to run.
pub(super) async fn opened(desk: &Desk, mut claim: Claim) -> Result<Claim, Problem> {
    let lanes = claim.lanes().clone();
    let mut is_open = lanes.is_open().await;
    if !*is_open {
        let _room = desk.room().open().await?;
        let metrics = desk.metrics().clone();
        let opening = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let opened = claim.open().map(drop);
            metrics.note_opening(began.elapsed());
            opened.map(|()| claim)
        });
        claim = opening.await.map_err(|_| Problem::failed())??;
        *is_open = true;
    }
    Ok(claim)
}

fn unknown() -> Problem {
    Problem::new(Code::UnknownSpace, "there is no such space; create it first")
}
