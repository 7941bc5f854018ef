//! `hupo export`: a whole space as JSON Lines, in the order of its ledger.

use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::Args;
use hupo::{ExportLine, Space};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// What is gathered for one write to stdout.
const GATHERED_BYTES: usize = 64 << 10;

#[derive(Args)]
pub(crate) struct Export {
    /// File to write, which must not be there yet [default: stdout]
    file: Option<PathBuf>,
}

impl Export {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let Some(path) = &self.file else { return to_stdout(&space, shell) };
        let file = File::create_new(path).with_context(|| format!("{} cannot be made", path.display()))?;
        match to_file(&space, file) {
            Ok(n_lines) => shell.remark(&format!("{}: {n_lines} lines", path.display())),
            Err(error) => {
                // A part of an export is none, and would be in the way of the next.
                drop(std::fs::remove_file(path));
                return Err(error);
            }
        }
        Ok(())
    }
}

fn to_file(space: &Space, file: File) -> Result<u64> {
    let mut file = BufWriter::new(file);
    let n_lines = write(space, &mut |line| file.write_all(line).map_err(Into::into))?;
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
    Ok(n_lines)
}

fn to_stdout(space: &Space, shell: &mut Shell) -> Result<()> {
    let mut gathered = Vec::new();
    write(space, &mut |line| {
        gathered.extend_from_slice(line);
        if gathered.len() >= GATHERED_BYTES {
            shell.out.raw(&gathered)?;
            gathered.clear();
        }
        Ok(())
    })?;
    Ok(shell.out.raw(&gathered)?)
}

/// Hands over each line with its end; answers how many there were.
fn write(space: &Space, out: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<u64> {
    let mut n_lines = 0;
    space.export(|line: ExportLine| {
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        n_lines += 1;
        out(&text)
    })?;
    Ok(n_lines)
}
