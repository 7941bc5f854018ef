//! Reading a damaged file without its tree: every page is looked at, and every row in it that its own checksum vouches
//! for is noted.
//!
//! redb's leaves begin at multiples of 4 KiB: a type byte (1), a byte, the number of pairs (u16), where each key ends,
//! where each value ends (u32 each, from the start of the leaf), the keys, the values; little-endian. A row says of
//! itself which table and key it belongs to (`record.rs`), so neither the tree nor a page's header has to be believed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use hupo_types::{Memory, Message, Topic};
use serde::de::DeserializeOwned;

use crate::apply::{Birth, SPACE};
use crate::ledger::Skeleton;
use crate::table::Table;
use crate::tables::TOTALS;
use crate::totals::Totals;
use crate::{Error, key, record};

/// Leaves begin at multiples of this.
const PAGE: u64 = 4_096;
const LEAF: u8 = 1;
/// The longest key that is looked for.
const KEY_BYTES: usize = 1_024;
/// The largest row that is looked for.
const ROW_BYTES: usize = 64 << 20;

/// Where the body of a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    at: u64,
    length: usize,
    checksum: u32,
}

/// What was found of a file. Rows that were written anew may be found in several forms.
pub(crate) struct Found {
    file: File,
    pub(crate) bytes: u64,
    pub(crate) skeletons: BTreeMap<u64, Vec<Skeleton>>,
    pub(crate) bodies: BTreeMap<u64, BTreeMap<u64, Vec<Place>>>,
    records: BTreeMap<(Table, u64), Vec<Place>>,
    pub(crate) birth: Option<Birth>,
    /// The largest of every count that was found.
    pub(crate) totals: Totals,
}

/// The tables whose records are their events: what a lost event said may still stand there.
const RECORDS: [Table; 3] = [Table::Messages, Table::Memories, Table::Topics];

impl Found {
    /// Reads the whole file; tells `done` how many of its bytes were looked at.
    pub(crate) fn scan(path: &Path, done: &mut dyn FnMut(u64, u64)) -> Result<Self, Error> {
        let file = File::open(path).map_err(unread)?;
        let bytes = file.metadata().map_err(unread)?.len();
        let mut found = Self {
            file,
            bytes,
            skeletons: BTreeMap::new(),
            bodies: BTreeMap::new(),
            records: BTreeMap::new(),
            birth: None,
            totals: Totals::default(),
        };
        for start in (0..bytes).step_by(PAGE as usize) {
            found.look_at(start)?;
            if start % (PAGE * 256) == 0 {
                done(start, bytes);
            }
        }
        done(bytes, bytes);
        Ok(found)
    }

    /// The body of a row. The file is read again, so that only places are held.
    pub(crate) fn body(&self, place: Place) -> Result<Vec<u8>, Error> {
        let body = self.read(place.at, place.length)?;
        if body.len() == place.length { Ok(body) } else { Err(Error::damaged("the file changed while it was read")) }
    }

    /// The message with this number, as its own row says. In several forms, the emptied one counts: it is the later.
    pub(crate) fn message(&self, number: u64) -> Option<Message> {
        let mut forms: Vec<Message> = self.forms(Table::Messages, number);
        let emptied = forms.iter().position(|message| message.erased);
        (!forms.is_empty()).then(|| forms.swap_remove(emptied.unwrap_or(0)))
    }

    /// The topic with this number; there is only one form of it.
    pub(crate) fn topic(&self, number: u64) -> Option<Topic> {
        self.forms(Table::Topics, number).pop()
    }

    /// Every form of a memory's row that was found.
    pub(crate) fn memories(&self, number: u64) -> Vec<Memory> {
        self.forms(Table::Memories, number)
    }

    /// The last record of a table that was found.
    pub(crate) fn last(&self, table: Table) -> u64 {
        let of_table = self.records.range((table, 0)..=(table, u64::MAX));
        of_table.last().map_or(0, |((_, number), _)| *number)
    }

