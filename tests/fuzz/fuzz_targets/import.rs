//! Bytes as an export of another program: every importer, named or told from the content, and what cannot be used is
//! left out or ends it. Whatever is handed over is a line, an entity, a relation or a topic, never a memory.
//!
//! The first byte chooses the importer and what becomes of bad records.
#![no_main]

use hupo_exchange::{Format, Importer, OnBad, Piece, Reading, detect};
use hupo_types::Command;
use jiff::tz::TimeZone;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::ops::ControlFlow;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, file)) = bytes.split_first() else { return };
    let format = Format::ALL.get(usize::from(first & 7)).copied();
    let _ = detect(Cursor::new(file), "file");
    let skipped = read(file, format, OnBad::Skip);
    assert_eq!(read(file, format, OnBad::Skip), skipped, "read the same twice");
    let stopped = read(file, format, OnBad::Stop);
    assert!(skipped.starts_with(&stopped), "what stops at a fault handed over the same before it");
});

fn read(file: &[u8], format: Option<Format>, on_bad: OnBad) -> Vec<Command> {
    let mut importer = Importer::new(Reading { format, on_bad, zone: TimeZone::UTC });
    let mut taken = Vec::new();
    let mut take = |piece: Piece| {
        assert!(!matches!(piece.command, Command::Remember { .. }), "another program's memory has no receipt");
        taken.push(piece.command);
        ControlFlow::Continue(())
    };
    let _ = importer.read(Cursor::new(file), "file", &mut take);
    taken
}
