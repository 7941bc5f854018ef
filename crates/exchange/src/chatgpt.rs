//! ChatGPT's export: each conversation is a tree of nodes, of which one branch is current.

use crate::Error;
use crate::branch;
use crate::desk::Desk;
use crate::fields::{Fields, Sort, parse, sort};
use crate::line::Conversation;
use crate::place::Complaint;
use hupo_types::Role;
use serde_json::value::RawValue;

/// Hands over one conversation.
pub(crate) fn conversation(fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    desk.tally.conversations += 1;
    let Some((id, nodes, current)) = desk.good(shape(fields))? else { return Ok(()) };
    let conversation = Conversation { id: format!("chatgpt:{id}"), companion: "ChatGPT" };
    desk.title(&conversation, fields.text("title"))?;
    let Some(current) = current else { return Ok(()) };
    let branch = branch::up_from(&nodes, &current, "parent");
    desk.tally.left_out.other_branches += nodes.len().saturating_sub(branch.nodes.len());
    branch.broken.map_or(Ok(()), |complaint| desk.bad(complaint))?;
    branch.nodes.iter().try_for_each(|(id, node)| line(&conversation, id, node, desk))
}

/// A conversation's id, its nodes, and which of them is current; a conversation without nodes has none.
fn shape<'a>(fields: &Fields<'a>) -> Result<(String, Fields<'a>, Option<String>), Complaint> {
    let id = match fields.id("conversation_id")? {
        Some(id) => id,
        None => fields.must_have_id("id")?,
    };
    let nodes = fields.must_have_object("mapping")?;
    let current = fields.id("current_node")?;
    match &current {
        None if nodes.len() > 0 => {
            Err(fields.bad("current_node", "is missing; it says which branch is the conversation"))
        }
        Some(current) if nodes.raw(current).is_none() => Err(fields.bad("current_node", "names no node of mapping")),
        Some(_) | None => Ok((id, nodes, current)),
    }
}

/// A node; the first of a tree has no message.
fn line(conversation: &Conversation, id: &str, node: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    let Some(message) = desk.good(node.object("message"))?.flatten() else { return Ok(()) };
    let Some(said) = desk.good(said(&message))? else { return Ok(()) };
    let (role, parts) = match said {
        Said::Words(role, parts) => (role, parts),
        Said::Tool => return desk.leave_out(|left_out| &mut left_out.tool_lines),
        Said::Hidden => return desk.leave_out(|left_out| &mut left_out.hidden_lines),
        Said::Thought => return desk.leave_out(|left_out| &mut left_out.thoughts),
    };
    desk.tally.left_out.media += parts.media;
    if parts.texts.is_empty() && parts.media > 0 {
        return Ok(());
    }
    let time = desk.time(message.time("create_time", desk.zone()))?;
    let line = conversation.line(id, role, parts.texts.join("\n"), time);
    desk.say(&message.name("content"), line).map(drop)
}

/// What a message is.
enum Said {
    Words(Role, Parts),
    /// A call of a tool, or what came back.
    Tool,
    /// The program keeps it to itself.
    Hidden,
    Thought,
}

/// A message taken apart.
#[derive(Default)]
struct Parts {
    texts: Vec<String>,
    media: usize,
}

fn said(message: &Fields<'_>) -> Result<Said, Complaint> {
    let author = message.must_have_object("author")?;
    let role = match author.text("role")?.unwrap_or_default().as_str() {
        "user" => Role::User,
        "assistant" => Role::Companion,
        "system" => Role::System,
        "tool" | "function" => return Ok(Said::Tool),
        other => return Err(author.bad("role", format!("{other:?} is none of user, assistant, system, tool"))),
    };
    if is_hidden(message) {
        return Ok(Said::Hidden);
    }
    let recipient = message.word("recipient");
    if !recipient.is_empty() && recipient != "all" {
        return Ok(Said::Tool);
    }
    content(role, &message.must_have_object("content")?)
}

fn is_hidden(message: &Fields<'_>) -> bool {
    let metadata = message.object("metadata").ok().flatten();
    metadata.is_some_and(|metadata| metadata.is_true("is_visually_hidden_from_conversation"))
}

fn content(role: Role, content: &Fields<'_>) -> Result<Said, Complaint> {
    match content.word("content_type").as_str() {
        "thoughts" | "reasoning_recap" => Ok(Said::Thought),
        "user_editable_context" | "model_editable_context" => Ok(Said::Hidden),
        "code" | "execution_output" | "tether_browsing_display" | "tether_quote" | "system_error" | "sonic_webpage" => {
            Ok(Said::Tool)
        }
        _ => parts(content).map(|parts| Said::Words(role, parts)),
    }
}

fn parts(content: &Fields<'_>) -> Result<Parts, Complaint> {
    let mut parts = Parts::default();
    let items = content.list("parts")?.ok_or_else(|| content.bad("parts", "is missing; expected a list of texts"))?;
    for (path, item) in items {
        parts.add(&path, item)?;
    }
    Ok(parts)
}

impl Parts {
    /// Texts, and the words of what was spoken; `null` stands for a part that is gone.
    fn add(&mut self, path: &str, item: &RawValue) -> Result<(), Complaint> {
        match sort(item) {
            Sort::Text => self.texts.push(parse(path, item)?),
            Sort::Object => self.add_object(&Fields::of(path.to_owned(), item)?)?,
            Sort::Null => {}
            Sort::Number | Sort::List | Sort::Flag => {
                return Err(Complaint::new(path, "expected a text, an object or null"));
            }
        }
        Ok(())
    }

    fn add_object(&mut self, part: &Fields<'_>) -> Result<(), Complaint> {
        let spoken = ["text", "audio_transcription"].contains(&part.word("content_type").as_str());
        match part.text("text")?.filter(|_| spoken) {
            Some(text) => self.texts.push(text),
            None => self.media += 1,
        }
        Ok(())
    }
}
