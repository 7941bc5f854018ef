//! `hupo verify`: checks everything a space keeps.

use crate::failure;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(shell: &mut Shell) -> Result<ExitCode> {
    let hupo = shell.open_plain()?;
    let name = shell.space_name(&hupo)?;
    let bar = shell.progress("verifying");
    let verification = hupo.verify_space(&name, &mut |stage, done, of| bar.stage(stage, done, of))?;
    drop(bar);
    let sound = verification.sound;
    if shell.globals.json {
        shell.out.json(&json!({ "space": name, "verification": verification }))?;
    } else {
        for line in render::verification_lines(&name, &verification) {
            shell.out.line(line)?;
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { failure::damaged() })
}
