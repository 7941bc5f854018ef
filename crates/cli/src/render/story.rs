//! The story as it is read: who said what, each verdict with its reason, each answer with the words it rests on.

mod care;
mod proposed;
mod sheet;

pub(crate) use proposed::title;
pub(crate) use sheet::Sheet;

use super::time::local;
use crate::commands::demo::story::{Found, Looked, Tale, Tally, Told};
use hupo::{Erasure, ReviewPolicy, Rules, Timestamp, Verdict, VerdictCode};
use jiff::tz::TimeZone;
use proposed::proposed;

const STORY: &str = "琥珀 Hupo. A month between 许知夏 (Summer), who translates subtitles in Shanghai, and her companion \
小灯. What is proposed is judged by rules alone; every verdict and every answer shows the words it rests on.";

const YEAR: &str = "琥珀 Hupo. The year after that month: 许知夏 (Summer) and 小灯, from November 2026 to October 2027. \
What is used stays warm; what is not leaves recall, never the store; summaries stand for their members and hide none. At \
each month's end how warm everything is; and of six turns, all that a model would see.";

/// Columns before what is proposed, asked or looked at.
const INDENT: &str = "    ";
/// Columns before a verdict or an answer, and before their further lines.
const ARROW: &str = "    → ";
const UNDER: &str = "      ";
/// Answers that are shown; of the others it is said how many there are.
const SHOWN: usize = 2;

/// The first lines.
pub(crate) fn story_heading(tale: Tale, sheet: Sheet) -> String {
    let heading = match tale {
        Tale::Month => STORY,
        Tale::Year => YEAR,
    };
    sheet.set(heading, "", "").join("\n")
}

/// What happened, as lines.
pub(crate) fn told(told: &Told, sheet: Sheet) -> String {
    let lines = match told {
        Told::Chapter { number, en, zh } => chapter(*number, en, zh, sheet),
        Told::Said { begins, user, speaker, text, id } => said(*begins, (*user, speaker), (text, id), sheet),
        Told::Judged { proposal, verdict, expected, note } => {
            let mut lines = noted(note.as_deref(), sheet);
            lines.extend(proposed(proposal, sheet));
            lines.extend(judged(verdict, *expected, sheet));
            lines
        }
        Told::Decided { by, decision, verdict, expected } => {
            let mut lines = sheet.set(&format!("{by}: {decision}"), "decide  ", UNDER);
            lines.extend(judged(verdict, *expected, sheet));
            lines
        }
        Told::Believed { beliefs, verdicts, expected, note } => believed(beliefs, (verdicts, expected), note, sheet),
        Told::Ruled { rules } => ruled(rules, sheet),
        Told::Answered { question, as_of, found, wrong, note } => {
            answered((question, *as_of), (found, wrong), note.as_deref(), sheet)
        }
        Told::Looked { looked, note } => looked_at(looked, note.as_deref(), sheet),
        Told::Joined { merged, names, note } => joined(*merged, names, note.as_deref(), sheet),
        Told::Erased { erasure, note } => {
            let mut lines = noted(note.as_deref(), sheet);
            lines.extend(erased(erasure, sheet));
            lines
        }
        Told::Cared(one) => care::cared(one, sheet),
        Told::Saw(saw) => care::saw(saw, sheet),
    };
    lines.join("\n")
}

/// The last line: how much there was.
pub(crate) fn tally(tally: Tally, sheet: Sheet) -> String {
    let Tally { messages, verdicts, answers, contexts, otherwise } = tally;
    let contexts = if contexts == 0 { String::new() } else { format!(", {contexts} contexts") };
    let end = if tally.is_as_expected() {
        sheet.paint.bold("each as expected")
    } else {
        sheet.paint.warn(&format!("{otherwise} otherwise than expected"))
    };
    format!("\n{messages} messages, {verdicts} verdicts, {answers} answers{contexts}: {end}")
}

fn chapter(number: usize, en: &str, zh: &str, sheet: Sheet) -> Vec<String> {
    let title = format!("{number} · {en} · {zh}");
    vec![String::new(), sheet.paint.bold(&sheet.set(&title, "── ", "   ").join("\n"))]
}

fn said(
    begins: Option<Timestamp>,
    (user, speaker): (bool, &str),
    (text, id): (&str, &str),
    sheet: Sheet,
) -> Vec<String> {
    let mut lines = Vec::new();
    if begins.is_some() {
        lines.extend([String::new(), sheet.paint.dim(&in_shanghai(begins))]);
    }
    let before = if user { format!("{speaker}  ") } else { format!("  {speaker}  ") };
    let mut words = sheet.set(text, &before, &" ".repeat(UNDER.len() + 2));
    if let Some(last) = words.last_mut() {
        last.push_str(&sheet.paint.dim(&format!("  {id}")));
    }
    lines.extend(words);
    lines
}

fn in_shanghai(time: Option<Timestamp>) -> String {
    local(time, &TimeZone::get("Asia/Shanghai").unwrap_or(TimeZone::UTC))
}

fn noted(note: Option<&str>, sheet: Sheet) -> Vec<String> {
    let set = |note: &str| sheet.dim(sheet.set(note, "        # ", "        # "));
    note.map(set).unwrap_or_default()
}

