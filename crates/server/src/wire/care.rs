//! Use, temperature and maintenance.

use super::checked::{Bad, id, shown, told};
use super::time::told_time;
use super::v1::{self, use_sign::Sign};
use super::word::Word;
use hupo::{Cooling, DetectedUse, Maintenance, MemoryId, TemperatureCount, Temperatures, Use, UseSign};

/// The id of a memory in a list.
pub(crate) fn memory_id(text: String, field: &str) -> Result<MemoryId, Bad> {
    id(&text, field, MemoryId::parse)
}

impl From<Use> for v1::Use {
    fn from(one: Use) -> Self {
        Self { turn: one.turn.to_string(), basis: one.basis.number(), at: Some(told_time(one.at)) }
    }
}

impl From<UseSign> for v1::UseSign {
    fn from(sign: UseSign) -> Self {
        let sign = match sign {
            UseSign::Name(name) => Sign::Name(name),
            UseSign::Word(word) => Sign::Word(word),
            UseSign::Number(number) => Sign::Number(number),
            UseSign::Quote(quote) => Sign::Quote(quote),
        };
        Self { sign: Some(sign) }
    }
}

impl From<DetectedUse> for v1::DetectedUse {
    fn from(detected: DetectedUse) -> Self {
        Self { memory: detected.memory.to_string(), signs: told(detected.signs) }
    }
}

impl From<Cooling> for v1::Cooling {
    fn from(cooling: Cooling) -> Self {
        Self {
            memory: cooling.memory.to_string(),
            kind: cooling.kind.number(),
            since: Some(told_time(cooling.since)),
            term_days: cooling.term_days.into(),
            cold_at: Some(told_time(cooling.cold_at)),
        }
    }
}

impl From<Temperatures> for v1::TemperatureCounts {
    fn from(counts: Temperatures) -> Self {
        let Temperatures { hot, warm, cool, cold, folded, archived } = counts;
        Self { hot, warm, cool, cold, folded, archived }
    }
}

impl From<TemperatureCount> for v1::KindTemperatures {
    fn from(count: TemperatureCount) -> Self {
        let TemperatureCount { kind, hot, warm, cool, cold, archived, folded } = count;
        let counts = v1::TemperatureCounts { hot, warm, cool, cold, folded, archived };
        Self { kind: kind.number(), counts: Some(counts) }
    }
}

impl From<Maintenance> for v1::MaintainResponse {
    fn from(done: Maintenance) -> Self {
        Self {
            applied_seq: 0,
            dry_run: done.dry_run,
            archived: told(done.archived),
            withdrawn: shown(&done.withdrawn),
            due_next: told(done.due_next),
            n_due_in_7_days: done.n_due_in_7_days,
            n_due_in_30_days: done.n_due_in_30_days,
            temperatures: Some(done.temperatures.into()),
            topics_due: told(done.topics_due),
        }
    }
}
