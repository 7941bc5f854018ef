//! Keys: who may ask for what. A key is 256 random bits that are shown once; only a hash of them is kept, in a file that
//! its owner alone may read. The running server reads the file again when it changes.

mod file;
mod live;
mod record;
mod secret;
mod words;

pub use file::{KeyFile, NewKey};
pub use live::Keys;
pub use record::{CoveredSpaces, KeyRecord, OwnLimits};
pub use words::verbs_named;

use std::path::PathBuf;

/// Why keys could not be read, made or changed.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The machine's: the file could not be read or written.
    #[error("{doing} {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file's: it is not what `hupo keys` writes.
    #[error("{} is no file of keys: {reason}", path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The caller's: no key goes by this id or name.
    #[error("there is no key {wanted:?}; `hupo keys list` shows those there are")]
    Unknown {
        /// The id or name asked for.
        wanted: String,
    },
    /// The caller's: several keys go by this name.
    #[error("several keys are called {wanted:?}; give the id of the one meant")]
    Ambiguous {
        /// The name asked for.
        wanted: String,
    },
    /// The caller's: the key cannot be made so.
    #[error("{what}")]
    Bad {
        /// What is wrong, and what to do.
        what: String,
    },
}

#[cfg(test)]
mod tests;
