//! Searching: term by term over the postings of both parts, then the best of what is eligible.

use crate::Result;
use crate::bm25::{Amounts, rarity, saturated};
use crate::field::{ByField, Field};
use crate::lookup::Term;
use crate::postings::Posting;
use crate::query::{CommonRule, Query, QueryOptions, QueryTerm};
use crate::scratch::{Scratch, Sums};
use crate::state::State;
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
pub(crate) struct Probe<'a> {
    pub(crate) asked: &'a QueryTerm,
    pub(crate) fields: Vec<Field>,
    term: &'a Term,
}

/// A question over a state: the formula with the statistics of both parts.
pub(crate) struct Ask<'a> {
    pub(crate) state: &'a State,
    query: &'a Query,
    options: &'a QueryOptions,
    terms: &'a [Term],
    amounts: ByField<Option<Amounts>>,
    documents: u64,
    limit: u64,
}

impl<'a> Ask<'a> {
    /// `terms` are the query's, in their order; `options` may differ from the query's in everything but its terms.
    pub(crate) fn new(state: &'a State, query: &'a Query, options: &'a QueryOptions, terms: &'a [Term]) -> Self {
        let amounts = |field| {
            let weight = options.weights.of(field);
            (weight > 0.0).then(|| Amounts::new(weight, options.bm25.b, state.average(field)))
        };
        let documents = state.documents();
        let limit = options.common.limit(documents);
        Self { state, query, options, terms, amounts: ByField::from_fn(amounts), documents, limit }
    }

    /// Every term that any document holds in a field that counts.
    pub(crate) fn probes(&self) -> impl Iterator<Item = Probe<'a>> {
        let held = |term: &Term| {
            let counts = |field: &Field| self.amounts[*field].is_some() && term.at_most(*field) > 0;
            Field::ALL.into_iter().filter(counts).collect::<Vec<Field>>()
        };
        let probe = move |(asked, term)| Probe { asked, fields: held(term), term };
        self.query.terms.iter().zip(self.terms).map(probe).filter(|probe| !probe.fields.is_empty())
    }

    /// Fills the scratch with how much of the term each document holds; as many as hold it are its document frequency.
    pub(crate) fn gather(&self, probe: &Probe<'_>, scratch: &mut Scratch) -> Result<()> {
        scratch.amounts.begin(self.state.slots());
        for field in &probe.fields {
            for posting in self.postings(probe, *field)? {
                let amount = self.amount(*field, posting.slot, posting.frequency);
                scratch.amounts.add(posting.slot, amount);
            }
        }
        probe.term.counted(&probe.fields, scratch.amounts.len());
        Ok(())
    }

    /// As [`Ask::gather`], but only for documents that have a score; answers how many hold the term at all.
    fn gather_scored(&self, probe: &Probe<'_>, scratch: &mut Scratch) -> Result<usize> {
        let Scratch { scores, amounts, seen } = scratch;
        amounts.begin(self.state.slots());
        let known = match probe.fields.as_slice() {
            [field] => Some(self.postings(probe, *field)?.len()),
            several => probe.term.holders(several),
        };
        if known.is_none() {
            seen.begin(self.state.slots());
        }
        for field in &probe.fields {
            for posting in self.postings(probe, *field)? {
                if known.is_none() {
                    seen.set(posting.slot);
                }
                if scores.has(posting.slot) {
                    amounts.add(posting.slot, self.amount(*field, posting.slot, posting.frequency));
                }
            }
        }
        let holders = known.unwrap_or(seen.count());
        probe.term.counted(&probe.fields, holders);
        Ok(holders)
    }

    /// How many documents hold the term in any field that counts.
    pub(crate) fn holders(&self, probe: &Probe<'_>, scratch: &mut Scratch) -> Result<usize> {
        if let Some(holders) = probe.term.holders(&probe.fields) {
            return Ok(holders);
        }
        self.gather(probe, scratch)?;
        Ok(scratch.amounts.len())
    }

    /// The postings of a term in one field.
    pub(crate) fn postings(&self, probe: &Probe<'a>, field: Field) -> Result<&'a [Posting]> {
        probe.term.postings(self.state, field, &probe.asked.term)
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
        let k1 = self.options.bm25.k1;
        move |amount| top * saturated(amount, k1)
    }

    /// Whether a term that so many documents hold is held back at first.
    pub(crate) fn is_common(&self, holders: usize) -> bool {
        self.options.common.rule != CommonRule::Keep && holders as u64 > self.limit
    }

    /// Whether common terms count in the score of what rarer ones found.
    pub(crate) fn keeps_common(&self) -> bool {
        self.options.common.rule != CommonRule::LeaveOut
    }

    /// Whether the term can be told to be common without reading its postings.
    fn is_common_at_sight(&self, probe: &Probe<'_>) -> bool {
        let most = probe.fields.iter().map(|field| probe.term.at_most(*field)).max().unwrap_or_default();
        !self.state.frozen.has_gone() && self.is_common(usize::try_from(most).unwrap_or(usize::MAX))
    }
}

