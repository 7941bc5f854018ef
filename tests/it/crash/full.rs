//! A disk that is full, as a process meets it: a limit on the size of its files, or a small file system that a ballast
//! fills up.
//!
//! The act that meets it fails with an error that says what to do, or was not touched by it; when there is room again,
//! the same act is done again, and nothing that was acknowledged is missing.

use super::life::say;
use hupo::Error;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// From when on there is no room, and how much there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Full {
    /// No file may be written beyond so many bytes.
    Limit { bytes: u64 },
    /// The same, but only from the moment the ledger has the write.
    LimitOfTheLegs { bytes: u64 },
    /// So many bytes are free on the disk, which is a small one.
    Spare { bytes: u64 },
}

impl Full {
    /// Takes the room away.
    pub(super) fn begin(self, root: &Path) {
        match self {
            Self::Limit { bytes } | Self::LimitOfTheLegs { bytes } => limit(bytes),
            Self::Spare { bytes } => fill_up(root, bytes),
        }
    }

    /// Gives it back.
    pub(super) fn end(self, root: &Path) {
        match self {
            Self::Limit { .. } | Self::LimitOfTheLegs { .. } => limit(libc::RLIM_INFINITY),
            Self::Spare { .. } => std::fs::remove_file(ballast(root)).unwrap(),
        }
    }
}

/// Says that an act met the full disk, and holds the error to what it must be.
pub(super) fn tell(out: &mut impl Write, number: usize, error: &Error) {
    let text = error.to_string();
    let says_what_to_do = ["disk", "space", "again"].iter().any(|word| text.contains(word));
    assert!(says_what_to_do, "what is there to do? {text}");
    assert!(matches!(error, Error::Store(_) | Error::Keyword(_) | Error::Io { .. }), "of another kind: {error:?}");
    say(out, &format!("full {number} {}", text.replace('\n', " ")));
}

fn ballast(root: &Path) -> PathBuf {
    root.join("ballast")
}

/// Writes until nothing more goes in, and then gives back so much.
fn fill_up(root: &Path, spare: u64) {
    let mut file = std::fs::File::create(ballast(root)).unwrap();
    let mut written = 0;
    for piece in [64 << 10, 4 << 10, 1] {
        let zeros = vec![0; piece];
        while file.write_all(&zeros).is_ok() {
            written += piece as u64;
        }
    }
    file.set_len(written.saturating_sub(spare)).unwrap();
}

/// Limits what this process may write into one file; a write beyond is refused, and no signal ends the process.
#[expect(unsafe_code, reason = "the standard library sets no limits")]
fn limit(bytes: u64) {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: both calls take numbers and a struct that lives through them.
    let set = unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit)
    };
    assert_eq!(set, 0, "a process may lower its own limit, and lift it again");
}
