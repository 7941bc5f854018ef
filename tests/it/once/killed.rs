//! kill -9 between the commit and its answer: whoever retries gets the answer, and nothing is done twice.
//!
//! The writer is this very test binary, run again as a child, as in `crash.rs`. `HUPO_KILLS` sets the number of kills.

use super::reopened;
use crate::world::NOW;
use hupo::{NewMessage, Receipt, Space, When};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const ROOT: &str = "HUPO_ONCE_ROOT";
const FROM: &str = "HUPO_ONCE_FROM";

/// The line under the key of this number; it has no id of its own, so that only the key keeps it from coming twice.
fn append(space: &Space, n: u64) -> Receipt {
    let line = NewMessage::user(format!("行{n} line{n}")).session("s");
    space.append(vec![line], When::at(NOW).once_for(n.to_string(), [n as u8; 32])).unwrap()
}

/// The child's life: it says what it asks for, and what it was answered. Does nothing in a usual run.
#[test]
fn child_that_writes_under_keys_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let from: u64 = std::env::var(FROM).unwrap().parse().unwrap();
    let space = reopened(Path::new(&root));
    let mut out = std::io::stdout().lock();
    for n in from.. {
        writeln!(out, "asked {n}").unwrap();
        out.flush().unwrap();
        let receipt = append(&space, n);
        writeln!(out, "answered {n} {}", receipt.sequence).unwrap();
        out.flush().unwrap();
    }
}

/// Lets a child write from this number on, kills it so long after it first said this word, and gives the last number it
/// asked for, with all answers.
fn run_and_kill(root: &Path, from: u64, (word, life): (&str, Duration)) -> (u64, BTreeMap<u64, String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "once::killed::child_that_writes_under_keys_until_it_is_killed", "--nocapture"])
        .env(ROOT, root)
        .env(FROM, from.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut lines: Vec<String> = Vec::new();
    while !lines.last().is_some_and(|line| line.contains(word)) {
        lines.push(out.next().unwrap());
    }
    let reader = std::thread::spawn(move || lines.into_iter().chain(out).collect::<Vec<_>>());
    std::thread::sleep(life);
    child.kill().unwrap();
    child.wait().unwrap();
    let (mut asked, mut answered) = (from - 1, BTreeMap::new());
    for line in reader.join().unwrap() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            // The first one stands behind the name of the test.
            [.., "asked", n] => asked = n.parse().unwrap(),
            ["answered", n, sequence] => _ = answered.insert(n.parse().unwrap(), sequence.to_owned()),
            _ => {}
        }
    }
    (asked, answered)
}

#[test]
fn whoever_retries_after_kill_9_gets_the_same_answer_and_writes_nothing_twice() {
    let kills: u64 = std::env::var("HUPO_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12);
    let folder = tempfile::tempdir().unwrap();
    let (mut from, mut n_answered) = (1, 0);
    for kill in 0..kills {
        // The first write of a process takes long: half of the lives end in it, half after it.
        let word = if kill % 2 == 0 { "asked " } else { "answered " };
        let life = Duration::from_millis(kill * 37 % 150);
        let (asked, answered) = run_and_kill(folder.path(), from, (word, life));
        let space = reopened(folder.path());
        for n in from..=asked {
            let again = append(&space, n);
            assert!(answered.get(&n).is_none_or(|sequence| *sequence == again.sequence.to_string()), "{n}");
        }
        assert_eq!(space.stats().unwrap().counts.messages, asked, "each line once, after kill {kill}");
        (from, n_answered) = (asked + 1, n_answered + answered.len());
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
        space.close().unwrap();
    }
    assert!(n_answered > 0, "the children never got to write; give them longer lives");
}
