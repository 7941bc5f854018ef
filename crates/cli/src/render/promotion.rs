//! Promotion: what is due, a line a run, and what it all came to.

use super::table::table;
use crate::output::Output;
use hupo::{Due, RunId, Tokens, VerdictCode};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is due.
pub(crate) struct DueRow {
    pub(crate) space: String,
    pub(crate) due: Due,
    /// The extractor can do it.
    pub(crate) can: bool,
    /// What it would be answered, if that can be told without asking anybody.
    pub(crate) verdicts: Option<BTreeMap<VerdictCode, u64>>,
}

/// A run that ended, well or not.
#[derive(Default)]
pub(crate) struct RunRow {
    pub(crate) space: String,
    pub(crate) due: Option<Due>,
    pub(crate) outcome: String,
    pub(crate) run: Option<RunId>,
    pub(crate) verdicts: BTreeMap<VerdictCode, u64>,
    pub(crate) tokens: Tokens,
    /// Why it came to nothing.
    pub(crate) why: Option<String>,
}

/// What a worker did.
#[derive(Default)]
pub(crate) struct Promoted {
    pub(crate) runs: Vec<RunRow>,
    pub(crate) n_closed: u64,
    pub(crate) n_failed: u64,
    pub(crate) verdicts: BTreeMap<VerdictCode, u64>,
    pub(crate) tokens: Tokens,
    /// It was told to stop.
    pub(crate) is_stopped: bool,
}

impl Promoted {
    pub(crate) fn count(&mut self, row: &RunRow) {
        self.n_failed += u64::from(row.outcome == "failed" || row.outcome == "not_kept");
        self.n_closed += u64::from(row.run.is_some());
        for (code, n) in &row.verdicts {
            *self.verdicts.entry(*code).or_default() += n;
        }
        self.tokens.input += row.tokens.input;
        self.tokens.output += row.tokens.output;
    }
}

impl RunRow {
    pub(crate) fn json(&self) -> Value {
        json!({
            "space": self.space,
            "due": self.due,
            "outcome": self.outcome,
            "run": self.run.map(|run| run.to_string()),
            "verdicts": counts_json(&self.verdicts),
            "tokens": self.tokens,
            "why": self.why,
        })
    }

    fn cells(&self) -> Vec<String> {
        let what = self.due.as_ref().map_or_else(|| "—".to_owned(), |due| due.duty().to_string());
        let lines = self.due.as_ref().map_or_else(String::new, lines);
        let came_to = self.why.clone().unwrap_or_else(|| counts(&self.verdicts));
        vec![self.space.clone(), what, lines, self.outcome.replace('_', " "), came_to]
    }
}

/// One run in one line, for whoever watches.
pub(crate) fn run_line(row: &RunRow) -> String {
    row.cells().into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ")
}

/// The runs as a table, unless they were said as they ended, and the sums.
pub(crate) fn promotion_lines(sum: &Promoted, said: bool, out: &Output) -> Vec<String> {
    let mut lines = Vec::new();
    if !said && !sum.runs.is_empty() {
        let heading = ["space", "what", "lines", "outcome", "verdicts"];
        lines.push(table(&heading, sum.runs.iter().map(RunRow::cells), out));
        lines.push(String::new());
    }
    lines.push(format!("runs: {} closed, {} failed", sum.n_closed, sum.n_failed));
    lines.push(format!("proposals: {}", counts(&sum.verdicts)));
    if sum.tokens != Tokens::default() {
        lines.push(format!("tokens: {} read, {} written", sum.tokens.input, sum.tokens.output));
    }
    if sum.is_stopped {
        lines.push("stopped; what is due stays due".to_owned());
    }
    lines
}

/// The same for programs.
pub(crate) fn promotion_json(sum: &Promoted) -> Value {
    json!({
        "runs": sum.runs.iter().map(RunRow::json).collect::<Vec<_>>(),
        "closed": sum.n_closed,
        "failed": sum.n_failed,
        "verdicts": counts_json(&sum.verdicts),
        "tokens": sum.tokens,
        "stopped": sum.is_stopped,
    })
}

/// What is due, a row each.
pub(crate) fn due_table(rows: &[DueRow], out: &Output) -> String {
    let cells = |row: &DueRow| {
        let unknown = if row.can { "the model is asked" } else { "needs a model" };
        let would = row.verdicts.as_ref().map_or_else(|| unknown.to_owned(), counts);
        vec![row.space.clone(), row.due.duty().to_string(), lines(&row.due), why(&row.due), would]
    };
    table(&["space", "what", "lines", "because", "would be answered"], rows.iter().map(cells), out)
}

/// What is due, for programs.
pub(crate) fn due_json(row: &DueRow) -> Value {
    json!({
        "space": row.space,
        "due": row.due,
        "occasion": row.due.occasion(),
        "can": row.can,
        "verdicts": row.verdicts.as_ref().map(counts_json),
    })
}

/// `msg-1 to msg-9`; how many ranges there are, if there are several.
fn lines(due: &Due) -> String {
    let Some(span) = due.span() else { return String::new() };
    let holes = if due.ranges().len() > 1 { format!(" ({} of them)", due.n_messages()) } else { String::new() };
    if span.from == span.to { span.from.to_string() } else { format!("{} to {}{holes}", span.from, span.to) }
}

fn why(due: &Due) -> String {
    let word = json!(due.occasion()).as_str().unwrap_or_default().replace('_', " ");
    if let Due::Day { day, .. } = due { format!("{day}: {word}") } else { word }
}

fn counts(verdicts: &BTreeMap<VerdictCode, u64>) -> String {
    if verdicts.is_empty() {
        return "none".to_owned();
    }
    verdicts.iter().map(|(code, n)| format!("{n} {}", code.name())).collect::<Vec<_>>().join(", ")
}

fn counts_json(verdicts: &BTreeMap<VerdictCode, u64>) -> Value {
    verdicts.iter().map(|(code, n)| (code.name().to_owned(), json!(n))).collect::<serde_json::Map<_, _>>().into()
}
