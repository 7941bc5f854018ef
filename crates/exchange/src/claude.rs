//! Claude's export: each conversation is a list of messages, each a list of blocks.

use crate::Error;
use crate::desk::Desk;
use crate::fields::{Fields, Sort, parse, sort};
use crate::line::Conversation;
use crate::place::Complaint;
use hupo_types::Role;
use serde_json::value::RawValue;

/// Hands over one conversation.
pub(crate) fn conversation(fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    desk.tally.conversations += 1;
    let Some((id, messages)) = desk.good(shape(fields))? else { return Ok(()) };
    let conversation = Conversation { id: format!("claude:{id}"), companion: "Claude" };
    desk.title(&conversation, fields.text("name"))?;
    for (path, item) in messages {
        let message = desk.good(Fields::of(path, item))?;
        message.map_or(Ok(()), |message| line(&conversation, &message, desk))?;
    }
    Ok(())
}

/// A conversation's messages, each with its path.
type Messages<'a> = Vec<(String, &'a RawValue)>;

fn shape<'a>(fields: &Fields<'a>) -> Result<(String, Messages<'a>), Complaint> {
    let id = fields.must_have_id("uuid")?;
    let missing = || fields.bad("chat_messages", "is missing; expected a list of messages");
    Ok((id, fields.list("chat_messages")?.ok_or_else(missing)?))
}

fn line(conversation: &Conversation, message: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    let Some((id, role, said)) = desk.good(read(message))? else { return Ok(()) };
    desk.tally.left_out.thoughts += said.thoughts;
    desk.tally.left_out.tool_lines += said.tools;
    desk.tally.left_out.media += said.media;
    let time = desk.time(message.time("created_at", desk.zone()))?;
    let nothing_said = said.texts.is_empty() && said.thoughts + said.tools + said.media > 0;
    if nothing_said {
        return Ok(());
    }
    let line = conversation.line(&id, role, said.texts.join("\n\n"), time);
    desk.say(&message.name("content"), line).map(drop)
}

fn read(message: &Fields<'_>) -> Result<(String, Role, Said), Complaint> {
    let role = match message.text("sender")?.unwrap_or_default().as_str() {
        "human" | "user" => Role::User,
        "assistant" => Role::Companion,
        other => return Err(message.bad("sender", format!("{other:?} is none of human, assistant"))),
    };
    Ok((message.must_have_id("uuid")?, role, said(message)?))
}

/// A message taken apart.
#[derive(Default)]
struct Said {
    texts: Vec<String>,
    thoughts: usize,
    tools: usize,
    media: usize,
}

/// The blocks say it better than `text`, which has remarks of the program in place of what is no text.
fn said(message: &Fields<'_>) -> Result<Said, Complaint> {
    let mut said = Said::default();
    for (path, item) in message.list("content")?.unwrap_or_default() {
        said.add(&path, item)?;
    }
    for field in ["attachments", "files"] {
        said.media += message.list(field)?.map_or(0, |items| items.len());
    }
    if said.texts.is_empty() && said.tools + said.thoughts == 0 {
        said.texts.extend(message.text("text")?.filter(|text| !text.is_empty()));
    }
    Ok(said)
}

impl Said {
    fn add(&mut self, path: &str, item: &RawValue) -> Result<(), Complaint> {
        match sort(item) {
            Sort::Text => self.texts.push(parse(path, item)?),
            Sort::Null => {}
            Sort::Object => self.add_block(&Fields::of(path.to_owned(), item)?)?,
            Sort::Number | Sort::List | Sort::Flag => {
                return Err(Complaint::new(path, "expected a block, { \"type\": … }"));
            }
        }
        Ok(())
    }

    fn add_block(&mut self, block: &Fields<'_>) -> Result<(), Complaint> {
        match block.word("type").as_str() {
            "text" | "voice_note" => self.texts.extend(block.text("text")?.filter(|text| !text.is_empty())),
            "thinking" | "redacted_thinking" => self.thoughts += 1,
            "image" | "document" => self.media += 1,
            _ => self.tools += 1,
        }
        Ok(())
    }
}
