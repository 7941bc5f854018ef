//! `hupo compact`: gives the pages that a space no longer uses back to the disk.

use crate::shell::Shell;
use anyhow::Result;
use serde_json::json;

pub(crate) fn run(shell: &mut Shell) -> Result<()> {
    let hupo = shell.open_plain()?;
    let space = shell.space(&hupo)?;
    let bar = shell.progress("compacting");
    let compacted = space.compact()?;
    drop(bar);
    let name = space.name().to_owned();
    space.close()?;
    if shell.globals.json {
        let (before, after) = (compacted.before, compacted.after);
        return Ok(shell.out.json(&json!({ "space": name, "bytes_before": before, "bytes_after": after }))?);
    }
    Ok(shell.out.line(format!("{name}: {} bytes, {} before", compacted.after, compacted.before))?)
}
