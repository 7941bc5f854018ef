//! Playing what use and time do: uses, maintenance, summaries, what comes back, and what a turn sees.

use super::look::line;
use super::script::{Detect, Maintain, Turned};
use super::{Cared, Saw, Told};
use crate::commands::context::{language, spent};
use crate::commands::used::shown;
use crate::render;
use crate::shell::zone_of;
use anyhow::{Context, Result, anyhow};
use hupo::{
    Command, DocId, EntryId, Exchange, MemoryId, Message, MessageRef, Month, NewTopic, Space, Timestamp, TopicDue,
    Turn, TurnContext, UseBasis,
};

/// Columns that the table of temperatures is set in.
const WIDTH: usize = 80;
/// Of what goes cold next, so many are shown.
const NEXT: usize = 3;

pub(super) fn topic(space: &Space, topic: NewTopic, time: Timestamp) -> Result<Told> {
    let line = format!("{}: {}", topic.name, topic.about);
    space.write(vec![Command::AddTopic(topic)], time)?;
    Ok(done("topic", line, Vec::new(), None))
}

pub(super) fn used(
    space: &Space,
    (turn, memories): (String, Vec<MemoryId>),
    note: Option<String>,
    time: Timestamp,
) -> Result<Told> {
    let rows = lines(space, &memories)?;
    let line = format!("{turn} says what it used");
    space.used(MessageRef::External(turn), memories, UseBasis::Told, time)?;
    Ok(done("used", line, rows, note))
}

/// The turn as it was before the reply came, and what the reply shows of it.
pub(super) fn detect(space: &Space, detect: Detect) -> Result<Told> {
    let (reply, said) = (message(space, &detect.reply)?, message(space, &detect.to)?);
    let mut turn = Turn::new(&said.text, detect.time);
    turn.message = Some(said.id);
    turn.session.clone_from(&said.session);
    let offered = shown(&space.context(&turn)?);
    let found = space.detect_used(Exchange { said: &said.text, reply: &reply.text }, &offered)?;
    let ids: Vec<MemoryId> = found.iter().map(|one| one.memory).collect();
    if !ids.is_empty() {
        space.used(MessageRef::Id(reply.id), ids.clone(), UseBasis::Inferred, detect.time)?;
    }
    let mut rows = Vec::new();
    for one in &found {
        rows.push(format!("{} · {}", lines(space, &[one.memory])?.join(""), render::signs(one)));
    }
    let line = format!("{}, answering {}; it was shown {}", detect.reply, detect.to, named(&offered));
    let wrong = unlike(&detect.expect, &ids);
    Ok(Told::Cared(Cared { verb: "read off", line, rows, wrong, note: detect.note }))
}

fn named(ids: &[MemoryId]) -> String {
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    if names.is_empty() { "no memory".to_owned() } else { names.join(", ") }
}

pub(super) fn maintain(space: &Space, maintain: Maintain) -> Result<Told> {
    let mut maintenance = space.maintain(maintain.dry_run, maintain.time)?;
    maintenance.due_next.truncate(NEXT);
    let archived: Vec<MemoryId> = maintenance.archived.iter().map(|one| one.memory).collect();
    let rows = render::maintenance_lines(&maintenance, &zone_of(space));
    let line = render::local(Some(maintain.time), &zone_of(space));
    let verb = if maintain.dry_run { "maintain (dry run)" } else { "maintain" };
    let wrong = maintain.expect.map(|expect| unlike(&expect, &archived)).unwrap_or_default();
    Ok(Told::Cared(Cared { verb, line, rows, wrong, note: maintain.note }))
}

pub(super) fn due(space: &Space, month: &str, note: Option<String>) -> Result<Told> {
    let month: Month = month.parse()?;
    let mut rows = Vec::new();
    for due in space.topics_due(month)? {
        rows.push(format!("{} ({}): {}", due.name, render::word(due.why), members(&due)));
    }
    Ok(done("due", month.to_string(), rows, note))
}

fn members(due: &TopicDue) -> String {
    due.members.iter().map(|one| one.memory.to_string()).collect::<Vec<_>>().join(", ")
}

