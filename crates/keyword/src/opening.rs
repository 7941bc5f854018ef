//! Opening a folder: taken as it is, or emptied because something is wrong with it.

use crate::disk::{CLEAN, Disk, files};
use crate::frozen::Frozen;
use crate::guard::guarded;
use crate::{Error, Options, Result};
use hupo_types::Sequence;
use std::fs;
use std::path::Path;

/// Why an index was begun anew; the caller replays every write into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// There was none.
    Missing,
    /// It was made by another schema, tokenizer, dictionary or zone.
    Unlike {
        /// What made it.
        found: String,
    },
    /// It is not what was written.
    Damaged {
        /// What does not hold.
        what: String,
    },
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("there was none"),
            Self::Unlike { found } => write!(f, "it was made by {found}"),
            Self::Damaged { what } => write!(f, "it is damaged: {what}"),
        }
    }
}

/// Files of the folder that are always called so.
const OURS: [&str; 3] = [CLEAN, "meta.json", ".managed.json"];

/// A folder that is open, and how far it came.
pub(crate) struct Opening {
    pub(crate) disk: Disk,
    pub(crate) frozen: Frozen,
    pub(crate) sequence: Sequence,
    pub(crate) rebuilt: Option<Reason>,
}

pub(crate) fn open(dir: &Path, options: &Options) -> Result<Opening> {
    match inspect(dir, options) {
        Ok((disk, frozen, sequence)) => Ok(Opening { disk, frozen, sequence, rebuilt: None }),
        Err(reason) => begin_anew(dir, options, reason),
    }
}

fn begin_anew(dir: &Path, options: &Options, reason: Reason) -> Result<Opening> {
    if reason != Reason::Missing {
        tracing::warn!(%reason, "the keyword index is begun anew");
    }
    if dir.exists() {
        empty(dir)?;
    }
    let disk = Disk::create(dir, options)?;
    Ok(Opening { disk, frozen: Frozen::default(), sequence: Sequence::ZERO, rebuilt: Some(reason) })
}

/// Removes the files of the folder; tantivy makes no folders in it, so any there are not ours and stay, but for what has
/// the name of a file of ours.
fn empty(dir: &Path) -> Result<()> {
    for path in OURS.map(|name| dir.join(name)).into_iter().filter(|path| path.is_dir()) {
        fs::remove_dir_all(&path).map_err(Error::io("emptying the index folder", &path))?;
    }
    for (name, _) in files(dir)? {
        let path = dir.join(name);
        fs::remove_file(&path).map_err(Error::io("emptying the index folder", &path))?;
    }
    Ok(())
}

fn inspect(dir: &Path, options: &Options) -> Result<(Disk, Frozen, Sequence), Reason> {
    if let Some(name) = OURS.into_iter().find(|name| dir.join(name).is_dir()) {
        return Err(Reason::Damaged { what: format!("{name} is a folder") });
    }
    if !dir.join("meta.json").exists() {
        return Err(Reason::Missing);
    }
    let disk = sound(|| Disk::open(dir, options))?;
    if !disk.has_our_schema() {
        return Err(Reason::Unlike { found: "another schema".to_owned() });
    }
    let stamp = sound(|| disk.stamp())?;
    if let Some(stamp) = &stamp
        && stamp.identity != options.identity()
    {
        return Err(Reason::Unlike { found: stamp.identity.clone() });
    }
    let frozen = sound(|| read(&disk, options))?;
    let (documents, sequence) = stamp.map_or((0, Sequence::ZERO), |stamp| (stamp.documents, stamp.sequence));
    if documents == frozen.committed() {
        return Ok((disk, frozen, sequence));
    }
    Err(Reason::Damaged { what: format!("{} documents where {documents} were written", frozen.committed()) })
}

fn read(disk: &Disk, options: &Options) -> Result<Frozen> {
    if !disk.is_marked_clean()? || disk.bytes()? <= options.always_verify_bytes {
        disk.verify()?;
    }
    disk.freeze()
}

/// Errors and panics alike mean that the folder cannot be trusted.
fn sound<T>(work: impl FnOnce() -> Result<T>) -> Result<T, Reason> {
    guarded("opening the index", work).map_err(|error| Reason::Damaged { what: error.to_string() })
}
