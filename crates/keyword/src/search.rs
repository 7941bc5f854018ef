//! Searching: term by term over the postings of both parts, then the best of what is eligible.

use crate::Result;
use crate::bm25::{Amounts, rarity, saturated};
use crate::field::{ByField, Field};
use crate::postings::Posting;
use crate::query::{CommonRule, Query, QueryTerm};
use crate::scratch::{Scratch, Sums};
use crate::state::{Found, State};
use hupo_types::{DocId, DocSet};
use std::cmp::Ordering;

/// A document that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Which.
    pub doc: DocId,
    /// The sum over the question's terms of BM25F; above 0, comparable within one search only.
    pub score: f32,
}

/// A term of the question with the fields that hold it.
pub(crate) struct Probe<'q> {
    pub(crate) asked: &'q QueryTerm,
    pub(crate) found: Vec<Found>,
}

/// A question over a state: the formula with the statistics of both parts.
pub(crate) struct Ask<'a> {
    state: &'a State,
    query: &'a Query,
    amounts: ByField<Option<Amounts>>,
    documents: u64,
    limit: u64,
}

impl<'a> Ask<'a> {
    pub(crate) fn new(state: &'a State, query: &'a Query) -> Self {
        let options = &query.options;
        let amounts = |field| {
            let weight = options.weights.of(field);
            (weight > 0.0).then(|| Amounts::new(weight, options.bm25.b, state.average(field)))
        };
        let documents = state.documents();
        let limit = options.common.limit(documents);
        Self { state, query, amounts: ByField::from_fn(amounts), documents, limit }
    }

    /// Every term that any document holds in a field that counts.
    pub(crate) fn probes(&self) -> Result<Vec<Probe<'a>>> {
        let mut probes = Vec::new();
        for asked in &self.query.terms {
            let mut found = Vec::new();
            for field in Field::ALL.into_iter().filter(|field| self.amounts[*field].is_some()) {
                let here = self.state.find(field, &asked.term)?;
                if self.state.holders_at_most(&here, &asked.term) > 0 {
                    found.push(here);
                }
            }
            if !found.is_empty() {
                probes.push(Probe { asked, found });
            }
        }
        Ok(probes)
    }

    /// Fills the scratch with how much of the term each document holds; as many as hold it are its document frequency.
    pub(crate) fn gather(&self, probe: &Probe<'_>, scratch: &mut Scratch) -> Result<()> {
        scratch.amounts.begin(self.state.slots());
        for found in &probe.found {
            self.read(probe, found, &mut scratch.postings)?;
            for posting in &scratch.postings {
                let amount = self.amount(found.field, posting.slot, posting.frequency);
                scratch.amounts.add(posting.slot, amount);
            }
        }
        Ok(())
    }

    /// The postings of a term in one field.
    pub(crate) fn read(&self, probe: &Probe<'_>, found: &Found, out: &mut Vec<Posting>) -> Result<()> {
        self.state.read(found, &probe.asked.term, out)
    }

    /// What occurrences in a field of a document amount to.
    #[inline]
    pub(crate) fn amount(&self, field: Field, slot: u32, frequency: u32) -> f32 {
        let code = self.state.code(field, slot);
        self.amounts[field].as_ref().map_or(0.0, |amounts| amounts.of(frequency, code))
    }

    /// From amount to score, for a term that so many documents hold.
    pub(crate) fn scoring(&self, probe: &Probe<'_>, holders: usize) -> impl Fn(f32) -> f32 + use<> {
        let top = probe.asked.weight * rarity(holders as u64, self.documents);
        let k1 = self.query.options.bm25.k1;
        move |amount| top * saturated(amount, k1)
    }

    /// Whether a term that so many documents hold is held back at first.
    pub(crate) fn is_common(&self, holders: usize) -> bool {
        self.query.options.common.rule != CommonRule::Keep && holders as u64 > self.limit
    }

    /// Whether common terms count in the score of what rarer ones found.
    pub(crate) fn keeps_common(&self) -> bool {
        self.query.options.common.rule != CommonRule::LeaveOut
    }

    /// Whether the term can be told to be common without reading its postings.
    fn is_common_at_sight(&self, probe: &Probe<'_>) -> bool {
        let holders = |found| self.state.holders_at_most(found, &probe.asked.term);
        let most = probe.found.iter().map(holders).max().unwrap_or_default();
        !self.state.frozen.has_gone() && self.is_common(usize::try_from(most).unwrap_or(usize::MAX))
    }
}

/// The best `k` eligible documents: by score, then by id.
pub(crate) fn search(ask: &Ask<'_>, allowed: &DocSet, k: usize, scratch: &mut Scratch) -> Result<Vec<Hit>> {
    scratch.scores.begin(ask.state.slots());
    let common = score_rare(ask, scratch)?;
    let eligible = |slot| ask.state.id(slot).is_some_and(|id| allowed.contains(id));
    if !scratch.scores.iter().any(|(slot, _)| eligible(slot)) {
        score_common(ask, &common, scratch, Sums::add)?;
    } else if ask.keeps_common() {
        score_common(ask, &common, scratch, Sums::add_if_touched)?;
    }
    Ok(best(ask.state, allowed, k, &scratch.scores))
}

/// Scores the terms that are not common, and hands back those that are.
fn score_rare<'a>(ask: &Ask<'a>, scratch: &mut Scratch) -> Result<Vec<Probe<'a>>> {
    let mut common = Vec::new();
    for probe in ask.probes()? {
        if ask.is_common_at_sight(&probe) {
            common.push(probe);
            continue;
        }
        ask.gather(&probe, scratch)?;
        if ask.is_common(scratch.amounts.len()) {
            common.push(probe);
        } else {
            add_scores(ask, &probe, scratch, Sums::add);
        }
    }
    Ok(common)
}

type Add = fn(&mut Sums, u32, f32);

fn score_common(ask: &Ask<'_>, common: &[Probe<'_>], scratch: &mut Scratch, add: Add) -> Result<()> {
    for probe in common {
        ask.gather(probe, scratch)?;
        add_scores(ask, probe, scratch, add);
    }
    Ok(())
}

fn add_scores(ask: &Ask<'_>, probe: &Probe<'_>, scratch: &mut Scratch, add: Add) {
    let Scratch { scores, amounts, .. } = scratch;
    let score = ask.scoring(probe, amounts.len());
    amounts.iter().for_each(|(slot, amount)| add(scores, slot, score(amount)));
}

fn best(state: &State, allowed: &DocSet, k: usize, scores: &Sums) -> Vec<Hit> {
    let hit = |(slot, score)| Some(Hit { doc: state.id(slot)?, score });
    let mut hits: Vec<Hit> = scores.iter().filter_map(hit).filter(|hit| allowed.contains(hit.doc)).collect();
    if hits.len() > k && k > 0 {
        hits.select_nth_unstable_by(k - 1, better);
    }
    hits.truncate(k);
    hits.sort_unstable_by(better);
    hits
}

fn better(a: &Hit, b: &Hit) -> Ordering {
    b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc))
}
