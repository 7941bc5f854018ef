//! What the review queue, bars and rules do to the tables.

use hupo_types::{Decision, NewDecision, ProposalId, Review, Reviewed};

use crate::citations::cite_proposal;
use crate::read::RULES;
use crate::records::expected;
use crate::rows::get;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn apply(tables: &mut Tables, reviewed: &Reviewed) -> Result<(), Error> {
    match reviewed {
        Reviewed::Queued { review } => queue(tables, review),
        Reviewed::Decided { proposal, decision } => decide(tables, *proposal, decision),
        Reviewed::Barred { hash, at } => tables.put(Table::Barred, hash, at),
        Reviewed::RulesSet { rules } => tables.put(Table::Meta, RULES, rules),
    }
}

fn queue(tables: &mut Tables, review: &Review) -> Result<(), Error> {
    let id = review.id.get();
    tables.put(Table::Reviews, &key::number(id), review)?;
    tables.put_key(Table::ReviewsWaiting, &key::waiting(review))?;
    tables.totals_mut().reviews = id;
    cite_proposal(tables, review.id, &review.proposal)
}

/// The proposal no longer waits; it stays, with what was decided.
fn decide(tables: &mut Tables, id: ProposalId, decision: &Decision) -> Result<(), Error> {
    let row = key::number(id.get());
    let mut review: Review = expected(get(tables, Table::Reviews, &row)?, &id)?;
    tables.remove(Table::ReviewsWaiting, &key::waiting(&review))?;
    review.decision = Some(decision.clone());
    tables.put(Table::Reviews, &row, &review)?;
    match &decision.decision {
        NewDecision::Edit { proposal } => cite_proposal(tables, id, proposal),
        NewDecision::Approve | NewDecision::Merge { .. } | NewDecision::Reject { .. } => Ok(()),
    }
}
