//! `hupo repair --into NEW`: what is intact of a damaged space, in a new one, and a list of what is lost.

use crate::failure;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::Repair as Repaired;
use serde_json::json;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Repair {
    /// Name of the space to make; the damaged one is not changed
    #[arg(long, value_name = "NEW")]
    into: String,
}

impl Repair {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let hupo = shell.open_plain()?;
        let name = shell.space_name(&hupo)?;
        let bar = shell.progress("repairing");
        let repair =
            hupo.repair_space(&name, &self.into, shell.now, &mut |stage, done, of| bar.stage(stage, done, of))?;
        drop(bar);
        self.print(shell, &name, &repair)?;
        let is_whole = repair.is_complete() && repair.findings.is_empty();
        Ok(if is_whole { ExitCode::SUCCESS } else { failure::damaged() })
    }

    fn print(&self, shell: &mut Shell, name: &str, repair: &Repaired) -> Result<()> {
        if shell.globals.json {
            let complete = repair.is_complete();
            let all = json!({ "space": name, "into": self.into, "complete": complete, "repair": repair });
            return Ok(shell.out.json(&all)?);
        }
        for line in render::repair_lines(name, &self.into, repair, shell.out.width) {
            shell.out.line(line)?;
        }
        Ok(())
    }
}
