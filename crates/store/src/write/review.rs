//! The review queue, bars and rules.

use std::collections::HashSet;

use hupo_text::fold_str;
use hupo_types::{
    Decision, Event, Memory, MemoryId, NewDecision, NewMemory, Proposal, ProposalId, Proposer, Refusal, Review,
    ReviewCommand, Reviewed, Rules, Slot, SlotType, State, Stored, Terms, Waiting, limits,
};

use super::{Draft, Fault, check};
use crate::key;
use crate::read::{Read, birth};
use crate::records;
use crate::rows::{Rows, numbers};
use crate::table::Table;

/// Bytes of a proposal: twice the longest text, for what stands around it.
const PROPOSAL_BYTES: usize = 2 * limits::MESSAGE_BYTES;

impl Draft<'_, '_> {
    pub(super) fn review(&mut self, command: &ReviewCommand) -> Result<Stored, Fault> {
        match command {
            ReviewCommand::Queue { proposal, proposer, waiting, conflicts } => {
                self.queue(Queued { proposal, proposer: proposer.as_ref(), waiting, conflicts })
            }
            ReviewCommand::Decide { proposal, decision } => self.decide(*proposal, decision),
            ReviewCommand::Bar(memory) => self.bar_fact(memory),
            ReviewCommand::SetRules(rules) => self.set_rules(rules),
        }
    }

    /// Lets a proposal wait; one that is equal and waits already is the same.
    fn queue(&mut self, new: Queued) -> Result<Stored, Fault> {
        new.check()?;
        self.check_conflicts(new.conflicts)?;
        let waits = numbers(self.tables, Table::ReviewsWaiting, &key::proposal_hash(new.proposal))?;
        if let Some(id) = waits.first().copied().map(ProposalId::new) {
            return Ok(Stored::Proposal { id, existed: true });
        }
        let id = ProposalId::new(self.tables.totals().reviews + 1);
        let review = Review {
            id,
            proposal: new.proposal.clone(),
            proposer: new.proposer.cloned(),
            waiting: new.waiting.to_vec(),
            conflicts: new.conflicts.to_vec(),
            queued_at: self.now,
            decision: None,
            erased: false,
        };
        self.record(Event::Reviewed(Reviewed::Queued { review }))?;
        Ok(Stored::Proposal { id, existed: false })
    }

    fn check_conflicts(&self, conflicts: &[MemoryId]) -> Result<(), Fault> {
        for (index, id) in conflicts.iter().enumerate() {
            let field = format!("conflicts[{index}]");
            if !self.memory_with(&field, *id)?.state.holds() {
                return Err(Refusal::Settled { field, what: id.to_string() }.into());
            }
        }
        Ok(())
    }

    /// Notes a decision. What it stores was stored before, by other commands.
    fn decide(&mut self, id: ProposalId, decision: &Decision) -> Result<Stored, Fault> {
        let field = || "proposal".to_owned();
        let review = self.tables.review(id)?;
        let review = review.ok_or_else(|| Refusal::UnknownTarget { field: field(), what: id.to_string() })?;
        if review.erased {
            return Err(Refusal::ErasedSource { field: field(), what: format!("{id} was erased") }.into());
        }
        if review.decision.is_some() {
            return Err(Refusal::Settled { field: field(), what: id.to_string() }.into());
        }
        check::short("by", &decision.by)?;
        check::time("at", decision.at)?;
        self.check_decision(&decision.decision)?;
        self.record(Event::Reviewed(Reviewed::Decided { proposal: id, decision: decision.clone() }))?;
        Ok(Stored::Proposal { id, existed: true })
    }

    fn check_decision(&self, decision: &NewDecision) -> Result<(), Fault> {
        match decision {
            NewDecision::Approve => Ok(()),
            NewDecision::Edit { proposal } => Ok(check_size(proposal)?),
            NewDecision::Merge { into } => self.memory_with("into", *into).map(|_| ()),
            NewDecision::Reject { reason, .. } => Ok(check::text("reason", reason, limits::MEMORY_BYTES)?),
        }
    }

    /// Refuses a fact from here on.
    fn bar_fact(&mut self, memory: &NewMemory) -> Result<Stored, Fault> {
        check::memory(memory)?;
        let fact = key::Fact { scope: memory.scope, kind: memory.kind, key: &memory.key, text: &memory.text };
        if self.tables.barred(fact.scope, fact.kind, fact.key, fact.text)?.is_none() {
            let hash = key::barred(&birth(self.tables)?, fact);
            self.record(Event::Reviewed(Reviewed::Barred { hash, at: self.now }))?;
        }
        Ok(Stored::Done)
    }

