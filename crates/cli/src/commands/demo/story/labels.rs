//! Names the script gives to what comes of its proposals, since their numbers are given out while it plays.

use hupo::{ProposalId, Stored, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;

/// What each label stands for now.
#[derive(Debug, Default)]
pub(super) struct Labels(BTreeMap<String, u64>);

impl Labels {
    /// What waits is called by its place in the queue, what is stored by its own number: of several the memory, else
    /// the matter that another became, else the first.
    pub(super) fn learn(&mut self, label: &str, verdict: &Verdict) {
        let memory = verdict.stored.iter().find(|one| matches!(one, Stored::Memory { .. }));
        let matter = verdict.stored.iter().rfind(|one| matches!(one, Stored::TemporalItem { .. }));
        let stored = memory.or(matter).or(verdict.stored.first());
        let number = stored.and_then(number).or(verdict.proposal.map(ProposalId::get));
        if let Some(number) = number {
            self.0.insert(label.to_owned(), number);
        }
    }

    /// Puts the number of what is meant in the place of every `"$label"`.
    pub(super) fn fill(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(number) = text.strip_prefix('$').and_then(|label| self.0.get(label)) {
                    *value = Value::from(*number);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.fill(item)),
            Value::Object(fields) => fields.values_mut().for_each(|item| self.fill(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn number(stored: &Stored) -> Option<u64> {
    match stored {
        Stored::Message { id, .. } => Some(id.get()),
        Stored::Entity { id, .. } => Some(id.get()),
        Stored::Relation { id, .. } => Some(id.get()),
        Stored::Topic { id, .. } => Some(id.get()),
        Stored::Memory { id, .. } => Some(id.get()),
        Stored::Observation { id, .. } => Some(id.get()),
        Stored::ProfileFact { id, .. } => Some(id.get()),
        Stored::TemporalItem { id, .. } => Some(id.get()),
        Stored::Page { id, .. } => Some(id.get()),
        Stored::Proposal { id, .. } => Some(id.get()),
        Stored::Vector { .. } | Stored::Beliefs { .. } | Stored::Done => None,
    }
}
