//! What a bench prints: rows for programs, Markdown for pages, tables for people.

use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use hupo_eval::report::{Row, Table, tables};

/// Columns for tables that would be unreadable when broken; a narrower terminal breaks them itself.
pub(super) const WIDE: usize = 180;

/// Prints the rows as they are wanted.
pub(super) fn show(shell: &mut Shell, rows: &[Row], as_markdown: bool) -> Result<()> {
    if shell.globals.json {
        // Not by way of a `Value`, which would widen 0.937 to 0.9369999766.
        return Ok(shell.out.line(serde_json::to_string_pretty(rows)?)?);
    }
    let text = if as_markdown { markdown(rows) } else { plain(shell, rows) };
    Ok(shell.out.line(text.trim_end())?)
}

fn markdown(rows: &[Row]) -> String {
    let text = |table: &Table| format!("{}:\n\n{}", table.title, table.markdown());
    tables(rows).iter().map(text).collect::<Vec<_>>().join("\n")
}

fn plain(shell: &mut Shell, rows: &[Row]) -> String {
    shell.out.width = WIDE;
    let text = |table: &Table| {
        let heading: Vec<&str> = table.heading.iter().map(String::as_str).collect();
        format!("{}\n{}\n", table.title, render::table(&heading, table.rows.iter().cloned(), &shell.out))
    };
    tables(rows).iter().map(text).collect::<Vec<_>>().join("\n")
}
