//! `show_sources`: the exact words, who said them, when, and the turns around them.

use super::answers::{Quote, Said, Source, Sources, Turn};
use super::at::{At, clipped, data_note, shown, who};
use super::language::Language;
use crate::problem::Problem;
use hupo::{DocId, Line, Memory, Quoted};

/// Shows what a document rests on.
pub(super) fn show_sources(at: &At<'_>) -> Result<Said, Problem> {
    let doc = at.document("id")?;
    let quoted = at.space.sources(doc, at.arguments.count("neighbours").unwrap_or(1))?;
    let memory = match doc {
        DocId::Memory(id) => at.space.memory(id)?,
        DocId::Message(_) => None,
    };
    let language = Language::of(quoted.first().map_or("", |quoted| quoted.quote.as_str()));
    let sources = Sources {
        id: doc.to_string(),
        text: memory.as_ref().map(|memory| memory.text.clone()),
        state: memory.as_ref().map(state),
        superseded_by: memory.as_ref().and_then(|memory| memory.superseded_by).map(|id| id.to_string()),
        sources: quoted.iter().map(structured).collect(),
    };
    Ok(Said::new(told(at, (doc, memory.as_ref()), &quoted, language), &sources))
}

/// The word of a memory's state.
pub(super) fn state(memory: &Memory) -> String {
    serde_json::to_value(memory.state).ok().and_then(|word| Some(word.as_str()?.to_owned())).unwrap_or_default()
}

fn structured(quoted: &Quoted) -> Source {
    let turn = |line: &Line| Turn {
        message_id: line.message.to_string(),
        role: line.role.to_string(),
        speaker: line.speaker.clone(),
        text: clipped(&line.text).0,
    };
    Source {
        quote: Quote::from(quoted),
        start: quoted.start,
        end: quoted.end,
        before: quoted.before.iter().map(turn).collect(),
        after: quoted.after.iter().map(turn).collect(),
    }
}

fn told(at: &At<'_>, (doc, memory): (DocId, Option<&Memory>), quoted: &[Quoted], language: Language) -> String {
    let mut lines = vec![data_note(language).to_owned()];
    if let Some(memory) = memory {
        lines.push(format!("{doc} · {} · {}\n{}", memory.kind, state(memory), shown(&memory.text, language)));
    }
    lines.extend(quoted.iter().map(|quoted| words(at, quoted, language)));
    if quoted.iter().all(|quoted| quoted.quote.is_empty()) {
        lines.push(language.pick("它的原话已经被抹除。", "Its words were erased.").to_owned());
    }
    lines.join("\n\n")
}

/// The turns before, the words, the turns after.
fn words(at: &At<'_>, quoted: &Quoted, language: Language) -> String {
    let turn = |mark: &str, line: &Line| {
        format!("{mark} {}\n{}", who(line.role, line.speaker.as_deref(), language), shown(&line.text, language))
    };
    let speaker = who(quoted.role, quoted.speaker.as_deref(), language);
    let mut lines: Vec<String> = quoted.before.iter().map(|line| turn("↑", line)).collect();
    lines.push(format!("{speaker} · {} · {} · {}", at.local(quoted.time, language), quoted.message, quoted.purpose));
    lines.push(shown(&quoted.quote, language));
    lines.extend(quoted.after.iter().map(|line| turn("↓", line)));
    lines.join("\n")
}
