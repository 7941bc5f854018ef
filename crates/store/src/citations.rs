//! Which records cite a message, beside the memories: what an erasure of the message has to look at.
//!
//! Memories are not among them: [`Table::EvidenceByMessage`] has those. A row may outlive what made it: the words of a
//! record that was erased are gone, and its row says nothing of them.

use hupo_types::{
    Evidence, MessageId, ObservationId, PageId, ProfileFactId, Proposal, ProposalId, RelationId, TemporalItemId,
};

use crate::rows::{Rows, with_prefix};
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key, record, records};

/// A record that cites a message, by its evidence or by the range it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Citing {
    Observation(ObservationId),
    ProfileFact(ProfileFactId),
    /// By what set it up, or by what tells how it ended.
    TemporalItem(TemporalItemId),
    Relation(RelationId),
    Page(PageId),
    /// A proposal in the queue, decided or not.
    Review(ProposalId),
}

/// Ranges lie under this number, which names no message.
const RANGES: u64 = 0;

impl Citing {
    /// The kind of record; part of the format.
    const fn tag(self) -> u8 {
        match self {
            Self::Observation(_) => 1,
            Self::ProfileFact(_) => 2,
            Self::TemporalItem(_) => 3,
            Self::Relation(_) => 4,
            Self::Page(_) => 5,
            Self::Review(_) => 6,
        }
    }

    const fn number(self) -> u64 {
        match self {
            Self::Observation(id) => id.get(),
            Self::ProfileFact(id) => id.get(),
            Self::TemporalItem(id) => id.get(),
            Self::Relation(id) => id.get(),
            Self::Page(id) => id.get(),
            Self::Review(id) => id.get(),
        }
    }

    const fn new(tag: u8, number: u64) -> Option<Self> {
        Some(match tag {
            1 => Self::Observation(ObservationId::new(number)),
            2 => Self::ProfileFact(ProfileFactId::new(number)),
            3 => Self::TemporalItem(TemporalItemId::new(number)),
            4 => Self::Relation(RelationId::new(number)),
            5 => Self::Page(PageId::new(number)),
            6 => Self::Review(ProposalId::new(number)),
            _ => return None,
        })
    }

    /// The record a row's key ends with.
    fn of_key(key: &[u8]) -> Result<Self, Error> {
        let parts = key.split_at_checked(8).and_then(|(_, rest)| rest.split_first());
        let citing = parts.and_then(|(&tag, _)| Self::new(tag, key::last_number(key)?));
        citing.ok_or_else(|| record::damaged(Table::Citations, key, "its key names no record"))
    }

    fn key(self, message: u64) -> Vec<u8> {
        let mut key = key::number(message).to_vec();
        key.push(self.tag());
        key::with_number(key, self.number())
    }
}

/// Notes that a record cites these messages.
pub(crate) fn cite(
    tables: &mut Tables,
    citing: Citing,
    messages: impl IntoIterator<Item = MessageId>,
) -> Result<(), Error> {
    messages.into_iter().try_for_each(|message| tables.put_key(Table::Citations, &citing.key(message.get())))
}

/// Notes that a record rests on this evidence.
pub(crate) fn cite_evidence(tables: &mut Tables, citing: Citing, evidence: &[Evidence]) -> Result<(), Error> {
    cite(tables, citing, evidence.iter().map(|one| one.message))
}

/// Notes that a record is about every message from one to another.
pub(crate) fn cite_range(tables: &mut Tables, citing: Citing, from: MessageId, to: MessageId) -> Result<(), Error> {
    tables.put(Table::Citations, &citing.key(RANGES), &(from, to))?;
    cite(tables, citing, [from])
}

/// Takes back that a record cites these messages.
pub(crate) fn uncite(
    tables: &mut Tables,
    citing: Citing,
    messages: impl IntoIterator<Item = MessageId>,
) -> Result<(), Error> {
    messages.into_iter().try_for_each(|message| tables.remove(Table::Citations, &citing.key(message.get())))
}

/// Takes back whatever these records cite.
pub(crate) fn forget(tables: &mut Tables, citing: &[Citing]) -> Result<(), Error> {
    if citing.is_empty() {
        return Ok(());
    }
    for row in rows_of(tables, citing)? {
        tables.remove(Table::Citations, &row)?;
    }
    Ok(())
}

fn rows_of(rows: &impl Rows, citing: &[Citing]) -> Result<Vec<Vec<u8>>, Error> {
    let mut scan = with_prefix(rows, Table::Citations, &[])?;
    let mut found = Vec::new();
    while let Some(row) = scan.next_body(|key, _| Ok(citing.contains(&Citing::of_key(key)?).then(|| key.to_vec()))) {
        found.extend(row?);
    }
    Ok(found)
}

/// Notes what a proposal in the queue cites. References that name no message are passed over: they cite nothing.
pub(crate) fn cite_proposal(tables: &mut Tables, id: ProposalId, proposal: &Proposal) -> Result<(), Error> {
    let citing = Citing::Review(id);
    if let Some(page) = proposal.page() {
        let ends = (records::message_meant(tables, &page.from)?, records::message_meant(tables, &page.to)?);
        return if let (Some(from), Some(to)) = ends { cite_range(tables, citing, from, to) } else { Ok(()) };
    }
    for one in proposal.evidence() {
        let message = records::message_meant(tables, &one.message)?;
        cite(tables, citing, message)?;
    }
    Ok(())
}

/// The records that quote a message, and those about a range it begins; ascending.
pub(crate) fn quoting(rows: &impl Rows, message: MessageId) -> Result<Vec<Citing>, Error> {
    let mut scan = with_prefix(rows, Table::Citations, &key::number(message.get()))?;
    std::iter::from_fn(|| scan.next_body(|key, _| Citing::of_key(key))).collect()
}

/// Every record that quotes a message, or is about a range it lies in; ascending, each once.
pub(crate) fn of(rows: &impl Rows, message: MessageId) -> Result<Vec<Citing>, Error> {
    let mut citing = quoting(rows, message)?;
    let mut ranges = with_prefix(rows, Table::Citations, &key::number(RANGES))?;
    while let Some(one) = ranges.next_body(|key, body| range(key, body, message)) {
        citing.extend(one?);
    }
    citing.sort_unstable();
    citing.dedup();
    Ok(citing)
}

/// The pages about a range in which one of these messages lies, ascending.
pub(crate) fn pages_about(rows: &impl Rows, messages: &[MessageId]) -> Result<Vec<PageId>, Error> {
    let mut prefix = key::number(RANGES).to_vec();
    prefix.push(Citing::Page(PageId::new(0)).tag());
    let mut ranges = with_prefix(rows, Table::Citations, &prefix)?;
    let page = |key: &[u8], body: &[u8]| {
        let (from, to): (MessageId, MessageId) = record::decode(Table::Citations, key, body)?;
        let page = key::last_number(key).ok_or_else(|| record::damaged(Table::Citations, key, "its key is short"))?;
        let is_about = messages.iter().any(|message| (from..=to).contains(message));
        Ok(is_about.then_some(PageId::new(page)))
    };
    let pages = std::iter::from_fn(|| ranges.next_body(page));
    pages.filter_map(Result::transpose).collect()
}

/// The record of a range, if the message lies in it.
fn range(key: &[u8], body: &[u8], message: MessageId) -> Result<Option<Citing>, Error> {
    let (from, to): (MessageId, MessageId) = record::decode(Table::Citations, key, body)?;
    let citing = Citing::of_key(key)?;
    Ok((from <= message && message <= to).then_some(citing))
}
