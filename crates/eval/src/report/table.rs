//! Tables of a report: how good the answers are, how long they take, what a set costs.

use super::Row;
use crate::stage::{Spread, Times};

/// A table; every cell is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: &'static str,
    /// The heading of each column.
    pub heading: Vec<String>,
    /// As many cells as there are headings.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// In Markdown, without the title.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = "|---".repeat(self.heading.len()) + "|\n";
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.heading), rule].into_iter().chain(rows).collect()
    }
}

/// The tables of these rows; one that would be empty is left out.
pub fn tables(rows: &[Row]) -> Vec<Table> {
    let mut all = vec![quality(rows), silence(rows), stages(rows), costs(rows)];
    all.retain(|table| !table.rows.is_empty());
    all
}

fn quality(rows: &[Row]) -> Table {
    let heading = [
        "set",
        "kind",
        "run",
        "n",
        "nDCG@10 (95 %)",
        "recall@5",
        "recall@10",
        "hit@5",
        "all@5",
        "MRR@10",
        "p",
        "p50 ms",
        "p99 ms",
    ];
    Table { title: "quality", heading: heading.map(str::to_owned).to_vec(), rows: with_ceilings(rows) }
}

/// The rows of each set and kind, and then the most that any order could get.
fn with_ceilings(rows: &[Row]) -> Vec<Vec<String>> {
    let mut cells = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        cells.push(of_quality(row));
        let next = rows.get(at + 1);
        if next.is_none_or(|next| (&next.set, &next.category) != (&row.set, &row.category)) {
            cells.push(of_ceiling(row));
        }
    }
    cells
}

fn of_quality(row: &Row) -> Vec<String> {
    let scores = row.scores;
    let ndcg = format!("{:.3} ({:.3}–{:.3})", scores.ndcg_at_10, row.ndcg_at_10_low, row.ndcg_at_10_high);
    let rest = [scores.recall_at_5, scores.recall_at_10, scores.hit_at_5, scores.all_at_5, scores.mrr_at_10];
    let p = row.p_against_keyword.map_or_else(none, |p| format!("{p:.3}"));
    let time = |of: fn(&Spread) -> f32| row.times.as_ref().map_or_else(none, |times| ms(of(&times.total)));
    let mut cells = named(row, &row.run);
    cells.extend([row.n.to_string(), ndcg]);
    cells.extend(rest.iter().map(|score| format!("{score:.3}")));
    cells.extend([p, time(|spread| spread.p50_ms), time(|spread| spread.p99_ms)]);
    cells
}

fn of_ceiling(row: &Row) -> Vec<String> {
    let mut cells = named(row, "(ceiling)");
    cells.push(row.n.to_string());
    cells.extend(row.ceiling.named().iter().map(|(_, score)| format!("{score:.3}")));
    cells.extend([none(), none(), none()]);
    cells
}

fn named(row: &Row, run: &str) -> Vec<String> {
    vec![row.set.clone(), row.category.clone(), run.to_owned()]
}

/// What the floor does, in the runs that have one.
fn silence(rows: &[Row]) -> Table {
    let heading = ["set", "kind", "run", "unanswerable", "silent on them", "answerable", "silent on them"];
    let cells = |row: &Row| {
        let counts = [row.n_unanswerable, row.abstained, row.n, row.silenced];
        named(row, &row.run).into_iter().chain(counts.map(|count| count.to_string())).collect()
    };
    let rows = rows.iter().filter(|row| row.has_floor).map(cells).collect();
    Table { title: "silence, with the floor on", heading: heading.map(str::to_owned).to_vec(), rows }
}

/// p50, p95 and p99 of every stage, over all questions.
fn stages(rows: &[Row]) -> Table {
    let timed: Vec<(&Row, &Times)> = whole(rows).filter_map(|row| Some((row, row.times.as_ref()?))).collect();
    let names = timed.first().into_iter().flat_map(|(_, times)| &times.stages).map(|(name, _)| *name);
    let heading = ["set", "run", "questions/s", "share", "all", "search"].into_iter().chain(names);
    let heading = heading.map(str::to_owned).collect();
    Table { title: "times in ms", heading, rows: timed.iter().flat_map(|(row, times)| of_stages(row, times)).collect() }
}

/// A share of the questions, and the time it stays below.
type Share = (&'static str, fn(&Spread) -> f32);

const SHARES: [Share; 3] =
    [("p50", |spread| spread.p50_ms), ("p95", |spread| spread.p95_ms), ("p99", |spread| spread.p99_ms)];

fn of_stages(row: &Row, times: &Times) -> [Vec<String>; 3] {
    SHARES.map(|(share, of)| {
        let spreads = [&times.total, &times.search].into_iter().chain(times.stages.iter().map(|(_, spread)| spread));
        let rate = format!("{:.1}", times.questions_per_second);
        let mut cells = vec![row.set.clone(), row.run.clone(), rate, share.to_owned()];
        cells.extend(spreads.map(|spread| ms(of(spread))));
        cells
    })
}

/// One row a set.
fn costs(rows: &[Row]) -> Table {
    let heading = [
        "set",
        "documents",
        "on disk MB",
        "ledger MB",
        "keyword MB",
        "vectors in memory MB",
        "written/s",
        "embedded/s",
        "peak memory MB",
    ];
    let mut sets: Vec<&Row> = whole(rows).collect();
    sets.dedup_by(|a, b| a.set == b.set);
    let cells = sets.into_iter().map(of_costs).collect();
    Table { title: "costs", heading: heading.map(str::to_owned).to_vec(), rows: cells }
}

fn of_costs(row: &Row) -> Vec<String> {
    let takes = row.footprint;
    let rate = |rate: Option<f32>| rate.map_or_else(none, |rate| format!("{rate:.0}"));
    let sizes = [takes.disk_bytes(), takes.ledger_bytes, takes.keyword_bytes, takes.vector_bytes];
    let mut cells = vec![row.set.clone(), takes.documents.to_string()];
    cells.extend(sizes.map(megabytes));
    cells.extend([rate(takes.written_per_second()), rate(takes.embedded_per_second())]);
    cells.push(row.peak_memory_bytes.map_or_else(none, megabytes));
    cells
}

/// Rows over all kinds of question.
fn whole(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.category == "all")
}

/// Two places that mean something, and no more.
fn ms(time: f32) -> String {
    if time < 10.0 { format!("{time:.2}") } else { format!("{time:.0}") }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

fn none() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests;
