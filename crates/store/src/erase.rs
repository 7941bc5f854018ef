//! Erasure: what goes with a message, a memory or an entity, and what is left of the records and events that said it.
//!
//! A record or event that goes is emptied, never removed: ids, times, links and the number of events stay. The same
//! forms stand in the tables and in the rewritten ledger, so a replay makes the same rows.

mod cascade;
mod emptied;
mod events;
mod gone;
mod proposals;

pub(crate) use cascade::{of_entity, of_lost, of_memory, of_message};
pub(crate) use emptied::{
    answered, closing_stands, entity, fact, item, memory, message, observation, page, relation, review,
};
pub(crate) use events::{empty, empty_answer};
pub(crate) use gone::Gone;
