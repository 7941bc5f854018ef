//! What goes with what is erased: all that rests on it alone, and what was made from it.

use std::collections::BTreeSet;

use hupo_text::fold_str;
use hupo_types::{
    About, DocId, Entity, EntityId, Evidence, Memory, Message, MessageId, ProposalId, RelationId, Role, State,
};

use super::Gone;
use super::proposals::{Names, Search};
use crate::citations::Citing;
use crate::read::Read;
use crate::records::{self, expected};
use crate::rows::{Rows, get, numbers};
use crate::table::Table;
use crate::{Error, key};

/// What goes with a message: what rests on nothing else, and every page about a range that contains it.
pub(crate) fn of_message(rows: &impl Rows, message: &Message) -> Result<Gone, Error> {
    let mut sweep = Sweep::new(rows);
    sweep.gone.messages.insert(message.id);
    sweep.names.messages.extend(message.external_id.clone());
    sweep.memories_citing(message.id)?;
    sweep.records_citing(message.id)?;
    sweep.gone.vectors.insert(DocId::Message(message.id));
    sweep.turns_after(message.id)?;
    sweep.finish()
}

/// What goes with a memory: the summaries made from it, and the proposals of the same fact.
pub(crate) fn of_memory(rows: &impl Rows, memory: &Memory) -> Result<Gone, Error> {
    let mut sweep = Sweep::new(rows);
    if !memory.key.is_empty() {
        sweep.names.facts.insert(key::fact(memory.scope, memory.kind, &memory.key));
    }
    sweep.memory_goes(memory);
    sweep.finish()
}

/// What goes with an entity: the names of those that count as it, and its relations.
pub(crate) fn of_entity(rows: &impl Rows, entity: &Entity) -> Result<Gone, Error> {
    let mut sweep = Sweep::new(rows);
    for id in records::group(rows, entity.id)? {
        let member = expected(records::entity(rows, id)?, &id)?;
        if !member.erased {
            sweep.entity_goes(&member);
            sweep.relations_of(id)?;
        }
    }
    sweep.finish()
}

/// What goes with what is lost to damage: what rested on lost messages alone, relations of lost entities, and what was
/// made from any of it.
pub(crate) fn of_lost(rows: &impl Rows, lost: &Gone) -> Result<Gone, Error> {
    let mut sweep = Sweep::new(rows);
    sweep.gone = lost.clone();
    for id in &lost.messages {
        sweep.memories_citing(*id)?;
        sweep.records_citing(*id)?;
        sweep.gone.vectors.insert(DocId::Message(*id));
        sweep.turns_after(*id)?;
    }
    sweep.gone.vectors.extend(lost.memories.iter().map(|id| DocId::Memory(*id)));
    lost.entities.iter().try_for_each(|id| sweep.relations_of(*id))?;
    sweep.finish()
}

struct Sweep<'r, R> {
    rows: &'r R,
    gone: Gone,
    names: Names,
}

impl<'r, R: Rows> Sweep<'r, R> {
    fn new(rows: &'r R) -> Self {
        Self { rows, gone: Gone::default(), names: Names::default() }
    }

    /// The last steps, which look at what the ones before found.
    fn finish(mut self) -> Result<Gone, Error> {
        self.summaries()?;
        self.proposals()?;
        self.gone.beliefs = self.beliefs_go()?;
        Ok(self.gone)
    }

    fn memories_citing(&mut self, message: MessageId) -> Result<(), Error> {
        for id in self.rows.citing(message)? {
            let mut memory = expected(records::memory(self.rows, id)?, &id)?;
            memory.evidence = self.gone.stripped(&memory.evidence);
            if memory.has_its_receipt() {
                self.gone.lost_evidence.insert(id);
                self.gone.vectors.insert(DocId::Memory(id));
            } else {
                self.memory_goes(&memory);
            }
        }
        Ok(())
    }

    fn memory_goes(&mut self, memory: &Memory) {
        self.gone.memories.insert(memory.id);
        self.gone.lost_evidence.remove(&memory.id);
        self.gone.vectors.insert(DocId::Memory(memory.id));
        self.names.memories.extend(memory.external_id.clone());
    }

    fn entity_goes(&mut self, entity: &Entity) {
        self.gone.entities.insert(entity.id);
        self.names.entities.extend(entity.names().filter(|name| !name.is_empty()).map(fold_str));
    }

