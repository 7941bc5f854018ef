//! Where a record ends: brackets and quotes are counted, nothing is parsed.

use super::shape::Shape;

/// A record being passed, byte by byte.
pub(super) struct Scanner {
    shape: Shape,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Scanner {
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, depth: 0, in_string: false, escaped: false }
    }

    /// Whether the record ends with this byte: the comma or bracket behind an item, the newline behind a line, the bracket
    /// that closes a value.
    pub(super) fn ends_at(&mut self, byte: u8) -> bool {
        match self.shape {
            Shape::Lines => byte == b'\n',
            Shape::List => self.is_outside() && matches!(byte, b',' | b']') || self.passes(byte),
            Shape::Values => self.closes(byte),
        }
    }

    fn is_outside(&self) -> bool {
        self.depth == 0 && !self.in_string
    }

    /// Counts the byte; it ends nothing.
    fn passes(&mut self, byte: u8) -> bool {
        if self.in_string {
            self.passes_in_string(byte);
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        false
    }

    fn passes_in_string(&mut self, byte: u8) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            // JSON has no newline inside a string: a quote is missing, and what follows is outside again.
            b'"' | b'\n' => self.in_string = false,
            _ => {}
        }
    }

    /// Whether the byte closes the value; what has no brackets ends with its line.
    fn closes(&mut self, byte: u8) -> bool {
        let was_open = self.depth > 0;
        self.passes(byte);
        self.is_outside() && (was_open || byte == b'\n')
    }
}
