//! An answer as cards: the text, the words it rests on, who said them and when, and why it is here.

use super::asked::{Asked, WhyNot};
use super::explain::{explained, summary};
use super::footer::footer;
use super::time::local;
use super::wrap::{wrap, wrap_parts};
use crate::output::Output;
use hupo::{Cited, DocId, Form, Hit, ModelsReport, Purpose, Quoted, SearchScope};
use std::io;
use std::iter::{once, repeat};

/// Lines of one text at most; a person asks for a document to read the rest.
const MOST_LINES: usize = 8;
/// Columns before the text of a card.
const INDENT: &str = "    ";
/// Before the reasons of a card, and before their further lines.
const WHY: &str = "why  ";
const NO_WHY: &str = "     ";

/// What is said beside the answers.
pub(crate) struct Remarks<'a> {
    /// Show what every place was worth.
    pub(crate) explain: bool,
    /// A document that was asked after.
    pub(crate) why_not: Option<&'a WhyNot>,
    /// Which models there are; without, nothing is said of what is missing.
    pub(crate) models: Option<&'a ModelsReport>,
}

/// Prints a question and its answers.
pub(crate) fn answer(out: &mut Output, asked: &Asked<'_>, remarks: &Remarks<'_>) -> io::Result<()> {
    heading(out, asked)?;
    if asked.answer.hits.is_empty() {
        out.line(format!("{INDENT}{}\n", silence(asked)))?;
    }
    for (at, hit) in asked.answer.hits.iter().enumerate() {
        card(out, asked, hit, at)?;
        if remarks.explain {
            let table = explained(hit, out);
            out.line(table)?;
        }
        out.line("")?;
    }
    if let Some(why_not) = remarks.why_not {
        out.line(format!("{} {}: {}\n", out.paint.bold("why not"), why_not.doc, why_not.fate))?;
    }
    footer(out, asked, remarks.models)
}

