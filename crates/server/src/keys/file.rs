//! The file of keys: read whole, written whole, under a lock, by way of a temporary file.

use super::record::{CoveredSpaces, KeyRecord, OwnLimits};
use super::{KeyError, secret, words};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The only form there is yet.
const VERSION: u32 = 1;

/// A file of keys, there or not.
#[derive(Debug, Clone)]
pub struct KeyFile {
    path: PathBuf,
}

/// A key to be made.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// What it is for.
    pub name: String,
    /// The spaces it covers.
    pub spaces: CoveredSpaces,
    /// The verbs it covers, as words.
    pub verbs: Vec<String>,
    /// From when on it is not valid any more.
    pub expires: Option<jiff::Timestamp>,
    /// Limits of its own.
    pub limits: OwnLimits,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    version: u32,
    keys: Vec<KeyRecord>,
}

impl KeyFile {
    /// The file at this path.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The keys in it, oldest first; none if there is no file.
    pub fn read(&self) -> Result<Vec<KeyRecord>, KeyError> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.io("reading", error)),
        };
        let contents: Contents = serde_json::from_slice(&bytes).map_err(|error| self.bad(error.to_string()))?;
        if contents.version != VERSION {
            return Err(self.bad(format!("its version is {}, this program knows {VERSION}", contents.version)));
        }
        Ok(contents.keys)
    }

    /// Makes a key; answers what is kept of it, and the key itself, which nothing shows again.
    pub fn create(&self, new: NewKey, now: jiff::Timestamp) -> Result<(KeyRecord, String), KeyError> {
        check(&new)?;
        self.change(|keys| {
            let (record, key) = made(new, now)?;
            keys.push(record.clone());
            Ok((record, key))
        })
    }

    /// Revokes the key with this id, or the only valid one of this name. One that is revoked stays as it is.
    pub fn revoke(&self, wanted: &str, now: jiff::Timestamp) -> Result<KeyRecord, KeyError> {
        self.change(|keys| {
            let record = found(keys, wanted, now)?;
            record.revoked.get_or_insert(now);
            Ok(record.clone())
        })
    }

    /// Makes a key that covers the same; the old one is valid until `until` and no longer.
    pub fn rotate(
        &self,
        wanted: &str,
        until: jiff::Timestamp,
        now: jiff::Timestamp,
    ) -> Result<(KeyRecord, String), KeyError> {
        self.change(|keys| {
            let old = found(keys, wanted, now)?;
            if !old.is_valid(now) {
                return Err(KeyError::Bad { what: "the key is not valid any more; create a new one".into() });
            }
            let new = NewKey {
                name: old.name.clone(),
                spaces: old.spaces.clone(),
                verbs: old.verbs.clone(),
                expires: old.expires,
                limits: old.limits.clone(),
            };
            old.expires = Some(old.expires.map_or(until, |expires| expires.min(until)));
            let (record, key) = made(new, now)?;
            keys.push(record.clone());
            Ok((record, key))
        })
    }

    /// Changes the keys, if `change` agrees; nobody else changes them meanwhile.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<KeyRecord>) -> Result<T, KeyError>) -> Result<T, KeyError> {
        let _lock = self.lock()?;
        let mut keys = self.read()?;
        let changed = change(&mut keys)?;
        self.write(keys)?;
        Ok(changed)
    }

    fn lock(&self) -> Result<File, KeyError> {
        let io = |error| self.io("locking", error);
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let lock = private().open(self.beside(".lock")).map_err(io)?;
        lock.lock().map_err(io)?;
        Ok(lock)
    }

    /// A reader finds the old file or the new one, also after a power loss.
    fn write(&self, keys: Vec<KeyRecord>) -> Result<(), KeyError> {
        let io = |error| self.io("writing", error);
        let text = serde_json::to_string_pretty(&Contents { version: VERSION, keys })
            .map_err(|error| self.bad(error.to_string()))?;
        let temporary = self.beside(".new");
        // What a killed process left is not ours to keep: its rights may be others.
        drop(std::fs::remove_file(&temporary));
        let mut file = private().open(&temporary).map_err(io)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(io)?;
        std::fs::rename(&temporary, &self.path).map_err(io)?;
        self.sync_folder().map_err(io)
    }

    fn sync_folder(&self) -> std::io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    fn beside(&self, end: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(end);
        name.into()
    }

    fn io(&self, doing: &'static str, source: std::io::Error) -> KeyError {
        KeyError::Io { doing, path: self.path.clone(), source }
    }

    fn bad(&self, reason: String) -> KeyError {
        KeyError::BadFile { path: self.path.clone(), reason }
    }
}

/// For files that their owner alone may read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn check(new: &NewKey) -> Result<(), KeyError> {
    let bad = |what: &str| Err(KeyError::Bad { what: what.to_owned() });
    match &new.spaces {
        CoveredSpaces::Named(names) if names.is_empty() => return bad("name a space the key is for"),
        CoveredSpaces::Under(prefix) if prefix.is_empty() => {
            return bad("every name begins with nothing; to cover every space, say so");
        }
        CoveredSpaces::All | CoveredSpaces::Named(_) | CoveredSpaces::Under(_) => {}
    }
    if words::verbs_named(&new.verbs)?.is_empty() {
        return bad("name a verb or a group of verbs the key is for");
    }
    Ok(())
}

fn made(new: NewKey, now: jiff::Timestamp) -> Result<(KeyRecord, String), KeyError> {
    let random = |error: getrandom::Error| KeyError::Bad { what: format!("the machine gave no random bits: {error}") };
    let fresh = secret::fresh().map_err(random)?;
    let record = KeyRecord {
        id: fresh.id,
        name: new.name,
        last_four: fresh.last_four,
        hash: blake3::Hash::from_bytes(fresh.hash).to_hex().to_string(),
        spaces: new.spaces,
        verbs: new.verbs,
        created: now,
        expires: new.expires,
        revoked: None,
        limits: new.limits,
    };
    Ok((record, fresh.key))
}

/// By id, or by a name that only one valid key has.
fn found<'a>(keys: &'a mut [KeyRecord], wanted: &str, now: jiff::Timestamp) -> Result<&'a mut KeyRecord, KeyError> {
    let of_name = |key: &KeyRecord| key.name == wanted && key.is_valid(now);
    let is_ambiguous = keys.iter().filter(|key| of_name(key)).count() > 1;
    let by_id = keys.iter().position(|key| key.id == wanted);
    if by_id.is_none() && is_ambiguous {
        return Err(KeyError::Ambiguous { wanted: wanted.to_owned() });
    }
    let place = by_id.or_else(|| keys.iter().position(of_name));
    let unknown = || KeyError::Unknown { wanted: wanted.to_owned() };
    place.and_then(|place| keys.get_mut(place)).ok_or_else(unknown)
}
