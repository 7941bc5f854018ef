//! What can go wrong in the keyword leg.

use std::path::PathBuf;
use tantivy::TantivyError;
use tantivy::directory::error::OpenWriteError;

/// An error of the keyword leg. Nothing is lost by any of them: the store is the truth, and the index is rebuilt from it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The disk is full, or a limit on the size of files is met. Nothing is lost; free some space and try again.
    #[error("{doing}: the disk is full; the ledger has all that was acknowledged: free some space, then try again")]
    DiskFull {
        /// What was being done.
        doing: &'static str,
    },
    /// The file system refused: permissions, a vanished folder. The environment's fault; mend it and reopen.
    #[error("{doing} in {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// tantivy refused: a second writer, a damaged file. Drop the index and open it again.
    #[error("{doing}: {source}; the ledger has everything: try again, or run `hupo rebuild`")]
    Tantivy {
        /// What was being done.
        doing: &'static str,
        /// What tantivy said.
        source: Box<TantivyError>,
    },
    /// The files contradict each other or their checksums. The disk's fault; drop the index and open it again, which
    /// empties it, and replay.
    #[error("the keyword index is damaged: {what}")]
    Damaged {
        /// What does not hold.
        what: String,
    },
    /// A dependency or this crate panicked; caught at the edge. Drop the index and open it again.
    #[error("{doing} panicked: {message}")]
    Panicked {
        /// What was being done.
        doing: &'static str,
        /// The panic's message.
        message: String,
    },
    /// An earlier write failed half way, so that the index no longer answers. Drop it and open it again.
    #[error("the keyword index stopped after a failed write; drop it and open it again")]
    Stopped,
}

impl Error {
    pub(crate) fn tantivy(doing: &'static str) -> impl FnOnce(TantivyError) -> Self {
        move |source| match is_full(&source) {
            true => Self::DiskFull { doing },
            false => Self::Tantivy { doing, source: Box::new(source) },
        }
    }

    pub(crate) fn reading(source: std::io::Error) -> Self {
        Self::Tantivy { doing: "reading postings", source: Box::new(source.into()) }
    }

    pub(crate) fn io(doing: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        move |source| match is_want_of_space(&source) {
            true => Self::DiskFull { doing },
            false => Self::Io { doing, path: path.to_owned(), source },
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }
}

/// Whether tantivy met a full disk.
fn is_full(error: &TantivyError) -> bool {
    if let TantivyError::IoError(error) = error {
        return is_want_of_space(error);
    }
    if let TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) = error {
        return is_want_of_space(io_error);
    }
    matches!(error, TantivyError::InternalError(words) if tell_of_want_of_space(words))
}

/// tantivy wraps some errors of the system in others of its own.
fn is_want_of_space(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let within = error.get_ref().and_then(|error| error.downcast_ref::<std::io::Error>());
    let is_told = || within.is_none() && tell_of_want_of_space(&error.to_string());
    [StorageFull, QuotaExceeded, FileTooLarge].contains(&error.kind())
        || within.is_some_and(is_want_of_space)
        || is_told()
}

/// Of errors in its other threads tantivy keeps nothing but the system's words.
fn tell_of_want_of_space(words: &str) -> bool {
    ["No space left on device", "File too large", "quota exceeded"].iter().any(|said| words.contains(said))
}

#[cfg(test)]
mod tests;