/// What is said where there is no answer: whoever asked the wrong documents is told of the others.
const fn silence(asked: &Asked<'_>) -> &'static str {
    match (asked.answer.nothing_relevant, asked.question.scope) {
        (true, _) => "Nothing that is kept here answers this.",
        (false, SearchScope::Memories) => {
            "No memory here could be asked. `--scope transcript` asks the lines themselves, `--scope both` everything."
        }
        (false, SearchScope::Transcript | SearchScope::Both) => "Nothing is kept here that could be asked.",
    }
}

fn heading(out: &mut Output, asked: &Asked<'_>) -> io::Result<()> {
    for line in wrap(&asked.question.text, out.width) {
        let line = out.paint.bold(&line);
        out.line(line)?;
    }
    let line = out.paint.dim(&understood(asked));
    out.line(line)?;
    out.line("")
}

/// How the question was taken: when, of what, in which form, and which times it names.
fn understood(asked: &Asked<'_>) -> String {
    let stages = &asked.answer.stages;
    let scope = match asked.question.scope {
        SearchScope::Memories => "memories",
        SearchScope::Transcript => "the transcript",
        SearchScope::Both => "memories and transcript",
    };
    let form = match stages.form {
        Form::Asking => "a question",
        Form::Stating => "a statement",
        Form::Dialogue => "a piece of dialogue",
    };
    let times = if stages.times.is_empty() { String::new() } else { format!(" · time: {}", stages.times.join(", ")) };
    format!("asked {} of {scope} · read as {form}{times}", local(Some(asked.question.now), &asked.zone))
}

fn card(out: &mut Output, asked: &Asked<'_>, hit: &Hit, at: usize) -> io::Result<()> {
    let (paint, width) = (out.paint, out.width - INDENT.len());
    let number = paint.bold(&format!("{:>2}  ", hit.rank));
    for (line, first) in clipped(wrap(&hit.text, width)).iter().zip(once(true).chain(repeat(false))) {
        out.line(format!("{}{line}", if first { &number } else { INDENT }))?;
    }
    let around = asked.around.get(at).map_or(&[][..], Vec::as_slice);
    // The words of the members that matched say it better than those of all of them.
    let own = if hit.stands_for.is_empty() { hit.evidence.as_slice() } else { &[] };
    for (piece, evidence) in own.iter().enumerate() {
        receipt(out, asked, (hit.id, evidence), around.get(piece))?;
    }
    members(out, asked, hit)?;
    for (line, name) in wrap_parts(&summary(hit), width - WHY.len()).iter().zip(once(WHY).chain(repeat(NO_WHY))) {
        let line = paint.dim(&format!("{INDENT}{name}{line}"));
        out.line(line)?;
    }
    Ok(())
}

/// What a summary stands for and the question meant: each in its own words, with its receipts.
fn members(out: &mut Output, asked: &Asked<'_>, hit: &Hit) -> io::Result<()> {
    if hit.stands_for.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = hit.stands_for.iter().map(|member| member.id.to_string()).collect();
    let heading = out.paint.dim(&format!("{INDENT}stands for {}", names.join(", ")));
    out.line(heading)?;
    for member in &hit.stands_for {
        let words = wrap(&format!("{}: {}", member.id, member.text), out.width - INDENT.len());
        for line in clipped(words) {
            out.line(format!("{INDENT}{line}"))?;
        }
        for evidence in &member.evidence {
            receipt(out, asked, (DocId::Memory(member.id), evidence), None)?;
        }
    }
    Ok(())
}

/// A quote and its source. A message is its own quote, so only its source is told.
fn receipt(
    out: &mut Output,
    asked: &Asked<'_>,
    (doc, evidence): (DocId, &Cited),
    around: Option<&Quoted>,
) -> io::Result<()> {
    let paint = out.paint;
    let mut lines = turns("↑", around.map(|quoted| quoted.before.as_slice()), out);
    if matches!(doc, DocId::Memory(_)) {
        let quote = wrap(&format!("“{}”", evidence.quote), out.width - INDENT.len() - 2);
        lines.extend(clipped(quote).iter().map(|line| paint.quote(line)));
    }
    lines.extend(turns("↓", around.map(|quoted| quoted.after.as_slice()), out));
    lines.push(source(asked, evidence));
    for line in lines {
        out.line(format!("{INDENT}{} {line}", paint.dim("│")))?;
    }
    Ok(())
}

fn source(asked: &Asked<'_>, evidence: &Cited) -> String {
    let who = evidence.speaker.clone().unwrap_or_else(|| record(asked, evidence));
    let id = evidence.external_id.clone().unwrap_or_else(|| evidence.message_id.to_string());
    let purpose =
        if evidence.purpose == Purpose::Statement { String::new() } else { format!(" · {}", evidence.purpose) };
    format!("{who} · {} · {id}{purpose}", local(evidence.time, &asked.zone))
}

/// Who or what a line without a speaker is: `sms with 陈建国`, or whoever wrote it.
fn record(asked: &Asked<'_>, evidence: &Cited) -> String {
    let message = asked.space.message(evidence.message_id).ok().flatten();
    let channel = message.as_ref().and_then(|message| message.channel.clone());
    let contact = message.and_then(|message| message.contact).map_or_else(String::new, |name| format!(" with {name}"));
    format!("{}{contact}", channel.unwrap_or_else(|| evidence.role.to_string()))
}

/// Turns before (`↑`) or after (`↓`) a quote.
fn turns(mark: &str, lines: Option<&[hupo::Line]>, out: &Output) -> Vec<String> {
    let said = |line: &hupo::Line| {
        let who = line.speaker.clone().unwrap_or_else(|| line.role.to_string());
        clipped(wrap(&format!("{mark} {who}: {}", line.text), out.width - INDENT.len() - 2))
    };
    let lines = lines.unwrap_or_default().iter().flat_map(said);
    lines.map(|line| out.paint.dim(&line)).collect()
}

/// The first lines, and a word about the rest.
fn clipped(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let rest = lines.len() - MOST_LINES + 1;
        lines.truncate(MOST_LINES - 1);
        lines.push(format!("… {rest} more lines; --json prints all"));
    }
    lines
}

#[cfg(test)]
mod tests;
