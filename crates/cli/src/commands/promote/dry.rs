//! What is due, and what the built-in rules would make of it; nothing is written, and nobody is asked.

use crate::render::{DueRow, due_json, due_table};
use crate::shell::Shell;
use anyhow::Result;
use hupo::{Batch, Due, Hupo, Space, Timestamp, VerdictCode};
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

pub(super) fn run(shell: &mut Shell, hupo: &Hupo, names: &[String], by_rules: bool) -> Result<ExitCode> {
    let mut rows = Vec::new();
    for name in names {
        let space = hupo.space(name)?;
        for due in space.promotion_due(shell.now)? {
            rows.push(row(&space, due, by_rules, shell.now)?);
        }
        space.close()?;
    }
    if shell.globals.json {
        shell.out.json(&json!({ "dry_run": true, "due": rows.iter().map(due_json).collect::<Vec<_>>() }))?;
    } else if rows.is_empty() {
        shell.out.line("nothing is due")?;
    } else {
        let table = due_table(&rows, &shell.out);
        shell.out.line(table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn row(space: &Space, due: Due, by_rules: bool, now: Timestamp) -> Result<DueRow> {
    let can = !by_rules || hupo::built_in_does(due.duty());
    let verdicts = if by_rules && can { Some(would_say(space, &due, now)?) } else { None };
    Ok(DueRow { space: space.name().to_owned(), due, can, verdicts })
}

/// The verdicts on what the built-in rules would propose now.
fn would_say(space: &Space, due: &Due, now: Timestamp) -> Result<BTreeMap<VerdictCode, u64>> {
    let Some(task) = space.promotion_task(due, now)? else { return Ok(BTreeMap::new()) };
    let proposals = hupo::extract_built_in(&task).proposals;
    let said = space.propose(Batch { proposals, dry_run: true, ..Batch::default() }, now)?;
    let mut counts = BTreeMap::new();
    for verdict in said.verdicts {
        *counts.entry(verdict.code).or_default() += 1;
    }
    Ok(counts)
}
