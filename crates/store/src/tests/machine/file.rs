//! A file behind a page cache: as programs see it, as it is on the disk, and what lies between.

use std::collections::BTreeSet;

use super::super::random::Random;

/// What was not waited for yet.
enum Change {
    Written(usize, Vec<u8>),
    Resized(usize),
}

/// How much of what was not waited for a loss of power leaves.
#[derive(Clone, Copy)]
enum Fate {
    None,
    All,
    Writes,
    Sectors,
}

/// A block of a disk, for what files take.
const BLOCK: usize = 4_096;

#[derive(Default)]
pub(in super::super) struct File {
    now: Vec<u8>,
    safe: Vec<u8>,
    changes: Vec<Change>,
    /// Blocks that were written, and those of them that were waited for.
    blocks: BTreeSet<usize>,
    safe_blocks: BTreeSet<usize>,
}

impl File {
    pub(in super::super) fn now(&self) -> &[u8] {
        &self.now
    }

    /// Bytes of the blocks that were written.
    pub(in super::super) fn taken(&self) -> u64 {
        (self.blocks.len() * BLOCK) as u64
    }

    pub(super) fn write(&mut self, offset: usize, bytes: &[u8]) {
        put(&mut self.now, offset, bytes);
        let last = (offset + bytes.len()).saturating_sub(1);
        self.blocks.extend(offset / BLOCK..=last / BLOCK);
        self.changes.push(Change::Written(offset, bytes.to_vec()));
    }

    pub(super) fn resize(&mut self, length: usize) {
        self.now.resize(length, 0);
        self.blocks.split_off(&length.div_ceil(BLOCK));
        self.changes.push(Change::Resized(length));
    }

    /// Bytes that a write would take beyond what the file takes.
    pub(super) fn would_take(&self, offset: usize, length: usize) -> u64 {
        let last = (offset + length).saturating_sub(1);
        let new = (offset / BLOCK..=last / BLOCK).filter(|block| !self.blocks.contains(block)).count();
        (new * BLOCK) as u64
    }

    /// It was waited for in vain: what was written since is nowhere.
    pub(super) fn forget(&mut self) {
        self.changes.clear();
        self.now.clone_from(&self.safe);
        self.blocks.clone_from(&self.safe_blocks);
    }

    /// It was waited for.
    pub(super) fn sync(&mut self) {
        self.safe_blocks.clone_from(&self.blocks);
        for change in self.changes.drain(..) {
            match change {
                Change::Written(offset, bytes) => put(&mut self.safe, offset, &bytes),
                Change::Resized(length) => self.safe.resize(length, 0),
            }
        }
    }

    /// The power is gone: of what was not waited for any part is there, of any size the file had since.
    pub(super) fn lose(&mut self, random: &mut Random) {
        let changes = std::mem::take(&mut self.changes);
        let length = self.any_length(&changes, random);
        let sector = [512, 4_096][random.below(2) as usize];
        let fate = [Fate::None, Fate::All, Fate::Writes, Fate::Sectors, Fate::Sectors][random.below(5) as usize];
        for change in changes {
            if let Change::Written(offset, bytes) = change {
                keep_some(&mut self.safe, (offset, &bytes), (fate, sector), random);
            }
        }
        self.safe.resize(length, 0);
        self.now.clone_from(&self.safe);
        self.blocks.retain(|block| block * BLOCK < length);
        self.safe_blocks.clone_from(&self.blocks);
    }

    fn any_length(&self, changes: &[Change], random: &mut Random) -> usize {
        let mut lengths = vec![self.safe.len(), self.now.len()];
        lengths.extend(changes.iter().filter_map(|change| match change {
            Change::Resized(length) => Some(*length),
            Change::Written(..) => None,
        }));
        lengths[random.below(lengths.len() as u64) as usize]
    }
}

fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

/// Puts what a loss of power leaves of one write: all, nothing, or some of its sectors.
fn keep_some(file: &mut Vec<u8>, (offset, bytes): (usize, &[u8]), (fate, sector): (Fate, usize), random: &mut Random) {
    match fate {
        Fate::None => {}
        Fate::All => put(file, offset, bytes),
        Fate::Writes => {
            if random.below(2) == 0 {
                put(file, offset, bytes);
            }
        }
        Fate::Sectors => {
            let mut from = 0;
            while from < bytes.len() {
                let to = bytes.len().min((offset + from) / sector * sector + sector - offset);
                if random.below(2) == 0 {
                    put(file, offset + from, &bytes[from..to]);
                }
                from = to;
            }
        }
    }
}
