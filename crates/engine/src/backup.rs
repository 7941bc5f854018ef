//! A space as one stream of bytes that says of itself whether it is whole; `docs/storage.md` has the format.
//!
//! It is the export of one moment between a first line that says what it is, and a last one with the count and the
//! hash of everything before it. Vectors are in it, so no model is needed to bring it back.

mod read;
mod write;

use crate::making::Making;
use crate::space::Inner;
use crate::{Error, Hupo, Once, Space};
use hupo_store::Store;
use hupo_types::Sequence;
use read::Lines;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// The newest form of backups this program reads, and the one it writes.
const FORMAT: u32 = 1;
/// No line is longer: a write is held in memory whole when it is read, and whoever sends a backup is not trusted with
/// more than this.
const LINE_BYTES: u64 = 1 << 30;

/// What is in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BackupReceipt {
    /// The name the space was created with.
    pub name: String,
    /// The last write that is in it: a later one is not.
    pub sequence: Sequence,
    /// The chain hash of that write, in hexadecimal digits: equal for equal ledgers.
    pub chain: String,
    /// Lines, the first and the last included.
    pub n_lines: u64,
    /// Bytes, all of them.
    pub n_bytes: u64,
    /// blake3 of everything before the last line, in hexadecimal digits.
    pub blake3: String,
}

/// The first line: `{"backup":{…}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Backup(Header),
}

/// What the backup is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    name: String,
    sequence: Sequence,
    chain: String,
}

/// The last line: `{"end":{…}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Last {
    End(Sum),
}

/// All lines before the last one, added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Sum {
    lines: u64,
    bytes: u64,
    blake3: String,
}

/// How far a backup has come: how many writes of how many.
pub type Writes<'p> = &'p mut dyn FnMut(u64, u64);

impl Space {
    /// Writes the space as it stands now, whole, while others go on reading and writing it; what is written later is not
    /// in it. Holds one write in memory at a time. An erasure that comes later does not reach a backup: backups are
    /// deleted on their own, in a time that you promise.
    ///
    /// Until it ends, an erasure can empty the space, but not yet write its file anew; see [`Self::erase`].
    /// Errors: [`Error::Io`] with what `out` fails with, or for a write that is more than 1 GiB as a line; a damaged
    /// store.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// let hupo = hupo::Hupo::open(folder.path())?;
    /// let space = hupo.space_or_create(config, now)?;
    /// space.append(vec![hupo::NewMessage::user("明天去拿体检报告")], now)?;
    /// let mut bytes = Vec::new();
    /// let receipt = space.backup(&mut bytes, &mut |_, _| ())?;
    /// assert_eq!(hupo::verify_backup(&mut bytes.as_slice(), &mut |_, _| ())?, receipt);
    /// let again = hupo.restore_backup("Mei and Hu, again", &mut bytes.as_slice(), &mut |_, _| ())?;
    /// assert_eq!(again.digest()?, space.digest()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn backup(&self, out: &mut dyn Write, progress: Writes<'_>) -> Result<BackupReceipt, Error> {
        write::all(&self.inner.snapshot()?, out, progress)
    }
}

/// Checks a backup from end to end: its hash, its form, and the chain of its writes. Needs no disk; that every promise
/// holds of what is in it is checked again when it is restored.
/// Errors: [`Error::BadBackup`] with the first line that is not what a backup wrote; [`Error::Io`].
pub fn verify_backup(from: &mut dyn BufRead, progress: Writes<'_>) -> Result<BackupReceipt, Error> {
    let (header, mut lines) = Lines::begin(from, progress)?;
    Store::check_export(&mut lines).map_err(in_backup)?;
    Ok(lines.receipt(header))
}

impl Hupo {
    /// Makes a space of this name from a backup, equal to the one it was taken of at its moment. Nothing is believed, as
    /// in [`Self::import_space`], and a backup that was cut off or changed leaves no space behind.
    ///
    /// The name is where the space lies from here on. Its ledger goes on saying the name it was created with, as an
    /// export of it does.
    /// Errors: [`Error::SpaceExists`], [`Error::BadBackup`], [`Error::BadSpaceName`], [`Error::Io`].
    pub fn restore_backup(&self, name: &str, from: &mut dyn BufRead, progress: Writes<'_>) -> Result<Space, Error> {
        self.restore_backup_once(name, from, progress, None)
    }

    /// As [`Self::restore_backup`]; asked again under the same key, gives the space that was made, and reads nothing.
    /// Errors: also [`Error::KeyReused`].
    pub fn restore_backup_once(
        &self,
        name: &str,
        from: &mut dyn BufRead,
        progress: Writes<'_>,
        once: Option<Once>,
    ) -> Result<Space, Error> {
        self.make(name, Making::new("restore_backup", once), |dir| {
            let (_, lines) = Lines::begin(from, progress)?;
            Inner::import(self.shared(), dir, name, lines).map_err(unmade)
        })
    }
}

/// The line before the export's own is the backup's.
fn in_backup(error: hupo_store::Error) -> Error {
    if let hupo_store::Error::BadLine { line, what } = error {
        Error::BadBackup { line: line + 1, what }
    } else {
        error.into()
    }
}

fn unmade(error: Error) -> Error {
    if let Error::Store(error) = error { in_backup(error) } else { error }
}

#[cfg(test)]
mod tests;
