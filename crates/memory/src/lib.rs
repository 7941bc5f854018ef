//! The rules of a memory's life: pure functions over the space as it stands.
//!
//! A proposal is judged ([`judge`]) and taken in ([`ingest`]); what waits is settled by a person ([`settle`]). What
//! may be read of it: where words come from ([`of_memory`]), what a memory replaced ([`history`]), cards of people
//! and proposals ([`person_card`], [`review_card`]), beliefs ([`belief_views`]). Only `ingest`, `settle` and
//! `put_beliefs` write, and only through a transaction of the store, which refuses what breaks a promise even where
//! these rules do not. `docs/proposals.md` has every kind of proposal and every verdict.
#![warn(missing_docs)]

mod becomes;
mod beliefs;
mod birth;
mod calendar;
mod carry;
mod context;
mod error;
mod fact;
mod floor;
mod history;
mod ingest;
mod instruction;
mod judge;
mod person_card;
mod plan;
mod profile_view;
mod provenance;
mod receipt;
mod review_card;
mod route;
mod scribe;
mod settle;
mod shape;
mod status;
mod stop;
mod target;

pub use becomes::memory_of;
pub use beliefs::{BeliefView, BeliefsInput, belief_views, beliefs_input, put_beliefs};
pub use birth::is_adult;
pub use context::Context;
pub use error::Error;
pub use history::history;
pub use ingest::{Offer, ingest};
pub use instruction::{Sign, in_proposal as signs_in, reasons as signs};
pub use judge::{Judgement, judge};
pub use person_card::{CardRelation, PersonCard, person_card};
pub use profile_view::{ProfileView, profile_view};
pub use provenance::{Line, Quoted, of_memory, of_message};
pub use review_card::{CardConflict, CardEvidence, ReviewCard, review_card};
pub use route::route;
pub use settle::{Settlement, settle};
pub use status::status;

#[cfg(test)]
mod tests;
