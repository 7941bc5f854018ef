//! The nursery: a process of this test binary that has its tables loaded, and forks a child for each life.
//!
//! Starting a process anew costs more than most lives, above all because each loads the dictionary.

use super::life::{Life, live, say};
use std::io::{BufRead, BufReader, Lines, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const NURSERY: &str = "HUPO_NURSERY";
/// A child that fell over by itself.
const FELL: i32 = 3;

/// The nursery's own life. Does nothing in a usual run.
#[test]
fn nursery_that_forks_children_until_nobody_asks_for_more() {
    if std::env::var(NURSERY).is_err() {
        return;
    }
    hupo_keyword::warm();
    let _loaded = hupo_text::fold_str("繁體 traditional");
    jiff::tz::TimeZone::get("Asia/Shanghai").unwrap();
    let mut out = std::io::stdout().lock();
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        if let Some(pid) = last.take() {
            reap(pid);
        }
        last = Some(raise(&serde_json::from_str(&line.unwrap()).unwrap(), &mut out));
    }
}

/// Forks a child, waits for its end and says so. It is buried only when the next one is asked for, so that its number
/// is nobody else's while it may still be killed.
#[expect(unsafe_code, reason = "a child that shares what is loaded can only be forked")]
fn raise(life: &Life, out: &mut impl Write) -> libc::pid_t {
    // SAFETY: this process has started no other thread that could hold a lock: it opens no space.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        say(out, &format!("born {}", std::process::id()));
        let lived = catch_unwind(AssertUnwindSafe(|| live(life, out)));
        // SAFETY: ends the child without what the parent registered for its own end.
        unsafe { libc::_exit(if lived.is_ok() { 0 } else { FELL }) }
    }
    say(out, &format!("ended {}", how_it_ended(pid)));
    pid
}

/// Waits, without burying.
#[expect(unsafe_code, reason = "the standard library knows no forked children")]
fn how_it_ended(pid: libc::pid_t) -> &'static str {
    // SAFETY: an all-zero siginfo_t is one, and waitid fills it.
    let (waited, info) = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let waited = libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut info, libc::WEXITED | libc::WNOWAIT);
        (waited, (info.si_code, info.si_status()))
    };
    match info {
        _ if waited != 0 => "unknown",
        (libc::CLD_EXITED, 0) => "by itself",
        (libc::CLD_KILLED, libc::SIGKILL) => "killed",
        _ => "badly",
    }
}

#[expect(unsafe_code, reason = "the standard library knows no forked children")]
fn reap(pid: libc::pid_t) {
    // SAFETY: `pid` is a child of this process that has ended and was not waited for.
    unsafe { libc::waitpid(pid, std::ptr::null_mut(), 0) };
}

/// Ends this process as kill -9 does.
#[expect(unsafe_code, reason = "the standard library cannot kill the process it runs in")]
pub(super) fn kill_me() {
    // SAFETY: kill takes two numbers.
    unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
}

#[expect(unsafe_code, reason = "the standard library knows no forked children")]
fn kill(pid: libc::pid_t) {
    // SAFETY: kill takes two numbers; the nursery has not buried the child, so the number is still its.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// The parent's end.
pub(super) struct Nursery {
    process: Child,
    orders: ChildStdin,
    words: Lines<BufReader<ChildStdout>>,
    child: libc::pid_t,
}

impl Nursery {
    pub(super) fn start() -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::nursery::nursery_that_forks_children_until_nobody_asks_for_more"])
            .args(["--nocapture", "--test-threads", "1"])
            .env(NURSERY, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (orders, words) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Self { process, orders, words: BufReader::new(words).lines(), child: 0 }
    }

    /// Has a child live this.
    pub(super) fn raise(&mut self, life: &Life) {
        writeln!(self.orders, "{}", serde_json::to_string(life).unwrap()).unwrap();
        self.orders.flush().unwrap();
        self.child = 0;
    }

    /// What is said next.
    pub(super) fn hear(&mut self) -> Word {
        loop {
            let line = self.words.next().unwrap().unwrap();
            // The first one stands behind the name of the test.
            let line = line.rsplit("... ").next().unwrap();
            if let Some(pid) = line.strip_prefix("born ") {
                self.child = pid.parse().unwrap();
            } else if let Some(word) = Word::read(line) {
                return word;
            }
        }
    }

    /// Kills the child, who said something before.
    pub(super) fn kill(&self) {
        assert!(self.child > 0, "the nursery says who was born before the child can be killed");
        kill(self.child);
    }
}

impl Drop for Nursery {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a child, or the nursery about it, says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// This act begins, or the opening before it.
    Begun(usize, String),
    /// This act is done, and the space's last write is this.
    Done(usize, u64),
    /// This act met a full disk, and failed so.
    Full(usize, String),
    /// The child is no more.
    Ended(String),
}

impl Word {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.splitn(3, ' ');
        match (words.next()?, words.next()?, words.next()) {
            ("begun", number, Some(what)) => Some(Self::Begun(number.parse().ok()?, what.to_owned())),
            ("done", number, Some(sequence)) => Some(Self::Done(number.parse().ok()?, sequence.parse().ok()?)),
            ("full", number, Some(error)) => Some(Self::Full(number.parse().ok()?, error.to_owned())),
            ("ended", _, _) => Some(Self::Ended(line.trim_start_matches("ended ").to_owned())),
            _ => None,
        }
    }
}
