//! What becomes of memories and entities after they were made.

use hupo_types::{
    Cared, Entity, EntityId, Event, Evidence, Memory, MemoryId, NewEvidence, Refusal, Role, Standing, State, Stored,
    limits,
};

use super::{Draft, Fault};
use crate::key;
use crate::records::{self, expected};

impl Draft<'_, '_> {
    /// Adds to a memory that still holds the evidence it lacks, up to as much as any may have.
    pub(super) fn add_evidence(&mut self, id: MemoryId, cited: &[NewEvidence]) -> Result<Stored, Fault> {
        let memory = self.memory_with("memory", id)?;
        let evidence = self.evidence(cited)?;
        if let Some(by) = memory.superseded_by {
            return Err(Refusal::AlreadySuperseded { memory: id, by }.into());
        }
        if !memory.state.holds() {
            return Err(Refusal::Settled { field: "memory".to_owned(), what: id.to_string() }.into());
        }
        self.corroborate(&memory, evidence)?;
        Ok(Stored::Memory { id, existed: true })
    }

    /// Gives a memory the evidence among this that it lacks. One that was archived comes back: it was said again, in
    /// words it did not have. The same words again (a second run over the same lines) bring nothing back.
    pub(super) fn corroborate(&mut self, memory: &Memory, mut evidence: Vec<Evidence>) -> Result<(), Fault> {
        evidence.retain(|one| !memory.evidence.contains(one));
        let comes_back = memory.state == State::Archived && !evidence.is_empty();
        evidence.truncate(limits::EVIDENCE.saturating_sub(memory.evidence.len()));
        if !evidence.is_empty() {
            self.record(Event::EvidenceAdded { memory: memory.id, evidence })?;
        }
        if comes_back {
            let (memories, at) = (vec![memory.id], self.now);
            self.record(Event::Cared(Cared::Restored { memories, at }))?;
        }
        Ok(())
    }

    pub(super) fn set_standing(&mut self, id: MemoryId, standing: Standing) -> Result<Stored, Fault> {
        if self.memory_with("memory", id)?.standing != standing {
            self.record(Event::StandingSet { memory: id, standing })?;
        }
        Ok(Stored::Done)
    }

    /// Hides the losing side of a conflict behind the living memory of its key.
    ///
    /// Only what lives takes a place and only what lives gives it up, so a chain of them never closes.
    pub(super) fn supersede(&mut self, old: MemoryId, new: MemoryId) -> Result<Stored, Fault> {
        if old == new {
            return Err(Refusal::Cycle { field: "new".to_owned(), what: new.to_string() }.into());
        }
        let (loser, winner) = (self.memory_with("old", old)?, self.memory_with("new", new)?);
        if loser.superseded_by == Some(new) {
            return Ok(Stored::Done);
        }
        for memory in [&loser, &winner] {
            if let Some(by) = memory.superseded_by {
                return Err(Refusal::AlreadySuperseded { memory: memory.id, by }.into());
            }
        }
        check_may_replace(&loser, &winner)?;
        self.give_way(old, new)?;
        Ok(Stored::Done)
    }
}

/// Promises 2, 4 and 6: the same fact, still held, in the user's own words if it is about the user.
fn check_may_replace(old: &Memory, new: &Memory) -> Result<(), Refusal> {
    if new.state != State::Active {
        return Err(Refusal::Settled { field: "new".to_owned(), what: new.id.to_string() });
    }
    let fact = |memory: &Memory| key::fact(memory.scope, memory.kind, &memory.key);
    if old.key.is_empty() || fact(old) != fact(new) {
        return Err(Refusal::OtherKey { memory: old.id });
    }
    let has_user_words = new.evidence.iter().any(|one| one.role == Role::User);
    if old.scope.needs_user_words() && !has_user_words {
        return Err(Refusal::NoUserCorrection);
    }
    Ok(())
}

/// Entities that turn out to be one, and to be two after all.
impl Draft<'_, '_> {
    /// From here on `merged`, and what counts as it, count as `keep`, or as what that counts as.
    pub(super) fn merge(&mut self, keep: EntityId, merged: EntityId) -> Result<Stored, Fault> {
        let (kept, other) = (self.entity_with("keep", keep)?, self.entity_with("merge", merged)?);
        let root = kept.merged_into.unwrap_or(keep);
        if root == merged || keep == merged {
            return Err(Refusal::Cycle { field: "merge".to_owned(), what: merged.to_string() }.into());
        }
        match other.merged_into {
            Some(into) if into == root => {}
            Some(_) => return Err(Refusal::Settled { field: "merge".to_owned(), what: merged.to_string() }.into()),
            None => self.record(Event::EntitiesMerged { keep, merged })?,
        }
        Ok(Stored::Done)
    }

    /// What `merge` did is undone, exactly: what came to the entity before it was merged stays with it.
    pub(super) fn split(&mut self, entity: EntityId) -> Result<Stored, Fault> {
        let from = self.entity_with("entity", entity)?.merged_into;
        let field = || "entity".to_owned();
        let from = from.ok_or_else(|| Refusal::Settled { field: field(), what: entity.to_string() })?;
        self.record(Event::EntitySplit { entity, from })?;
        Ok(Stored::Done)
    }

    /// An entity that is named by its id, and still has a name.
    fn entity_with(&self, field: &str, id: EntityId) -> Result<Entity, Fault> {
        let field = field.to_owned();
        let Some(entity) = records::entity(self.tables, id)? else {
            return Err(Refusal::UnknownEntity { field, entity: id.to_string() }.into());
        };
        if entity.erased {
            return Err(Refusal::ErasedSource { field, what: format!("{id} was erased") }.into());
        }
        Ok(entity)
    }

    /// The entity this one counts as; refused if it was erased.
    pub(super) fn counted_as(&self, field: &str, id: EntityId) -> Result<EntityId, Fault> {
        let entity = expected(records::entity(self.tables, id)?, &id)?;
        if entity.erased {
            let what = format!("{id} was erased");
            return Err(Refusal::ErasedSource { field: field.to_owned(), what }.into());
        }
        Ok(entity.merged_into.unwrap_or(id))
    }
}
