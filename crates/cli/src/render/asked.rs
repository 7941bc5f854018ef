//! A question with its answer, and what is needed to show both.

use crate::shell::zone_of;
use anyhow::Result;
use hupo::{Answer, DocId, Fate, Question, Quoted, Space};
use jiff::tz::TimeZone;

/// A question that was asked.
pub(crate) struct Asked<'a> {
    pub(crate) space: &'a Space,
    pub(crate) question: Question,
    pub(crate) answer: Answer,
    pub(crate) zone: TimeZone,
    /// For every hit, its quotes with the turns around them; empty when none were asked for.
    pub(crate) around: Vec<Vec<Quoted>>,
}

/// A document that was asked after, and what became of it.
pub(crate) struct WhyNot {
    pub(crate) doc: DocId,
    pub(crate) fate: Fate,
}

impl<'a> Asked<'a> {
    /// Asks, and fetches so many turns around each quote.
    pub(crate) fn new(space: &'a Space, question: Question, neighbours: usize) -> Result<Self> {
        let answer = space.recall(&question)?;
        let hits = if neighbours == 0 { &[] } else { answer.hits.as_slice() };
        let around = hits.iter().map(|hit| space.sources(hit.id, neighbours)).collect::<Result<_, _>>()?;
        Ok(Self { space, question, answer, zone: zone_of(space), around })
    }
}
