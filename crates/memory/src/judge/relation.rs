//! The rules of relations. A relation has no scope that says whom it is about, so it needs the user's own words.

use super::memory::has_begun;
use crate::plan::{Finding, Plan};
use crate::receipt::{self, Receipt};
use crate::stop::Checked;
use crate::{Context, shape, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{EntityId, NewRelation, Refusal, Relation, RelationId, Stored, Verdict, VerdictCode};

/// An edge on its way, its ends found.
struct Edge<'a> {
    new: &'a NewRelation,
    from: EntityId,
    to: EntityId,
}

pub(super) fn proposed(view: &impl Read, new: &NewRelation, ctx: &Context) -> Checked<Finding> {
    shape::short("predicate", &new.predicate)?;
    shape::interval("valid", new.valid)?;
    has_begun(new.valid, ctx)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    receipt::needs_user_words(&receipts)?;
    let edge = Edge { new, from: target::entity(view, "from", &new.from)?, to: target::entity(view, "to", &new.to)? };
    if edge.from == edge.to {
        return Err(Refusal::Cycle { field: "to".to_owned(), what: edge.to.to_string() }.into());
    }
    new.replaces.map_or(Ok(()), |replaced| edge.may_replace(view, replaced))?;
    let same = edge.same(view)?;
    if let Some(known) = same.iter().find(|relation| rests_on(relation, &receipts)) {
        return Ok(Plan::Known(Stored::Relation { id: known.id, existed: true }).into());
    }
    let known = !same.is_empty() && new.replaces.is_none();
    Ok(Plan::Relate { relation: new.clone(), known }.into())
}

impl Edge<'_> {
    /// The living relations that say the same over the same time.
    fn same(&self, view: &impl Read) -> Checked<Vec<Relation>> {
        let mut same = Vec::new();
        for id in view.relations_at(self.from)? {
            same.extend(view.relation(id)?.filter(|relation| self.is(relation)));
        }
        Ok(same)
    }

    fn is(&self, relation: &Relation) -> bool {
        (relation.from, relation.to, relation.valid) == (self.from, self.to, self.new.valid)
            && self.says(relation)
            && relation.superseded_by.is_none()
            && !relation.erased
    }

    fn says(&self, relation: &Relation) -> bool {
        fold_str(&relation.predicate) == fold_str(&self.new.predicate)
    }

    /// Only what is about the same may be replaced: of from, predicate and to at least two are the same.
    fn may_replace(&self, view: &impl Read, id: RelationId) -> Checked<()> {
        let field = "replaces".to_owned();
        let unknown = || Refusal::UnknownTarget { field: field.clone(), what: id.to_string() };
        let old = view.relation(id)?.filter(|relation| !relation.erased).ok_or_else(unknown)?;
        if let Some(by) = old.superseded_by {
            let reason = format!("replaces: {by} took the place of {id} already; name that one");
            return Err(Verdict::new(VerdictCode::UnknownTarget, reason).at("replaces").into());
        }
        let shared = [self.says(&old), old.from == self.from, old.to == self.to];
        if shared.into_iter().filter(|same| *same).count() >= 2 {
            return Ok(());
        }
        let reason = format!(
            "replaces: {id} is about something else; of from, predicate and to at least two must stay. \
             Propose this one without `replaces`"
        );
        Err(Verdict::new(VerdictCode::Conflict, reason).at("replaces").into())
    }
}

fn rests_on(relation: &Relation, receipts: &[Receipt]) -> bool {
    receipts.iter().all(|receipt| relation.evidence.contains(&receipt.evidence))
}
