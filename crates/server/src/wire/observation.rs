//! Observations.

use super::checked::{Bad, each, finite, told};
use super::time::told_time;
use super::v1;
use super::word::{Word, word, word_or};
use hupo::{About, NewObservation, Observation};

impl TryFrom<v1::NewObservation> for NewObservation {
    type Error = Bad;

    fn try_from(wire: v1::NewObservation) -> Result<Self, Bad> {
        Ok(Self {
            kind: word(wire.r#type, "type")?,
            about: word_or(wire.about, About::default(), "about")?,
            subject: wire.subject,
            value: wire.value,
            evidence: each(wire.evidence, "evidence")?,
            source: word(wire.source, "source")?,
            confidence: finite(wire.confidence.unwrap_or(1.0), "confidence")?,
        })
    }
}

impl From<NewObservation> for v1::NewObservation {
    fn from(new: NewObservation) -> Self {
        Self {
            r#type: new.kind.number(),
            about: new.about.number(),
            subject: new.subject,
            value: new.value,
            evidence: told(new.evidence),
            source: new.source.number(),
            confidence: Some(new.confidence),
        }
    }
}

impl From<Observation> for v1::Observation {
    fn from(observation: Observation) -> Self {
        Self {
            id: observation.id.to_string(),
            r#type: observation.kind.number(),
            about: observation.about.number(),
            subject: observation.subject,
            value: observation.value,
            evidence: told(observation.evidence),
            source: observation.source.number(),
            confidence: observation.confidence,
            observed_at: Some(told_time(observation.observed_at)),
            recorded_at: Some(told_time(observation.recorded_at)),
        }
    }
}
