//! What use and time did, and what a turn saw, as lines.

use super::{INDENT, Sheet, UNDER, noted};
use crate::commands::demo::story::{Cared, Saw};

/// Columns before what a turn saw.
const GUTTER: &str = "    ┃ ";

/// What was done or asked, and what came of it.
pub(super) fn cared(one: &Cared, sheet: Sheet) -> Vec<String> {
    let mut lines = noted(one.note.as_deref(), sheet);
    lines.extend(sheet.set(&one.line, &format!("{}  ", one.verb), UNDER));
    if one.rows.is_empty() && one.verb != "topic" {
        lines.push(format!("{INDENT}{}", sheet.paint.dim("nothing")));
    }
    lines.extend(one.rows.iter().flat_map(|row| row_lines(row, sheet)));
    lines.extend(wrong(&one.wrong, sheet));
    lines
}

/// A row; white space at its start is kept, for tables.
fn row_lines(row: &str, sheet: Sheet) -> Vec<String> {
    let text = row.trim_start();
    let before = format!("{INDENT}{}", " ".repeat(row.len() - text.len()));
    if before.len() > UNDER.len() * 2 || text.contains("   ") {
        return vec![format!("{before}{text}")];
    }
    sheet.set(text, &before, UNDER)
}

/// What a turn saw, whole, behind a gutter.
pub(super) fn saw(saw: &Saw, sheet: Sheet) -> Vec<String> {
    let mut lines = noted(saw.note.as_deref(), sheet);
    lines.extend(sheet.set(&saw.text, "context  ", UNDER));
    for line in saw.rendered.lines() {
        lines.extend(seen(line, sheet));
    }
    lines.extend(sheet.dim(sheet.set(&saw.spent, UNDER, UNDER)));
    lines.extend(wrong(&saw.wrong, sheet));
    lines
}

fn seen(line: &str, sheet: Sheet) -> Vec<String> {
    let lines = sheet.set(line, GUTTER, GUTTER);
    if lines.is_empty() { vec![GUTTER.trim_end().to_owned()] } else { lines }
}

fn wrong(wrong: &[String], sheet: Sheet) -> Vec<String> {
    wrong.iter().map(|wrong| sheet.paint.warn(&format!("{UNDER}✗ {wrong}"))).collect()
}
