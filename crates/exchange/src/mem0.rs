//! mem0's export: memories, which another program drew from a talk that is not there.
//!
//! A memory of ours needs the words it rests on (promise 1) and, if it is about the user, the user's own (promise 2). mem0
//! keeps neither. So each of its memories becomes a line of the companion on the import channel: found by recall over the
//! transcript, quotable as what another program held, and no ground for any fact about the user.

use crate::desk::Desk;
use crate::fields::Fields;
use crate::line::{CHANNEL, digest_id};
use crate::place::Complaint;
use crate::{Error, line};
use hupo_types::NewMessage;

/// Hands over what a record holds: one memory, or a list of them under `results` or `memories`.
pub(crate) fn memories(fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    let lists = ["results", "memories"].into_iter().find(|field| fields.raw(field).is_some());
    let Some(field) = lists else { return memory(fields, desk) };
    for (path, item) in desk.good(fields.list(field))?.flatten().unwrap_or_default() {
        let one = desk.good(Fields::of(path, item))?;
        one.map_or(Ok(()), |one| memory(&one, desk))?;
    }
    desk.tally.left_out.relations += fields.list("relations").ok().flatten().map_or(0, |relations| relations.len());
    Ok(())
}

fn memory(fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
    let Some((id, field, text)) = desk.good(read(fields))? else { return Ok(()) };
    let time = desk.time(fields.time("created_at", desk.zone()))?;
    let line = NewMessage::companion(text).external_id(id).speaker("mem0");
    desk.say(&fields.name(field), NewMessage { time, channel: Some(CHANNEL.to_owned()), ..line }).map(drop)
}

/// A memory's external id, the field of its text, and the text. mem0 edits what it holds, and a line is never edited: so
/// the text is part of the id, and what was edited is another line.
fn read(fields: &Fields<'_>) -> Result<(String, &'static str, String), Complaint> {
    let field = ["memory", "data", "text"].into_iter().find(|field| fields.raw(field).is_some());
    let field = field.ok_or_else(|| fields.bad("memory", "is missing; expected a text"))?;
    let text = fields.text(field)?.unwrap_or_default();
    let id = fields.id("id")?.unwrap_or_default();
    line::check_text(&fields.name("id"), "id", if id.is_empty() { "none" } else { &id }, ID_BYTES)?;
    Ok((format!("mem0:{id}:{}", digest_id(&[&text])), field, text))
}

/// What fits into an external id with a digest behind it.
const ID_BYTES: usize = 512;
