//! Questions, answers, and why.

use super::checked::{Bad, all, count, id, place, shown_or_empty, told, wanted};
use super::time::{time, time_or_none, told_time};
use super::v1;
use super::word::{Word, word, word_or};
use hupo::{
    Answer, Contribution, EntityId, Fate, Filter, Form, Hit, Include, LegState, Member, Question, Reranked,
    SearchScope, Stages, Timestamp, Timings, TopicId, Why,
};

/// How many answers a question wants that does not say.
const USUAL_K: usize = 5;

/// A question; asked now, if it does not say when.
pub(crate) fn question(wire: Option<v1::Question>, now: Timestamp, field: &str) -> Result<Question, Bad> {
    let wire = wire.ok_or_else(|| Bad::new(field, "it is missing; set it"))?;
    read(wire, now).map_err(|bad| bad.within(field))
}

fn read(wire: v1::Question, now: Timestamp) -> Result<Question, Bad> {
    let asked_at = wire.now.map_or(Ok(now), |now| time(now, "now"))?;
    let include = wire.include.unwrap_or_default();
    Ok(Question {
        scope: word_or(wire.scope, SearchScope::default(), "scope")?,
        k: if wire.k == 0 { USUAL_K } else { super::checked::small(wire.k, "k")? },
        people: wire.people,
        filter: wanted(wire.filter, "filter")?.unwrap_or_default(),
        as_of: time_or_none(wire.as_of, "as_of")?,
        include: Include { archived: include.archived, superseded: include.superseded, folded: include.folded },
        ..Question::new(wire.text, asked_at)
    })
}

impl TryFrom<v1::Filter> for Filter {
    type Error = Bad;

    fn try_from(wire: v1::Filter) -> Result<Self, Bad> {
        Ok(Self {
            time: wanted(wire.time, "time")?,
            kinds: all(wire.kinds, "kinds", word)?,
            speakers: wire.speakers,
            entities: all(wire.entities, "entities", |text, field| id(&text, field, EntityId::parse))?,
            topics: all(wire.topics, "topics", |text, field| id(&text, field, TopicId::parse))?,
            holds_at: time_or_none(wire.holds_at, "holds_at")?,
        })
    }
}

/// An answer; with the reasons if they were asked for.
pub(crate) fn told_answer(answer: Answer, explain: bool) -> v1::RecallResponse {
    let stages = &answer.stages;
    v1::RecallResponse {
        applied_seq: 0,
        nothing_relevant: answer.nothing_relevant,
        cut_by_deadline: stages.cut_by_deadline,
        reranked_by: stages.reranked_by.number(),
        waiting_for_vectors: answer.waiting_for_vectors,
        stages: explain.then(|| answer.stages.into()),
        hits: answer.hits.into_iter().map(|hit| told_hit(hit, explain)).collect(),
    }
}

fn told_hit(hit: Hit, explain: bool) -> v1::Hit {
    v1::Hit {
        id: hit.id.to_string(),
        external_id: hit.external_id.unwrap_or_default(),
        text: hit.text,
        rank: place(hit.rank),
        score: hit.score,
        kind: hit.kind.map_or(0, Word::number),
        time: hit.time.map(told_time),
        evidence: told(hit.evidence),
        stands_for: hit.stands_for.into_iter().map(|member| told_member(member, explain)).collect(),
        why: explain.then(|| hit.why.into()),
    }
}

fn told_member(member: Member, explain: bool) -> v1::Member {
    v1::Member {
        id: member.id.to_string(),
        external_id: member.external_id.unwrap_or_default(),
        text: member.text,
        score: member.score,
        kind: member.kind.map_or(0, Word::number),
        time: member.time.map(told_time),
        evidence: told(member.evidence),
        why: explain.then(|| member.why.into()),
    }
}

impl From<Contribution> for v1::Contribution {
    fn from(part: Contribution) -> Self {
        Self { source: part.source.number(), rank: place(part.rank), score: part.score, points: part.points }
    }
}

impl From<Reranked> for v1::Reranked {
    fn from(reranked: Reranked) -> Self {
        Self { score: reranked.score, standardised: reranked.standardised, share: reranked.share }
    }
}

impl From<Why> for v1::Why {
    fn from(why: Why) -> Self {
        Self {
            contributions: told(why.contributions),
            fused: why.fused,
            fused_standardised: why.fused_standardised,
            rerank: why.rerank.map(v1::Reranked::from),
            prior: why.prior,
            terms: why.terms,
            coverage: why.coverage,
            path: why.path.unwrap_or_default(),
            replaced: shown_or_empty(why.replaced),
        }
    }
}

impl From<LegState> for v1::LegState {
    fn from(state: LegState) -> Self {
        let (status, reason) = match state {
            LegState::Ran => (v1::LegStatus::Ran, String::new()),
            LegState::Absent { reason } => (v1::LegStatus::Absent, reason),
            LegState::Failed { reason } => (v1::LegStatus::Failed, reason),
        };
        Self { status: status.into(), reason }
    }
}

impl From<Timings> for v1::Timings {
    fn from(timings: Timings) -> Self {
        Self {
            plan_ms: timings.plan_ms,
            embed_ms: timings.embed_ms,
            words_ms: timings.words_ms,
            window_ms: timings.window_ms,
            vector_ms: timings.vector_ms,
            graph_ms: timings.graph_ms,
            fuse_ms: timings.fuse_ms,
            step_ms: timings.step_ms,
            rerank_ms: timings.rerank_ms,
            select_ms: timings.select_ms,
            total_ms: timings.total_ms,
        }
    }
}

impl From<Stages> for v1::Stages {
    fn from(stages: Stages) -> Self {
        Self {
            keyword: Some(stages.keyword.into()),
            vector: Some(stages.vector.into()),
            graph: Some(stages.graph.into()),
            rerank_failed: stages.rerank_failed.unwrap_or_default(),
            form: Form::number(stages.form),
            times: stages.times,
            eligible: count(stages.eligible),
            candidates: count(stages.candidates),
            timings: Some(stages.timings.into()),
        }
    }
}

impl From<Fate> for v1::WhyNotResponse {
    fn from(fate: Fate) -> Self {
        use v1::FateStep as Step;
        let nothing = Self { reason: fate.to_string(), ..Self::default() };
        let at = |step: Step| Self { step: step.into(), ..nothing };
        match fate {
            Fate::Answered { rank } => Self { rank: place(rank), ..at(Step::Answered) },
            Fate::NotEligible { barrier } => Self { barrier: barrier.number(), ..at(Step::NotEligible) },
            Fate::NotFound { .. } => at(Step::NotFound),
            Fate::NotReranked { fused_rank, contributions, .. } => {
                Self { fused_rank: place(fused_rank), contributions: told(contributions), ..at(Step::NotReranked) }
            }
            Fate::Outranked { rank, fused_rank, .. } => {
                Self { rank: place(rank), fused_rank: place(fused_rank), ..at(Step::Outranked) }
            }
            Fate::SameAs { doc } => Self { instead: doc.to_string(), ..at(Step::SameAs) },
            Fate::StoodFor { by } => Self { instead: by.to_string(), ..at(Step::StoodFor) },
            Fate::BelowFloor => at(Step::BelowFloor),
            Fate::Gone => at(Step::Gone),
        }
    }
}
