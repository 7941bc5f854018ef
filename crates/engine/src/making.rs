//! Making a space once: the caller's key is left in the new space's directory before its ledger is there, so that the
//! same call again, also after a kill, is told apart from somebody else's.

use crate::place;
use crate::{Error, Hupo, Once, Space};
use hupo_store::Store;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// The file in the space's directory. A space that was made without a key has none.
const FILE: &str = "made-once";
/// What the file begins with, and the form of the rest.
const FORM: &str = "hupo made-once 1";

impl Hupo {
    /// The space that `make` makes, or the one it made before under the same key.
    /// Errors: [`Error::SpaceExists`] for one that was made otherwise, [`Error::KeyReused`].
    pub(crate) fn make(
        &self,
        name: &str,
        making: Making,
        make: impl FnOnce(&Path) -> Result<crate::space::Inner, Error>,
    ) -> Result<Space, Error> {
        let exists = || Error::SpaceExists { name: name.to_owned() };
        let mut made = false;
        let entered = self.enter(name, |dir| match Store::exists(dir) {
            true => Err(exists()),
            false => {
                made = true;
                making.begin(dir)?;
                make(dir)
            }
        });
        match entered {
            // A space that is open already is handed out without asking to open it.
            Ok(_) if !made => self.made_before(name, &making),
            Err(Error::SpaceExists { .. }) => self.made_before(name, &making),
            entered => entered,
        }
    }

    fn made_before(&self, name: &str, making: &Making) -> Result<Space, Error> {
        let dir = place::of(&self.shared().root, name)?;
        match making.is_known(&dir)? {
            true => self.space(name),
            false => Err(Error::SpaceExists { name: name.to_owned() }),
        }
    }
}

/// What a space is made by, and under which key.
pub(crate) struct Making {
    verb: &'static str,
    once: Option<Once>,
}

impl Making {
    pub(crate) const fn new(verb: &'static str, once: Option<Once>) -> Self {
        Self { verb, once }
    }

    /// Leaves the key in the directory, safe on the disk before there is a ledger. What an earlier attempt left goes: it
    /// made no space.
    fn begin(&self, dir: &Path) -> Result<(), Error> {
        let io = |source| Error::io("keeping the key of a new space", source);
        let path = dir.join(FILE);
        let Some(line) = self.line()? else {
            return match std::fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(io(error)),
                Ok(()) | Err(_) => Ok(()),
            };
        };
        std::fs::create_dir_all(dir).map_err(io)?;
        let mut file = File::create(&path).map_err(io)?;
        file.write_all(line.as_bytes()).and_then(|()| file.sync_all()).map_err(io)
    }

    /// Whether the space in the directory was made by this very call.
    fn is_known(&self, dir: &Path) -> Result<bool, Error> {
        let Some(line) = self.line()? else { return Ok(false) };
        let kept = match std::fs::read_to_string(dir.join(FILE)) {
            Ok(kept) => kept,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(Error::io("reading the key of a space", error)),
        };
        let key = |line: &str| line.split_whitespace().nth(3).map(str::to_owned);
        match kept == line {
            true => Ok(true),
            false if key(&kept) == key(&line) => Err(Error::KeyReused),
            false => Ok(false),
        }
    }

    /// The file's only line: the hash of the key, and that of what was asked. Neither can be read back from it.
    fn line(&self) -> Result<Option<String>, Error> {
        let Some(once) = &self.once else { return Ok(None) };
        hupo_store::Once { key: once.key.clone(), request: once.request, quotes: false }.check()?;
        let mut request = blake3::Hasher::new();
        request.update(self.verb.as_bytes()).update(&[0]).update(&once.request);
        let (key, request) = (blake3::hash(once.key.as_bytes()).to_hex(), request.finalize().to_hex());
        Ok(Some(format!("{FORM} {key} {request}\n")))
    }
}

#[cfg(test)]
mod tests;
