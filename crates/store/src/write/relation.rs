//! Relations. The same edge with a new receipt is another record beside the first; a correction takes one's place.

use hupo_text::fold_str;
use hupo_types::{Event, NewRelation, Refusal, Relation, RelationId, Role, Stored};

use super::review::unsupported;
use super::{Draft, Fault, check};
use crate::key;
use crate::records::{self, expected};
use crate::rows::{Rows, numbers};
use crate::table::Table;

impl Draft<'_, '_> {
    /// Makes a relation known; the same edge over the same time resting on the same words is there already.
    pub(super) fn add_relation(&mut self, new: &NewRelation) -> Result<Stored, Fault> {
        check::short("predicate", &new.predicate)?;
        check::interval("valid", new.valid)?;
        let relation = Relation {
            id: RelationId::new(self.tables.totals().relations + 1),
            from: self.entity("from", &new.from)?,
            predicate: new.predicate.clone(),
            to: self.entity("to", &new.to)?,
            evidence: self.evidence(&new.evidence)?,
            valid: new.valid,
            recorded_at: self.now,
            superseded_by: None,
            erased: false,
        };
        let same = self.same_relations(&relation)?;
        match new.replaces {
            Some(old) => self.replace_relation(old, relation, &same),
            None => self.keep_relation(relation, same.first()),
        }
    }

    fn keep_relation(&mut self, relation: Relation, same: Option<&Relation>) -> Result<Stored, Fault> {
        if let Some(same) = same {
            return Ok(Stored::Relation { id: same.id, existed: true });
        }
        let id = relation.id;
        self.record(Event::RelationAdded { relation })?;
        Ok(Stored::Relation { id, existed: false })
    }

    /// Puts a relation in the place of a living one. A chain cannot close: only what lives takes a place.
    fn replace_relation(&mut self, old: RelationId, new: Relation, same: &[Relation]) -> Result<Stored, Fault> {
        let known = self.relation_to_replace(old)?;
        if let Some(by) = same.iter().find(|same| known.superseded_by == Some(same.id)) {
            return Ok(Stored::Relation { id: by.id, existed: true });
        }
        let living = same.iter().find(|same| same.superseded_by.is_none());
        self.check_replacement(&known, &new, living)?;
        let stored = self.keep_relation(new, living)?;
        if let Stored::Relation { id, .. } = stored {
            self.record(Event::RelationSuperseded { old, new: id })?;
        }
        Ok(stored)
    }

    fn relation_to_replace(&self, id: RelationId) -> Result<Relation, Fault> {
        let field = "replaces".to_owned();
        let found = records::relation(self.tables, id)?;
        let Some(relation) = found else { return Err(Refusal::UnknownTarget { field, what: id.to_string() }.into()) };
        if relation.erased {
            return Err(Refusal::ErasedSource { field, what: format!("{id} was erased") }.into());
        }
        Ok(relation)
    }

    fn check_replacement(&self, old: &Relation, new: &Relation, same: Option<&Relation>) -> Result<(), Fault> {
        let field = || "replaces".to_owned();
        if same.is_some_and(|same| same.id == old.id) {
            return Err(Refusal::Cycle { field: field(), what: old.id.to_string() }.into());
        }
        if old.superseded_by.is_some() {
            return Err(Refusal::Settled { field: field(), what: old.id.to_string() }.into());
        }
        if !new.evidence.iter().any(|one| one.role == Role::User) {
            return Err(Refusal::NoUserCorrection.into());
        }
        let (from, to) = (records::root(self.tables, old.from)?, records::root(self.tables, old.to)?);
        let same_predicate = fold_str(&old.predicate) == fold_str(&new.predicate);
        if from == new.from || same_predicate && to == new.to {
            return Ok(());
        }
        let reason = "it says something else; a relation takes the place of one that begins at the same entity, or has \
                      the same predicate and end";
        Err(unsupported("replaces", reason).into())
    }

    /// Relations of the same edge over the same time that rest on these words, living ones first.
    fn same_relations(&self, new: &Relation) -> Result<Vec<Relation>, Fault> {
        let (starts, ends) = (records::group(self.tables, new.from)?, records::group(self.tables, new.to)?);
        let mut same = Vec::new();
        for (from, to) in starts.iter().flat_map(|from| ends.iter().map(move |to| (*from, *to))) {
            for number in numbers(self.tables, Table::RelationKeys, &key::relation(from, to, &new.predicate))? {
                let id = RelationId::new(number);
                same.push(expected(records::relation(self.tables, id)?, &id)?);
            }
        }
        same.retain(|known| !known.erased && known.valid == new.valid && rests_on(known, new));
        same.sort_unstable_by_key(|known| (known.superseded_by.is_some(), known.id));
        Ok(same)
    }
}

fn rests_on(known: &Relation, new: &Relation) -> bool {
    new.evidence.iter().all(|one| known.evidence.contains(one))
}