/// The best `k` documents of each set: by score, then by id.
pub(crate) fn search(ask: &Ask<'_>, sets: &[&DocSet], k: usize, scratch: &mut Scratch) -> Result<Vec<Vec<Hit>>> {
    scratch.scores.begin(ask.state.slots());
    let common = score_rare(ask, scratch)?;
    let found: Vec<bool> = sets.iter().map(|set| holds_any(ask.state, set, &scratch.scores)).collect();
    if ask.keeps_common() && found.contains(&true) {
        raise_by_common(ask, &common, scratch)?;
    }
    let of = |scores: &Sums, wanted: bool| -> Vec<Option<Vec<Hit>>> {
        let best = |(set, found): (&&DocSet, &bool)| (*found == wanted).then(|| best(ask.state, set, k, scores));
        sets.iter().zip(&found).map(best).collect()
    };
    let with_rare = of(&scratch.scores, true);
    if found.contains(&false) {
        // Nothing of these sets was touched yet, so what was added to others does not count twice.
        score_common(ask, &common, scratch)?;
    }
    let with_common = of(&scratch.scores, false);
    Ok(with_rare.into_iter().zip(with_common).map(|(rare, common)| rare.or(common).unwrap_or_default()).collect())
}

fn holds_any(state: &State, set: &DocSet, scores: &Sums) -> bool {
    scores.iter().any(|(slot, _)| state.id(slot).is_some_and(|id| set.contains(id)))
}

/// Scores the terms that are not common, and hands back those that are.
fn score_rare<'a>(ask: &Ask<'a>, scratch: &mut Scratch) -> Result<Vec<Probe<'a>>> {
    let mut common = Vec::new();
    for probe in ask.probes() {
        if ask.is_common_at_sight(&probe) {
            common.push(probe);
            continue;
        }
        ask.gather(&probe, scratch)?;
        let holders = scratch.amounts.len();
        if ask.is_common(holders) {
            common.push(probe);
        } else {
            add_scores(ask, &probe, holders, scratch);
        }
    }
    Ok(common)
}

/// Adds what common terms tell of the documents that rarer ones found.
fn raise_by_common(ask: &Ask<'_>, common: &[Probe<'_>], scratch: &mut Scratch) -> Result<()> {
    for probe in common {
        let holders = ask.gather_scored(probe, scratch)?;
        add_scores(ask, probe, holders, scratch);
    }
    Ok(())
}

fn score_common(ask: &Ask<'_>, common: &[Probe<'_>], scratch: &mut Scratch) -> Result<()> {
    for probe in common {
        ask.gather(probe, scratch)?;
        add_scores(ask, probe, scratch.amounts.len(), scratch);
    }
    Ok(())
}

/// Adds what a term that so many documents hold makes of the amounts that were gathered.
fn add_scores(ask: &Ask<'_>, probe: &Probe<'_>, holders: usize, scratch: &mut Scratch) {
    let Scratch { scores, amounts, .. } = scratch;
    let score = ask.scoring(probe, holders);
    amounts.iter().for_each(|(slot, amount)| scores.add(slot, score(amount)));
}

/// What is behind the best `k` of those seen so far is passed over before anything is asked of it.
fn best(state: &State, allowed: &DocSet, k: usize, scores: &Sums) -> Vec<Hit> {
    let (mut hits, mut least) = (Vec::new(), 0.0);
    for (slot, score) in scores.iter().filter(|_| k > 0) {
        if score < least {
            continue;
        }
        let Some(doc) = state.id(slot).filter(|doc| allowed.contains(*doc)) else { continue };
        hits.push(Hit { doc, score });
        if hits.len() >= k.saturating_mul(2).max(ROOM) {
            keep_best(&mut hits, k);
            least = hits.iter().map(|hit| hit.score).fold(f32::INFINITY, f32::min);
        }
    }
    keep_best(&mut hits, k);
    hits.sort_unstable_by(better);
    hits
}

/// Hits that are kept at least before the best of them are chosen.
const ROOM: usize = 64;

fn keep_best(hits: &mut Vec<Hit>, k: usize) {
    if hits.len() > k && k > 0 {
        hits.select_nth_unstable_by(k - 1, better);
        hits.truncate(k);
    }
}

fn better(a: &Hit, b: &Hit) -> Ordering {
    b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc))
}