    /// A summary is made from the memories it covers, so it goes with the first of them.
    fn summaries(&mut self) -> Result<(), Error> {
        let mut made_from = BTreeSet::new();
        for id in &self.gone.memories {
            made_from.extend(self.rows.summaries_of(*id)?);
        }
        for id in made_from {
            let memory = expected(records::memory(self.rows, id)?, &id)?;
            if memory.state != State::Erased {
                self.memory_goes(&memory);
            }
        }
        Ok(())
    }

    /// What quotes the message, or is about a range it lies in.
    fn records_citing(&mut self, message: MessageId) -> Result<(), Error> {
        records::citations_of(self.rows, message)?.into_iter().try_for_each(|citing| self.look_at(citing))
    }

    fn look_at(&mut self, citing: Citing) -> Result<(), Error> {
        match citing {
            Citing::Observation(id) => {
                let observation = expected(self.rows.observation(id)?, &id)?;
                let goes = self.is_unsaid(observation.about, &observation.evidence);
                insert_if(&mut self.gone.observations, id, goes);
            }
            Citing::ProfileFact(id) => {
                let fact = expected(self.rows.profile_fact(id)?, &id)?;
                let goes = self.is_unsaid(fact.about, &fact.evidence);
                insert_if(&mut self.gone.profile_facts, id, goes);
            }
            Citing::TemporalItem(id) => {
                let item = expected(self.rows.temporal_item(id)?, &id)?;
                let goes = self.is_unsaid(item.about, &item.evidence);
                insert_if(&mut self.gone.temporal_items, id, goes);
            }
            Citing::Relation(id) => {
                let relation = expected(self.rows.relation(id)?, &id)?;
                let is_left = relation.evidence.is_empty() || !self.gone.stripped(&relation.evidence).is_empty();
                insert_if(&mut self.gone.relations, id, !is_left);
            }
            Citing::Page(id) => {
                let page = expected(self.rows.page(id)?, &id)?;
                insert_if(&mut self.gone.pages, id, !page.erased);
            }
            Citing::Review(id) => {
                let review = expected(self.rows.review(id)?, &id)?;
                insert_if(&mut self.gone.proposals, id, !review.erased);
            }
        }
        Ok(())
    }

    /// Whether it loses a quote, and what it says of the user no longer rests on the user's words.
    fn is_unsaid(&self, about: About, evidence: &[Evidence]) -> bool {
        let left = self.gone.stripped(evidence);
        let users = left.iter().any(|one| one.role == Role::User);
        left.len() < evidence.len() && (left.is_empty() || (about == About::User && !users))
    }

    fn relations_of(&mut self, entity: EntityId) -> Result<(), Error> {
        let at = numbers(self.rows, Table::EntityRelations, &key::number(entity.get()))?;
        self.gone.relations.extend(at.into_iter().map(RelationId::new));
        Ok(())
    }

    fn proposals(&mut self) -> Result<(), Error> {
        let rows = self.rows;
        let named = |name: &str| records::message_named(rows, name).ok().flatten();
        let mut found = Vec::new();
        for number in 1..=rows.totals().reviews {
            let id = ProposalId::new(number);
            let review = expected(rows.review(id)?, &id)?;
            let search = Search { gone: &self.gone, names: &self.names, message: &named };
            if !review.erased && search.finds(&review) {
                found.push(id);
            }
        }
        self.gone.proposals.extend(found);
        Ok(())
    }

    /// The set is replaced as a whole and never edited, so it goes as a whole.
    fn beliefs_go(&self) -> Result<bool, Error> {
        let set = self.rows.beliefs()?;
        let mut cited = set.iter().flat_map(|set| &set.beliefs).flat_map(|belief| belief.cites());
        Ok(cited.any(|id| self.gone.observations.contains(id)))
    }

    /// The next turn was embedded behind this one's words; so was the one after it, where the next was erased before.
    fn turns_after(&mut self, message: MessageId) -> Result<(), Error> {
        let mut place = message;
        while let Some(id) = next(self.rows, place)? {
            let after = expected(records::message(self.rows, id)?, &id)?;
            if after.role != Role::System {
                self.gone.vectors.insert(DocId::Message(id));
            }
            if after.role != Role::System && !after.erased {
                break;
            }
            place = id;
        }
        Ok(())
    }
}

fn insert_if<T: Ord>(set: &mut BTreeSet<T>, one: T, goes: bool) {
    if goes {
        set.insert(one);
    }
}

fn next(rows: &impl Rows, message: MessageId) -> Result<Option<MessageId>, Error> {
    let number: Option<u64> = get(rows, Table::NextMessages, &key::number(message.get()))?;
    Ok(number.map(MessageId::new))
}
