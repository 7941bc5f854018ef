//! Topics and their summaries.

use crate::desk::Scope;
use crate::problem::{Code, Problem};
use crate::wire::care::memory_id;
use crate::wire::checked::{Bad, told};
use crate::wire::stored::told_stored;
use crate::wire::v1;
use hupo::{Command, Month, Space, Timestamp};
use jiff::tz::TimeZone;

pub(super) fn add_topics(
    space: &Space,
    scope: &Scope,
    ask: v1::AddTopicsRequest,
) -> Result<v1::AddTopicsResponse, Problem> {
    let commands = ask.topics.into_iter().map(|topic| Command::AddTopic(topic.into())).collect();
    let receipt = space.write(commands, scope.when())?;
    Ok(v1::AddTopicsResponse { applied_seq: receipt.sequence.get(), stored: told_stored(receipt.stored) })
}

pub(super) fn topics(space: &Space, _: &Scope, _: v1::TopicsRequest) -> Result<v1::TopicsResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::TopicsResponse { applied_seq, topics: told(space.topics()?) })
}

pub(super) fn topics_due(
    space: &Space,
    scope: &Scope,
    ask: v1::TopicsDueRequest,
) -> Result<v1::TopicsDueResponse, Problem> {
    let month = match ask.month.as_str() {
        "" => last_month(space, scope.now())?,
        text => text.parse().map_err(|_| Bad::new("month", "it is no month; write one such as 2026-11"))?,
    };
    let applied_seq = space.sequence()?.get();
    Ok(v1::TopicsDueResponse { applied_seq, due: told(space.topics_due(month)?) })
}

/// The last month that is over in the space's zone.
fn last_month(space: &Space, now: Timestamp) -> Result<Month, Problem> {
    let zone = TimeZone::get(&space.config().zone).ok();
    let month = zone.and_then(|zone| Month::last_finished(now, &zone));
    month.ok_or_else(|| Problem::new(Code::Internal, "the server's clock shows no year from 1 to 9999"))
}

pub(super) fn expand(space: &Space, _: &Scope, ask: v1::ExpandRequest) -> Result<v1::ExpandResponse, Problem> {
    let summary = memory_id(ask.summary, "summary")?;
    let applied_seq = space.sequence()?.get();
    Ok(v1::ExpandResponse { applied_seq, members: told(space.expand(summary)?.unwrap_or_default()) })
}
