//! `hupo demo --check`: how often a right answer is among the first five.

use crate::output::Output;
use crate::render;
use anyhow::Result;
use hupo::{Answer, Question, Space, Timestamp};
use hupo_eval::dataset;
use serde::Serialize;
use std::collections::BTreeMap;

/// Answers that count.
const FIRST: usize = 5;

/// How the questions went.
#[derive(Debug, Serialize)]
pub(super) struct Score {
    /// Share of the answerable questions with a right answer among the first five.
    pub(super) hit_at_5: f64,
    /// Questions that have an answer.
    answerable: usize,
    /// Questions that have none.
    unanswerable: usize,
    /// Of those, how many were answered with silence.
    abstained: usize,
    kinds: BTreeMap<String, Count>,
    missed: Vec<String>,
}

/// Questions of one kind.
#[derive(Debug, Default, Serialize)]
struct Count {
    questions: usize,
    right: usize,
}

/// Asks every question.
pub(super) fn score(space: &Space, questions: &[dataset::Question], now: Timestamp) -> Result<Score> {
    let mut results = Vec::new();
    for question in questions {
        let asked = Question::new(&question.text, now).scope(question.scope).k(FIRST);
        results.push((question, is_right(question, &space.recall(&asked)?)));
    }
    Ok(sum(&results))
}

/// A gold document among the first five; for a question without an answer, silence.
fn is_right(question: &dataset::Question, answer: &Answer) -> bool {
    let is_gold = |id: &Option<String>| question.gold.iter().any(|gold| Some(&gold.external_id) == id.as_ref());
    if question.gold.is_empty() {
        answer.nothing_relevant
    } else {
        answer.hits.iter().any(|hit| is_gold(&hit.external_id))
    }
}

fn sum(results: &[(&dataset::Question, bool)]) -> Score {
    let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
    for (question, right) in results {
        let count = kinds.entry(question.category.clone().unwrap_or_default()).or_default();
        count.questions += 1;
        count.right += usize::from(*right);
    }
    let of = |empty: bool| results.iter().filter(move |(question, _)| question.gold.is_empty() == empty);
    let right = |empty: bool| of(empty).filter(|(_, right)| *right).count();
    let answerable = of(false).count();
    let missed = results.iter().filter(|(_, right)| !right).map(|(question, _)| question.id.clone()).collect();
    Score {
        hit_at_5: if answerable == 0 { 0.0 } else { right(false) as f64 / answerable as f64 },
        answerable,
        unanswerable: of(true).count(),
        abstained: right(true),
        kinds,
        missed,
    }
}

impl Score {
    /// A row a kind, and the sums.
    pub(super) fn table(&self, out: &Output) -> String {
        let row =
            |(kind, count): (&String, &Count)| vec![kind.clone(), count.questions.to_string(), count.right.to_string()];
        let table = render::table(&["kind", "questions", "right"], self.kinds.iter().map(row), out);
        let missed = if self.missed.is_empty() { "none".to_owned() } else { self.missed.join(", ") };
        format!(
            "{table}\nhit@5 {:.3} over {} questions with an answer; silent on {} of {} without one; missed: {missed}",
            self.hit_at_5, self.answerable, self.abstained, self.unanswerable
        )
    }
}

#[cfg(test)]
mod tests;
