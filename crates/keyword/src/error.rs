//! What can go wrong in the keyword leg.

use std::path::PathBuf;

/// An error of the keyword leg. Nothing is lost by any of them: the store is the truth, and the index is rebuilt from it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file system refused: permissions, a full disk, a vanished folder. The environment's fault; mend it and reopen.
    #[error("{doing} in {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// tantivy refused: a full disk, a second writer, a damaged file. Drop the index and open it again.
    #[error("{doing}: {source}")]
    Tantivy {
        /// What was being done.
        doing: &'static str,
        /// What tantivy said.
        source: Box<tantivy::TantivyError>,
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
    pub(crate) fn tantivy(doing: &'static str) -> impl FnOnce(tantivy::TantivyError) -> Self {
        move |source| Self::Tantivy { doing, source: Box::new(source) }
    }

    pub(crate) fn reading(source: std::io::Error) -> Self {
        Self::Tantivy { doing: "reading postings", source: Box::new(source.into()) }
    }

    pub(crate) fn io(doing: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::Io { doing, path: path.to_owned(), source }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }
}
