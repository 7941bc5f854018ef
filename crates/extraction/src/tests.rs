//! The extractor against the labelled set, and against text that nobody should have written.

mod labelled;
mod plain;
mod set;
mod splices;

use crate::{Line, Talk};
use hupo_types::{MessageId, NewEvidence, NewMemory, Proposal, Role, Timestamp};
use jiff::tz::{TimeZone, offset};

/// A talk of one line of the user's, on Wednesday 6 May 2026 at 20:15 in Shanghai.
fn said(text: &str) -> Talk {
    let time = Some(Timestamp::from_ms(1_778_069_700_000));
    let line = Line { id: MessageId::new(1), role: Role::User, text: text.to_owned(), time };
    Talk::of(vec![line], TimeZone::fixed(offset(8)))
}

/// The evidence a proposal rests on.
fn evidence(proposal: &Proposal) -> Vec<NewEvidence> {
    let is_never_proposed =
        matches!(proposal, Proposal::Relation(_) | Proposal::Observation(_) | Proposal::TopicSummary(_))
            || proposal.page().is_some();
    assert!(!is_never_proposed, "the rules never propose {proposal:?}");
    proposal.evidence().into_iter().cloned().collect()
}

/// The memory that is proposed.
fn memory(proposal: &Proposal) -> &NewMemory {
    let Proposal::Memory(new) = proposal else { panic!("no memory: {proposal:?}") };
    new
}
