//! `hupo temperature`: how many memories of each kind are hot, warm, cool, cold, archived, or behind a summary.

use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use serde_json::json;

pub(super) fn run(shell: &mut Shell) -> Result<()> {
    let hupo = shell.open_plain()?;
    let space = shell.space(&hupo)?;
    let counts = space.temperatures(shell.now)?;
    if shell.globals.json {
        let counts = render::temperature_json(&counts);
        return Ok(shell.out.json(&json!({ "space": space.name(), "temperatures": counts }))?);
    }
    let width = shell.out.width;
    for line in render::temperature_table(&counts, width) {
        shell.out.line(line)?;
    }
    shell.out.line("")?;
    for line in render::temperature_chart(&counts, width) {
        shell.out.line(line)?;
    }
    Ok(())
}
