//! `hupo audit`: checks that no line of a server's audit log was changed or taken out.

use crate::failure;
use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Audit {
    /// The files of the log, oldest first: those with a number at their end, then the one without
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Audit {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let checked = hupo_server::check(&self.files).context("reading the audit log")?;
        let broken = checked.broken.as_ref();
        if shell.globals.json {
            let at = broken.map(|b| json!({ "file": b.path, "line": b.line, "what": b.what }));
            let all = json!({ "lines": checked.n_lines, "first": checked.first, "chain": checked.chain, "broken": at });
            shell.out.json(&all)?;
        } else if let Some(broken) = broken {
            shell.out.line(format!("{}, line {}: {}", broken.path.display(), broken.line, broken.what))?;
        } else {
            shell.out.line(format!("{} lines hold; the last chain is {}", checked.n_lines, checked.chain))?;
        }
        if checked.first.is_some_and(|first| first > 0) {
            shell.remark("the log begins later than with its first line; older files were not given");
        }
        Ok(if broken.is_some() { failure::damaged() } else { ExitCode::SUCCESS })
    }
}
