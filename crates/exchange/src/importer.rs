//! Files of an export, read one after the other, and what is handed to the caller.

use crate::desk::{Desk, Seen};
use crate::fields::Fields;
use crate::mcp_memory::Graph;
use crate::records::{Record, Records};
use crate::{Error, Format, Place, Tally, archive, chatgpt, claude, detection, mem0, open_webui};
use hupo_types::Command;
use jiff::tz::TimeZone;
use std::io::{BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What becomes of a record that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnBad {
    /// The first one stops the import with [`Error::Bad`].
    #[default]
    Stop,
    /// It is left out, counted and listed; what of it can be used goes in.
    Skip,
}

/// How an export is read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Whose export it is; `None`: told from the content.
    pub format: Option<Format>,
    /// What becomes of a record that cannot be used.
    pub on_bad: OnBad,
    /// The zone of times that come without one (mem0's may).
    pub zone: TimeZone,
}

impl Default for Reading {
    fn default() -> Self {
        Self { format: None, on_bad: OnBad::Stop, zone: TimeZone::UTC }
    }
}

/// A command, and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The record it was made of.
    pub place: Place,
    /// What to write. Never a memory: another program's memories are lines (see the crate's first page).
    pub command: Command,
}

/// Who is handed each piece, in an order in which every command finds what it names; a break ends the import.
pub type Take<'t> = dyn FnMut(Piece) -> ControlFlow<()> + 't;

/// An import on its way; one for all files of an export, so that what stands in two of them goes in once.
#[derive(Debug, Default)]
pub struct Importer {
    reading: Reading,
    seen: Seen,
    pub(crate) tally: Tally,
}

impl Importer {
    /// An import that has read nothing yet.
    pub fn new(reading: Reading) -> Self {
        Self { reading, ..Self::default() }
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What was counted.
    pub fn finish(self) -> Tally {
        self.tally
    }

    /// Reads a file or a zip archive, calling it `file` in errors, and hands over what it holds.
    ///
    /// # Errors
    /// Every [`Error`]; with [`OnBad::Skip`] never [`Error::Bad`]. What was handed over before stands.
    pub fn read<R: Read + Seek>(&mut self, mut source: R, file: &str, take: &mut Take<'_>) -> Result<(), Error> {
        let name: Arc<str> = file.into();
        if archive::is_archive(&mut source, file)? {
            return archive::read(self, source, &name, take);
        }
        let format = match self.reading.format {
            Some(format) => format,
            None => {
                detection::of_file(&mut source, file)?.ok_or_else(|| Error::UnknownFormat { file: file.to_owned() })?
            }
        };
        self.read_records(BufReader::new(source), &name, format, take)
    }

    /// The format that was named.
    pub(crate) fn named(&self) -> Option<Format> {
        self.reading.format
    }

    /// Reads the records of one file.
    pub(crate) fn read_records<R: BufRead>(
        &mut self,
        reader: R,
        file: &Arc<str>,
        format: Format,
        take: &mut Take<'_>,
    ) -> Result<(), Error> {
        let mut records = Records::open(reader, file.clone())?;
        let mut graph = Graph::default();
        self.tally.files += 1;
        while let Some(record) = records.next_record()? {
            self.tally.records += 1;
            let mut desk = self.desk(record.place.clone(), take);
            read_one(record, format, &mut graph, &mut desk)?;
        }
        graph.relate(&mut self.desk(Place::whole(file), take))
    }

    /// The desk for a place.
    pub(crate) fn desk<'d>(&'d mut self, place: Place, take: &'d mut Take<'_>) -> Desk<'d> {
        let Self { reading, seen, tally } = self;
        Desk::new(reading, seen, tally, place, take)
    }
}

/// What a record holds, to the desk.
fn read_one(record: Record, format: Format, graph: &mut Graph, desk: &mut Desk<'_>) -> Result<(), Error> {
    let Some(text) = desk.good(record.text)? else { return Ok(()) };
    let Some(fields) = desk.good(Fields::of_record(&text))? else { return Ok(()) };
    match format {
        Format::ChatGpt => chatgpt::conversation(&fields, desk),
        Format::Claude => claude::conversation(&fields, desk),
        Format::OpenWebUi => open_webui::conversation(&fields, desk),
        Format::Mem0 => mem0::memories(&fields, desk),
        Format::McpMemory => graph.add(&fields, desk),
    }
}
