//! What a set is written without, to show what it is worth: the turn before, or all context.
//!
//! Taken from the documents, not from the engine, so that no leg and no model can see it by another way.

use crate::dataset::{Dataset, Group};
use hupo::{NewMessage, SpaceConfig};

/// What is left out of the documents of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// They are whole.
    Nothing,
    /// Their session, and with it the turn before: for vectors, for the window of words, for the reranker.
    PreviousTurn,
    /// Everything but the text and its time: session, speaker, contact, channel, title, people.
    Context,
}

impl Without {
    /// The group as it is written; `None` if it has nothing of what is left out, so that it need not be written twice.
    pub(crate) fn strip(self, group: &Group) -> Option<Group> {
        let strip = self.stripper()?;
        let mut stripped = group.clone();
        stripped.documents.iter_mut().for_each(strip);
        (stripped.documents != group.documents).then_some(stripped)
    }

    fn stripper(self) -> Option<fn(&mut NewMessage)> {
        match self {
            Self::Nothing => None,
            Self::PreviousTurn => Some(|message| message.session = None),
            Self::Context => Some(bare),
        }
    }

    /// The space of a group that is written without it.
    pub(crate) fn space(self, set: &Dataset, group: &Group) -> SpaceConfig {
        let whole = set.space(group);
        match self {
            Self::Nothing => whole,
            Self::PreviousTurn => SpaceConfig { name: format!("{} without turns", whole.name), ..whole },
            Self::Context => SpaceConfig { name: format!("{} bare", whole.name), ..whole },
        }
    }
}

fn bare(message: &mut NewMessage) {
    message.session = None;
    message.speaker = None;
    message.contact = None;
    message.channel = None;
    message.title = None;
    message.people.clear();
}

#[cfg(test)]
mod tests;
