//! The profile: the latest statement of an attribute takes the place of the one before.

use hupo_text::fold_str;
use hupo_types::{Evidence, Logged, NewProfileFact, ProfileFact, ProfileFactId, Stored, Visibility};

use super::{rests_on_no_more, users_words, value};
use crate::read::Read;
use crate::records::expected;
use crate::rows::Rows;
use crate::write::{Draft, Fault, check};

/// The attribute that is never shown outright.
const BIRTH_DATE: &str = "birth_date";

impl Draft<'_, '_> {
    /// States a fact; what holds already, or was stated in these very words before, adds nothing.
    pub(super) fn state(&mut self, new: &NewProfileFact) -> Result<Stored, Fault> {
        check::short("attribute", &new.attribute)?;
        value("value", &new.value)?;
        let evidence = self.evidence(&new.evidence)?;
        users_words(new.about, &evidence)?;
        let living = self.tables.profile_of(new.about, &new.attribute)?;
        if let Some(id) = self.same_statement(new, &evidence, living.as_ref())? {
            return Ok(Stored::ProfileFact { id, existed: true });
        }
        let id = ProfileFactId::new(self.tables.totals().profile_facts + 1);
        let supersedes = living.map(|fact| fact.id);
        let fact = ProfileFact {
            id,
            about: new.about,
            attribute: new.attribute.clone(),
            value: new.value.clone(),
            visibility: visibility(new),
            evidence,
            recorded_at: self.now,
            supersedes,
            superseded_by: None,
            erased: false,
        };
        self.record_logged(Logged::ProfileStated { fact })?;
        if let Some(old) = supersedes {
            self.record_logged(Logged::ProfileSuperseded { old, new: id })?;
        }
        Ok(Stored::ProfileFact { id, existed: false })
    }

    /// The living fact if it says the same; else one it replaced that says the same and rests on the same words, so that
    /// a statement sent twice does not bring back what was corrected between.
    fn same_statement(
        &self,
        new: &NewProfileFact,
        evidence: &[Evidence],
        living: Option<&ProfileFact>,
    ) -> Result<Option<ProfileFactId>, Fault> {
        let Some(living) = living else { return Ok(None) };
        if states_the_same(living, new) {
            return Ok(Some(living.id));
        }
        let mut before = living.supersedes;
        while let Some(id) = before {
            let known = expected(self.tables.profile_fact(id)?, &id)?;
            if states_the_same(&known, new) && rests_on_no_more(evidence, &known.evidence) {
                return Ok(Some(id));
            }
            before = known.supersedes;
        }
        Ok(None)
    }
}

/// A birth date is private whatever is asked.
fn visibility(new: &NewProfileFact) -> Visibility {
    if fold_str(&new.attribute) == BIRTH_DATE { Visibility::Private } else { new.visibility }
}

fn states_the_same(known: &ProfileFact, new: &NewProfileFact) -> bool {
    !known.erased && known.value == new.value && known.visibility == visibility(new)
}
