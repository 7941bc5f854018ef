//! What can go wrong while a set is read.

use super::BadLine;
use std::path::PathBuf;
use thiserror::Error;

/// A failure of loading. Nothing has been written anywhere.
#[derive(Debug, Error)]
pub enum Error {
    /// The folder holds neither layout. The caller's: name a folder that does.
    #[error("{} holds neither corpus.jsonl (BEIR layout) nor transcript.jsonl (a conversation); name a folder that does", folder.display())]
    UnknownLayout {
        /// The folder.
        folder: PathBuf,
    },
    /// A file is absent, or the system will not read it.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line cannot be used. Mend it, or skip bad lines.
    #[error(transparent)]
    BadLine(#[from] BadLine),
    /// No such time zone. The caller's: give an IANA name.
    #[error("zone: there is no time zone {zone:?}; give an IANA name such as Asia/Shanghai")]
    UnknownZone {
        /// What was given.
        zone: String,
    },
}
