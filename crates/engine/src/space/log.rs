//! The verbs of the log, the profile, beliefs, temporal items and pages.

use super::Space;
use crate::once::{self, Asked};
use crate::propose;
use crate::{Error, When};
use hupo_memory::{BeliefView, BeliefsInput, Context, ProfileView};
use hupo_store::Read;
use hupo_types::{
    NewBelief, NewObservation, Observation, ObservationId, Page, PageKind, Proposal, TemporalItem, TemporalItemId,
    TemporalStatus, Timestamp, Verdict, VerdictCode,
};
use serde::Serialize;

/// A temporal item, and where it is in its life at the time it was asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// The item.
    #[serde(flatten)]
    pub item: TemporalItem,
    /// Its status at that time.
    pub status: TemporalStatus,
}

/// What goes beside the memories.
impl Space {
    /// Adds an entry to the observation log, and states it in the profile where the routing rule says so.
    pub fn observe(&self, observation: NewObservation, when: impl Into<When>) -> Result<Verdict, Error> {
        let said = self.propose(vec![Proposal::Observation(observation)].into(), when)?;
        let nothing = || Verdict::new(VerdictCode::Invalid, "nothing was proposed");
        Ok(said.verdicts.into_iter().next().unwrap_or_else(nothing))
    }

    /// The log after an entry (or from the start), oldest first, erased entries left out.
    pub fn observations(&self, after: Option<ObservationId>) -> Result<Vec<Observation>, Error> {
        let snapshot = self.inner.snapshot()?;
        let first = after.map_or(0, ObservationId::get).saturating_add(1);
        let mut log = Vec::new();
        for number in first..=snapshot.n_observations() {
            log.extend(snapshot.observation(ObservationId::new(number))?.filter(|entry| !entry.erased));
        }
        Ok(log)
    }

    /// What is stated of the user and the companion. Private facts come without their value and words, unless asked
    /// for outright; a date of birth then still says whether they are of age.
    pub fn profile(&self, with_private: bool, now: Timestamp) -> Result<Vec<ProfileView>, Error> {
        let facts = self.inner.snapshot()?.profile()?;
        let view = |fact| hupo_memory::profile_view(fact, with_private, (now, &self.inner.zone));
        Ok(facts.into_iter().map(view).collect())
    }

    /// Whether the user is of age (18) at this time; `None` when no date of birth was stated.
    pub fn is_adult(&self, now: Timestamp) -> Result<Option<bool>, Error> {
        let fact = self.inner.snapshot()?.profile_of(hupo_types::About::User, "birth_date")?;
        Ok(fact.and_then(|fact| hupo_memory::is_adult(&fact, now, &self.inner.zone)))
    }

    /// The beliefs that hold, each with what it cites and whether the log has moved on since.
    pub fn beliefs(&self) -> Result<Vec<BeliefView>, Error> {
        Ok(hupo_memory::belief_views(&self.inner.snapshot()?)?)
    }

    /// What beliefs are made from: the slots and the log, never an earlier belief.
    pub fn beliefs_input(&self) -> Result<BeliefsInput, Error> {
        Ok(hupo_memory::beliefs_input(&self.inner.snapshot()?)?)
    }

    /// Replaces all beliefs by these, made from the log up to `made_from`. A verdict each; one that cites nothing
    /// that may support its slot is dropped.
    pub fn put_beliefs(
        &self,
        beliefs: Vec<NewBelief>,
        made_from: ObservationId,
        when: impl Into<When>,
    ) -> Result<Vec<Verdict>, Error> {
        let (when, zone) = (when.into(), self.inner.zone.clone());
        let now = when.now;
        let asked = Asked { verb: "put_beliefs", when, dry_run: false };
        let (_, verdicts) = once::transact(&self.inner, asked, move |txn| {
            let rules = txn.rules()?;
            let ctx = Context { rules: &rules, zone: &zone, now };
            hupo_memory::put_beliefs(txn, beliefs.clone(), made_from, &ctx).map_err(propose::aborting)
        })?;
        Ok(verdicts)
    }

    /// Plans, events, deadlines, appointments and the rest, with their status at `now`, by when they begin; those
    /// without a time come last. With `closed`, also those that are resolved, changed or cancelled.
    pub fn plans(&self, closed: bool, now: Timestamp) -> Result<Vec<Plan>, Error> {
        let snapshot = self.inner.snapshot()?;
        let mut plans = Vec::new();
        for number in 1..=snapshot.n_temporal_items() {
            let item = snapshot.temporal_item(TemporalItemId::new(number))?;
            let item = item.filter(|item| !item.erased && (closed || item.closing.is_none()));
            plans.extend(item.map(|item| Plan { status: hupo_memory::status(&item, now, &self.inner.zone), item }));
        }
        plans.sort_by_key(|plan| (plan.item.starts.is_none(), plan.item.starts, plan.item.id));
        Ok(plans)
    }

    /// The pages of a kind, oldest first, erased ones left out; the last is the current one.
    pub fn pages(&self, kind: PageKind) -> Result<Vec<Page>, Error> {
        let snapshot = self.inner.snapshot()?;
        let mut pages = Vec::new();
        for id in snapshot.pages(kind)? {
            pages.extend(snapshot.page(id)?.filter(|page| !page.erased));
        }
        Ok(pages)
    }
}
