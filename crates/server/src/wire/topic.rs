//! Topics.

use super::checked::{count, shown, shown_or_empty, told};
use super::time::{told_interval, told_time};
use super::v1;
use super::word::Word;
use hupo::{NewTopic, Topic, TopicDue, TopicMember, TopicView};

impl From<v1::NewTopic> for NewTopic {
    fn from(wire: v1::NewTopic) -> Self {
        Self { name: wire.name, about: wire.about }
    }
}

impl From<Topic> for v1::Topic {
    fn from(topic: Topic) -> Self {
        Self {
            id: topic.id.to_string(),
            name: topic.name,
            about: topic.about,
            recorded_at: Some(told_time(topic.recorded_at)),
        }
    }
}

impl From<TopicView> for v1::TopicView {
    fn from(view: TopicView) -> Self {
        Self { topic: Some(view.topic.into()), members: shown(&view.members), summaries: shown(&view.summaries) }
    }
}

impl From<TopicMember> for v1::TopicMember {
    fn from(member: TopicMember) -> Self {
        Self {
            memory: member.memory.to_string(),
            kind: member.kind.number(),
            text: member.text,
            importance: member.importance.into(),
            state: member.state.number(),
            superseded_by: shown_or_empty(member.superseded_by),
            time: Some(told_time(member.time)),
            is_new: member.is_new,
            evidence: told(member.evidence),
        }
    }
}

impl From<TopicDue> for v1::TopicDue {
    fn from(due: TopicDue) -> Self {
        Self {
            topic: due.topic.to_string(),
            name: due.name,
            month: due.month.to_string(),
            period: told_interval(due.period),
            why: due.why.number(),
            replaces: shown_or_empty(due.replaces),
            waiting: shown_or_empty(due.waiting),
            members: told(due.members),
            n_left_out: count(due.n_left_out),
        }
    }
}
