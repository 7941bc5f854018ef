//! Open WebUI's export: each chat is a tree of messages, of which one branch is current; old ones are lists.

mod details;

use crate::Error;
use crate::branch;
use crate::desk::Desk;
use crate::fields::{Fields, Sort, parse, sort};
use crate::line::Conversation;
use crate::place::Complaint;
use hupo_types::Role;
use serde_json::value::RawValue;

/// Hands over one chat.
pub(crate) fn conversation(fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    desk.tally.conversations += 1;
    let Some((id, chat)) = desk.good(shape(fields))? else { return Ok(()) };
    let conversation = Conversation { id: format!("open-webui:{id}"), companion: "Open WebUI" };
    desk.title(&conversation, title(fields, &chat))?;
    match desk.good(tree(&chat))? {
        None => Ok(()),
        Some(Some((nodes, current))) => branch(&conversation, &nodes, &current, desk),
        Some(None) => list(&conversation, &chat, desk),
    }
}

/// A chat's id, and the chat itself, which exports wrap and backups do not.
fn shape<'a>(fields: &Fields<'a>) -> Result<(String, Fields<'a>), Complaint> {
    let chat = fields.object("chat")?;
    let inner = chat.as_ref().map(|chat| chat.id("id")).transpose()?.flatten();
    let id = fields.id("id")?.or(inner);
    let id = id.map_or_else(|| fields.must_have_id("id"), Ok)?;
    Ok((id, chat.unwrap_or_else(|| fields.clone())))
}

fn title(fields: &Fields<'_>, chat: &Fields<'_>) -> Result<Option<String>, Complaint> {
    fields.text("title")?.map_or_else(|| chat.text("title"), |title| Ok(Some(title)))
}

/// The messages by id and which is current; none if the chat is a list.
fn tree<'a>(chat: &Fields<'a>) -> Result<Option<(Fields<'a>, String)>, Complaint> {
    let Some(history) = chat.object("history")? else { return Ok(None) };
    let nodes = history.object("messages")?.filter(|nodes| nodes.len() > 0);
    let (Some(nodes), Some(current)) = (nodes, history.id("currentId")?) else { return Ok(None) };
    if nodes.raw(&current).is_none() {
        return Err(history.bad("currentId", "names no message of history.messages"));
    }
    Ok(Some((nodes, current)))
}

fn branch(conversation: &Conversation, nodes: &Fields<'_>, current: &str, desk: &mut Desk<'_>) -> Result<(), Error> {
    let branch = branch::up_from(nodes, current, "parentId");
    desk.tally.left_out.other_branches += nodes.len().saturating_sub(branch.nodes.len());
    branch.broken.map_or(Ok(()), |complaint| desk.bad(complaint))?;
    branch.nodes.iter().try_for_each(|(id, message)| line(conversation, id, message, desk))
}

fn list(conversation: &Conversation, chat: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    for (path, item) in desk.good(chat.list("messages"))?.flatten().unwrap_or_default() {
        let message = Fields::of(path, item).and_then(|message| Ok((message.must_have_id("id")?, message)));
        let Some((id, message)) = desk.good(message)? else { continue };
        line(conversation, &id, &message, desk)?;
    }
    Ok(())
}

fn line(conversation: &Conversation, id: &str, message: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    let Some(said) = desk.good(read(message))? else { return Ok(()) };
    let Some((role, said)) = said else { return desk.leave_out(|left_out| &mut left_out.tool_lines) };
    desk.tally.left_out.media += said.media;
    desk.tally.left_out.thoughts += said.asides;
    let time = desk.time(message.time("timestamp", desk.zone()))?;
    if said.text.is_empty() && said.media + said.asides > 0 {
        return Ok(());
    }
    let mut line = conversation.line(id, role, said.text, time);
    if role == Role::Companion {
        line.speaker = desk.good(model(message))?.flatten().or(line.speaker);
    }
    desk.say(&message.name("content"), line).map(drop)
}

/// The name of the model that wrote it.
fn model(message: &Fields<'_>) -> Result<Option<String>, Complaint> {
    let name = message.text("modelName")?.filter(|name| !name.is_empty());
    name.map_or_else(|| message.id("model"), |name| Ok(Some(name)))
}

/// A message taken apart.
struct Said {
    text: String,
    media: usize,
    asides: usize,
}

/// Who said what; none for what a tool gave back.
fn read(message: &Fields<'_>) -> Result<Option<(Role, Said)>, Complaint> {
    let role = match message.text("role")?.unwrap_or_default().as_str() {
        "user" => Role::User,
        "assistant" => Role::Companion,
        "system" => Role::System,
        "tool" => return Ok(None),
        other => return Err(message.bad("role", format!("{other:?} is none of user, assistant, system, tool"))),
    };
    let (texts, blocks) = content(message)?;
    let (text, asides) = match role {
        Role::Companion => details::without(&texts.join("\n")),
        Role::User | Role::System => (texts.join("\n"), 0),
    };
    let files = message.list("files")?.map_or(0, |files| files.len());
    Ok(Some((role, Said { text, media: blocks + files, asides })))
}

/// The texts of a message, and how many of its blocks are none.
fn content(message: &Fields<'_>) -> Result<(Vec<String>, usize), Complaint> {
    let Some(value) = message.raw("content") else { return Ok((Vec::new(), 0)) };
    if sort(value) != Sort::List {
        return Ok((message.text("content")?.into_iter().collect(), 0));
    }
    let (mut texts, mut media) = (Vec::new(), 0);
    for (path, item) in message.list("content")?.unwrap_or_default() {
        match block(&path, item)? {
            Some(text) => texts.push(text),
            None => media += 1,
        }
    }
    Ok((texts, media))
}

fn block(path: &str, item: &RawValue) -> Result<Option<String>, Complaint> {
    if sort(item) == Sort::Text {
        return parse(path, item).map(Some);
    }
    Fields::of(path.to_owned(), item)?.text("text")
}
