//! kill -9 at random moments: what was acknowledged is there, and the legs equal a rebuild.
//!
//! The writer is this very test binary, run again as a child. `HUPO_KILLS` sets the number of kills (200 without it).

use crate::world::{NOW, ask, config, ids};
use hupo::{Error, Hupo, NewMessage};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = "HUPO_CRASH_ROOT";
const KILLS: &str = "HUPO_KILLS";

/// The child's life: it writes messages for ever and says which it was told are safe. Does nothing in a usual run.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let hupo = Hupo::open(root).unwrap();
    let space = hupo.space_or_create(config("crash"), NOW).unwrap();
    let mut next = space.stats().unwrap().counts.messages + 1;
    let mut out = std::io::stdout().lock();
    loop {
        let line = |n: u64| NewMessage::user(format!("行{n} line{n} 内容")).external_id(n.to_string()).session("s");
        let batch: Vec<NewMessage> = (next..next + 1 + next % 3).map(line).collect();
        next += batch.len() as u64;
        space.append(batch, NOW).unwrap();
        writeln!(out, "acknowledged {}", next - 1).unwrap();
        out.flush().unwrap();
    }
}

fn start_child(root: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child_that_writes_until_it_is_killed", "--nocapture"])
        .env(ROOT, root)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Lets the child run for so long, kills it, and gives the last number it acknowledged.
fn run_and_kill(root: &Path, life: Duration) -> Option<u64> {
    let mut child = start_child(root);
    let out = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let numbers =
            out.lines().map_while(Result::ok).filter_map(|line| line.strip_prefix("acknowledged ")?.parse().ok());
        numbers.last()
    });
    std::thread::sleep(life);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

/// How long a child takes here and now until its first write is acknowledged.
fn time_to_first_word() -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let mut child = start_child(folder.path());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("acknowledged")));
    let taken = start.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();
    taken
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let kills: u32 = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok()).unwrap_or(200);
    let folder = tempfile::tempdir().unwrap();
    let first = time_to_first_word();
    let mut safe = 0;
    for kill in 0..kills {
        // From nothing to twice the time to the first write: short lives hit creation and opening, longer ones commits.
        let life = first * (kill * 7 % 40) / 20;
        safe = run_and_kill(folder.path(), life).unwrap_or(safe).max(safe);
        if kill % 10 == 9 || kill + 1 == kills {
            check(folder.path(), safe);
        }
    }
    assert!(safe > 0, "the child never got to write; give it longer lives");
}

fn check(root: &Path, safe: u64) {
    let hupo = Hupo::open(root).unwrap();
    let space = match hupo.space("crash") {
        Ok(space) => space,
        Err(Error::UnknownSpace { .. }) if safe == 0 => return,
        Err(error) => panic!("{error}"),
    };
    let there = space.stats().unwrap().counts.messages;
    assert!(there >= safe, "{safe} were acknowledged, {there} are there");
    let verification = space.verify(&mut |_, _, _| {}).unwrap();
    assert!(verification.sound, "{verification:?}");
    let probes = [1, safe / 2, safe, there].map(|n| format!("line{}", n.max(1)));
    let before = probes.clone().map(|probe| ids(&ask(&space, &probe)));
    space.rebuild(&mut |_, _, _| {}).unwrap();
    assert_eq!(before, probes.map(|probe| ids(&ask(&space, &probe))), "the legs differ from a rebuild");
    space.close().unwrap();
}
