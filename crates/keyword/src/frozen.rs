//! The part of the index that is on disk: tantivy's segments of one commit, open for reading.

use crate::bits::Bits;
use crate::bm25::Lengths;
use crate::field::{ByField, Field};
use crate::postings::Posting;
use crate::{Error, Result};
use hupo_types::DocId;
use std::sync::Arc;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{InvertedIndexReader, SegmentReader, Term};

/// tantivy's handles for the fields of the schema.
#[derive(Debug, Clone)]
pub(crate) struct Handles {
    pub(crate) id: tantivy::schema::Field,
    pub(crate) words: ByField<tantivy::schema::Field>,
}

/// The name of the document id in the schema.
pub(crate) const ID: &str = "id";

/// All segments as one row of slots, with what is read of every document kept in memory (13 bytes each).
#[derive(Default)]
pub(crate) struct Frozen {
    segments: Vec<Segment>,
    ids: Vec<u64>,
    codes: ByField<Vec<u8>>,
    /// Deleted on disk.
    deleted: Bits,
    /// Deleted, or replaced by a newer version in the tail.
    gone: Bits,
    lengths: ByField<Lengths>,
}

struct Segment {
    base: u32,
    id: Arc<InvertedIndexReader>,
    words: ByField<Arc<InvertedIndexReader>>,
}

/// Where a term's postings lie: segment and place in it.
pub(crate) type Lists = Vec<(usize, TermInfo)>;

impl Frozen {
    pub(crate) fn open(readers: &[SegmentReader], handles: &Handles) -> Result<Self> {
        let slots = readers.iter().map(|reader| reader.max_doc() as usize).sum();
        let bits = Bits::new(slots);
        let mut frozen = Self { deleted: bits.clone(), gone: bits, ..Self::default() };
        for reader in readers {
            frozen.add(reader, handles).map_err(Error::tantivy("opening a segment"))?;
        }
        if frozen.ids.iter().any(|id| DocId::from_u64(*id).is_none()) {
            return Err(Error::damaged("a document id that names nothing"));
        }
        Ok(frozen)
    }

    fn add(&mut self, reader: &SegmentReader, handles: &Handles) -> tantivy::Result<()> {
        let base = u32::try_from(self.ids.len()).expect("a part holds fewer than 2^32 documents");
        let ids = reader.fast_fields().u64(ID)?.first_or_default_col(u64::MAX);
        self.ids.extend((0..reader.max_doc()).map(|doc| ids.get_val(doc)));
        for field in Field::ALL {
            let norms = reader.get_fieldnorms_reader(handles.words[field])?;
            self.codes[field].extend((0..reader.max_doc()).map(|doc| norms.fieldnorm_id(doc)));
        }
        let words = ByField::try_from_fn(|field| reader.inverted_index(handles.words[field]))?;
        self.segments.push(Segment { base, id: reader.inverted_index(handles.id)?, words });
        for doc in 0..reader.max_doc() {
            self.count_in(base + doc);
            if reader.is_deleted(doc) {
                self.deleted.set(base + doc);
                self.hide(base + doc);
            }
        }
        Ok(())
    }

    fn count_in(&mut self, slot: u32) {
        for field in Field::ALL {
            let code = self.code(field, slot);
            self.lengths[field].add(code);
        }
    }

    /// Takes a document out of every answer and statistic; its newer version is in the tail.
    pub(crate) fn hide(&mut self, slot: u32) {
        if self.gone.set(slot) {
            for field in Field::ALL {
                let code = self.code(field, slot);
                self.lengths[field].remove(code);
            }
        }
    }

    pub(crate) fn n_segments(&self) -> usize {
        self.segments.len()
    }

    /// How many slots there are, live or not.
    pub(crate) fn slots(&self) -> u32 {
        u32::try_from(self.ids.len()).expect("a part holds fewer than 2^32 documents")
    }

    /// How many documents are found here.
    pub(crate) fn live(&self) -> u64 {
        (self.ids.len() - self.gone.count()) as u64
    }

    /// How many documents the commit holds, hidden ones too.
    pub(crate) fn committed(&self) -> u64 {
        (self.ids.len() - self.deleted.count()) as u64
    }

    /// Whether postings name documents that are no longer found here.
    pub(crate) fn has_gone(&self) -> bool {
        self.gone.count() > 0
    }

    pub(crate) fn id(&self, slot: u32) -> Option<u64> {
        self.ids.get(slot as usize).copied()
    }

    pub(crate) fn lengths(&self, field: Field) -> Lengths {
        self.lengths[field]
    }

    pub(crate) fn codes(&self, field: Field) -> &[u8] {
        &self.codes[field]
    }

    fn code(&self, field: Field, slot: u32) -> u8 {
        self.codes[field].get(slot as usize).copied().unwrap_or_default()
    }

    /// The slot of a document of this commit, hidden or not.
    pub(crate) fn find(&self, id: DocId, handles: &Handles) -> Result<Option<u32>> {
        let key = Term::from_field_u64(handles.id, id.to_u64());
        for segment in &self.segments {
            let info = segment.id.get_term_info(&key).map_err(Error::reading)?;
            let Some(info) = info else { continue };
            let mut slots = Vec::new();
            read(&segment.id, &info, IndexRecordOption::Basic, |doc, _| slots.push(segment.base + doc))?;
            if let Some(slot) = slots.into_iter().find(|slot| !self.deleted.has(*slot)) {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// Whether a slot still answers.
    pub(crate) fn is_live(&self, slot: u32) -> bool {
        slot < self.slots() && !self.gone.has(slot)
    }

    pub(crate) fn lists(&self, field: Field, term: &str) -> Result<Lists> {
        let mut lists = Lists::new();
        for (place, segment) in self.segments.iter().enumerate() {
            let info = segment.words[field].terms().get(term).map_err(Error::reading)?;
            lists.extend(info.map(|info| (place, info)));
        }
        Ok(lists)
    }

    /// Appends the live postings of a term, by slot.
    pub(crate) fn read(&self, field: Field, lists: &Lists, out: &mut Vec<Posting>) -> Result<()> {
        let all_live = !self.has_gone();
        for (place, info) in lists {
            let Some(segment) = self.segments.get(*place) else { continue };
            read(&segment.words[field], info, IndexRecordOption::WithFreqs, |doc, frequency| {
                let slot = segment.base + doc;
                if all_live || !self.gone.has(slot) {
                    out.push(Posting { slot, frequency });
                }
            })?;
        }
        Ok(())
    }
}

fn read(
    words: &InvertedIndexReader,
    info: &TermInfo,
    with: IndexRecordOption,
    mut each: impl FnMut(u32, u32),
) -> Result<()> {
    let mut block = words.read_block_postings_from_terminfo(info, with).map_err(Error::reading)?;
    while block.block_len() > 0 {
        if with == IndexRecordOption::Basic {
            block.docs().iter().for_each(|doc| each(*doc, 1));
        } else {
            block.docs().iter().zip(block.freqs()).for_each(|(doc, frequency)| each(*doc, *frequency));
        }
        block.advance();
    }
    Ok(())
}
