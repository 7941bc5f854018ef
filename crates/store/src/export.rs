//! A whole space as lines: what it is, then every write of its ledger in order. `docs/storage.md` has the format.

use hupo_types::{Event, Sequence, SpaceConfig, Timestamp, hex};
use serde::{Deserialize, Serialize};

use crate::apply::{Birth, SPACE};
use crate::hash::Hash;
use crate::ledger;
use crate::records::expected;
use crate::rows::get;
use crate::snapshot::Snapshot;
use crate::table::Table;
use crate::{Error, record};

/// The newest form of lines this program reads, and the one it writes.
pub(crate) const EXPORT_FORMAT: u32 = 1;

/// A line of an export; made for JSON, one value a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportLine {
    /// The first line: what is exported.
    Space(ExportedSpace),
    /// Every other line: one write.
    Write(ExportedWrite),
}

/// What a space is, and how much of it follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedSpace {
    /// The form of the lines.
    pub format: u32,
    /// What the space was created with.
    pub config: SpaceConfig,
    /// When.
    pub created: Timestamp,
    /// How many writes follow, a line each.
    pub writes: u64,
    /// The chain hash of the last one.
    pub(crate) chain: Hash,
}

impl ExportedSpace {
    /// The chain hash of the last write, in hexadecimal digits: equal for equal ledgers.
    pub fn chain(&self) -> String {
        hex::encode(&self.chain.0)
    }
}

/// One write of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedWrite {
    /// Its number.
    pub sequence: Sequence,
    /// When it was written.
    pub at: Timestamp,
    /// The hash its body had when it was written.
    pub(crate) body: Hash,
    /// The hash that chains it to the writes before.
    pub(crate) chain: Hash,
    /// An erasure emptied some of its events since; a later write says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emptied: bool,
    /// What happened. Vectors are hexadecimal digits of half-precision numbers, little-endian.
    pub events: Vec<Event>,
}

impl Snapshot {
    /// The whole space, line by line: its configuration, then every write. [`crate::Store::import`] makes an equal
    /// space of them. Each line is read when it is asked for; after an error the rest is of no use.
    pub fn export(&self) -> impl Iterator<Item = Result<ExportLine, Error>> + '_ {
        let space = std::iter::once_with(|| self.exported_space().map(ExportLine::Space));
        let numbers = 1..=self.sequence().get();
        space.chain(numbers.map(|number| self.exported_write(Sequence::new(number)).map(ExportLine::Write)))
    }

    fn exported_space(&self) -> Result<ExportedSpace, Error> {
        let birth: Option<Birth> = get(self, Table::Meta, SPACE)?;
        let birth = birth.ok_or_else(|| record::damaged(Table::Meta, SPACE, "it is missing"))?;
        let (last, chain) = self.head();
        Ok(ExportedSpace { format: EXPORT_FORMAT, config: birth.config, created: birth.at, writes: last.get(), chain })
    }

    fn exported_write(&self, sequence: Sequence) -> Result<ExportedWrite, Error> {
        let skeleton = expected(ledger::skeleton(self, sequence)?, &sequence)?;
        let events = ledger::events(self, sequence)?;
        let emptied = ledger::body_hash(&events) != skeleton.body;
        Ok(ExportedWrite { sequence, at: skeleton.at, body: skeleton.body, chain: skeleton.chain, emptied, events })
    }
}
