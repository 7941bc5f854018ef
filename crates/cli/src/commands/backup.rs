//! `hupo backup create|verify|restore`: a space as one file that says of itself whether it is whole.

use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use hupo::{BackupReceipt, Hupo, Space};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum Backup {
    /// Back up a space as it stands now
    Create(Create),
    /// Check a backup from end to end, without restoring it
    Verify(Verify),
    /// Make a space from a backup; never over one that is there
    Restore(Restore),
}

#[derive(Args)]
pub(crate) struct Create {
    /// File to write, which must not be there yet [default: stdout]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The backup, or - for stdin
    file: PathBuf,
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The backup, or - for stdin
    file: PathBuf,
    /// Name of the space to make
    #[arg(long = "as", value_name = "NAME")]
    name: String,
}

impl Backup {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        match self {
            Self::Create(create) => create.run(shell),
            Self::Verify(verify) => verify.run(shell),
            Self::Restore(restore) => restore.run(shell),
        }
    }
}

impl Create {
    fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        match self.output.filter(|path| path != Path::new("-")) {
            Some(path) => to_file(&space, &path, shell),
            None => to_stdout(&space, shell),
        }
    }
}

fn to_file(space: &Space, path: &Path, shell: &mut Shell) -> Result<()> {
    let file = File::create_new(path).with_context(|| format!("{} cannot be made", path.display()))?;
    match fill(space, file, shell) {
        Ok(receipt) => tell(&receipt, shell),
        Err(error) => {
            // A part of a backup is none, and would be in the way of the next.
            drop(std::fs::remove_file(path));
            Err(error)
        }
    }
}

/// Fills the file, and waits until the disk has it.
fn fill(space: &Space, file: File, shell: &Shell) -> Result<BackupReceipt> {
    let (mut file, bar) = (BufWriter::new(file), shell.progress("backing up"));
    let receipt = space.backup(&mut file, &mut |done, of| bar.set(done, of))?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(receipt)
}

/// What is printed is the backup itself, so the receipt is only remarked on.
fn to_stdout(space: &Space, shell: &mut Shell) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, Raw(shell));
    let receipt = space.backup(&mut out, &mut |_, _| ())?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    shell.remark(&sentence(&receipt));
    Ok(())
}

/// Stdout, for bytes.
struct Raw<'s>(&'s mut Shell);

impl Write for Raw<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.out.raw(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Verify {
    fn run(self, shell: &mut Shell) -> Result<()> {
        let bar = shell.progress("verifying");
        let receipt = hupo::verify_backup(&mut *open(&self.file)?, &mut |done, of| bar.set(done, of))?;
        drop(bar);
        tell(&receipt, shell)
    }
}

impl Restore {
    fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = self.restored(&hupo, shell)?;
        let stats = space.stats()?;
        if shell.globals.json {
            let all = json!({ "space": self.name, "sequence": stats.sequence, "counts": stats.counts });
            return Ok(shell.out.json(&all)?);
        }
        let counts = stats.counts;
        let (documents, sequence) = (counts.documents(), stats.sequence);
        Ok(shell.out.line(format!("{}: {documents} documents, up to write {sequence}", self.name))?)
    }

    fn restored(&self, hupo: &Hupo, shell: &Shell) -> Result<Space> {
        let bar = shell.progress("restoring");
        Ok(hupo.restore_backup(&self.name, &mut *open(&self.file)?, &mut |done, of| bar.set(done, of))?)
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

fn tell(receipt: &BackupReceipt, shell: &mut Shell) -> Result<()> {
    if shell.globals.json {
        return Ok(shell.out.json(&json!({ "backup": receipt }))?);
    }
    Ok(shell.out.line(sentence(receipt))?)
}

fn sentence(receipt: &BackupReceipt) -> String {
    let BackupReceipt { name, sequence, n_bytes, blake3, .. } = receipt;
    format!("{name}: whole, up to write {sequence}, {n_bytes} bytes, blake3 {blake3}")
}
