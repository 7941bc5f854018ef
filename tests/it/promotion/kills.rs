//! kill -9 while a slow extractor promotes: every line is promoted once, nothing is proposed twice, nothing is left out.
//!
//! `HUPO_KILLS` sets the number of kills (10 without it), `HUPO_SEED` what they are drawn from. The child is this test
//! binary; it says what it is about to do, and dies at a moment by chance of it.

use super::{day, extraction, line, promoted_once, set_up};
use crate::chance::Chance;
use hupo::{Hupo, RunId, RunOutcome, Space};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

const ROOT: &str = "HUPO_PROMOTES_IN";
const UNTIL: &str = "HUPO_PROMOTES_UNTIL";

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// The child's life: promotes what is due, slowly, and says each step. Does nothing in a usual run.
#[test]
fn child_that_promotes_what_is_due_until_nothing_is() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let hupo = Hupo::open(Path::new(&root)).unwrap();
    let space = hupo.space("promoted").unwrap();
    let now = day(number(UNTIL, 0) as i64);
    while let Some(due) = space.promotion_due(now).unwrap().first() {
        say("extracting");
        let task = space.promotion_task(due, now).unwrap().unwrap();
        std::thread::sleep(Duration::from_millis(3));
        let extraction = extraction(&task);
        say("closing");
        let RunOutcome::Closed { run } = space.close_run(due, extraction, now).unwrap().outcome else {
            panic!("nobody else is at work")
        };
        say(&format!("closed {}", run.id.get()));
    }
    say("nothing is due");
}

fn say(step: &str) {
    let mut out = std::io::stderr().lock();
    writeln!(out, "\u{1}{step}").unwrap();
    out.flush().unwrap();
}

/// A child under way, and what it says.
struct Worker {
    child: Child,
    says: Lines<BufReader<ChildStdout>>,
    /// The last run it said was closed.
    closed: Option<RunId>,
}

impl Worker {
    fn start(root: &Path, until: i64) -> Self {
        let this = "promotion::kills::child_that_promotes_what_is_due_until_nothing_is";
        let mut child = Command::new("/bin/sh")
            .args(["-c", "exec \"$0\" \"$@\" 2>&1", std::env::current_exe().unwrap().to_str().unwrap()])
            .args(["--exact", this, "--nocapture", "--test-threads", "1"])
            .env(ROOT, root)
            .env(UNTIL, until.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let says = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, says, closed: None }
    }

    /// The next step it says; `None` when it ended.
    fn hear(&mut self) -> Option<String> {
        for line in self.says.by_ref() {
            let line = line.unwrap();
            if let Some((_, step)) = line.split_once('\u{1}') {
                if let Some(id) = step.strip_prefix("closed ") {
                    self.closed = Some(RunId::new(id.parse().unwrap()));
                }
                return Some(step.to_owned());
            }
        }
        None
    }

    /// Lets it take so many steps, and kills it at a moment of the next one by chance; whether it was still at work.
    fn kill_after(mut self, steps: usize, wait: Duration) -> (bool, Option<RunId>) {
        let mut left = steps;
        let mut at_work = true;
        while at_work && left > 0 {
            at_work = self.hear().is_some_and(|step| step != "nothing is due");
            left -= 1;
        }
        if at_work {
            std::thread::sleep(wait);
            self.child.kill().unwrap();
        }
        // What it said before it died was acknowledged.
        while self.hear().is_some() {}
        let ended = self.child.wait().unwrap();
        assert!(at_work || ended.success(), "the child fell over: {ended}");
        (at_work && !ended.success(), self.closed)
    }
}

/// What a space is given between two kills: another day, and lines that come late for the days before.
fn goes_on(space: &Space, chance: &mut Chance, today: i64) {
    let known = space.stats().unwrap().counts.messages;
    let n_new = 5 + chance.below(8) as u64;
    for number in known + 1..=known + n_new {
        let back = if chance.once_in(4) { chance.below(6) as i64 } else { 0 };
        space.append(vec![line(number, today - back)], day(today)).unwrap();
    }
}

#[test]
fn no_kill_promotes_a_line_twice_or_leaves_one_out() {
    let (kills, seed) = (number("HUPO_KILLS", 10), number("HUPO_SEED", 20_261_130));
    writeln!(std::io::stderr(), "seed {seed}").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Chance::new(seed);
    let (mut n_killed, mut n_between, mut today) = (0, 0, 10);
    while n_killed < kills {
        let hupo = Hupo::open(folder.path()).unwrap();
        let space = set_up(&hupo);
        let n_before = promoted_once(&space);
        goes_on(&space, &mut chance, today);
        today += 1;
        space.close().unwrap();
        drop(hupo);
        let steps = 1 + chance.below(9);
        let wait = Duration::from_micros(chance.below(12_000) as u64);
        let (killed, closed) = Worker::start(folder.path(), today).kill_after(steps, wait);
        n_killed += u64::from(killed);
        let hupo = Hupo::open(folder.path()).unwrap();
        let space = hupo.space("promoted").unwrap();
        let kept = space.runs(None).unwrap().last().map(|run| run.id);
        assert!(closed <= kept, "{closed:?} was acknowledged, and {kept:?} is the last there is");
        n_between += u64::from(closed != kept && killed && promoted_once(&space) > n_before);
        promoted_once(&space);
    }
    let (killed, _) = Worker::start(folder.path(), today + 1).kill_after(usize::MAX, Duration::ZERO);
    assert!(!killed);
    let space = Hupo::open(folder.path()).unwrap().space("promoted").unwrap();
    assert!(space.promotion_due(day(today + 1)).unwrap().is_empty());
    let n_lines = promoted_once(&space);
    assert_eq!(n_lines as u64, space.stats().unwrap().counts.messages, "a line was left out");
    let n_runs = space.runs(None).unwrap().len();
    writeln!(
        std::io::stderr(),
        "{n_killed} kills, {n_runs} runs, {n_lines} lines promoted once each; {n_between} died between commit and word"
    )
    .unwrap();
}
