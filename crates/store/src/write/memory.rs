//! Remembering: no memory without a receipt, and no fact about the user without the user's words.

use hupo_types::{
    Care, DocId, EntityId, Event, Evidence, Interval, Memory, MemoryId, MemoryRef, NewMemory, Refusal, Role, Standing,
    State, Stored, Timestamp, TopicId, UnitVector,
};

use super::{Draft, Fault, check};
use crate::key;
use crate::read::Read;
use crate::records::{self, expected};
use crate::rows::{Rows, numbers};
use crate::table::Table;

/// What a memory refers to, found.
struct Found {
    evidence: Vec<Evidence>,
    entities: Vec<EntityId>,
    topics: Vec<TopicId>,
    covers: Vec<MemoryId>,
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
        Ok(Found { evidence, entities, topics: self.topics(&new.topics)?, covers: self.covered(new)? })
    }

    /// The memory of the same external id; or, unless the new one is a correction, a living one that says the same of
    /// a time both hold at. Over two separate intervals the same fact is two occurrences.
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
            if memory.state.holds() && overlap(memory.valid, new.valid) {
                return Ok(Some(memory));
            }
        }
        Ok(None)
    }

    fn of_external_id(&self, new: &NewMemory) -> Result<Option<Memory>, Fault> {
        let Some(external_id) = &new.external_id else { return Ok(None) };
        let Some(id) = records::memory_named(self.tables, external_id)? else { return Ok(None) };
        let memory = self.memory_with("external_id", id)?;
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
        if known.state.holds() {
            self.corroborate(&known, found.evidence)?;
        }
        self.join(id, found.topics)?;
        self.name(id, found.entities);
        Ok(id)
    }

    fn make_memory(&mut self, new: &NewMemory, found: Found) -> Result<MemoryId, Fault> {
        self.check_not_barred(new)?;
        let corrected = new.supersedes.as_ref().map(|meant| self.corrected(new, meant, &found)).transpose()?;
        let id = MemoryId::new(self.tables.totals().memories + 1);
        let covers = found.covers;
        let memory = Memory { supersedes: corrected, covers, ..built(id, new, found.evidence, self.now) };
        self.record(Event::MemoryRemembered { memory })?;
        if let Some(old) = corrected {
            self.give_way(old, id)?;
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

    /// A fact that a person barred, or that was erased, does not come back.
    fn check_not_barred(&self, new: &NewMemory) -> Result<(), Fault> {
        if self.tables.barred(new.scope, new.kind, &new.key, &new.text)?.is_none() {
            return Ok(());
        }
        let field = if new.key.is_empty() { "text" } else { "key" }.to_owned();
        Err(Refusal::ErasedSource { field, what: "this fact was erased, or a person barred it".to_owned() }.into())
    }

    /// The memory to be corrected, if this may correct it. A chain cannot close: the new one has a new id.
    fn corrected(&self, new: &NewMemory, meant: &MemoryRef, found: &Found) -> Result<MemoryId, Fault> {
        let old = self.memory_meant("supersedes", meant)?;
        if let Some(by) = old.superseded_by {
            return Err(Refusal::AlreadySuperseded { memory: old.id, by }.into());
        }
        if found.covers.contains(&old.id) {
            return Err(Refusal::Cycle { field: "covers".to_owned(), what: old.id.to_string() }.into());
        }
        let both_keyed = !old.key.is_empty() && !new.key.is_empty();
        if both_keyed && key::fact(old.scope, old.kind, &old.key) != key::fact(new.scope, new.kind, &new.key) {
            return Err(Refusal::OtherKey { memory: old.id }.into());
        }
        let has_user_words = found.evidence.iter().any(|one| one.role == Role::User);
        if old.scope.needs_user_words() && !has_user_words {
            return Err(Refusal::NoUserCorrection.into());
        }
        Ok(old.id)
    }

    /// The memory that is meant, if there is one and it still says something.
    pub(super) fn memory_meant(&self, field: &str, meant: &MemoryRef) -> Result<Memory, Fault> {
        let (id, name) = match meant {
            MemoryRef::Id(id) => (Some(*id), id.to_string()),
            MemoryRef::External(name) => {
                (records::memory_named(self.tables, name)?.or_else(|| MemoryId::parse(name)), name.clone())
            }
        };
        let unknown = || Refusal::UnknownMemory { field: field.to_owned(), memory: name.clone() };
        let id = id.filter(|id| (1..=self.tables.totals().memories).contains(&id.get())).ok_or_else(unknown)?;
        self.memory_with(field, id)
    }
}

/// Whether there is a moment in both.
fn overlap(a: Interval, b: Interval) -> bool {
    let begins_before_end = |from: Option<Timestamp>, to: Option<Timestamp>| match (from, to) {
        (Some(from), Some(to)) => from < to,
        (Some(_), None) | (None, Some(_)) | (None, None) => true,
    };
    begins_before_end(a.from, b.to) && begins_before_end(b.from, a.to)
}

fn no_user_words(new: &NewMemory) -> Refusal {
    if new.supersedes.is_some() { Refusal::NoUserCorrection } else { Refusal::NoUserSource }
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
        covers: Vec::new(),
        care: Care::default(),
    }
}
