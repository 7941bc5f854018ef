//! Are the files what the manifest lists? Sizes at every open, sha256 when asked, remembered for the life of the process.

use crate::Error;
use crate::manifest::{ModelEntry, ModelKind};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

/// A file's state at the time it was hashed; a changed file is hashed again.
type Stamp = (PathBuf, u64, Option<SystemTime>);

static KNOWN: LazyLock<Mutex<HashMap<Stamp, String>>> = LazyLock::new(Mutex::default);

/// Checks that the files of `entry` exist with the sizes listed, and with the hashes listed if `thoroughly`.
///
/// Fails with `FileAbsent`, `FileSize`, `FileHash` or `Read`.
pub(crate) fn check(root: &Path, entry: &ModelEntry, thoroughly: bool) -> Result<(), Error> {
    let implied: &[&str] = match entry.kind {
        ModelKind::Embedder | ModelKind::Reranker => &["model.onnx", "tokenizer.json"],
        ModelKind::Runtime => &[],
    };
    for file in implied {
        size(&entry.path(root, file))?;
    }
    for file in &entry.files {
        let path = entry.path(root, &file.name);
        let found = size(&path)?;
        if let Some(expected) = file.bytes.filter(|&expected| expected != found) {
            return Err(Error::FileSize { path, expected, found });
        }
        if let Some(expected) = file.sha256.as_ref().filter(|_| thoroughly) {
            same_hash(path, expected)?;
        }
    }
    Ok(())
}

fn same_hash(path: PathBuf, expected: &str) -> Result<(), Error> {
    let found = sha256(&path)?;
    if found.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(Error::FileHash { path, expected: expected.to_owned(), found })
}

fn size(path: &Path) -> Result<u64, Error> {
    match std::fs::metadata(path) {
        Ok(file) if file.is_file() => Ok(file.len()),
        Ok(_) => Err(Error::FileAbsent { path: path.to_owned() }),
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => {
            Err(Error::FileAbsent { path: path.to_owned() })
        }
        Err(source) => Err(Error::Read { path: path.to_owned(), source }),
    }
}

/// The sha256 of a file in lower-case hexadecimal; a file that did not change is read once a process.
pub(crate) fn sha256(path: &Path) -> Result<String, Error> {
    let failed = |source| Error::Read { path: path.to_owned(), source };
    let about = std::fs::metadata(path).map_err(failed)?;
    let stamp = (path.to_owned(), about.len(), about.modified().ok());
    if let Some(hash) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&stamp) {
        return Ok(hash.clone());
    }
    let hash = digest(path).map_err(failed)?;
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(stamp, hash.clone());
    Ok(hash)
}

fn digest(path: &Path) -> std::io::Result<String> {
    let (mut file, mut hasher, mut block) = (std::fs::File::open(path)?, Sha256::new(), vec![0; 1 << 20]);
    loop {
        let n = file.read(&mut block)?;
        if n == 0 {
            return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hasher.update(block.get(..n).unwrap_or_default());
    }
}
