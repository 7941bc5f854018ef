//! What there is of summaries of a topic and a period: the one that holds, those that went, drafts that wait.

use crate::Error;
use crate::fact::same_key;
use hupo_store::Read;
use hupo_types::{Interval, Kind, Memory, Proposal, ProposalId, Scope, SemanticKey, State, Timestamp};

/// The summaries of one topic and period.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Those that hold, ascending; more than one only where they are about different people.
    pub(crate) living: Vec<Memory>,
    /// The last that was withdrawn, and no other took its place.
    pub(crate) withdrawn: Option<Memory>,
}

impl Known {
    /// The one that holds, or else the last that did.
    pub(crate) fn last(&self) -> Option<&Memory> {
        self.living.last().or(self.withdrawn.as_ref())
    }
}

/// The key of a summary: its topic, and its period.
pub(crate) fn key(topic: &str, period: Interval) -> SemanticKey {
    SemanticKey {
        subject: topic.to_owned(),
        category: "topic_summary".to_owned(),
        subcategory: String::new(),
        attribute: attribute(period),
    }
}

/// A period as the attribute of a key: `1714521600000/1717200000000`, either side empty when open.
fn attribute(period: Interval) -> String {
    let side = |time: Option<Timestamp>| time.map(|time| time.ms().to_string()).unwrap_or_default();
    format!("{}/{}", side(period.from), side(period.to))
}

/// The summaries of a topic and a period, whomever their members are about.
pub(crate) fn of_topic(view: &impl Read, topic: &str, period: Interval) -> Result<Known, Error> {
    let key = key(topic, period);
    let mut known = Known::default();
    for scope in [Scope::User, Scope::Companion, Scope::Shared] {
        for summary in view.of_key(scope, Kind::TopicSummary, &key)? {
            if summary.state == State::Active {
                known.living.push(summary);
            } else if was_withdrawn(&summary) && known.withdrawn.as_ref().is_none_or(|last| last.id < summary.id) {
                known.withdrawn = Some(summary);
            }
        }
    }
    known.living.sort_by_key(|summary| summary.id);
    Ok(known)
}

/// Whether a summary no longer holds because what it was made from changed.
pub(crate) fn was_withdrawn(summary: &Memory) -> bool {
    summary.state == State::Superseded && summary.superseded_by.is_none()
}

/// Whether a summary is one of this period.
pub(crate) fn is_of_period(summary: &Memory, period: Interval) -> bool {
    summary.key.attribute == attribute(period)
}

/// The latest draft of a summary of this topic and period that waits for a person.
pub(crate) fn waiting_draft(view: &impl Read, topic: &str, period: Interval) -> Result<Option<ProposalId>, Error> {
    let key = key(topic, period);
    for id in view.waiting()?.into_iter().rev() {
        if let Some(Proposal::TopicSummary(draft)) = view.review(id)?.map(|review| review.proposal)
            && same_key(&self::key(&draft.topic, draft.period), &key)
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Whether no other summary than these, which a new one takes the place of, stands for the memory.
pub(crate) fn is_free(memory: &Memory, replaced: &[Memory]) -> bool {
    let by = memory.care.folded_into.filter(|_| memory.state == State::Folded);
    by.is_none_or(|by| replaced.iter().any(|summary| summary.id == by))
}

/// Whether a summary may stand in the place of such a memory. What must be kept word for word is never hidden behind
/// one, and a summary is made from members, never from a summary (promise 5).
pub(crate) const fn may_be_folded(kind: Kind) -> bool {
    match kind {
        Kind::Identity | Kind::Rule | Kind::Boundary | Kind::TopicSummary => false,
        Kind::Fact
        | Kind::Event
        | Kind::Preference
        | Kind::Insight
        | Kind::Pattern
        | Kind::Milestone
        | Kind::Ritual
        | Kind::SharedMoment
        | Kind::Emotion
        | Kind::Dream => true,
    }
}
