//! A second process of the same bench: one that can be killed, or that starts with nothing warm.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

const TASK: &str = "HUPO_BENCH_TASK";
const ROOT: &str = "HUPO_BENCH_ROOT";

/// What this process was started for by another, and on which root; `None` for the bench itself.
pub fn task() -> Option<(String, PathBuf)> {
    Some((std::env::var(TASK).ok()?, std::env::var_os(ROOT)?.into()))
}

/// A process at work.
pub struct Child {
    process: std::process::Child,
    said: BufReader<ChildStdout>,
}

impl Child {
    /// Starts this program again with a task on a root.
    pub fn start(task: &str, root: &Path) -> Self {
        let program = std::env::current_exe().expect("a running program has a path");
        let mut command = Command::new(program);
        command.env(TASK, task).env(ROOT, root).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the bench can start itself again");
        let said = process.stdout.take().expect("its output was asked for");
        Self { process, said: BufReader::new(said) }
    }

    /// Its number among the system's processes.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the next line it says; empty when it has ended.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("the child writes text");
        line.trim().to_owned()
    }

    /// Ends it as `kill -9` does, and waits until it is gone.
    pub fn kill(mut self) {
        self.process.kill().expect("our own child can be killed");
        self.process.wait().expect("our own child can be waited for");
    }

    /// Waits until it has ended by itself.
    pub fn finish(mut self) {
        let ended = self.process.wait().expect("our own child can be waited for");
        assert!(ended.success(), "the child failed: {ended}");
    }
}
