//! Exports in the shapes of the real ones, read through the crate's face.

mod archives;
mod chatgpt;
mod claude;
mod mcp_memory;
mod mem0;
mod open_webui;
mod poison;

use crate::{Error, Format, Importer, OnBad, Piece, Reading, Tally};
use hupo_types::{Command, NewMessage, Role};
use std::io::Cursor;
use std::ops::ControlFlow;

/// What came of an import.
struct Done {
    pieces: Vec<Piece>,
    tally: Tally,
    /// Why it ended early.
    error: Option<Error>,
}

/// Reads one file, told from its content.
fn read(bytes: &[u8], on_bad: OnBad) -> Done {
    read_as(bytes, Reading { on_bad, ..Reading::default() })
}

fn read_as(bytes: &[u8], reading: Reading) -> Done {
    let (mut importer, mut pieces) = (Importer::new(reading), Vec::new());
    let mut take = |piece| {
        pieces.push(piece);
        ControlFlow::Continue(())
    };
    let error = importer.read(Cursor::new(bytes), "export", &mut take).err();
    Done { pieces, tally: importer.finish(), error }
}

/// Reads one file of a named format.
fn read_format(bytes: &[u8], format: Format, on_bad: OnBad) -> Done {
    read_as(bytes, Reading { format: Some(format), on_bad, ..Reading::default() })
}

impl Done {
    /// The lines, titles and other notices of programs not among them.
    fn lines(&self) -> Vec<&NewMessage> {
        let lines = self.pieces.iter().filter_map(|piece| line(&piece.command));
        lines.filter(|line| line.channel.as_deref() != Some("title")).collect()
    }

    /// Who said what.
    fn said(&self) -> Vec<(Role, &str)> {
        self.lines().into_iter().map(|line| (line.role, line.text.as_str())).collect()
    }

    fn ids(&self) -> Vec<&str> {
        self.lines().into_iter().filter_map(|line| line.external_id.as_deref()).collect()
    }

    fn whole(self) -> Self {
        assert!(self.error.is_none() && self.tally.bad == 0, "{:?} {:?}", self.error, self.tally.faults);
        self
    }

    /// The complaint that stopped it.
    fn complaint(&self) -> String {
        self.error.as_ref().expect("it was stopped").to_string()
    }
}

/// The line that a command appends.
fn line(command: &Command) -> Option<&NewMessage> {
    if let Command::Append { message, .. } = command { Some(message) } else { None }
}

fn ms(line: &NewMessage) -> Option<i64> {
    line.time.map(|time| time.ms())
}
