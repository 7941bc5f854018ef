//! Whose export a file is, told from its first records.

use crate::fields::{Fields, Sort, sort};
use crate::records::Records;
use crate::{Error, Format, archive};
use std::io::{BufRead, BufReader, Read, Seek};
use std::sync::Arc;

/// Records looked at: the first may be bad.
const LOOKED_AT: usize = 16;

/// Whose export a file or zip archive is, which errors call `file`; none if it is nobody's. It is left at its start.
///
/// # Errors
/// It cannot be read, or it is an archive that cannot be opened.
pub fn detect<R: Read + Seek>(mut source: R, file: &str) -> Result<Option<Format>, Error> {
    if archive::is_archive(&mut source, file)? {
        let found = archive::detect(&mut source, file);
        rewind(&mut source, file)?;
        return found;
    }
    of_file(&mut source, file)
}

/// As [`detect`], for what is no archive.
pub(crate) fn of_file<R: Read + Seek>(source: &mut R, file: &str) -> Result<Option<Format>, Error> {
    rewind(source, file)?;
    let found = of_stream(BufReader::new(&mut *source), &file.into());
    rewind(source, file)?;
    found
}

pub(crate) fn rewind<R: Seek>(source: &mut R, file: &str) -> Result<(), Error> {
    source.rewind().map_err(|source| Error::Unreadable { file: file.to_owned(), source })
}

/// The format of the first record that has one.
pub(crate) fn of_stream<R: BufRead>(reader: R, file: &Arc<str>) -> Result<Option<Format>, Error> {
    let mut records = Records::open(reader, file.clone())?;
    for _ in 0..LOOKED_AT {
        let Some(record) = records.next_record()? else { return Ok(None) };
        let found =
            record.text.ok().and_then(|text| Fields::of_record(&text).ok().and_then(|fields| of_record(&fields)));
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn of_record(fields: &Fields<'_>) -> Option<Format> {
    let looks = [
        (Format::ChatGpt, is(fields, "mapping", Sort::Object)),
        (Format::Claude, is(fields, "chat_messages", Sort::List)),
        (Format::OpenWebUi, is_open_webui(fields)),
        (Format::McpMemory, is_mcp_memory(fields)),
        (Format::Mem0, is_mem0(fields)),
    ];
    looks.into_iter().find(|(_, yes)| *yes).map(|(format, _)| format)
}

fn is(fields: &Fields<'_>, field: &str, wanted: Sort) -> bool {
    fields.raw(field).is_some_and(|value| sort(value) == wanted)
}

fn is_open_webui(fields: &Fields<'_>) -> bool {
    let wrapped = fields.object("chat").ok().flatten();
    let tree =
        |chat: &Fields<'_>| chat.object("history").ok().flatten().is_some_and(|it| is(&it, "messages", Sort::Object));
    tree(fields) || wrapped.is_some_and(|chat| tree(&chat) || is(&chat, "messages", Sort::List))
}

fn is_mcp_memory(fields: &Fields<'_>) -> bool {
    match fields.word("type").as_str() {
        "entity" => is(fields, "observations", Sort::List) || fields.raw("entityType").is_some(),
        "relation" => fields.raw("relationType").is_some(),
        "" => is(fields, "entities", Sort::List) && is(fields, "relations", Sort::List),
        _ => false,
    }
}

/// A memory, or a list whose first item is one. An empty list is nobody's.
fn is_mem0(fields: &Fields<'_>) -> bool {
    let first = |field: &str| fields.list(field).ok().flatten()?.into_iter().next();
    let listed = ["results", "memories"].into_iter().find_map(first);
    let listed = listed.and_then(|(path, item)| Fields::of(path, item).ok());
    let has_text = |one: &Fields<'_>| is(one, "memory", Sort::Text);
    has_text(fields) || listed.is_some_and(|one| has_text(&one) || is(&one, "data", Sort::Text))
}

#[cfg(test)]
mod tests;
