//! `hupo maintain`: what went cold leaves recall, and what is due next.

use crate::render;
use crate::shell::{Shell, zone_of};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

#[derive(Args)]
pub(crate) struct Maintain {
    /// Say what would be done, and write nothing
    #[arg(long)]
    dry_run: bool,
}

impl Maintain {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let done = space.maintain(self.dry_run, shell.now)?;
        if shell.globals.json {
            let mut whole = json!({ "space": space.name() });
            if let (Value::Object(whole), Value::Object(done)) = (&mut whole, render::maintenance_json(&done)) {
                whole.extend(done);
            }
            return Ok(shell.out.json(&whole)?);
        }
        for line in render::maintenance_lines(&done, &zone_of(&space)) {
            shell.out.line(line)?;
        }
        Ok(space.close()?)
    }
}