    fn forms<T: DeserializeOwned>(&self, table: Table, number: u64) -> Vec<T> {
        let places = self.records.get(&(table, number)).into_iter().flatten();
        let bodies = places.filter_map(|place| self.body(*place).ok());
        bodies.filter_map(|body| record::decode(table, &key::number(number), &body).ok()).collect()
    }

    fn look_at(&mut self, start: u64) -> Result<(), Error> {
        let page = self.read(start, PAGE as usize)?;
        let Some(&[LEAF, _, low, high]) = page.first_chunk::<4>() else { return Ok(()) };
        let pairs = usize::from(u16::from_le_bytes([low, high]));
        let ends_end = 4 + 8 * pairs;
        let ends = if ends_end > page.len() { self.read(start, ends_end)? } else { page.clone() };
        let end = |place: usize| {
            let bytes = ends.get(4 + 4 * place..8 + 4 * place)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        for pair in 0..pairs {
            let key_start = if pair == 0 { Some(ends_end) } else { end(pair - 1) };
            let value_start = end(pairs + pair - 1);
            let (Some(key_start), Some(value_start)) = (key_start, value_start) else { continue };
            let (Some(key_end), Some(value_end)) = (end(pair), end(pairs + pair)) else { continue };
            self.pair((start, &page), key_start..key_end, value_start..value_end)?;
        }
        Ok(())
    }

    /// A row, if it is one: most of what stands in a damaged page is none.
    fn pair(
        &mut self,
        (start, page): (u64, &[u8]),
        key: std::ops::Range<usize>,
        row: std::ops::Range<usize>,
    ) -> Result<(), Error> {
        let ordered = key.start <= key.end && row.start <= row.end && key.end <= row.start;
        if !ordered || key.len() > KEY_BYTES || row.len() > ROW_BYTES || row.len() < record::HEADER {
            return Ok(());
        }
        let header = self.part((start, page), row.start..row.start + record::HEADER)?;
        if !record::may_be(&header, row.len()) {
            return Ok(());
        }
        let at = start + row.start as u64;
        let (key, row) = (self.part((start, page), key)?, self.part((start, page), row)?);
        self.note(&key, &row, at);
        Ok(())
    }

    fn part(&self, (start, page): (u64, &[u8]), range: std::ops::Range<usize>) -> Result<Vec<u8>, Error> {
        match page.get(range.clone()) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => self.read(start + range.start as u64, range.len()),
        }
    }

    fn note(&mut self, key: &[u8], row: &[u8], at: u64) {
        if let Ok(body) = record::body(Table::Meta, key, row) {
            return self.note_meta(key, body);
        }
        let place =
            |body: &[u8]| Place { at: at + record::HEADER as u64, length: body.len(), checksum: crc32c::crc32c(body) };
        if let Some((sequence, part)) = key::numbers(key) {
            if let Ok(body) = record::body(Table::Bodies, key, row) {
                keep(self.bodies.entry(sequence).or_default().entry(part).or_default(), place(body));
            }
            return;
        }
        let Some(number) = key::last_number(key).filter(|_| key.len() == 8) else { return };
        if let Ok(skeleton) = record::open(Table::Skeletons, key, row) {
            return keep(self.skeletons.entry(number).or_default(), skeleton);
        }
        for table in RECORDS {
            if let Ok(body) = record::body(table, key, row) {
                keep(self.records.entry((table, number)).or_default(), place(body));
            }
        }
    }

    fn note_meta(&mut self, key: &[u8], body: &[u8]) {
        if key == SPACE
            && let Ok(birth) = record::decode(Table::Meta, key, body)
        {
            self.birth = Some(birth);
        }
        if key == TOTALS
            && let Ok(totals) = record::decode(Table::Meta, key, body)
        {
            self.totals.raise(&totals);
        }
    }

    /// Up to so many bytes: fewer where the file ends.
    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.take(length as u64).read_to_end(&mut bytes))
            .map_err(unread)?;
        Ok(bytes)
    }
}

fn keep<T: PartialEq>(forms: &mut Vec<T>, form: T) {
    if !forms.contains(&form) {
        forms.push(form);
    }
}

fn unread(error: std::io::Error) -> Error {
    Error::io("reading the damaged ledger", error)
}
