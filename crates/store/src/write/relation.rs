//! Relations. The same edge with a new receipt is another record beside the first.

use hupo_types::{Event, NewRelation, Relation, RelationId, Stored};

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
        };
        if let Some(id) = self.same_relation(&relation)? {
            return Ok(Stored::Relation { id, existed: true });
        }
        let id = relation.id;
        self.record(Event::RelationAdded { relation })?;
        Ok(Stored::Relation { id, existed: false })
    }

    fn same_relation(&self, new: &Relation) -> Result<Option<RelationId>, Fault> {
        let same = key::relation(new.from, new.to, &new.predicate);
        for number in numbers(self.tables, Table::RelationKeys, &same)? {
            let id = RelationId::new(number);
            let known = expected(records::relation(self.tables, id)?, &id)?;
            if known.valid == new.valid && new.evidence.iter().all(|one| known.evidence.contains(one)) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}
