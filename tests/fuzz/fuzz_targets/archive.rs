//! Bytes as a zip archive of another program's export: read, left out or refused, within the memory of one record.
//!
//! With an even first byte the rest is the archive; with an odd one it is the content of a file in a sound archive, cut
//! by NUL into several.
#![no_main]

use hupo_exchange::{Importer, OnBad, Reading, detect};
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use zip::write::SimpleFileOptions;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let archive = if first & 1 == 0 { rest.to_vec() } else { packed(rest) };
    let _ = detect(Cursor::new(&archive), "archive.zip");
    let mut importer = Importer::new(Reading { on_bad: OnBad::Skip, ..Reading::default() });
    let mut n_taken = 0_usize;
    let read = importer.read(Cursor::new(&archive), "archive.zip", &mut |_| {
        n_taken += 1;
        ControlFlow::Continue(())
    });
    assert!(read.is_err() || importer.tally().files + importer.tally().bad > 0 || n_taken == 0);
});

fn packed(contents: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (content, number) in contents.split(|byte| *byte == 0).take(8).zip(1..) {
        let name = if number % 3 == 0 { format!("{number}.txt") } else { format!("conversations-{number}.json") };
        archive.start_file(name, SimpleFileOptions::default()).expect("names are unlike");
        archive.write_all(content).expect("memory can be written");
    }
    archive.finish().expect("memory can be written").into_inner()
}
