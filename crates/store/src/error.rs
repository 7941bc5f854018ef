//! What can go wrong with a space on disk.

use std::io;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;

use hupo_types::{Refusal, Sequence};

/// Why the store did not do what it was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// Another process, or another handle of this one, has the space open. Close that one.
    #[error("the space is open already{}; close it there first", holder.map(|pid| format!(" in process {pid}")).unwrap_or_default())]
    Locked {
        /// The process that holds the lock, if it could be read.
        holder: Option<u32>,
    },
    /// There is no space in the directory. The caller's fault: check the path, or create the space.
    #[error("there is no space in {}; check the path, or create it", dir.display())]
    NotFound {
        /// The directory.
        dir: PathBuf,
    },
    /// There is a space in the directory already. The caller's fault: open it.
    #[error("there is a space in {} already; open it", dir.display())]
    AlreadyExists {
        /// The directory.
        dir: PathBuf,
    },
    /// The file is not a ledger of ours. The caller's fault, or a damaged header: restore it from a backup.
    #[error("{} is not a ledger of Hupo, or its first bytes are damaged; check the path, then \
         run `hupo repair --into NEW`, or restore a backup", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A newer program wrote the file. Nobody's fault: open it with that program.
    #[error("the file has format {found}, this program knows up to {known}; use a newer program")]
    NewerFormat {
        /// The format found on disk.
        found: u32,
        /// The newest format this program reads.
        known: u32,
    },
    /// The ledger ends before a write that was acknowledged. The disk's fault: writes are missing from the file.
    #[error(
        "the ledger ends at {ledger}, but {head} was acknowledged; restore a backup, or run \
         `hupo repair --into NEW` to go on without the missing writes"
    )]
    LedgerBehindHead {
        /// The last write in the ledger.
        ledger: Sequence,
        /// The last write that was acknowledged.
        head: Sequence,
    },
    /// What was read is not what was written. The disk's fault: run verify, then rebuild, repair or
    /// restore a backup.
    #[error("damaged: {what}; run `hupo verify`, then `hupo repair --into NEW`, or restore a backup")]
    Damaged {
        /// The place that is damaged.
        what: String,
    },
    /// The write breaks a rule, and nothing of it was written. The caller's fault: see each refusal.
    #[error("{}", refused(refusals))]
    Refused {
        /// The number of each refused command, from 0, and why.
        refusals: Vec<(usize, Refusal)>,
    },
    /// The key was given to another request. The caller's fault: a key is for one request; nothing was written.
    #[error("once.key: this key was given to another request; give each request a key of its own")]
    KeyReused,
    /// The write was done, and is not done again; its answer is not kept any more, because an erasure emptied it, or it
    /// was too long. Nobody's fault: read what you need anew.
    #[error("this was done as write {sequence}, and is not done again; its answer is not kept any more")]
    AnswerGone {
        /// The write's number.
        sequence: Sequence,
    },
    /// A line of an export is not what an export wrote, or is missing. The exporter's fault, or that of whoever changed the
    /// file: export again. Nothing was imported.
    #[error("line {line}: {what}; nothing was imported")]
    BadLine {
        /// The line, the first being 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// An earlier write failed on its way to the disk, so this handle writes no more. Close the space and open it again.
    #[error("an earlier write failed on its way to the disk; close the space and open it again")]
    Poisoned,
    /// The store is being closed. The caller's fault: keep the handle while writing.
    #[error("the space is closed; open it again")]
    Closed,
    /// Snapshots are alive, and what was asked needs the file alone. The caller's fault: drop them and ask again.
    #[error("snapshots of the space are in use; drop them and ask again")]
    InUse,
    /// There is no room on the disk for what was to be written, or the quota or the limit of a file's size is reached.
    /// Nothing of this was acknowledged, and what was is safe. The machine's: free some space, then try again; reading
    /// goes on meanwhile. (A write that was refused so may be found all the same, as after any failure of a commit.)
    #[error("{doing}: the disk is full; nothing of it was acknowledged: free some space, then try again")]
    DiskFull {
        /// What was being done.
        doing: &'static str,
    },
    /// The operating system refused a file operation. After a commit the write may or may not be found again.
    #[error("{doing}: {source}; check the disk's space and rights, then try again")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The system's answer.
        source: Arc<io::Error>,
    },
}

impl Error {
    pub(crate) fn io(doing: &'static str, source: io::Error) -> Self {
        if is_full(&source) { Self::DiskFull { doing } } else { Self::Io { doing, source: Arc::new(source) } }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }

    /// Whether redb's handle can no longer be trusted to write.
    pub(crate) fn breaks_the_handle(&self) -> bool {
        match self {
            Self::Io { .. } | Self::DiskFull { .. } | Self::Poisoned | Self::Closed => true,
            Self::Locked { .. }
            | Self::NotFound { .. }
            | Self::AlreadyExists { .. }
            | Self::Foreign { .. }
            | Self::NewerFormat { .. }
            | Self::LedgerBehindHead { .. }
            | Self::Damaged { .. }
            | Self::Refused { .. }
            | Self::KeyReused
            | Self::AnswerGone { .. }
            | Self::BadLine { .. }
            | Self::InUse => false,
        }
    }
}

/// Whether the system refused for want of room.
fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    [StorageFull, QuotaExceeded, FileTooLarge].contains(&error.kind())
}

fn refused(refusals: &[(usize, Refusal)]) -> String {
    match refusals {
        [] => "refused".to_owned(),
        [(command, refusal)] => format!("command {command}: {refusal}"),
        [(command, refusal), rest @ ..] => format!("command {command}: {refusal} (and {} more)", rest.len()),
    }
}

/// Runs what reads or writes redb's pages. redb panics on some damaged files; that is an answer, not our end.
pub(crate) fn caught<R>(doing: &'static str, work: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    std::panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::damaged(format!("{doing}: a page makes no sense"))))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "redb's enum is open to new variants")]
impl From<redb::Error> for Error {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::Io(source) => Self::io("reading or writing ledger.redb", source),
            redb::Error::PreviousIo => Self::Poisoned,
            redb::Error::DatabaseClosed => Self::Closed,
            redb::Error::DatabaseAlreadyOpen => Self::Locked { holder: None },
            redb::Error::TransactionInProgress | redb::Error::ReadTransactionStillInUse(_) => Self::InUse,
            redb::Error::Corrupted(what) => Self::damaged(format!("ledger.redb: {what}")),
            // Errors of redb that are none of these say that the file's own structure is not what we wrote.
            other => Self::damaged(format!("ledger.redb: {other}")),
        }
    }
}

macro_rules! from_redb {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Error {
            fn from(error: $kind) -> Self {
                Self::from(redb::Error::from(error))
            }
        })*
    };
}

from_redb!(
    redb::StorageError,
    redb::TableError,
    redb::TransactionError,
    redb::CommitError,
    redb::CompactionError,
    redb::DatabaseError
);
