//! What is heard of a worker: a line a run while somebody watches, and the sum.

use crate::progress::Progress;
use crate::render::{Promoted, RunRow, run_line};
use crate::shell::Shell;
use hupo::RunOutcome;
use hupo_promoter::Told;
use std::io;

/// Rows kept at most; what comes after them is only counted.
const ROWS: usize = 10_000;

/// Hears what a worker did, run by run.
pub(super) struct Heard {
    sum: Promoted,
    bar: Option<Progress>,
    /// Every run is said as it ends.
    says: bool,
}

impl Heard {
    pub(super) fn new(shell: &Shell, watching: bool) -> Self {
        Self { sum: Promoted::default(), bar: (!watching).then(|| shell.progress("promoting")), says: watching }
    }

    pub(super) fn hear(&mut self, row: RunRow, shell: &mut Shell) -> io::Result<()> {
        self.sum.count(&row);
        if let Some(bar) = &self.bar {
            let done = self.sum.n_closed + self.sum.n_failed;
            bar.set(done, done);
        }
        if self.says {
            let line = if shell.globals.json { row.json().to_string() } else { run_line(&row) };
            return shell.out.line(line);
        }
        if self.sum.runs.len() < ROWS {
            self.sum.runs.push(row);
        }
        Ok(())
    }

    pub(super) fn sum(self, is_stopped: bool) -> Promoted {
        Promoted { is_stopped, ..self.sum }
    }
}

/// What is told of a run, as a row.
pub(super) fn row(told: &Told<'_>) -> RunRow {
    match told {
        Told::Ended { space, due, report } => {
            let (outcome, run) = match &report.outcome {
                RunOutcome::Closed { run } => ("closed", Some(run)),
                RunOutcome::ClosedBefore { .. } => ("closed_before", None),
                RunOutcome::Overtaken { .. } => ("overtaken", None),
                RunOutcome::NotKept => ("not_kept", None),
            };
            RunRow {
                space: (*space).to_owned(),
                due: Some((*due).clone()),
                outcome: outcome.to_owned(),
                run: run.map(|run| run.id),
                verdicts: run.map(|run| run.verdicts.clone()).unwrap_or_default(),
                tokens: run.map(|run| run.tokens).unwrap_or_default(),
                why: None,
            }
        }
        Told::Failed { space, due, failure } => RunRow {
            space: (*space).to_owned(),
            due: due.cloned(),
            outcome: "failed".to_owned(),
            why: Some(failure.to_string()),
            ..RunRow::default()
        },
    }
}
