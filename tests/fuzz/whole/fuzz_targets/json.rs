//! Bytes as the body of a verb over JSON, and as a message of MCP. The first byte chooses the verb.
#![no_main]

use hupo_server::{Doors, Verb};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tempfile::TempDir;

static OPEN: LazyLock<(Doors, TempDir)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    (Doors::open(folder.path()), folder)
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, body)) = bytes.split_first() else { return };
    let Some(verb) = Verb::ALL.get(usize::from(*first) % Verb::ALL.len()) else { return };
    // The space would be gone for the cases that follow.
    let status = if *verb == Verb::EraseSpace { OPEN.0.mcp(body) } else { OPEN.0.json(*verb, body) };
    // 503: a write that is not there yet was asked for; 504: a made-up deadline passed.
    assert!(status < 500 || [503, 504].contains(&status), "{}: {status}", verb.name());
});
