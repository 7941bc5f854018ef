//! Promotion: what of the transcript is due to become more than words, and the record of each run that made it so.

use crate::{Interval, MemoryId, MessageId, ObservationId, RunId, Timestamp, TopicId, VerdictCode};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What a run of the promoter is to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// Facts of the exchange that just ended, and the carried note.
    AfterReply,
    /// Facts of a finished business day.
    Day,
    /// A new continuity page, because enough left the live tail (stage A).
    Page,
    /// Facts of the lines that page was written about, while their day goes on (stage B).
    PageFacts,
    /// A segment about lines that fell behind the page.
    Segment,
    /// All beliefs, from the log.
    Beliefs,
    /// A summary of one topic and month, from its memories.
    TopicSummary,
}

impl Duty {
    /// Every duty, in the order in which they are due.
    pub const ALL: [Self; 7] =
        [Self::AfterReply, Self::Day, Self::Page, Self::PageFacts, Self::Segment, Self::Beliefs, Self::TopicSummary];

    /// What lines are promoted for by it, each once; `None` where it is not made from lines.
    pub const fn track(self) -> Option<Track> {
        match self {
            Self::AfterReply | Self::Day | Self::PageFacts => Some(Track::Facts),
            Self::Page => Some(Track::Page),
            Self::Segment => Some(Track::Segment),
            Self::Beliefs | Self::TopicSummary => None,
        }
    }

    /// The word for it, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AfterReply => "after_reply",
            Self::Day => "day",
            Self::Page => "page",
            Self::PageFacts => "page_facts",
            Self::Segment => "segment",
            Self::Beliefs => "beliefs",
            Self::TopicSummary => "topic_summary",
        }
    }
}

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a line is promoted for. It is promoted for each once, by whichever duty comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Track {
    /// Memories, plans, people, observations and corrections.
    Facts = 1,
    /// The continuity page.
    Page = 2,
    /// A segment.
    Segment = 3,
}

impl Track {
    /// Every track.
    pub const ALL: [Self; 3] = [Self::Facts, Self::Page, Self::Segment];
}

/// Messages from one to another, both included, in the order in which they came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageRange {
    /// The first.
    pub from: MessageId,
    /// The last; not before the first.
    pub to: MessageId,
}

impl MessageRange {
    /// How many messages it holds.
    pub const fn len(self) -> u64 {
        (self.to.get() + 1).saturating_sub(self.from.get())
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether it holds this message.
    pub fn contains(self, message: MessageId) -> bool {
        self.from <= message && message <= self.to
    }

    /// The ids it holds, ascending.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = MessageId> {
        (self.from.get()..=self.to.get()).map(MessageId::new)
    }

    /// Ascending ids as ranges.
    pub fn of(ids: impl IntoIterator<Item = MessageId>) -> Vec<Self> {
        let mut ranges: Vec<Self> = Vec::new();
        for id in ids {
            match ranges.last_mut() {
                Some(last) if last.to.get() + 1 == id.get() => last.to = id,
                Some(_) | None => ranges.push(Self { from: id, to: id }),
            }
        }
        ranges
    }
}

/// A piece of work that is due. Equal ones are the same work: it is done once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "duty", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are those of Duty; ranges are ascending, disjoint and never empty")]
pub enum Due {
    AfterReply {
        ranges: Vec<MessageRange>,
    },
    Day {
        /// The business day of the space's zone on which the lines were said.
        day: Date,
        /// Others of the day were promoted before: these came late, or were too many for one run.
        reopened: bool,
        ranges: Vec<MessageRange>,
    },
    Page {
        /// The lines that left the live tail since the last page. What the page is about may begin earlier.
        ranges: Vec<MessageRange>,
    },
    PageFacts {
        ranges: Vec<MessageRange>,
    },
    Segment {
        ranges: Vec<MessageRange>,
    },
    Beliefs {
        /// The last entry of the log that their maker is shown.
        made_from: ObservationId,
    },
    TopicSummary {
        topic: TopicId,
        /// The month in the space's zone.
        period: Interval,
        /// What it is to be made from, by time.
        members: Vec<MemoryId>,
    },
}

/// Why something is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// The companion replied.
    Replied,
    /// The business day is over.
    DayOver,
    /// The day was promoted before, and something of it was not.
    DayReopened,
    /// Enough left the live tail.
    LeftTail,
    /// A page was written about the lines, and their facts are not told yet.
    PageWritten,
    /// The lines lie before what the page is about.
    FellBehind,
    /// The log has moved on since the beliefs were made.
    LogMoved,
    /// The month of a topic is over and worth a summary.
    MonthOver,
}

impl Due {
    /// What is to be made.
    pub const fn duty(&self) -> Duty {
        match self {
            Self::AfterReply { .. } => Duty::AfterReply,
            Self::Day { .. } => Duty::Day,
            Self::Page { .. } => Duty::Page,
            Self::PageFacts { .. } => Duty::PageFacts,
            Self::Segment { .. } => Duty::Segment,
            Self::Beliefs { .. } => Duty::Beliefs,
            Self::TopicSummary { .. } => Duty::TopicSummary,
        }
    }

