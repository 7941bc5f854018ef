//! Topic summaries: made from living memories, resting on their quotes, never from a summary.

use super::space::{Space, automatic, fact, json, memory, quote};
use hupo_types::{Kind, MemoryId, NewMemory, Proposal, State, VerdictCode};

fn worries() -> Space {
    let space = automatic();
    space.topic("工作");
    space.user("a", "今天又加班，压力好大");
    space.user("b", "I dread the next release");
    for (text, id, words, importance) in
        [("用户加班压力大", "a", "压力好大", 6), ("The user dreads releases", "b", "dread the next release", 8)]
    {
        let new = NewMemory { importance, topics: vec!["工作".to_owned()], ..fact(text, vec![quote(id, words)]) };
        assert_eq!(space.propose(memory(new)).code, VerdictCode::Accepted);
    }
    space
}

fn summary(topic: &str, text: &str, members: &str) -> Proposal {
    json(&format!(
        r#"{{"propose":"topic_summary","topic":"{topic}","text":"{text}","members":[{members}],
            "period":{{"from":"2024-05-01T00:00:00+08:00","to":"2024-06-01T00:00:00+08:00"}}}}"#
    ))
}

#[test]
fn a_summary_rests_on_its_members_words() {
    let space = worries();
    let verdict = space.propose(summary("工作", "五月工作压力大 work stress", "1,2"));
    assert_eq!(verdict.code, VerdictCode::Accepted, "{verdict:?}");
    let stored = space.memory(3);
    let quotes: Vec<&str> = stored.evidence.iter().map(|one| one.quote.as_str()).collect();
    assert_eq!(
        (stored.kind, stored.importance, quotes),
        (Kind::TopicSummary, 8, vec!["压力好大", "dread the next release"])
    );
    assert_eq!(stored.covers, [MemoryId::new(1), MemoryId::new(2)]);
}

#[test]
fn a_newer_summary_of_the_same_topic_and_period_takes_the_place() {
    let space = worries();
    space.propose(summary("工作", "五月压力大", "1,2"));
    assert_eq!(space.propose(summary("工作", "五月压力大", "1,2")).code, VerdictCode::Duplicate);
    assert_eq!(space.propose(summary("工作", "五月 stress", "2,1")).code, VerdictCode::Supersedes);
    assert_eq!(space.memory(3).state, State::Superseded);
}

#[test]
fn a_summary_needs_two_living_members_and_none_of_them_a_summary() {
    let space = worries();
    space.refuses(summary("工作", "x 总结", "1"), VerdictCode::Invalid, "members");
    space.refuses(summary("工作", "x 总结", "1,1"), VerdictCode::Invalid, "members");
    space.refuses(summary("工作", "x 总结", "1,9"), VerdictCode::UnknownTarget, "members[1]");
    space.refuses(summary("爱好", "x 总结", "1,2"), VerdictCode::UnknownTarget, "topic");
    space.propose(summary("工作", "五月压力大", "1,2"));
    space.refuses(summary("工作", "summary of a summary", "1,3"), VerdictCode::Cycle, "members");
}
