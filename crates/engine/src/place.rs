//! Places: where a space lies under the root.
//!
//! Two levels of hashed folders, so that thousands of spaces never crowd one directory and any name is a fit one.

use crate::Error;
use hupo_types::kill_point::KillPoint;
use std::path::{Path, PathBuf};

/// The file that keeps a space's name readable beside its hash.
const NAME_FILE: &str = "name";
/// Longer names are refused.
const NAME_BYTES: usize = 255;

/// Where the space of this name lies.
pub(crate) fn of(root: &Path, name: &str) -> Result<PathBuf, Error> {
    hupo_text::clean::check("space", name, NAME_BYTES)
        .map_err(|error| Error::BadSpaceName { name: name.chars().take(80).collect(), reason: error.to_string() })?;
    let hash = blake3::hash(name.as_bytes()).to_hex();
    let (first, second) = (hash.get(0..2).unwrap_or_default(), hash.get(2..4).unwrap_or_default());
    Ok(root.join("spaces").join(first).join(second).join(hash.get(0..32).unwrap_or_default()))
}

/// Leaves the name in the space's directory.
pub(crate) fn write_name(dir: &Path, name: &str) -> Result<(), Error> {
    let io = |source| Error::io("writing the space's name", source);
    std::fs::create_dir_all(dir).map_err(io)?;
    std::fs::write(dir.join(NAME_FILE), name).map_err(io)?;
    KillPoint::SpaceNamed.pass();
    Ok(())
}

/// Leaves the name in the directory of a space that is open, if it is not there as it should be: without it, the space is
/// not listed.
pub(crate) fn keep_name(dir: &Path, name: &str) {
    if named(dir).as_deref() == Some(name) {
        return;
    }
    let path = dir.join(NAME_FILE);
    // A link goes, and not what it leads to.
    let _ = std::fs::remove_file(&path);
    if let Err(error) = std::fs::write(&path, name) {
        tracing::warn!(%error, "the space's name could not be written beside its ledger; it is not listed");
    }
}

/// The name that is left in a space's directory.
fn named(dir: &Path) -> Option<String> {
    std::fs::read_to_string(dir.join(NAME_FILE)).ok()
}

/// The names of every space under the root, sorted. A directory that lies elsewhere than its name says is not listed: its
/// name is damaged, and opening the space by its own name mends it.
pub(crate) fn names(root: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for first in folders(&root.join("spaces"))? {
        for second in folders(&first)? {
            let spaces = folders(&second)?.into_iter().filter(|dir| hupo_store::Store::exists(dir));
            let listed = spaces.filter_map(|dir| named(&dir).map(|name| (dir, name)));
            let right = listed.filter(|(dir, name)| of(root, name).is_ok_and(|place| place == *dir));
            names.extend(right.map(|(_, name)| name));
        }
    }
    names.sort();
    Ok(names)
}

/// The folders directly inside; none if the folder is not there.
fn folders(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let io = |source| Error::io("listing the root", source);
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    Ok(folders)
}
