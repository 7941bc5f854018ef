//! What goes beside the memories: the log, the profile, beliefs, temporal items and pages. Each a file of its own.

mod belief;
mod item;
mod observation;
mod page;
mod profile;

use hupo_types::{About, Event, Evidence, LogCommand, Logged, Refusal, Role, Stored, limits};

use super::{Draft, Fault, check};
use crate::Error;

pub(crate) use observation::needs_users_words;

impl Draft<'_, '_> {
    pub(super) fn log(&mut self, command: &LogCommand) -> Result<Stored, Fault> {
        match command {
            LogCommand::Observe(new) => self.observe(new),
            LogCommand::State(new) => self.state(new),
            LogCommand::PutBeliefs { beliefs, made_from } => self.put_beliefs(beliefs, *made_from),
            LogCommand::AddItem(new) => self.add_item(new),
            LogCommand::CloseItem { closing, became, memory } => self.close_item(closing, *became, *memory),
            LogCommand::WritePage { kind, page } => self.write_page(*kind, page),
        }
    }

    fn record_logged(&mut self, logged: Logged) -> Result<(), Error> {
        self.record(Event::Logged(logged))
    }
}

/// What an entry, a fact, a belief or an item says.
fn value(field: &str, value: &str) -> Result<(), Refusal> {
    check::text(field, value, limits::VALUE_BYTES)
}

/// Promise 2: what is about the user rests on at least one quote of the user's.
fn users_words(about: About, evidence: &[Evidence]) -> Result<(), Refusal> {
    match about {
        About::User if !has_users_words(evidence) => Err(Refusal::NeedsUserWords { field: "evidence".to_owned() }),
        About::User | About::Companion => Ok(()),
    }
}

/// Whether one of the quotes is the user's.
pub(crate) fn has_users_words(evidence: &[Evidence]) -> bool {
    evidence.iter().any(|one| one.role == Role::User)
}

/// Whether everything the new record rests on is among what the known one rests on.
fn rests_on_no_more(new: &[Evidence], known: &[Evidence]) -> bool {
    new.iter().all(|one| known.contains(one))
}