    /// Why it is due.
    pub const fn occasion(&self) -> Occasion {
        match self {
            Self::AfterReply { .. } => Occasion::Replied,
            Self::Day { reopened: false, .. } => Occasion::DayOver,
            Self::Day { reopened: true, .. } => Occasion::DayReopened,
            Self::Page { .. } => Occasion::LeftTail,
            Self::PageFacts { .. } => Occasion::PageWritten,
            Self::Segment { .. } => Occasion::FellBehind,
            Self::Beliefs { .. } => Occasion::LogMoved,
            Self::TopicSummary { .. } => Occasion::MonthOver,
        }
    }

    /// The lines it promotes; none where it is not made from lines.
    pub fn ranges(&self) -> &[MessageRange] {
        match self {
            Self::AfterReply { ranges }
            | Self::Day { ranges, .. }
            | Self::Page { ranges }
            | Self::PageFacts { ranges }
            | Self::Segment { ranges } => ranges,
            Self::Beliefs { .. } | Self::TopicSummary { .. } => &[],
        }
    }

    /// From the first of its lines to the last.
    pub fn span(&self) -> Option<MessageRange> {
        let (first, last) = (self.ranges().first()?, self.ranges().last()?);
        Some(MessageRange { from: first.from, to: last.to })
    }

    /// How many lines it promotes.
    pub fn n_messages(&self) -> u64 {
        self.ranges().iter().map(|range| range.len()).sum()
    }
}

/// Who made proposals out of what was due.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractorId {
    /// Its name: `builtin`, `model`, or a caller's own.
    pub name: String,
    /// The version of its rules or prompts.
    pub version: String,
    /// The model it asked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// Tokens that a model read and wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Read.
    pub input: u64,
    /// Written.
    pub output: u64,
}

/// A run that was closed: what it promoted, by whom, and what code said to it. It holds no word of what was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its id in the space.
    pub id: RunId,
    /// What it promoted.
    pub due: Due,
    /// Who proposed.
    pub by: ExtractorId,
    /// A hash of a model's raw output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_hash: Option<String>,
    /// How many proposals and beliefs got which verdict.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<VerdictCode, u64>,
    /// What it cost.
    #[serde(default)]
    pub tokens: Tokens,
    /// When it was closed.
    pub at: Timestamp,
}

impl Run {
    /// Of a run that met what this promotes: whether it did it, or some of it, so that it is not due any more as it
    /// stands. Beliefs from more of the log are due again, and so is a summary of other members.
    pub fn has_done(&self, due: &Due) -> bool {
        match (&self.due, due) {
            (Due::Beliefs { made_from: known }, Due::Beliefs { made_from }) => known >= made_from,
            (Due::TopicSummary { members: known, .. }, Due::TopicSummary { members, .. }) => known == members,
            (_, _) => true,
        }
    }

    /// Whether it is the same piece of work, whatever had become of its day when it was listed.
    pub fn is_of(&self, due: &Due) -> bool {
        match (&self.due, due) {
            (Due::Day { day, ranges, .. }, Due::Day { day: other, ranges: others, .. }) => {
                day == other && ranges == others
            }
            (_, _) => self.due == *due,
        }
    }
}

/// A run to close. Fields as in [`Run`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented at Run")]
pub struct NewRun {
    pub due: Due,
    pub by: ExtractorId,
    pub output_hash: Option<String>,
    pub verdicts: BTreeMap<VerdictCode, u64>,
    pub tokens: Tokens,
}

/// When promotion is due: settings of a space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// The hour of the space's zone at which a business day starts, 0 to 23.
    pub day_starts_hour: u8,
    /// Whether facts are told after every reply, and not only when their day is over.
    pub after_reply: bool,
    /// How many of the newest lines are the live tail, which no page tells of.
    pub tail_messages: u16,
    /// How many lines must have left the live tail before there is a new page; 0: no pages, and no segments.
    pub page_messages: u16,
    /// About how many tokens of lines a page is made from; what lies before them is for segments.
    pub page_tokens: u32,
    /// How many lines must have fallen behind the page before there is a segment.
    pub segment_messages: u16,
    /// How many lines one run takes at most.
    pub run_messages: u16,
    /// About how many tokens of lines one run takes at most; a line that is longer comes alone.
    pub run_tokens: u32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            day_starts_hour: 4,
            after_reply: false,
            tail_messages: 20,
            page_messages: 40,
            page_tokens: 8_000,
            segment_messages: 40,
            run_messages: 200,
            run_tokens: 6_000,
        }
    }
}

impl Schedule {
    /// Whether it is the default, which rules leave unsaid: a space written before there were schedules keeps its bytes.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
