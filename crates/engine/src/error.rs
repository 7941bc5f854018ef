//! What can go wrong at the door, and what to do about it.

use hupo_types::{Refusal, Sequence};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A failure. Nothing was written unless the error says so.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The caller's: one or more commands break a rule, so none of the write happened. Each refusal names the field
    /// and the remedy; the number is the command's place in the write.
    #[error("refused, nothing was written: {}", list(refusals))]
    Refused {
        /// Which command, and why.
        refusals: Vec<(usize, Refusal)>,
    },
    /// The caller's: no space of this name lies under the root.
    #[error("there is no space {name:?} under {root}; create it first, or list the spaces there are", root = root.display())]
    UnknownSpace {
        /// The name asked for.
        name: String,
        /// Where it was looked for.
        root: PathBuf,
    },
    /// The caller's: the space exists already.
    #[error("there is a space {name:?} already; open it instead")]
    SpaceExists {
        /// Its name.
        name: String,
    },
    /// The caller's: the name cannot name a space.
    #[error("the space name {name:?} cannot be used: {reason}")]
    BadSpaceName {
        /// The name, or its beginning.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The caller's: the time zone is not in the IANA database.
    #[error("zone: {zone:?} is no IANA time zone; write one such as \"Asia/Shanghai\" or \"UTC\"")]
    BadZone {
        /// The zone asked for.
        zone: String,
    },
    /// The caller's: the question cannot be asked.
    #[error("{field}: {reason}")]
    BadQuestion {
        /// Which part of the question.
        field: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The caller's: another process, or another handle of this one, has the space open.
    #[error("the space {name:?} is open elsewhere{}; close it there first", holder.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Locked {
        /// The space's name.
        name: String,
        /// The process that holds it, if it left its number.
        holder: Option<u32>,
    },
    /// The caller's: there is no embedder to make vectors with.
    #[error("there is no embedding model: {reason}")]
    NoEmbedder {
        /// Why, and what to do.
        reason: String,
    },
    /// The space was closed through another handle.
    #[error("the space {name:?} was closed; open it again")]
    Closed {
        /// The space's name.
        name: String,
    },
    /// The caller's, or the disk's that kept it: a backup is not what was written. Nothing was restored.
    #[error("line {line} of the backup: {what}; nothing was restored; take another backup")]
    BadBackup {
        /// The line, the first being 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The caller's: the key was given to another request, or to another verb. Nothing was written.
    #[error("once.key: this key was given to another request; give each request a key of its own")]
    KeyReused,
    /// Nobody's: the write was done under this key, and is not done again; its answer is not kept any more, because an
    /// erasure emptied it or it was too long. Read what you need anew.
    #[error("this was done as write {sequence}, and is not done again; its answer is not kept any more")]
    AnswerGone {
        /// The write's number.
        sequence: Sequence,
    },
    /// The store failed; its own message says whose fault it is and names the repair command.
    #[error(transparent)]
    Store(hupo_store::Error),
    /// The keyword leg failed; recall goes on without it, and `hupo rebuild` makes it anew.
    #[error(transparent)]
    Keyword(#[from] hupo_keyword::Error),
    /// The vector leg failed; recall goes on without it, and `hupo rebuild` makes it anew.
    #[error(transparent)]
    Vector(#[from] hupo_vector::Error),
    /// The graph leg failed; recall goes on without it, and `hupo rebuild` makes it anew.
    #[error(transparent)]
    Graph(#[from] hupo_graph::Error),
    /// A model failed.
    #[error(transparent)]
    Inference(#[from] hupo_inference::Error),
    /// A memory's sources could not be read.
    #[error(transparent)]
    Memory(#[from] hupo_memory::Error),
    /// The machine's: a file could not be read or written.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The system's answer.
        source: io::Error,
    },
    /// The machine's: the threads for recall could not be started.
    #[error("the threads for recall could not be started: {reason}")]
    Threads {
        /// The system's answer.
        reason: String,
    },
}

impl Error {
    /// A full disk is the same error whoever meets it.
    pub(crate) fn io(doing: &'static str, source: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        if [StorageFull, QuotaExceeded, FileTooLarge].contains(&source.kind()) {
            Self::Store(hupo_store::Error::DiskFull { doing })
        } else {
            Self::Io { doing, source }
        }
    }

    /// Whether what was read from the disk is not what was written: verify the space, then restore a backup.
    pub fn is_damage(&self) -> bool {
        use hupo_store::Error::{Damaged, Foreign, LedgerBehindHead};
        matches!(self, Self::Store(Damaged { .. } | Foreign { .. } | LedgerBehindHead { .. }))
            || matches!(self, Self::Memory(hupo_memory::Error::MissingSource { .. }))
    }

    /// Whether there was no room on the disk. Nothing acknowledged is lost; free some space and try again.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Self::Store(hupo_store::Error::DiskFull { .. }))
            || matches!(self, Self::Keyword(hupo_keyword::Error::DiskFull { .. }))
    }

    /// The line of an export that does not hold, counted from 1, if that is what failed.
    pub fn bad_line(&self) -> Option<u64> {
        if let Self::Store(hupo_store::Error::BadLine { line, .. }) = self { Some(*line) } else { None }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "whatever else the store says is the store's to say")]
impl From<hupo_store::Error> for Error {
    fn from(error: hupo_store::Error) -> Self {
        use hupo_store::Error::{AnswerGone, KeyReused, Refused};
        match error {
            Refused { refusals } => Self::Refused { refusals },
            KeyReused => Self::KeyReused,
            AnswerGone { sequence } => Self::AnswerGone { sequence },
            other => Self::Store(other),
        }
    }
}

fn list(refusals: &[(usize, Refusal)]) -> String {
    let shown = refusals.iter().take(5).map(|(place, refusal)| format!("[{place}] {refusal}"));
    let mut lines: Vec<String> = shown.collect();
    if refusals.len() > lines.len() {
        lines.push(format!("and {} more", refusals.len() - lines.len()));
    }
    lines.join("; ")
}

impl From<hupo_recall::Error> for Error {
    fn from(error: hupo_recall::Error) -> Self {
        match error {
            hupo_recall::Error::BadQuestion { field, reason } => Self::BadQuestion { field, reason },
        }
    }
}
