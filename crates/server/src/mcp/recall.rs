//! `recall`: a question, and what answers it, with the words each rests on.

use super::answers::{Found, Quote, Recalled, Said};
use super::at::{At, clipped, data_note, rfc3339, shown, who};
use super::language::Language;
use crate::problem::Problem;
use hupo::{Answer, DocId, Hit, Interval, Question, SearchScope, Timestamp};
use jiff::civil::Date;

/// Answers at most, if the caller does not say.
const K: usize = 5;

/// Searches and tells.
pub(super) fn recall(at: &At<'_>) -> Result<Said, Problem> {
    let answer = ask(at)?;
    let language = Language::of(at.arguments.required("query"));
    let recalled = Recalled {
        answers: answer.hits.iter().map(found).collect(),
        nothing_relevant: answer.nothing_relevant,
        cut_by_deadline: answer.stages.cut_by_deadline,
        n_ignored_arguments: at.arguments.n_ignored,
    };
    Ok(Said::new(told(at, &answer, language), &recalled))
}

/// Puts the question.
pub(super) fn ask(at: &At<'_>) -> Result<Answer, Problem> {
    let scope = match at.arguments.text("scope") {
        Some("memories") => SearchScope::Memories,
        Some("transcript") => SearchScope::Transcript,
        Some(_) | None => SearchScope::Both,
    };
    let mut question = Question::new(at.arguments.required("query"), at.now());
    question = question.scope(scope).k(at.arguments.count("limit").unwrap_or(K));
    question.people = at.arguments.texts("people");
    question.include.archived = at.arguments.flag("include_archived");
    question.deadline = Some(at.scope.remaining());
    let (from, to) = (moment(at, "since", 0)?, moment(at, "until", 1)?);
    question.filter.time = (from.is_some() || to.is_some()).then_some(Interval { from, to });
    let answer = at.space.recall(&question)?;
    at.scope.note_stages(&answer.stages.timings);
    Ok(answer)
}

/// A time in RFC 3339, or the midnight that begins a date of the space's zone, `later` days on.
fn moment(at: &At<'_>, name: &str, later: i64) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = at.arguments.text(name).map(str::trim) else { return Ok(None) };
    let exact = text.parse::<jiff::Timestamp>().ok();
    let day = || text.parse::<Date>().ok()?.checked_add(jiff::Span::new().try_days(later).ok()?).ok();
    let midnight = || Some(day()?.to_zoned(at.zone()).ok()?.timestamp());
    let read =
        exact.or_else(midnight).ok_or_else(|| Problem::invalid(name, "write a date such as 2026-09-26, or RFC 3339"));
    read.map(|time| Some(Timestamp::from_ms(time.as_millisecond())))
}

fn found(hit: &Hit) -> Found {
    let (text, n_more_characters) = clipped(&hit.text);
    Found {
        id: hit.id.to_string(),
        kind: hit.kind.map(|kind| kind.to_string()),
        time: rfc3339(hit.time),
        text,
        n_more_characters,
        quotes: hit.evidence.iter().map(Quote::from).collect(),
    }
}

fn told(at: &At<'_>, answer: &Answer, language: Language) -> String {
    if answer.hits.is_empty() {
        let nothing = language.pick(
            "这里没有记着能回答它的内容。请直说不知道，或者问用户，不要编。",
            "Nothing that is kept here answers this. Say so, or ask the user; do not guess.",
        );
        return nothing.to_owned();
    }
    let mut lines = vec![data_note(language).to_owned()];
    lines.extend(answer.hits.iter().map(|hit| card(at, hit, language)));
    lines.join("\n\n")
}

/// One answer: what it says, and the words it rests on.
fn card(at: &At<'_>, hit: &Hit, language: Language) -> String {
    let kind = hit.kind.map_or_else(|| language.pick("原话", "said").to_owned(), |kind| kind.to_string());
    let mut lines = vec![
        format!("{}. {} · {kind} · {}", hit.rank, hit.id, at.local(hit.time, language)),
        shown(&hit.text, language),
    ];
    for cited in &hit.evidence {
        let who = who(cited.role, cited.speaker.as_deref(), language);
        // A message is its own quote, so only its source is told.
        match hit.id {
            DocId::Message(_) => lines.push(who),
            DocId::Memory(_) => {
                let when = at.local(cited.time, language);
                lines.push(format!("{} {who} · {when} · {}", language.pick("依据", "because"), cited.message_id));
                lines.push(shown(&cited.quote, language));
            }
        }
    }
    lines.join("\n")
}
