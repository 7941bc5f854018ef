//! Verdicts: what code said to each proposal, and how a command with verdicts ends.

use super::receipt::stored_id;
use super::story::word;
use super::wrap::wrap;
use crate::failure;
use crate::output::Output;
use crate::shell::Shell;
use hupo::{ProposalId, Space, Stored, Verdict, Verdicts};
use serde_json::{Value, json};
use std::io;
use std::process::ExitCode;
use unicode_width::UnicodeWidthStr;

const INDENT: &str = "    ";

/// Prints what was said to a batch.
pub(crate) fn verdicts(shell: &mut Shell, space: &Space, said: &Verdicts, dry_run: bool) -> io::Result<()> {
    if shell.globals.json {
        let verdicts: Vec<Value> = said.verdicts.iter().map(verdict_json).collect();
        let sequence = said.sequence;
        return shell.out.json(&json!({
            "space": space.name(), "sequence": sequence, "dry_run": dry_run, "verdicts": verdicts,
        }));
    }
    numbered(shell, &said.verdicts)?;
    if dry_run { shell.out.line("a dry run: nothing was written") } else { Ok(()) }
}

/// Prints verdicts that are no batch of proposals.
pub(crate) fn verdict_list(shell: &mut Shell, space: &Space, verdicts: &[Verdict]) -> io::Result<()> {
    if shell.globals.json {
        let verdicts: Vec<Value> = verdicts.iter().map(verdict_json).collect();
        return shell.out.json(&json!({ "space": space.name(), "verdicts": verdicts }));
    }
    numbered(shell, verdicts)
}

/// One after the other; several with the number of their proposal.
fn numbered(shell: &mut Shell, verdicts: &[Verdict]) -> io::Result<()> {
    for (verdict, number) in verdicts.iter().zip(1..) {
        let text = verdict_text(verdict, &shell.out);
        let number = if verdicts.len() > 1 { format!("{number}. ") } else { String::new() };
        shell.out.line(format!("{number}{text}"))?;
    }
    Ok(())
}

/// Zero if every verdict is welcome, else the code of what was refused.
pub(crate) fn code_of(verdicts: &[Verdict]) -> ExitCode {
    match verdicts.iter().all(|verdict| verdict.code.is_welcome()) {
        true => ExitCode::SUCCESS,
        false => failure::refused(),
    }
}

/// The code, the ids of what was stored or waits, the reason, and the nearest real passage; on one line if it fits.
pub(crate) fn verdict_text(verdict: &Verdict, out: &Output) -> String {
    let code = word(verdict.code);
    let ids = ids(verdict);
    let used = code.width() + 2 + ids.width() + 2;
    let painted = if verdict.code.is_welcome() { out.paint.bold(&code) } else { out.paint.warn(&code) };
    let mut head = if ids.is_empty() { painted } else { format!("{painted}  {ids}") };
    let reason = reason(verdict);
    let mut below = Vec::new();
    if used + reason.width() <= out.width.saturating_sub(INDENT.len()) {
        head = format!("{head}  {reason}");
    } else {
        below = wrap(&reason, out.width - INDENT.len());
    }
    if let Some(nearest) = &verdict.nearest {
        let message = verdict.message.map(|id| format!(" {id}")).unwrap_or_default();
        let lines = wrap(&format!("nearest: “{nearest}”{message}"), out.width - INDENT.len());
        below.extend(lines.iter().map(|line| out.paint.quote(line)));
    }
    std::iter::once(head).chain(below.iter().map(|line| format!("{INDENT}{line}"))).collect::<Vec<_>>().join("\n")
}

/// What became of a decision: `prop-3  approved  mem-4  stored`, or that it was rejected, or why it goes on waiting.
pub(crate) fn settled(word: &str, id: ProposalId, verdict: &Verdict, out: &Output) -> String {
    if !verdict.code.is_welcome() {
        return format!("{id} goes on waiting\n{}", verdict_text(&Verdict { proposal: None, ..verdict.clone() }, out));
    }
    if verdict.stored.is_empty() {
        return format!("{id}  {}", verdict.reason);
    }
    let stored = stored_ids(&verdict.stored).join(", ");
    let meets: Vec<String> = verdict.meets.iter().map(ToString::to_string).filter(|id| *id != stored).collect();
    let met = if meets.is_empty() { String::new() } else { format!(" ({})", meets.join(", ")) };
    let head = [id.to_string(), out.paint.bold(word), stored].into_iter().filter(|part| !part.is_empty());
    format!("{}  {}{met}", head.collect::<Vec<_>>().join("  "), verdict.reason)
}

/// The field, unless the reason begins with it, and the reason.
fn reason(verdict: &Verdict) -> String {
    match &verdict.field {
        Some(field) if !verdict.reason.starts_with(field.as_str()) => format!("{field}: {}", verdict.reason),
        Some(_) | None => verdict.reason.clone(),
    }
}

/// What was stored and where it waits, each id once.
fn ids(verdict: &Verdict) -> String {
    let mut ids = stored_ids(&verdict.stored);
    ids.extend(verdict.proposal.map(|id| id.to_string()).filter(|id| !ids.contains(id)));
    ids.join(", ")
}

fn stored_ids(stored: &[Stored]) -> Vec<String> {
    let named = stored.iter().filter(|one| !matches!(one, Stored::Beliefs { .. }));
    named.map(stored_id).filter(|id| !id.is_empty()).collect()
}

/// A verdict with ids as people write them.
pub(crate) fn verdict_json(verdict: &Verdict) -> Value {
    json!({
        "code": verdict.code,
        "field": verdict.field,
        "reason": verdict.reason,
        "nearest": verdict.nearest,
        "message": verdict.message.map(|id| id.to_string()),
        "stored": stored_ids(&verdict.stored),
        "meets": verdict.meets.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "proposal": verdict.proposal.map(|id| id.to_string()),
    })
}
