//! What can go wrong while an export is read.

use crate::Fault;
use thiserror::Error;

/// A failure of reading. What was handed over before it stands; nothing was written by this crate.
#[derive(Debug, Error)]
pub enum Error {
    /// Something cannot be used, and bad records are not skipped. The file's fault: mend it, or skip.
    #[error(transparent)]
    Bad(#[from] Fault),
    /// No known format. The caller's: name the format, or give another file.
    #[error(
        "{file} is no export of ChatGPT, Claude, Open WebUI, mem0 or the MCP memory server; give such a file, or name its format"
    )]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// The text is not UTF-8 but UTF-16 or UTF-32. The file's fault: save it as UTF-8.
    #[error("{file} is UTF-16 or UTF-32 text; save it as UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
    },
    /// The archive cannot be opened. The file's fault: download it again, or unpack it and give what is inside.
    #[error(
        "{file} cannot be opened as a zip archive ({reason}); download it again, or unpack it and give the file inside"
    )]
    BadArchive {
        /// The archive.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The archive holds more than is unpacked from any archive, as one made to do harm would.
    #[error("{file} holds more than {limit} {what}; unpack it and give the files inside")]
    TooLarge {
        /// The archive, or the entry in it.
        file: String,
        /// What is limited: `entries` or `bytes`.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The system will not read the file.
    #[error("{file} cannot be read: {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The caller broke off.
    #[error("the caller broke off")]
    Interrupted,
}
