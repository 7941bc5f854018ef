//! kill -9 while something is erased: it is gone whole or there whole, and after the next opening no byte is left.
//!
//! The eraser is this very test binary, run again as a child.

use super::{is_sound, left};
use crate::world::{NOW, config, fact, says};
use hupo::{EraseTarget, Hupo, MemoryId, MessageId, NewMessage, State};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = "HUPO_ERASING_ROOT";
/// Children killed.
const KILLS: u32 = 12;

fn word(n: u64) -> String {
    format!("秘语{n}号whisper{n}end")
}

/// The child's life: it says, remembers and erases for ever, and tells what is gone. Does nothing in a usual run.
#[test]
fn child_that_erases_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let hupo = Hupo::open(root).unwrap();
    let space = hupo.space_or_create(config("erasing"), NOW).unwrap();
    let mut out = std::io::stdout().lock();
    let first = space.stats().unwrap().counts.messages + 1;
    for n in first.. {
        space.append(vec![NewMessage::user(word(n)).external_id(n.to_string()).session("s")], NOW).unwrap();
        space.remember(fact(&word(n), &word(n), vec![says(&n.to_string(), &word(n))]), NOW).unwrap();
        space.flush().unwrap();
        space.erase(EraseTarget::Message(MessageId::new(n)), NOW).unwrap();
        writeln!(out, "erased {n}").unwrap();
        out.flush().unwrap();
    }
}

fn start(root: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "erasure::killed::child_that_erases_until_it_is_killed", "--nocapture"])
        .env(ROOT, root)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn first_erasure() -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let mut child = start(folder.path());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("erased")));
    let taken = begun.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();
    taken
}

#[test]
fn a_kill_while_erasing_leaves_all_or_nothing_and_no_byte_after_the_next_opening() {
    let folder = tempfile::tempdir().unwrap();
    let first = first_erasure();
    let mut there = 0;
    for kill in 0..KILLS {
        let mut child = start(folder.path());
        std::thread::sleep(first * (10 + kill * 7 % 20) / 20);
        child.kill().unwrap();
        child.wait().unwrap();
        there = check(folder.path()).max(there);
    }
    assert!(there > 0, "no child got to say anything; give them longer lives");
}

/// Opens the space and looks at every pair of message and memory; says how many messages there are.
fn check(root: &Path) -> u64 {
    let hupo = Hupo::open(root).unwrap();
    let Ok(space) = hupo.space("erasing") else { return 0 };
    let counts = space.stats().unwrap().counts;
    let mut gone = Vec::new();
    for n in 1..=counts.messages {
        let erased = space.message(MessageId::new(n)).unwrap().unwrap().erased;
        let memory = space.memory(MemoryId::new(n)).unwrap();
        // A child killed between saying and remembering leaves one message without a memory; ids then part ways.
        if let Some(memory) = memory.filter(|memory| memory.text == word(n) || memory.state == State::Erased) {
            assert!(
                counts.memories < counts.messages || erased == (memory.state == State::Erased),
                "{n}: half of it went"
            );
        }
        if erased {
            gone.push(word(n));
        }
    }
    is_sound(&space);
    space.close().unwrap();
    let words: Vec<&str> = gone.iter().map(String::as_str).collect();
    assert_eq!(left(root, &words), BTreeSet::new());
    counts.messages
}
