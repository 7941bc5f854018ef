//! `hupo spaces`: the names of the spaces under the root.

use crate::shell::Shell;
use anyhow::Result;
use serde_json::json;

pub(crate) fn run(shell: &mut Shell) -> Result<()> {
    let names = shell.open_plain()?.spaces()?;
    let root = shell.root()?;
    if shell.globals.json {
        return Ok(shell.out.json(&json!({ "root": root, "spaces": names }))?);
    }
    if names.is_empty() {
        shell.remark(&format!("no spaces under {}; write one with `hupo append` or `hupo import`", root.display()));
    }
    for name in names {
        shell.out.line(name)?;
    }
    Ok(())
}
