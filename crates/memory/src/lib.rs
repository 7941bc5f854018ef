//! The rules of a memory's life: pure functions over the space as it stands.
//!
//! A proposal is judged ([`judge`]) and taken in ([`ingest`]); what waits is settled by a person ([`settle`]). What
//! may be read of it: where words come from ([`of_memory`]), what a memory replaced ([`history`]), cards of people
//! and proposals ([`person_card`], [`review_card`]), beliefs ([`belief_views`]), what one turn sees ([`turn_context`]).
//! As time goes by: what a reply used ([`detect_used`]), how warm a memory is ([`temperature()`]), what leaves recall
//! ([`maintain()`]), which months are worth a summary ([`topics_due`]);
//! what of it all is due to be promoted ([`promotion_due`], [`promotion_task`], [`close_run`]).
//!
//! Only `ingest`, `settle`, `put_beliefs`, `maintain` and `close_run` write, and only through a transaction of the store, which
//! refuses what breaks a promise even where these rules do not. `docs/proposals.md` has every kind of proposal and every
//! verdict.
#![warn(missing_docs)]

mod becomes;
mod beliefs;
mod birth;
mod calendar;
mod carry;
mod context;
mod detect;
mod error;
mod fact;
mod floor;
mod fold;
mod history;
mod ingest;
mod instruction;
mod judge;
mod maintain;
mod month;
mod person_card;
mod plan;
mod profile_view;
mod promotion;
mod provenance;
mod receipt;
mod review_card;
mod route;
mod scribe;
mod settle;
mod shape;
mod status;
mod stop;
mod summaries;
mod target;
mod temperature;
mod topics;
mod turn;

pub use becomes::memory_of;
pub use beliefs::{BeliefView, BeliefsInput, belief_views, beliefs_input, put_beliefs};
pub use birth::is_adult;
pub use context::Context;
pub use detect::{DetectedUse, Exchange, Offered, UseSign, detect_used, offered};
pub use error::Error;
pub use history::history;
pub use ingest::{Offer, ingest};
pub use instruction::{Sign, in_proposal as signs_in, reasons as signs};
pub use judge::{Judgement, judge};
pub use maintain::{Cooling, Maintenance, Temperatures, maintain, maintenance};
pub use month::{Month, NotAMonth};
pub use person_card::{CardRelation, PersonCard, person_card};
pub use profile_view::{ProfileView, profile_view};
pub use promotion::{Extraction, RunOutcome, RunReport, Task, close_run, promotion_due, promotion_task};
pub use provenance::{Line, Quoted, of_memory, of_message};
pub use review_card::{CardConflict, CardEvidence, ReviewCard, review_card};
pub use route::route;
pub use settle::{Settlement, settle};
pub use status::status;
pub use temperature::{Temperature, clock, cold_at, temperature, term_days};
pub use topics::{DueWhy, TopicDue, TopicMember, expand, topics_due};
pub use turn::{
    Entry, EntryId, EntryReceipt, LeftOut, LeftOutReason, Part, PartLimit, Recalled, RecalledMemory, Said, Section,
    Turn, TurnContext, TurnLimits, turn_context,
};

#[cfg(test)]
mod tests;
