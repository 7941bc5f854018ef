//! After the disk was full: the file is opened anew, so that reading goes on, and writing once there is room.
//!
//! redb refuses everything after a failure, because what it holds in memory may not be what the file holds. What the file
//! holds is found out by opening it. Only for want of room, where the system refused a change and nothing was lost: where
//! the disk itself failed, what is read back may never get to it, and the space must be closed.

use std::path::PathBuf;
use std::sync::Arc;

use hupo_types::{Change, SpaceConfig};
use redb::Database;

use super::Writer;
use crate::disk::Disk;
use crate::ledger::{self, Head};
use crate::snapshot::Snapshot;
use crate::{Error, database};

/// What it takes to open the ledger again.
pub(crate) struct LedgerFile {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) path: PathBuf,
    pub(crate) cache_bytes: usize,
    pub(crate) config: Arc<SpaceConfig>,
}

impl Writer {
    /// Opens the file anew if the disk was full. If that fails too, the next write tries again.
    pub(super) fn mend(&mut self) {
        if !self.poisoned || !self.is_full {
            return;
        }
        match self.opened_anew() {
            Ok(changes) => {
                self.poisoned = false;
                self.names.forget();
                changes.iter().for_each(|change| self.tell(change));
            }
            Err(error) => {
                tracing::warn!(%error, "after a full disk the ledger was not opened; the next write tries again")
            }
        }
    }

    /// Opens the file, and gives the writes of the one that failed, if they are there after all: nobody was told that
    /// they are safe, but whoever reads finds them, and so must the legs.
    fn opened_anew(&mut self) -> Result<Vec<Change>, Error> {
        let Some(file) = &self.ledger else { return Err(Error::Poisoned) };
        let mut shared = self.shared.write();
        drop(shared.take());
        let opened = database::open_on(&*file.disk, &file.path, file.cache_bytes)?;
        let (head, changes) = since(&opened, file, self.head)?;
        *shared = Some(opened);
        drop(shared);
        self.head = head;
        self.head_file.write(head)?;
        Ok(changes)
    }
}

/// What the file holds after `known`, which it must hold.
fn since(opened: &Database, file: &LedgerFile, known: Head) -> Result<(Head, Vec<Change>), Error> {
    let snapshot = Snapshot::begin(opened, &file.config)?;
    let holds = ledger::skeleton(&snapshot, known.0)?.is_some_and(|skeleton| skeleton.chain == known.1);
    if !holds {
        return Err(Error::damaged(format!("the ledger does not hold write {} any more", known.0)));
    }
    let changes = snapshot.changes_since(known.0).collect::<Result<Vec<_>, Error>>()?;
    Ok((snapshot.head(), changes))
}