pub(super) fn context(space: &Space, turned: Turned) -> Result<Told> {
    let mut turn = Turn::new(&turned.text, turned.time);
    turn.speaker = Some(turned.speaker.clone());
    turn.session = Some(turned.session.clone());
    turn.people.clone_from(&turned.people);
    turn.language = Some(language(&turned.language).map_err(|reason| anyhow!(reason))?);
    let context = space.context(&turn)?;
    let wrong = amiss(&context, &turned);
    let (rendered, spent) = (context.render().to_owned(), spent(&context));
    Ok(Told::Saw(Saw { text: turned.text, rendered, spent, wrong, note: turned.note }))
}

/// What the context lacks, and what should not be in it.
fn amiss(context: &TurnContext, turned: &Turned) -> Vec<String> {
    let shown = shown(context);
    let items: Vec<&EntryId> =
        context.sections.iter().flat_map(|section| &section.entries).map(|entry| &entry.id).collect();
    let lacks = turned.shows.iter().filter(|id| !shown.contains(id)).map(|id| format!("{id} is missing"));
    let item = |id: &&hupo::TemporalItemId| !items.contains(&&EntryId::TemporalItem(**id));
    let lacks = lacks.chain(turned.items.iter().filter(item).map(|id| format!("{id} is missing")));
    let never = turned.never.iter().filter(|id| shown.contains(id)).map(|id| format!("{id} should not be there"));
    let over = (context.n_tokens > context.budget_tokens).then(|| "it is over its budget".to_owned());
    lacks.chain(never).chain(over).collect()
}

pub(super) fn temperatures(space: &Space, note: Option<String>, time: Timestamp) -> Result<Told> {
    let counts = space.temperatures(time)?;
    let line = render::local(Some(time), &zone_of(space));
    Ok(done("temperature", line, render::temperature_table(&counts, WIDTH), note))
}

pub(super) fn revisit(space: &Space, id: MemoryId, note: Option<String>, time: Timestamp) -> Result<Told> {
    let before = lines(space, &[id])?;
    let looked = space.look(id, time)?.context("the memory is there")?;
    Ok(done("look at", before.join(""), vec![format!("now {}", line(&looked))], note))
}

pub(super) fn restore(space: &Space, memories: Vec<MemoryId>, note: Option<String>, time: Timestamp) -> Result<Told> {
    let before = lines(space, &memories)?.join(", ");
    space.restore(memories.clone(), time)?;
    let rows = lines(space, &memories)?.into_iter().map(|row| format!("now {row}")).collect();
    Ok(done("restore", before, rows, note))
}

pub(super) fn expand(space: &Space, summary: MemoryId, note: Option<String>) -> Result<Told> {
    let members = space.expand(summary)?.context("it is a topic summary")?;
    let ids: Vec<MemoryId> = members.iter().map(|member| member.memory).collect();
    let title = space.memory(summary)?.context("the summary is there")?;
    let mut rows = Vec::new();
    for (row, id) in lines(space, &ids)?.into_iter().zip(ids) {
        rows.push(row);
        for quoted in space.sources(DocId::Memory(id), 0)? {
            let place = quoted.external_id.unwrap_or_else(|| quoted.message.to_string());
            rows.push(format!("  “{}” {place}", quoted.quote));
        }
    }
    Ok(done("expand", line(&title), rows, note))
}

fn done(verb: &'static str, line: String, rows: Vec<String>, note: Option<String>) -> Told {
    Told::Cared(Cared { verb, line, rows, wrong: Vec::new(), note })
}

fn lines(space: &Space, ids: &[MemoryId]) -> Result<Vec<String>> {
    ids.iter().map(|id| Ok(line(&space.memory(*id)?.context("the memory is there")?))).collect()
}

fn message(space: &Space, external: &str) -> Result<Message> {
    let found = space.find(external)?;
    let Some(DocId::Message(id)) = found.first() else { anyhow::bail!("there is no line {external}") };
    space.message(*id)?.context("the line is there")
}

/// What is missing of the expected, and what is there beside them.
fn unlike(expected: &[MemoryId], got: &[MemoryId]) -> Vec<String> {
    let missing = expected.iter().filter(|id| !got.contains(id)).map(|id| format!("{id} is missing"));
    let more = got.iter().filter(|id| !expected.contains(id)).map(|id| format!("{id} should not be there"));
    missing.chain(more).collect()
}