/// `→ conflict · prop-6`, the reason, and the nearest passage; marked when it came otherwise than expected.
fn judged(verdict: &Verdict, expected: VerdictCode, sheet: Sheet) -> Vec<String> {
    let waits = verdict.proposal.map(|id| id.to_string());
    let meets = verdict.meets.iter().map(|id| format!("meets {id}"));
    let code = word(verdict.code);
    let parts: Vec<String> = std::iter::once(sheet.paint.bold(&code)).chain(waits).chain(meets).collect();
    let mut lines = vec![format!("{ARROW}{}{}", parts.join(" · "), otherwise(verdict.code, expected, sheet))];
    if !verdict.code.is_welcome() || verdict.code == VerdictCode::Pending {
        lines.extend(sheet.dim(sheet.set(&verdict.reason, UNDER, UNDER)));
    }
    lines
}

fn otherwise(code: VerdictCode, expected: VerdictCode, sheet: Sheet) -> String {
    if code == expected { String::new() } else { sheet.paint.warn(&format!("  ✗ expected {}", word(expected))) }
}

/// The word that JSON has for a value.
pub(crate) fn word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(error) => error.to_string(),
    }
}

fn believed(
    beliefs: &[String],
    (verdicts, expected): (&[Verdict], &[VerdictCode]),
    note: &Option<String>,
    sheet: Sheet,
) -> Vec<String> {
    let mut lines = noted(note.as_deref(), sheet);
    for ((belief, verdict), expected) in beliefs.iter().zip(verdicts).zip(expected) {
        lines.extend(sheet.set(belief, "believe  ", UNDER));
        lines.extend(judged(verdict, *expected, sheet));
    }
    lines
}

fn ruled(rules: &Rules, sheet: Sheet) -> Vec<String> {
    let policy = match rules.review {
        ReviewPolicy::Required => "a person decides on everything",
        ReviewPolicy::Automatic => "what passes the rules counts at once; contradictions and instructions still wait",
    };
    let slots: Vec<&str> = rules.slots.iter().map(|slot| slot.name.as_str()).collect();
    let slots = if slots.is_empty() { String::new() } else { format!("; beliefs may fill {}", slots.join(", ")) };
    sheet.set(&format!("{policy}{slots}"), "rules  ", UNDER)
}

fn answered(
    (question, as_of): (&str, Option<Timestamp>),
    (found, wrong): (&[Found], &[String]),
    note: Option<&str>,
    sheet: Sheet,
) -> Vec<String> {
    let mut lines = noted(note, sheet);
    let then = as_of.map_or_else(String::new, |time| format!("  (as of {})", in_shanghai(Some(time))));
    lines.extend(sheet.set(&format!("{question}{then}"), "ask  ", UNDER));
    if found.is_empty() {
        lines.push(format!("{ARROW}{}", sheet.paint.dim("silence")));
    }
    for one in found.iter().take(SHOWN) {
        lines.extend(sheet.set(&format!("{} {}", one.id, one.text), ARROW, UNDER));
        for (quote, message) in one.quotes.iter().filter(|_| one.members.is_empty()) {
            lines.extend(sheet.quoted(quote, message));
        }
        lines.extend(one.members.iter().flat_map(|member| standing_for(member, sheet)));
    }
    if found.len() > SHOWN {
        lines.push(sheet.paint.dim(&format!("{UNDER}and {} more", found.len() - SHOWN)));
    }
    lines.extend(wrong.iter().map(|wrong| sheet.paint.warn(&format!("{UNDER}✗ {wrong}"))));
    lines
}

/// A member that a summary stands for, with its own words.
fn standing_for(member: &Found, sheet: Sheet) -> Vec<String> {
    let mut lines = sheet.set(&format!("{} {}", member.id, member.text), "      for ", "          ");
    lines.extend(member.quotes.iter().flat_map(|(quote, message)| sheet.quoted(quote, message)));
    lines
}

fn looked_at(looked: &Looked, note: Option<&str>, sheet: Sheet) -> Vec<String> {
    let mut lines = noted(note, sheet);
    lines.push(format!("look  {}", looked.title));
    if looked.rows.is_empty() {
        lines.push(format!("{INDENT}{}", sheet.paint.dim("nothing")));
    }
    lines.extend(looked.rows.iter().flat_map(|row| sheet.set(row, INDENT, UNDER)));
    lines
}

fn joined(merged: bool, names: &[String], note: Option<&str>, sheet: Sheet) -> Vec<String> {
    let mut lines = noted(note, sheet);
    let names = names.join(", ");
    lines.push(if merged {
        format!("merge  {names}: one from here on")
    } else {
        format!("split  {names}: its own again")
    });
    lines
}

/// Ids only, as the receipt has them.
fn erased(erasure: &Erasure, sheet: Sheet) -> Vec<String> {
    let mut went: Vec<String> = Vec::new();
    went.extend(erasure.messages.iter().map(ToString::to_string));
    went.extend(erasure.memories.iter().map(ToString::to_string));
    went.extend(erasure.observations.iter().map(ToString::to_string));
    went.extend(erasure.profile_facts.iter().map(ToString::to_string));
    went.extend(erasure.temporal_items.iter().map(ToString::to_string));
    went.extend(erasure.relations.iter().map(ToString::to_string));
    went.extend(erasure.entities.iter().map(ToString::to_string));
    went.extend(erasure.pages.iter().map(ToString::to_string));
    went.extend(erasure.proposals.iter().map(ToString::to_string));
    went.extend(erasure.beliefs.then(|| "the beliefs".to_owned()));
    let mut lines = sheet.set(&format!("for good: {}", went.join(", ")), "erase  ", UNDER);
    let lost: Vec<String> = erasure.lost_evidence.iter().map(ToString::to_string).collect();
    if !lost.is_empty() {
        lines.extend(sheet.set(&format!("lost a quote: {}", lost.join(", ")), UNDER, UNDER));
    }
    lines
}
