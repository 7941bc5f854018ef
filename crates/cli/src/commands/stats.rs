//! `hupo stats`: what a space holds and how its legs stand.

use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use serde_json::json;

pub(crate) fn run(shell: &mut Shell) -> Result<()> {
    let hupo = shell.open()?;
    let space = shell.space(&hupo)?;
    let stats = space.stats()?;
    if shell.globals.json {
        let config = space.config();
        let all = json!({ "space": config.name, "zone": config.zone, "stats": stats, "models": hupo.models() });
        return Ok(shell.out.json(&all)?);
    }
    let text = render::stats(&shell.out, space.config(), &stats, hupo.models());
    Ok(shell.out.line(text)?)
}
