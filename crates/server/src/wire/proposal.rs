//! Proposals of every kind.

use super::checked::{Bad, all, each, named, small, told};
use super::memory::{memory_ref, told_memory_ref};
use super::time::{interval, told_interval};
use super::v1::{self, proposal::Propose};
use hupo::{Batch, NewCorrection, NewTopicSummary, Proposal, Proposer};

impl TryFrom<v1::Proposal> for Proposal {
    type Error = Bad;

    fn try_from(wire: v1::Proposal) -> Result<Self, Bad> {
        let Some(propose) = wire.propose else {
            return Err(Bad::new("propose", "it is of no kind; set one of memory, correction, relation and the rest"));
        };
        Ok(match propose {
            Propose::Memory(new) => Self::Memory(Box::new(inside(new, "memory")?)),
            Propose::Correction(new) => Self::Correction(inside(new, "correction")?),
            Propose::Relation(new) => Self::Relation(inside(new, "relation")?),
            Propose::Person(new) => Self::Person(inside(new, "person")?),
            Propose::TemporalItem(new) => Self::TemporalItem(inside(new, "temporal_item")?),
            Propose::Outcome(new) => Self::Outcome(inside(new, "outcome")?),
            Propose::Observation(new) => Self::Observation(inside(new, "observation")?),
            Propose::Profile(new) => Self::Profile(inside(new, "profile")?),
            Propose::Continuity(new) => Self::Continuity(inside(new, "continuity")?),
            Propose::Segment(new) => Self::Segment(inside(new, "segment")?),
            Propose::Diary(new) => Self::Diary(inside(new, "diary")?),
            Propose::CarriedNote(new) => Self::CarriedNote(inside(new, "carried_note")?),
            Propose::StatusNote(new) => Self::StatusNote(inside(new, "status_note")?),
            Propose::RollingSummary(new) => Self::RollingSummary(inside(new, "rolling_summary")?),
            Propose::TopicSummary(new) => Self::TopicSummary(inside(new, "topic_summary")?),
        })
    }
}

fn inside<T, U: TryFrom<T, Error = Bad>>(wire: T, field: &str) -> Result<U, Bad> {
    U::try_from(wire).map_err(|bad| bad.within(field))
}

impl From<Proposal> for v1::Proposal {
    fn from(proposal: Proposal) -> Self {
        let propose = match proposal {
            Proposal::Memory(new) => Propose::Memory((*new).into()),
            Proposal::Correction(new) => Propose::Correction(new.into()),
            Proposal::Relation(new) => Propose::Relation(new.into()),
            Proposal::Person(new) => Propose::Person(new.into()),
            Proposal::TemporalItem(new) => Propose::TemporalItem(new.into()),
            Proposal::Outcome(new) => Propose::Outcome(new.into()),
            Proposal::Observation(new) => Propose::Observation(new.into()),
            Proposal::Profile(new) => Propose::Profile(new.into()),
            Proposal::Continuity(new) => Propose::Continuity(new.into()),
            Proposal::Segment(new) => Propose::Segment(new.into()),
            Proposal::Diary(new) => Propose::Diary(new.into()),
            Proposal::CarriedNote(new) => Propose::CarriedNote(new.into()),
            Proposal::StatusNote(new) => Propose::StatusNote(new.into()),
            Proposal::RollingSummary(new) => Propose::RollingSummary(new.into()),
            Proposal::TopicSummary(new) => Propose::TopicSummary(new.into()),
        };
        Self { propose: Some(propose) }
    }
}

impl TryFrom<v1::NewCorrection> for NewCorrection {
    type Error = Bad;

    fn try_from(wire: v1::NewCorrection) -> Result<Self, Bad> {
        Ok(Self {
            corrects: memory_ref(wire.corrects, "corrects")?,
            text: wire.text,
            importance: wire.importance.map(|number| small(number, "importance")).transpose()?,
            evidence: each(wire.evidence, "evidence")?,
            valid: interval(wire.valid, "valid")?,
        })
    }
}

impl From<NewCorrection> for v1::NewCorrection {
    fn from(new: NewCorrection) -> Self {
        Self {
            corrects: told_memory_ref(new.corrects),
            text: new.text,
            importance: new.importance.map(u32::from),
            evidence: told(new.evidence),
            valid: told_interval(new.valid),
        }
    }
}

impl TryFrom<v1::NewTopicSummary> for NewTopicSummary {
    type Error = Bad;

    fn try_from(wire: v1::NewTopicSummary) -> Result<Self, Bad> {
        Ok(Self {
            topic: named(wire.topic, "topic", |name| name)?,
            period: interval(wire.period, "period")?,
            text: wire.text,
            members: all(wire.members, "members", memory_ref)?,
            importance: wire.importance.map(|number| small(number, "importance")).transpose()?,
        })
    }
}

impl From<NewTopicSummary> for v1::NewTopicSummary {
    fn from(new: NewTopicSummary) -> Self {
        Self {
            topic: new.topic,
            period: told_interval(new.period),
            text: new.text,
            members: new.members.into_iter().map(told_memory_ref).collect(),
            importance: new.importance.map(u32::from),
        }
    }
}

impl From<v1::Proposer> for Proposer {
    fn from(wire: v1::Proposer) -> Self {
        let text = super::checked::text;
        Self {
            name: wire.name,
            run: text(wire.run),
            prompt_version: text(wire.prompt_version),
            output_hash: text(wire.output_hash),
        }
    }
}

impl From<Proposer> for v1::Proposer {
    fn from(proposer: Proposer) -> Self {
        Self {
            name: proposer.name,
            run: proposer.run.unwrap_or_default(),
            prompt_version: proposer.prompt_version.unwrap_or_default(),
            output_hash: proposer.output_hash.unwrap_or_default(),
        }
    }
}

impl TryFrom<v1::ProposeRequest> for Batch {
    type Error = Bad;

    fn try_from(wire: v1::ProposeRequest) -> Result<Self, Bad> {
        Ok(Self {
            proposals: each(wire.proposals, "proposals")?,
            proposer: wire.proposer.map(Proposer::from),
            dry_run: wire.dry_run,
        })
    }
}
