//! Kill points: named moments of a write at which a test may end the process, to see what is left behind.
//!
//! Whoever writes passes through them in order. Nobody listens but a test that asked to, and a release build has
//! nothing here at all.

use std::sync::OnceLock;

/// A moment between two steps that must both be done, or be mended at the next opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KillPoint {
    /// The directory of a new space has its name in it, and no ledger.
    SpaceNamed,
    /// A new ledger is whole, and has not its name.
    LedgerFilled,
    /// A new ledger has its name; the directory may not be on the disk.
    LedgerNamed,
    /// All rows of a write are made, and none is on the disk.
    RowsMade,
    /// A write is on the disk; the second head does not know.
    LedgerCommitted,
    /// The second head knows; the legs do not.
    HeadWritten,
    /// The catalog has taken in the write, and no leg.
    CatalogApplied,
    /// The keyword leg has taken it in.
    KeywordApplied,
    /// The graph leg has taken it in, and the vectors not.
    GraphApplied,
    /// All legs have; nobody was answered.
    LegsApplied,
    /// The mark of a clean stop is gone from the keyword index; nothing is written yet.
    KeywordUnmarked,
    /// The segments of a keyword commit are on the disk; no commit names them.
    KeywordPrepared,
    /// The keyword commit stands, with its stamp; nothing is merged.
    KeywordCommitted,
    /// Segments are merged; the old ones' files are there.
    KeywordMerged,
    /// The keyword index is marked as put away.
    KeywordMarked,
    /// An erasure is on the disk; the keyword index holds the words.
    LegsDropped,
    /// The keyword index is removed after an erasure; the ledger's free pages hold the words.
    WordsDropped,
    /// The swept ledger is whole beside the old one.
    LedgerSwept,
    /// The swept ledger has the old one's name.
    SweepNamed,
    /// The old keyword index is removed by a rebuild.
    RebuildEmptied,
    /// A new keyword index is begun by a rebuild, and holds nothing.
    RebuildBegun,
    /// A new keyword index is filled; nobody asks it yet.
    RebuildFilled,
    /// What was made from the ledger of a space that is erased is gone.
    ShadowsRemoved,
    /// Its ledger is gone; its directory is there.
    LedgerRemoved,
}

impl KillPoint {
    /// Every one.
    pub const ALL: [Self; 24] = [
        Self::SpaceNamed,
        Self::LedgerFilled,
        Self::LedgerNamed,
        Self::RowsMade,
        Self::LedgerCommitted,
        Self::HeadWritten,
        Self::CatalogApplied,
        Self::KeywordApplied,
        Self::GraphApplied,
        Self::LegsApplied,
        Self::KeywordUnmarked,
        Self::KeywordPrepared,
        Self::KeywordCommitted,
        Self::KeywordMerged,
        Self::KeywordMarked,
        Self::LegsDropped,
        Self::WordsDropped,
        Self::LedgerSwept,
        Self::SweepNamed,
        Self::RebuildEmptied,
        Self::RebuildBegun,
        Self::RebuildFilled,
        Self::ShadowsRemoved,
        Self::LedgerRemoved,
    ];

    /// Goes by this moment. Nothing happens unless a test listens.
    #[inline]
    pub fn pass(self) {
        if cfg!(debug_assertions)
            && let Some(listener) = LISTENER.get()
        {
            listener(self);
        }
    }

    /// Has every passing told to `listener` from here on, in this process; the first one to listen stays.
    /// A release build tells nobody.
    pub fn listen(listener: impl Fn(Self) + Send + Sync + 'static) {
        let _kept = LISTENER.set(Box::new(listener));
    }
}

type Listener = Box<dyn Fn(KillPoint) + Send + Sync>;

static LISTENER: OnceLock<Listener> = OnceLock::new();
