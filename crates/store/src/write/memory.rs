//! Remembering: no memory without a receipt, and no fact about the user without the user's words.

use hupo_types::{
    DocId, EntityId, Event, Evidence, Memory, MemoryId, MemoryRef, NewMemory, Refusal, Role, SemanticKey, Standing,
    State, Stored, Timestamp, TopicId, UnitVector, limits,
};

use super::{Draft, Fault, check};
use crate::key;
use crate::records::{self, expected};
use crate::rows::{Rows, numbers};
use crate::table::Table;

/// What a memory refers to, found.
struct Found {
    evidence: Vec<Evidence>,
    entities: Vec<EntityId>,
    topics: Vec<TopicId>,
}

impl Draft<'_, '_> {
    /// Keeps a memory; one that says the same of the same gets the evidence it lacks.
    pub(super) fn remember(&mut self, new: &NewMemory, vector: Option<&UnitVector>) -> Result<Stored, Fault> {
        check::memory(new)?;
        vector.map_or(Ok(()), |vector| self.check_vector(vector))?;
        let found = self.found(new)?;
        let known = self.known_memory(new)?;
        let (id, existed) = match known {
            Some(memory) => (self.say_again(memory, found)?, true),
            None => (self.make_memory(new, found)?, false),
        };
        self.give_vector(DocId::Memory(id), vector)?;
        Ok(Stored::Memory { id, existed })
    }

    fn found(&self, new: &NewMemory) -> Result<Found, Fault> {
        let evidence = self.evidence(&new.evidence)?;
        let named = |(index, meant)| self.entity(&format!("entities[{index}]"), meant);
        let entities = new.entities.iter().enumerate().map(named).collect::<Result<_, _>>()?;
        let has_user_words = evidence.iter().any(|one| one.role == Role::User);
        if new.scope.needs_user_words() && !has_user_words {
            return Err(no_user_words(new).into());
        }
        Ok(Found { evidence, entities, topics: self.topics(&new.topics)? })
    }

    /// The memory of the same external id; or, unless the new one is a correction, a living one that says the same.
    fn known_memory(&self, new: &NewMemory) -> Result<Option<Memory>, Fault> {
        if let Some(memory) = self.of_external_id(new)? {
            return Ok(Some(memory));
        }
        if new.supersedes.is_some() {
            return Ok(None);
        }
        for number in numbers(self.tables, Table::MemoryTexts, &key::saying(new))? {
            let id = MemoryId::new(number);
            let memory = expected(records::memory(self.tables, id)?, &id)?;
            if memory.state == State::Active {
                return Ok(Some(memory));
            }
        }
        Ok(None)
    }

    fn of_external_id(&self, new: &NewMemory) -> Result<Option<Memory>, Fault> {
        let Some(external_id) = &new.external_id else { return Ok(None) };
        let Some(id) = records::memory_named(self.tables, external_id)? else { return Ok(None) };
        let memory = expected(records::memory(self.tables, id)?, &id)?;
        let same =
            memory.text == new.text && (memory.scope, memory.kind, &memory.key) == (new.scope, new.kind, &new.key);
        if same {
            return Ok(Some(memory));
        }
        Err(Refusal::ExternalIdTaken { external_id: external_id.clone(), existing: DocId::Memory(id) }.into())
    }

    /// Adds to a known memory what it lacks. One that has as much evidence as any may have gets no more.
    fn say_again(&mut self, known: Memory, found: Found) -> Result<MemoryId, Fault> {
        let id = known.id;
        let mut evidence = found.evidence;
        evidence.retain(|one| !known.evidence.contains(one));
        evidence.truncate(limits::EVIDENCE.saturating_sub(known.evidence.len()));
        if known.state == State::Active && !evidence.is_empty() {
            self.record(Event::EvidenceAdded { memory: id, evidence })?;
        }
        self.join(id, found.topics)?;
        self.name(id, found.entities);
        Ok(id)
    }

    fn make_memory(&mut self, new: &NewMemory, found: Found) -> Result<MemoryId, Fault> {
        let corrected = new.supersedes.as_ref().map(|meant| self.corrected(new, meant, &found.evidence)).transpose()?;
        let id = MemoryId::new(self.tables.totals().memories + 1);
        let memory = Memory { supersedes: corrected, ..built(id, new, found.evidence, self.now) };
        self.record(Event::MemoryRemembered { memory })?;
        if let Some(old) = corrected {
            self.record(Event::MemorySuperseded { old, new: id, at: self.now })?;
        }
        self.join(id, found.topics)?;
        self.name(id, found.entities);
        Ok(id)
    }

    fn name(&mut self, memory: MemoryId, entities: Vec<EntityId>) {
        if !entities.is_empty() {
            self.named.entry(DocId::Memory(memory)).or_default().extend(entities);
        }
    }

    /// The memory to be corrected, if this may correct it. A chain cannot close: the new one has a new id.
    fn corrected(&self, new: &NewMemory, meant: &MemoryRef, evidence: &[Evidence]) -> Result<MemoryId, Fault> {
        let old = self.memory_meant(meant)?;
        if let Some(by) = old.superseded_by {
            return Err(Refusal::AlreadySuperseded { memory: old.id, by }.into());
        }
        let both_keyed = !is_empty(&old.key) && !is_empty(&new.key);
        if both_keyed && key::fact(old.scope, old.kind, &old.key) != key::fact(new.scope, new.kind, &new.key) {
            return Err(Refusal::OtherKey { memory: old.id }.into());
        }
        let has_user_words = evidence.iter().any(|one| one.role == Role::User);
        if old.scope.needs_user_words() && !has_user_words {
            return Err(Refusal::NoUserCorrection.into());
        }
        Ok(old.id)
    }

    fn memory_meant(&self, meant: &MemoryRef) -> Result<Memory, Fault> {
        let (id, name) = match meant {
            MemoryRef::Id(id) => (Some(*id), id.to_string()),
            MemoryRef::External(name) => (records::memory_named(self.tables, name)?, name.clone()),
        };
        let found = id.map(|id| records::memory(self.tables, id)).transpose()?.flatten();
        let unknown = || Refusal::UnknownMemory { field: "supersedes".to_owned(), memory: name };
        Ok(found.ok_or_else(unknown)?)
    }
}

fn no_user_words(new: &NewMemory) -> Refusal {
    if new.supersedes.is_some() { Refusal::NoUserCorrection } else { Refusal::NoUserSource }
}

fn is_empty(key: &SemanticKey) -> bool {
    [&key.subject, &key.category, &key.subcategory, &key.attribute].into_iter().all(String::is_empty)
}

fn built(id: MemoryId, new: &NewMemory, evidence: Vec<Evidence>, now: Timestamp) -> Memory {
    Memory {
        id,
        external_id: new.external_id.clone(),
        kind: new.kind,
        scope: new.scope,
        key: new.key.clone(),
        text: new.text.clone(),
        summary: new.summary.clone(),
        importance: new.importance,
        valence: new.valence,
        arousal: new.arousal,
        standing: Standing::default(),
        state: State::default(),
        evidence,
        recorded_at: now,
        valid: new.valid,
        supersedes: None,
        superseded_by: None,
        superseded_at: None,
    }
}