    fn set_rules(&mut self, rules: &Rules) -> Result<Stored, Fault> {
        check_rules(rules)?;
        if self.tables.rules()? != *rules {
            self.record(Event::Reviewed(Reviewed::RulesSet { rules: rules.clone() }))?;
        }
        Ok(Stored::Done)
    }

    /// A memory that is named by its id, and still says something.
    pub(super) fn memory_with(&self, field: &str, id: MemoryId) -> Result<Memory, Fault> {
        let field = field.to_owned();
        let Some(memory) = records::memory(self.tables, id)? else {
            return Err(Refusal::UnknownMemory { field, memory: id.to_string() }.into());
        };
        if memory.state == State::Erased {
            return Err(Refusal::ErasedSource { field, what: format!("{id} was erased") }.into());
        }
        Ok(memory)
    }
}

/// What is to wait, and why.
struct Queued<'a> {
    proposal: &'a Proposal,
    proposer: Option<&'a Proposer>,
    waiting: &'a [Waiting],
    conflicts: &'a [MemoryId],
}

impl Queued<'_> {
    fn check(&self) -> Result<(), Refusal> {
        check_size(self.proposal)?;
        self.proposer.map_or(Ok(()), check_proposer)?;
        check::count("conflicts", self.conflicts.len(), limits::NAMES)?;
        if self.waiting.is_empty() {
            return Err(unsupported("waiting", "a proposal waits for a reason; give one"));
        }
        Ok(())
    }
}

fn check_size(proposal: &Proposal) -> Result<(), Refusal> {
    let bytes = rmp_serde::to_vec_named(proposal).expect("proposals have known lengths, and memory does not fail");
    check::count("proposal", bytes.len(), PROPOSAL_BYTES)
}

fn check_proposer(proposer: &Proposer) -> Result<(), Refusal> {
    check::short("proposer.name", &proposer.name)?;
    let optional = [
        ("proposer.run", &proposer.run),
        ("proposer.prompt_version", &proposer.prompt_version),
        ("proposer.output_hash", &proposer.output_hash),
    ];
    optional.into_iter().try_for_each(|(field, value)| value.as_ref().map_or(Ok(()), |text| check::short(field, text)))
}

/// Rules that can be kept.
fn check_rules(rules: &Rules) -> Result<(), Refusal> {
    check::in_range("importance_floor", rules.importance_floor, 1, 10)?;
    check::in_range("emotion_floor", rules.emotion_floor, 1, 10)?;
    check::in_range("pattern_messages", rules.pattern_messages, 1, limits::EVIDENCE)?;
    check::in_range("pattern_days", rules.pattern_days, 1, rules.pattern_messages)?;
    check_terms(&rules.terms)?;
    super::promotion::check_schedule(&rules.promotion)?;
    check::count("slots", rules.slots.len(), limits::NAMES)?;
    let mut names = HashSet::new();
    for (index, slot) in rules.slots.iter().enumerate() {
        check_slot(&format!("slots[{index}]"), slot)?;
        if !names.insert(fold_str(&slot.name)) {
            return Err(unsupported(&format!("slots[{index}].name"), "another slot has this name; each has its own"));
        }
    }
    Ok(())
}

/// A day at least before anything goes cold, and hot before warm.
fn check_terms(terms: &Terms) -> Result<(), Refusal> {
    check::in_range("terms.hot_days", terms.hot_days, 1, terms.warm_days.max(1))?;
    let days = [
        ("terms.warm_days", terms.warm_days),
        ("terms.rule_days", terms.rule_days),
        ("terms.milestone_days", terms.milestone_days),
        ("terms.high_emotion_days", terms.high_emotion_days),
        ("terms.lasting_days", terms.lasting_days),
        ("terms.daily_days", terms.daily_days),
    ];
    days.into_iter().try_for_each(|(field, days)| check::in_range(field, days, 1, u16::MAX))
}

fn check_slot(field: &str, slot: &Slot) -> Result<(), Refusal> {
    check::short(&format!("{field}.name"), &slot.name)?;
    if !slot.about.is_empty() {
        check::short(&format!("{field}.about"), &slot.about)?;
    }
    if slot.supported_by.is_empty() {
        let reason = "nothing may support it; name at least one type of observation";
        return Err(unsupported(&format!("{field}.supported_by"), reason));
    }
    match &slot.value_type {
        SlotType::Text | SlotType::Number => Ok(()),
        SlotType::OneOf(words) if words.is_empty() => {
            Err(unsupported(&format!("{field}.type"), "it takes one of no words; name at least one"))
        }
        SlotType::OneOf(words) => check::names(&format!("{field}.type"), words),
    }
}

pub(super) fn unsupported(field: &str, reason: &str) -> Refusal {
    Refusal::Unsupported { field: field.to_owned(), reason: reason.to_owned() }
}
