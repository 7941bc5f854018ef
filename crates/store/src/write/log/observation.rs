//! The observation log: entries are added, and never changed or taken away.

use hupo_text::fold_str;
use hupo_types::{
    About, Basis, Evidence, Logged, NewObservation, Observation, ObservationId, ObservationType, Stored, Timestamp,
};

use super::{rests_on_no_more, users_words, value};
use crate::citations::{self, Citing};
use crate::read::Read;
use crate::records::expected;
use crate::rows::Rows;
use crate::write::{Draft, Fault, check};

impl Draft<'_, '_> {
    /// Adds an entry; one that notices the same in the same words is there already.
    pub(super) fn observe(&mut self, new: &NewObservation) -> Result<Stored, Fault> {
        check::short("subject", &new.subject)?;
        value("value", &new.value)?;
        check::in_range("confidence", new.confidence, 0.0, 1.0)?;
        let evidence = self.evidence(&new.evidence)?;
        if needs_users_words(new.about, new.kind, new.source) {
            users_words(new.about, &evidence)?;
        }
        if let Some(id) = self.same_observation(new, &evidence)? {
            return Ok(Stored::Observation { id, existed: true });
        }
        let id = ObservationId::new(self.tables.totals().observations + 1);
        let observation = self.observation(id, new, evidence)?;
        self.record_logged(Logged::Observed { observation })?;
        Ok(Stored::Observation { id, existed: false })
    }

    fn observation(
        &self,
        id: ObservationId,
        new: &NewObservation,
        evidence: Vec<Evidence>,
    ) -> Result<Observation, Fault> {
        Ok(Observation {
            id,
            kind: new.kind,
            about: new.about,
            subject: new.subject.clone(),
            value: new.value.clone(),
            observed_at: self.first_said(&evidence)?,
            evidence,
            source: new.source,
            confidence: new.confidence,
            recorded_at: self.now,
            erased: false,
        })
    }

    /// When the first quoted message was said, or was recorded if nobody knows.
    fn first_said(&self, evidence: &[Evidence]) -> Result<Timestamp, Fault> {
        let Some(first) = evidence.first() else { return Ok(self.now) };
        let message = expected(self.tables.message(first.message)?, &first.message)?;
        Ok(message.time.unwrap_or(message.recorded_at))
    }

    fn same_observation(&self, new: &NewObservation, evidence: &[Evidence]) -> Result<Option<ObservationId>, Fault> {
        let Some(first) = evidence.first() else { return Ok(None) };
        for citing in citations::quoting(self.tables, first.message)? {
            let Citing::Observation(id) = citing else { continue };
            let known = expected(self.tables.observation(id)?, &id)?;
            if notices_the_same(&known, new) && rests_on_no_more(evidence, &known.evidence) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

/// Whether an entry says something of the user outright, so that only the user can have said it.
pub(crate) const fn needs_users_words(about: About, kind: ObservationType, source: Basis) -> bool {
    let outright =
        matches!(source, Basis::Stated) || matches!(kind, ObservationType::StatedFact | ObservationType::Boundary);
    matches!(about, About::User) && outright
}

fn notices_the_same(known: &Observation, new: &NewObservation) -> bool {
    !known.erased
        && (known.kind, known.about) == (new.kind, new.about)
        && fold_str(&known.subject) == fold_str(&new.subject)
        && fold_str(&known.value) == fold_str(&new.value)
}
