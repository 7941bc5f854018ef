//! Why a document was found: what each term added to its score.

use crate::Result;
use crate::analysis::Form;
use crate::field::Field;
use crate::postings::Posting;
use crate::scratch::Scratch;
use crate::search::{Ask, Probe};

/// What one term in one field added to a document's score.
#[derive(Debug, Clone, PartialEq)]
pub struct TermScore {
    /// The term as the question wrote it, folded.
    pub term: String,
    /// Where it was found.
    pub field: Field,
    /// How often it occurs there.
    pub frequency: u32,
    /// What it added: the field's part of the term's score. A document's scores add up to its hit's.
    pub score: f32,
    /// Whether it is only two neighbouring Han characters, no word.
    pub is_pair: bool,
}

/// The terms found in each slot, best first.
pub(crate) fn explain(ask: &Ask<'_>, slots: &[Option<u32>], scratch: &mut Scratch) -> Result<Vec<Vec<TermScore>>> {
    let mut explained = vec![Explained::default(); slots.len()];
    for probe in ask.probes() {
        let holders = ask.holders(&probe, scratch)?;
        let (score, is_common) = (ask.scoring(&probe, holders), ask.is_common(holders));
        for (slot, explained) in slots.iter().zip(&mut explained) {
            let held = slot.map_or(Ok(Vec::new()), |slot| held(ask, &probe, slot))?;
            let total: f32 = held.iter().map(|(.., amount)| amount).sum();
            for (field, frequency, amount) in held {
                let score = amount / total * score(total);
                explained.add(is_common, term_score(&probe, field, frequency, score));
            }
        }
    }
    Ok(explained.into_iter().map(|explained| explained.finish(ask.keeps_common())).collect())
}

/// The fields of a document that hold the term: how often, and what that amounts to.
fn held(ask: &Ask<'_>, probe: &Probe<'_>, slot: u32) -> Result<Vec<(Field, u32, f32)>> {
    let mut held = Vec::new();
    for field in &probe.fields {
        if let Some(posting) = at(ask.postings(probe, *field)?, slot) {
            held.push((*field, posting.frequency, ask.amount(*field, slot, posting.frequency)));
        }
    }
    Ok(held)
}

/// A document's terms. A document that rarer terms found may owe nothing to the common ones; one that only common terms
/// found owes them all.
#[derive(Debug, Clone, Default)]
struct Explained {
    rare: Vec<TermScore>,
    common: Vec<TermScore>,
}

impl Explained {
    fn add(&mut self, common: bool, term: TermScore) {
        if common { self.common.push(term) } else { self.rare.push(term) }
    }

    fn finish(mut self, keeps_common: bool) -> Vec<TermScore> {
        if keeps_common || self.rare.is_empty() {
            self.rare.append(&mut self.common);
        }
        self.rare.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.rare
    }
}

fn at(postings: &[Posting], slot: u32) -> Option<&Posting> {
    let place = postings.binary_search_by_key(&slot, |posting| posting.slot).ok()?;
    postings.get(place)
}

fn term_score(probe: &Probe<'_>, field: Field, frequency: u32, score: f32) -> TermScore {
    TermScore {
        term: probe.asked.surface.to_string(),
        field,
        frequency,
        score,
        is_pair: probe.asked.form == Form::Pair,
    }
}

/// The words among the terms, best first, each once; pairs only where no word was found.
pub(crate) fn words(terms: &[TermScore]) -> Vec<String> {
    let has_word = terms.iter().any(|term| !term.is_pair);
    let mut words: Vec<String> = Vec::new();
    for term in terms.iter().filter(|term| !(has_word && term.is_pair)) {
        if !words.contains(&term.term) {
            words.push(term.term.clone());
        }
    }
    words
}
