//! Reports: what a bench found, as rows for programs and as tables for people.

#[cfg(test)]
pub(crate) mod samples;
mod table;

pub use table::{Table, tables};

use crate::bench::{Benched, Judged, Outcome};
use crate::footprint::Footprint;
use crate::resample::{interval, p_value};
use crate::score::{Scores, ceiling};
use crate::stage::Times;
use serde::Serialize;

/// One run over one set, in numbers. Times are milliseconds of wall time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the fields are named by what they hold, in the field's terms")]
pub struct Row {
    pub set: String,
    /// `all`, or the set's own word for a kind of question.
    pub category: String,
    pub run: String,
    /// Questions that somebody can answer; the means are over them.
    pub n: usize,
    #[serde(flatten)]
    pub scores: Scores,
    /// The 95 % interval of nDCG@10.
    pub ndcg_at_10_low: f32,
    pub ndcg_at_10_high: f32,
    /// The most any order could get.
    #[serde(flatten, serialize_with = "as_ceiling")]
    pub ceiling: Scores,
    /// The chance of so large a difference in nDCG@10 to the keyword run when neither is better.
    pub p_against_keyword: Option<f32>,
    /// Whether the run is silent where nothing is relevant; the headline runs are not.
    pub has_floor: bool,
    /// Answerable questions that got no answer: what a floor costs.
    pub silenced: usize,
    /// Questions nobody can answer, and how many of them got no answer: what a floor is for.
    pub n_unanswerable: usize,
    pub abstained: usize,
    /// Absent where a run shares the models' caches with others.
    #[serde(flatten)]
    pub times: Option<Times>,
    /// What the set takes; the same in every row of a set.
    #[serde(flatten)]
    pub footprint: Footprint,
    /// The most memory the process had taken when the set was done; whoever reads it from the system fills it in.
    pub peak_memory_bytes: Option<u64>,
}

fn as_ceiling<S: serde::Serializer>(scores: &Scores, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap;
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in scores.named() {
        map.serialize_entry(&format!("{name}_ceiling"), &value)?;
    }
    map.end()
}

/// The rows of one set: every run over all questions, then, if wanted, by category.
pub fn rows(benched: &Benched, by_category: bool) -> Vec<Row> {
    let categories = if by_category { categories(&benched.outcomes) } else { Vec::new() };
    let mut rows = rows_of(benched, None);
    rows.extend(categories.iter().flat_map(|category| rows_of(benched, Some(category))));
    rows
}

fn rows_of(benched: &Benched, category: Option<&str>) -> Vec<Row> {
    let keyword = benched.outcomes.iter().find(|outcome| outcome.run == "keyword");
    let row = |outcome| Row { footprint: benched.footprint, ..row(outcome, keyword, category) };
    benched.outcomes.iter().map(row).collect()
}

fn categories(outcomes: &[Outcome]) -> Vec<String> {
    let judged = outcomes.iter().flat_map(|outcome| &outcome.judged);
    let mut categories: Vec<String> = judged.filter_map(|judged| judged.category.clone()).collect();
    categories.sort();
    categories.dedup();
    categories
}

fn row(outcome: &Outcome, keyword: Option<&Outcome>, category: Option<&str>) -> Row {
    let judged = scored(outcome, category);
    let scores: Vec<Scores> = judged.iter().map(|judged| judged.scores).collect();
    let ceilings: Vec<Scores> = judged.iter().map(|judged| ceiling(judged.n_gold)).collect();
    let ndcg = ndcg(&judged);
    let (low, high) = interval(&ndcg);
    let keyword = keyword.filter(|keyword| keyword.run != outcome.run);
    let n_with = |answerable: bool, silent: bool| {
        let alike = of(outcome, category).filter(|judged| judged.is_answerable() == answerable);
        alike.filter(|judged| !silent || judged.answer.is_empty()).count()
    };
    Row {
        set: outcome.set.clone(),
        category: category.unwrap_or("all").to_owned(),
        run: outcome.run.to_owned(),
        n: judged.len(),
        scores: Scores::mean(&scores),
        ndcg_at_10_low: low,
        ndcg_at_10_high: high,
        ceiling: Scores::mean(&ceilings),
        p_against_keyword: keyword.map(|keyword| p_value(&ndcg, &self::ndcg(&scored(keyword, category)))),
        has_floor: outcome.has_floor,
        silenced: n_with(true, true),
        n_unanswerable: n_with(false, false),
        abstained: n_with(false, true),
        times: outcome.timed.then(|| Times::of(&judged)),
        footprint: Footprint::default(),
        peak_memory_bytes: None,
    }
}

fn ndcg(judged: &[&Judged]) -> Vec<f32> {
    judged.iter().map(|judged| judged.scores.ndcg_at_10).collect()
}

/// A category's questions, or all.
fn of<'a>(outcome: &'a Outcome, category: Option<&'a str>) -> impl Iterator<Item = &'a Judged> {
    outcome.judged.iter().filter(move |judged| category.is_none() || judged.category.as_deref() == category)
}

/// Those that are scored: a category's own that have gold, even a distractor, or all that can be answered.
fn scored<'a>(outcome: &'a Outcome, category: Option<&'a str>) -> Vec<&'a Judged> {
    match category {
        None => of(outcome, None).filter(|judged| judged.is_answerable()).collect(),
        Some(_) => of(outcome, category).filter(|judged| judged.n_gold > 0).collect(),
    }
}

#[cfg(test)]
mod tests;
