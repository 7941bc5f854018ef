//! What is gathered of an export for one write.

use super::WRITE;
use crate::source::Sourced;
use hupo::Command;
use hupo_eval::dataset::Place;
use hupo_exchange::Piece;

/// Bytes of text that one write takes of an export: 64 MiB.
const TEXT_BYTES: usize = 64 << 20;

/// Commands for one write.
#[derive(Default)]
pub(super) struct Part {
    commands: Vec<Sourced>,
    text_bytes: usize,
}

impl Part {
    pub(super) fn add(&mut self, piece: Piece) {
        if let Command::Append { message, .. } = &piece.command {
            self.text_bytes += message.text.len();
        }
        let place = Place { file: piece.place.file, line: piece.place.line };
        self.commands.push(Sourced::at(piece.command, place));
    }

    pub(super) fn is_full(&self) -> bool {
        self.commands.len() >= WRITE || self.text_bytes >= TEXT_BYTES
    }

    /// Everything gathered; the next part begins.
    pub(super) fn take(&mut self) -> Vec<Sourced> {
        self.text_bytes = 0;
        std::mem::take(&mut self.commands)
    }
}
