//! What a model said, kept word for word when that is asked for: a file for each run, named by the hash in its record.

use crate::Failure;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The answers of one run, in order.
#[derive(Default)]
pub(crate) struct Raw(Vec<String>);

impl Raw {
    pub(crate) fn add(&mut self, answer: &str) {
        self.0.push(answer.to_owned());
    }

    /// As they are kept: a JSON list of texts.
    fn written(&self) -> Vec<u8> {
        serde_json::Value::from(self.0.clone()).to_string().into_bytes()
    }

    /// SHA-256 of what is kept, in hex.
    pub(crate) fn hash(&self) -> String {
        Sha256::digest(self.written()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Keeps them in a folder that only its owner can read.
    pub(crate) fn keep(&self, folder: &Path) -> Result<(), Failure> {
        let written = || {
            make(folder)?;
            let path = folder.join(format!("{}.json", self.hash()));
            let mut file = open(&path)?;
            file.write_all(&self.written())?;
            file.sync_all()
        };
        written().map_err(|source| Failure::Keeping { source })
    }
}

#[cfg(unix)]
fn make(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<fs::File> {
    fs::File::create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_named_by_its_hash_and_is_for_its_owner_alone() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("a/raw");
        let mut raw = Raw::default();
        raw.add("```json\n{}\n```");
        raw.add("好");
        raw.keep(&folder).unwrap();
        let path = folder.join(format!("{}.json", raw.hash()));
        let kept: Vec<String> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(kept, ["```json\n{}\n```", "好"]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(&folder)), (0o600, 0o700));
        }
        assert!(raw.keep(&path).is_err(), "a file is no folder");
    }
}
