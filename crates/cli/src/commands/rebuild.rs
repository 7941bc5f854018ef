//! `hupo rebuild`: every index of a space made anew from its ledger.

use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Rebuild {
    /// Also embed the documents that still wait for their vector
    #[arg(long)]
    embed: bool,
}

impl Rebuild {
    pub(crate) fn run(&self, shell: &mut Shell) -> Result<()> {
        let hupo = if self.embed { shell.open_to_write()? } else { shell.open_plain()? };
        let space = shell.space(&hupo)?;
        let start = Instant::now();
        let bar = shell.progress("rebuilding");
        space.rebuild(&mut |stage, done, of| bar.stage(stage, done, of))?;
        drop(bar);
        let embedded = if self.embed { shell.embed_waiting(&hupo, &space)? } else { 0 };
        let (name, seconds) = (space.name().to_owned(), start.elapsed().as_secs_f64());
        space.close()?;
        if shell.globals.json {
            return Ok(shell.out.json(&json!({ "space": name, "embedded": embedded, "seconds": seconds }))?);
        }
        let embedded = if self.embed { format!(", {embedded} documents embedded") } else { String::new() };
        Ok(shell.out.line(format!("{name}: every index made anew in {seconds:.1} s{embedded}"))?)
    }
}
