//! The way back from a normalised text to the byte ranges of its source.

use std::ops::Range;

/// A stretch of normalised text and the source it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// First byte in the normalised text; the piece ends where the next begins.
    start: usize,
    source: Range<usize>,
    /// Byte by byte the same distance from the source; otherwise the piece only maps as a whole.
    linear: bool,
}

/// Pieces in rising order of both sides; together they cover the whole normalised text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    pieces: Vec<Piece>,
    len: usize,
}

impl Offsets {
    /// Appends one character that came from one character of the same byte length.
    pub(crate) fn push_same(&mut self, source: Range<usize>) {
        let len = source.len();
        match self.pieces.last_mut() {
            Some(last) if last.linear && last.source.end == source.start => last.source.end = source.end,
            _ => self.pieces.push(Piece { start: self.len, source, linear: true }),
        }
        self.len += len;
    }

    /// Appends `len` bytes that only make sense together.
    pub(crate) fn push_whole(&mut self, len: usize, source: Range<usize>) {
        if len > 0 {
            self.pieces.push(Piece { start: self.len, source, linear: false });
            self.len += len;
        }
    }

    fn piece_at(&self, byte: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= byte);
        self.pieces.get(after.checked_sub(1)?)
    }

    /// First source byte of the normalised byte `byte`.
    fn source_start(&self, byte: usize) -> usize {
        match self.piece_at(byte) {
            Some(piece) if piece.linear => (piece.source.start + byte - piece.start).min(piece.source.end),
            Some(piece) => piece.source.start,
            None => 0,
        }
    }

    /// The source byte after the normalised bytes before `byte`.
    fn source_end(&self, byte: usize) -> usize {
        let Some(last) = byte.checked_sub(1) else { return 0 };
        match self.piece_at(last) {
            Some(piece) if piece.linear => (piece.source.start + byte - piece.start).min(piece.source.end),
            Some(piece) => piece.source.end,
            None => 0,
        }
    }

    /// The source range that covers a normalised range whose ends are character boundaries.
    pub(crate) fn source(&self, range: Range<usize>) -> Range<usize> {
        if range.is_empty() {
            let at = if range.start < self.len { self.source_start(range.start) } else { self.source_end(self.len) };
            return at..at;
        }
        self.source_start(range.start)..self.source_end(range.end)
    }

    /// Whether the normalised text can be cut at `byte` without splitting what only makes sense together.
    pub(crate) fn can_cut(&self, byte: usize) -> bool {
        byte == self.len || self.piece_at(byte).is_none_or(|piece| piece.linear || piece.start == byte)
    }
}
