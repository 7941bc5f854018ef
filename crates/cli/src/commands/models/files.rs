//! The files of the manifest's models: there or not, whole or not.

use hupo_inference::{Manifest, ModelEntry, ModelFile, ModelKind};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A model of the manifest, and how its files stand.
#[derive(Debug, Serialize)]
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) default: bool,
    pub(super) licence: String,
    pub(super) bytes: u64,
    #[serde(flatten)]
    pub(super) state: State,
}

/// How the files of a model stand.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(super) enum State {
    /// They are here with the sizes listed.
    Here,
    /// They are here and every hash is as listed.
    Verified,
    /// This file is not here.
    Absent { file: String },
    /// This file is not what the manifest lists.
    Wrong { file: String, reason: String },
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here => f.write_str("here"),
            Self::Verified => f.write_str("verified"),
            Self::Absent { file } => write!(f, "absent ({file})"),
            Self::Wrong { file, reason } => write!(f, "{file} {reason}; delete it and fetch again"),
        }
    }
}

/// Looks whether the files are there with their sizes.
pub(super) fn look(manifest: &Manifest, folder: &Path) -> Vec<Checked> {
    let state =
        |entry: &ModelEntry| first_fault(entry, folder, &|_, path, file| size(path, file)).unwrap_or(State::Here);
    manifest.models.iter().map(|entry| checked(manifest, entry, state(entry))).collect()
}

/// Hashes every file that is there; `progress` hears bytes done and bytes in all.
pub(super) fn hash(manifest: &Manifest, folder: &Path, progress: &dyn Fn(u64, u64)) -> Vec<Checked> {
    let of: u64 = manifest.models.iter().map(bytes).sum();
    let done = Cell::new(0);
    let read = |n: u64| {
        done.set(done.get() + n);
        progress(done.get(), of);
    };
    let whole =
        |name: &str, path: &Path, file: &ModelFile| size(path, file).or_else(|| same_hash(name, path, file, &read));
    let state = |entry: &ModelEntry| first_fault(entry, folder, &whole).unwrap_or(State::Verified);
    manifest.models.iter().map(|entry| checked(manifest, entry, state(entry))).collect()
}

/// The default models and the runtime, as far as they are not here.
pub(super) fn needed(manifest: &Manifest, folder: &Path) -> Vec<String> {
    let runtime_elsewhere = std::env::var_os("HUPO_ORT_LIBRARY").is_some();
    let needed = |model: &Checked| model.default && !(model.kind == "runtime" && runtime_elsewhere);
    let missing = look(manifest, folder).into_iter().filter(|model| needed(model) && model.state != State::Here);
    missing.map(|model| model.name).collect()
}

fn checked(manifest: &Manifest, entry: &ModelEntry, state: State) -> Checked {
    let name = Some(&entry.name);
    let (kind, default) = match entry.kind {
        ModelKind::Embedder => ("embedder", manifest.default_embedder.as_ref() == name),
        ModelKind::Reranker => ("reranker", manifest.default_reranker.as_ref() == name),
        ModelKind::Runtime => ("runtime", true),
    };
    Checked { name: entry.name.clone(), kind, default, licence: entry.licence.clone(), bytes: bytes(entry), state }
}

fn bytes(entry: &ModelEntry) -> u64 {
    entry.files.iter().filter_map(|file| file.bytes).sum()
}

type Look<'a> = &'a dyn Fn(&str, &Path, &ModelFile) -> Option<State>;

fn first_fault(entry: &ModelEntry, folder: &Path, look: Look<'_>) -> Option<State> {
    let path = |file: &ModelFile| -> PathBuf { folder.join(&entry.folder).join(&file.name) };
    entry.files.iter().find_map(|file| look(&file.name, &path(file), file))
}

fn size(path: &Path, file: &ModelFile) -> Option<State> {
    let name = file.name.clone();
    let Ok(found) = path.metadata().map(|about| about.len()) else { return Some(State::Absent { file: name }) };
    let expected = file.bytes.filter(|&expected| expected != found)?;
    Some(State::Wrong { file: name, reason: format!("has {found} bytes, {expected} are listed") })
}

fn same_hash(name: &str, path: &Path, file: &ModelFile, read: &dyn Fn(u64)) -> Option<State> {
    let expected = file.sha256.as_ref()?;
    let reason = match digest(path, read) {
        Ok(found) if found.eq_ignore_ascii_case(expected) => return None,
        Ok(found) => format!("has sha256 {found}, {expected} is listed"),
        Err(error) => format!("cannot be read: {error}"),
    };
    Some(State::Wrong { file: name.to_owned(), reason })
}

fn digest(path: &Path, read: &dyn Fn(u64)) -> std::io::Result<String> {
    let (mut file, mut hasher, mut block) = (std::fs::File::open(path)?, Sha256::new(), vec![0; 1 << 20]);
    loop {
        let n = file.read(&mut block)?;
        if n == 0 {
            return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hasher.update(block.get(..n).unwrap_or_default());
        read(n as u64);
    }
}

#[cfg(test)]
mod tests;
