//! Standard output: lines for people, JSON for programs. A closed pipe is an error that the end of the run forgives.

use crate::render::Paint;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};

/// The widest that text is set; wider terminals stay empty on the right.
const WIDEST: usize = 100;
/// Narrower terminals wrap by themselves.
const NARROWEST: usize = 40;

/// Where a command prints.
pub(crate) struct Output {
    stdout: Box<dyn Write>,
    /// Colours, if the reader can see them.
    pub(crate) paint: Paint,
    /// Columns to set text in.
    pub(crate) width: usize,
}

impl Output {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let paint = Paint::new(stdout.is_terminal() && !plain);
        let terminal = comfy_table::Table::new().width().map_or(WIDEST, usize::from);
        Self { stdout: Box::new(stdout), paint, width: terminal.clamp(NARROWEST, WIDEST) }
    }

    /// Plain text of the widest, to be looked at by a test.
    #[cfg(test)]
    pub(crate) fn into(writer: impl Write + 'static) -> Self {
        Self { stdout: Box::new(writer), paint: Paint::new(false), width: WIDEST }
    }

    /// Prints a line or several.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.stdout.write_all(text.as_ref().as_bytes())?;
        self.stdout.write_all(b"\n")?;
        self.stdout.flush()
    }

    /// Prints text as it is.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stdout.write_all(bytes)?;
        self.stdout.flush()
    }

    /// Prints one JSON document, set out for reading.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        self.line(format!("{value:#}"))
    }
}
