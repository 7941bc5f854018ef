//! The truth of one space on disk: a ledger of events, the tables they make, snapshots to read, one writer.
//!
//! The only crate that knows redb. `docs/storage.md` has every byte of the format. What the store promises: a write
//! is all or nothing and on the disk before it is acknowledged; no memory without the words it rests on, found in the
//! message it cites; no fact about the user without the user's words; nothing is edited; damage is an error, never a
//! panic and never a wrong answer.

mod apply;
mod change;
mod citations;
mod creation;
mod database;
mod digest;
mod disk;
mod document;
mod erase;
mod error;
mod export;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod hash;
mod head;
mod import;
mod key;
mod ledger;
mod lock;
mod once;
mod options;
mod pages;
mod promoted;
mod read;
mod recheck;
mod record;
mod records;
mod repair;
mod replay;
mod rows;
mod snapshot;
mod store;
mod sweep;
mod table;
mod tables;
mod totals;
mod upgrade;
mod verify;
mod write;
mod writer;

pub use error::Error;
pub use export::{ExportLine, ExportedSpace, ExportedWrite};
pub use once::Once;
pub use options::{OnCommit, Options};
pub use read::Read;
pub use repair::{DamagedWrite, Extent, Lost, Repair, Unfit};
pub use snapshot::{DocFacts, Records, Snapshot, Vectors};
pub use store::{Compacted, Size, Store};
pub use totals::Counts;
pub use verify::{Finding, Mend, Progress, Report, Step};
pub use write::{Order, Receipt, Transaction, Write};

#[cfg(test)]
mod tests;
