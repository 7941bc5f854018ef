//! Relevance: which of the question's words a document holds, and whether that is enough to be an answer.

use crate::order::Ordered;
use crate::ranking::Source;
use crate::recipe::Floor;
use crate::stages::RerankedBy;
use crate::tools::Tools;
use crate::wording::Wording;
use hupo_keyword::TermScore;
use hupo_types::DocId;
use std::collections::{BTreeMap, BTreeSet};

/// The question's words in a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Match {
    pub(crate) terms: Vec<String>,
    pub(crate) coverage: f32,
}

/// The words of the question that each document holds in its text or around it. Empty without a keyword leg.
pub(crate) fn matches(tools: &Tools<'_>, wording: &Wording, docs: &[DocId]) -> Vec<Match> {
    match wording.held(tools, docs) {
        Some(held) => held.iter().map(|terms| matched(terms, wording.information(tools))).collect(),
        None => vec![Match::default(); docs.len()],
    }
}

/// The share of the question's information that each of `docs` holds and none of `known` does: 0 to 1. All 0 without a
/// keyword leg.
pub(crate) fn beyond(tools: &Tools<'_>, wording: &Wording, known: &[DocId], docs: &[DocId]) -> Vec<f32> {
    if docs.is_empty() {
        return Vec::new();
    }
    match (wording.held(tools, known), wording.held(tools, docs)) {
        (Some(known), Some(found)) => shares_beyond(wording.information(tools), &known, &found),
        (None, _) | (_, None) => vec![0.0; docs.len()],
    }
}

fn shares_beyond(information: &BTreeMap<String, f32>, known: &[Vec<TermScore>], found: &[Vec<TermScore>]) -> Vec<f32> {
    let all = information.values().sum::<f32>().max(f32::MIN_POSITIVE);
    let held: BTreeSet<&str> = known.iter().flatten().map(|term| term.term.as_str()).collect();
    let share = |terms: &Vec<TermScore>| {
        let words: BTreeSet<&str> = terms.iter().map(|term| term.term.as_str()).collect();
        words.difference(&held).filter_map(|word| information.get(*word)).sum::<f32>() / all
    };
    found.iter().map(share).collect()
}

fn matched(terms: &[TermScore], information: &BTreeMap<String, f32>) -> Match {
    let mut words: Vec<String> = Vec::new();
    let mut held: BTreeMap<&str, f32> = BTreeMap::new();
    for term in terms {
        held.insert(&term.term, information.get(&term.term).copied().unwrap_or_default());
        if !term.is_pair && !words.contains(&term.term) {
            words.push(term.term.clone());
        }
    }
    let all: f32 = information.values().sum();
    // The sum of nothing is -0, and would be shown so.
    let coverage = if all > 0.0 && !held.is_empty() { held.values().sum::<f32>() / all } else { 0.0 };
    Match { terms: words, coverage: coverage.clamp(0.0, 1.0) }
}

/// Whether a document is an answer at all, by the floor of the recipe.
pub(crate) fn is_relevant(floor: Option<Floor>, by: RerankedBy, ordered: &Ordered, held: &Match) -> bool {
    let Some(floor) = floor else { return true };
    let logit = ordered.reranked.and_then(|reranked| reranked.score).filter(|_| by == RerankedBy::CrossEncoder);
    match logit {
        Some(logit) => logit >= floor.logit,
        None => held.coverage >= floor.coverage || near(ordered) >= floor.cosine || walked_to(ordered),
    }
}

/// The cosine to the question, if the vector leg found it.
fn near(ordered: &Ordered) -> f32 {
    let contributions = &ordered.candidate.contributions;
    contributions.iter().find(|part| part.source == Source::Vector).map_or(f32::NEG_INFINITY, |part| part.score)
}

/// A person or topic of the question leads to it.
fn walked_to(ordered: &Ordered) -> bool {
    ordered.candidate.contributions.iter().any(|part| part.source == Source::Graph)
}

#[cfg(test)]
mod tests;
