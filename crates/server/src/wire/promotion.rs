//! Promotion: what is due, what a run is given, and what came of it.

use super::checked::{Bad, all, each, id, shown, shown_or_empty, text, told};
use super::time::{interval, told_interval, told_time};
use super::v1;
use super::word::{Word, word};
use hupo::{
    Due, Duty, Extraction, ExtractorId, MemoryId, MessageId, MessageRange, ObservationId, Plan, Run, RunOutcome,
    RunReport, Task, Tokens, TopicId,
};

impl TryFrom<v1::MessageRange> for MessageRange {
    type Error = Bad;

    fn try_from(wire: v1::MessageRange) -> Result<Self, Bad> {
        let (from, to) = (id(&wire.from, "from", MessageId::parse)?, id(&wire.to, "to", MessageId::parse)?);
        if to < from { Err(Bad::new("to", "it is before `from`")) } else { Ok(Self { from, to }) }
    }
}

impl From<MessageRange> for v1::MessageRange {
    fn from(range: MessageRange) -> Self {
        Self { from: range.from.to_string(), to: range.to.to_string() }
    }
}

impl TryFrom<v1::Due> for Due {
    type Error = Bad;

    fn try_from(wire: v1::Due) -> Result<Self, Bad> {
        let ranges = each(wire.ranges, "ranges")?;
        Ok(match word(wire.duty, "duty")? {
            Duty::AfterReply => Self::AfterReply { ranges },
            Duty::Day => {
                let day =
                    wire.day.parse().map_err(|_| Bad::new("day", "it is no day; write one such as 2026-11-03"))?;
                Self::Day { day, reopened: wire.reopened, ranges }
            }
            Duty::Page => Self::Page { ranges },
            Duty::PageFacts => Self::PageFacts { ranges },
            Duty::Segment => Self::Segment { ranges },
            Duty::Beliefs => Self::Beliefs { made_from: id(&wire.made_from, "made_from", ObservationId::parse)? },
            Duty::TopicSummary => Self::TopicSummary {
                topic: id(&wire.topic, "topic", TopicId::parse)?,
                period: interval(wire.period, "period")?,
                members: all(wire.members, "members", |text, field| id(&text, field, MemoryId::parse))?,
            },
        })
    }
}

impl From<Due> for v1::Due {
    fn from(due: Due) -> Self {
        let (duty, occasion) = (due.duty().number(), due.occasion().number());
        let common = Self { duty, occasion, ranges: told(due.ranges().to_vec()), ..Self::default() };
        match due {
            Due::AfterReply { .. } | Due::Page { .. } | Due::PageFacts { .. } | Due::Segment { .. } => common,
            Due::Day { day, reopened, .. } => Self { day: day.to_string(), reopened, ..common },
            Due::Beliefs { made_from } => Self { made_from: made_from.to_string(), ..common },
            Due::TopicSummary { topic, period, members } => {
                let (topic, period) = (topic.to_string(), told_interval(period));
                Self { topic, period, members: shown(&members), ..common }
            }
        }
    }
}

/// A task; of its open items the status is not known to it, so they come as they stand now.
pub(crate) fn told_task(task: Task, open_items: Vec<Plan>) -> v1::PromotionTask {
    v1::PromotionTask {
        due: Some(task.due.into()),
        zone: task.zone,
        now: Some(told_time(task.now)),
        messages: told(task.messages),
        before: told(task.before),
        people: told(task.people),
        open_items: told(open_items),
        memories: told(task.memories),
        slots: told(task.slots),
        observations: told(task.observations),
        topic: task.topic.map(v1::TopicDue::from),
    }
}

impl From<v1::ExtractorId> for ExtractorId {
    fn from(wire: v1::ExtractorId) -> Self {
        Self { name: wire.name, version: wire.version, model: text(wire.model) }
    }
}

impl From<ExtractorId> for v1::ExtractorId {
    fn from(by: ExtractorId) -> Self {
        Self { name: by.name, version: by.version, model: by.model.unwrap_or_default() }
    }
}

impl From<v1::Tokens> for Tokens {
    fn from(wire: v1::Tokens) -> Self {
        Self { input: wire.input, output: wire.output }
    }
}

impl From<Tokens> for v1::Tokens {
    fn from(tokens: Tokens) -> Self {
        Self { input: tokens.input, output: tokens.output }
    }
}

/// What a caller made of what was due.
pub(crate) fn extraction(wire: v1::CloseRunRequest) -> Result<Extraction, Bad> {
    Ok(Extraction {
        proposals: each(wire.proposals, "proposals")?,
        beliefs: each(wire.beliefs, "beliefs")?,
        by: wire.by.ok_or_else(|| Bad::new("by", "it is missing; say who proposes"))?.into(),
        output_hash: text(wire.output_hash),
        tokens: wire.tokens.unwrap_or_default().into(),
    })
}

impl From<Run> for v1::Run {
    fn from(run: Run) -> Self {
        let count = |(code, n): (hupo::VerdictCode, u64)| v1::VerdictCount { code: code.number(), n };
        Self {
            id: run.id.to_string(),
            due: Some(run.due.into()),
            by: Some(run.by.into()),
            output_hash: run.output_hash.unwrap_or_default(),
            verdicts: run.verdicts.into_iter().map(count).collect(),
            tokens: Some(run.tokens.into()),
            at: Some(told_time(run.at)),
        }
    }
}

impl From<RunReport> for v1::RunReport {
    fn from(report: RunReport) -> Self {
        let (outcome, run, by) = match report.outcome {
            RunOutcome::Closed { run } => (v1::RunOutcome::Closed, Some(run), None),
            RunOutcome::ClosedBefore { run } => (v1::RunOutcome::ClosedBefore, Some(run), None),
            RunOutcome::Overtaken { by } => (v1::RunOutcome::Overtaken, None, by),
            RunOutcome::NotKept => (v1::RunOutcome::NotKept, None, None),
        };
        Self {
            outcome: outcome.into(),
            run: run.map(v1::Run::from),
            overtaken_by: shown_or_empty(by),
            verdicts: told(report.verdicts),
        }
    }
}
