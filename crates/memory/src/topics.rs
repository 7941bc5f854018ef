//! Topic summaries that are due: the months of a topic worth summarising, with everything a draft is made from.

mod group;

use crate::Error;
use crate::month::Month;
use crate::provenance::{Quoted, quoted_alone};
use hupo_store::Read;
use hupo_types::{Interval, Kind, Memory, MemoryId, MemoryRef, NewTopicSummary, ProposalId, State, Timestamp, TopicId};
use jiff::tz::TimeZone;
use serde::Serialize;

pub(crate) use group::OfMonth;

/// Why a summary is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DueWhy {
    /// There is none of this topic and month.
    New,
    /// There is one, and memories came that it was not made from.
    Grown,
    /// There was one, and it was withdrawn because what it was made from changed.
    Changed,
}

/// A memory that a summary is made from, with the words it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicMember {
    /// The memory.
    pub memory: MemoryId,
    /// What kind of thing it is.
    pub kind: Kind,
    /// What it says; empty if it was erased.
    pub text: String,
    /// 1 to 10.
    pub importance: u8,
    /// Where it is in its life.
    pub state: State,
    /// The memory that took its place.
    pub superseded_by: Option<MemoryId>,
    /// When it began, or was said.
    pub time: Timestamp,
    /// No summary was made from it yet.
    pub is_new: bool,
    /// What it rests on.
    pub evidence: Vec<Quoted>,
}

/// A topic and a month whose memories are worth a summary.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicDue {
    /// The topic.
    pub topic: TopicId,
    /// Its name.
    pub name: String,
    /// The month.
    pub month: Month,
    /// The month in the space's zone.
    pub period: Interval,
    /// Why it is due.
    pub why: DueWhy,
    /// The summary a new one would take the place of.
    pub replaces: Option<MemoryId>,
    /// A draft of it that waits for a person already.
    pub waiting: Option<ProposalId>,
    /// What it is to be made from, by time: all of it, what an earlier summary was made from too.
    pub members: Vec<TopicMember>,
    /// Less important members that found no room: a summary has at most [`hupo_types::limits::NAMES`].
    pub n_left_out: usize,
}

impl TopicDue {
    /// The proposal of a summary that says this: topic, period and members as they must be cited.
    pub fn draft(&self, text: impl Into<String>) -> NewTopicSummary {
        NewTopicSummary {
            topic: self.name.clone(),
            period: self.period,
            text: text.into(),
            members: self.members.iter().map(|member| MemoryRef::Id(member.memory)).collect(),
            importance: None,
        }
    }
}

/// The topics of which this month is worth a summary, by topic.
///
/// A memory belongs to the month in which it began, or else was said, or else was recorded, in the space's zone; what
/// took the place of a memory that a summary was made from stays with that summary's month. A group needs two
/// memories that hold, are not disputed, and that no other summary stands for; identities, rules and boundaries are
/// kept word for word and are no members.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn topics_due(view: &impl Read, month: Month, zone: &TimeZone) -> Result<Vec<TopicDue>, Error> {
    let Some(mut found) = OfMonth::new(month, zone) else { return Ok(Vec::new()) };
    for number in 1..=view.n_memories() {
        if let Some(memory) = view.memory(MemoryId::new(number))? {
            found.look_at(view, memory)?;
        }
    }
    found.due(view)
}

/// What a summary was made from, by time, whatever became of it since; `None` if this is no topic summary.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn expand(view: &impl Read, summary: MemoryId) -> Result<Option<Vec<TopicMember>>, Error> {
    let Some(summary) = view.memory(summary)?.filter(|memory| memory.kind == Kind::TopicSummary) else {
        return Ok(None);
    };
    let mut originals = Vec::with_capacity(summary.covers.len());
    for id in &summary.covers {
        if let Some(memory) = view.memory(*id)? {
            let time = time_of(view, &memory)?;
            originals.push(member(view, (time, memory), &summary.covers)?);
        }
    }
    originals.sort_by_key(|member| (member.time, member.memory));
    Ok(Some(originals))
}

/// When it began, or else when the first of its words was said, or else when it was recorded.
fn time_of(view: &impl Read, memory: &Memory) -> Result<Timestamp, Error> {
    if let Some(from) = memory.valid.from {
        return Ok(from);
    }
    let said = match memory.evidence.first() {
        Some(evidence) => view.message(evidence.message)?.and_then(|message| message.time),
        None => None,
    };
    Ok(said.unwrap_or(memory.recorded_at))
}

fn member(view: &impl Read, (time, memory): (Timestamp, Memory), covered: &[MemoryId]) -> Result<TopicMember, Error> {
    let evidence = memory.evidence.iter().map(|one| quoted_alone(view, one)).collect::<Result<_, _>>()?;
    Ok(TopicMember {
        memory: memory.id,
        kind: memory.kind,
        text: memory.text,
        importance: memory.importance,
        state: memory.state,
        superseded_by: memory.superseded_by,
        time,
        is_new: !covered.contains(&memory.id),
        evidence,
    })
}
