//! Topic summaries: made from living memories, resting on their quotes, never from a summary.

use super::space::{Space, automatic, fact, json, keyed, memory, quote};
use hupo_types::{DocId, Kind, MemoryId, NewDecision, NewMemory, Proposal, Standing, State, VerdictCode};

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

#[test]
fn a_summary_stands_for_its_members_from_the_write_that_keeps_it() {
    let space = worries();
    let before = space.snapshot().sequence().get();
    space.propose(summary("工作", "五月工作压力大 work stress", "1,2"));
    assert_eq!(space.snapshot().sequence().get(), before + 1, "one write");
    for number in [1, 2] {
        let member = space.memory(number);
        assert_eq!((member.state, member.care.folded_into), (State::Folded, Some(MemoryId::new(3))));
    }
    assert_eq!(space.memory(3).state, State::Active);
}

#[test]
fn a_member_that_the_newer_summary_leaves_out_comes_back() {
    let space = worries();
    space.user("c", "周末也加班 on Sunday");
    space.propose(memory(fact("用户周末加班", vec![quote("c", "周末也加班")])));
    space.propose(summary("工作", "五月压力大", "1,2,3"));
    assert_eq!(space.propose(summary("工作", "五月 stress", "1,3")).code, VerdictCode::Supersedes);
    let states = [1, 2, 3, 4].map(|number| space.memory(number).state);
    assert_eq!(states, [State::Folded, State::Active, State::Folded, State::Superseded]);
    assert_eq!(space.memory(1).care.folded_into, Some(MemoryId::new(5)));
}

#[test]
fn a_cold_member_comes_back_with_its_summary() {
    let space = worries();
    space.maintain(super::maintain::after(200));
    assert_eq!(space.memory(1).state, State::Archived);
    assert_eq!(space.propose(summary("工作", "五月 stress", "1,2")).code, VerdictCode::Accepted);
    assert_eq!([1, 2].map(|number| space.memory(number).state), [State::Folded; 2]);
}

#[test]
fn what_is_kept_word_for_word_may_be_cited_and_stays_beside_its_summary() {
    let space = worries();
    space.user("c", "别在上班时打给我 no calls");
    let boundary = NewMemory { kind: Kind::Boundary, ..fact("No calls at work", vec![quote("c", "no calls")]) };
    space.propose(memory(boundary));
    assert_eq!(space.propose(summary("工作", "五月 stress, 别打电话", "1,3")).code, VerdictCode::Accepted);
    let states = [1, 3, 4].map(|number| space.memory(number).state);
    assert_eq!(states, [State::Folded, State::Active, State::Active]);
}

#[test]
fn a_summary_about_other_people_of_the_same_topic_and_month_takes_the_place_too() {
    let space = worries();
    space.user("c", "我们一起写周报 our weekly report");
    let shared =
        NewMemory { scope: hupo_types::Scope::Shared, ..fact("一起写周报", vec![quote("c", "一起写周报")]) };
    space.propose(memory(shared));
    space.propose(summary("工作", "五月压力大", "1,2"));
    let verdict = space.propose(summary("工作", "五月 stress and reports", "1,2,3"));
    assert_eq!(verdict.code, VerdictCode::Supersedes, "{verdict:?}");
    assert_eq!((space.memory(4).state, space.memory(5).scope), (State::Superseded, hupo_types::Scope::Shared));
    assert!([1, 2, 3].iter().all(|number| space.memory(*number).care.folded_into == Some(MemoryId::new(5))));
}

#[test]
fn a_folded_member_said_again_gains_the_words_and_stays_folded() {
    let space = worries();
    space.propose(summary("工作", "五月压力大", "1,2"));
    space.user("c", "还是压力好大 still stressed");
    let again = space.propose(memory(fact("用户加班压力大", vec![quote("c", "还是压力好大")])));
    assert_eq!((again.code, again.meets), (VerdictCode::Duplicate, vec![DocId::Memory(MemoryId::new(1))]));
    let member = space.memory(1);
    assert_eq!((member.state, member.evidence.len(), space.n_memories()), (State::Folded, 2, 3));
}

#[test]
fn correcting_a_member_withdraws_its_summary_and_a_withdrawn_one_can_be_neither_cited_nor_corrected() {
    let space = worries();
    space.propose(summary("工作", "五月压力大", "1,2"));
    space.user("c", "不对，是运动压力 sport");
    let correction = |number: u64| {
        json(&format!(
            r#"{{"propose":"correction","corrects":{number},"text":"用户运动压力大","evidence":[
                {{"message":"c","role":"user","quote":"是运动压力","purpose":"correction"}}]}}"#
        ))
    };
    space.refuses(correction(3), VerdictCode::Invalid, "corrects");
    assert_eq!(space.propose(correction(1)).code, VerdictCode::Supersedes);
    let states = [1, 2, 3, 4].map(|number| space.memory(number).state);
    assert_eq!(states, [State::Superseded, State::Active, State::Superseded, State::Active]);
    space.refuses(correction(3), VerdictCode::UnknownTarget, "corrects");
    assert_eq!(space.propose(summary("工作", "五月运动压力", "2,4")).code, VerdictCode::Accepted);
}

#[test]
fn a_folded_member_is_contradicted_like_any_other_and_its_summary_goes_when_a_person_decides() {
    let space = automatic();
    space.topic("家");
    space.user("a", "我住在杭州, work in Ningbo");
    space.user("b", "I live in Oslo 现在");
    let home = |text: &str, id: &str, words: &str| {
        memory(NewMemory { topics: vec!["家".to_owned()], ..keyed("city", text, vec![quote(id, words)]) })
    };
    space.propose(home("用户住在杭州", "a", "住在杭州"));
    let work = fact("用户在宁波上班", vec![quote("a", "work in Ningbo")]);
    space.propose(memory(NewMemory { topics: vec!["家".to_owned()], ..work }));
    space.propose(summary("家", "五月在杭州和 Ningbo", "1,2"));
    assert_eq!(space.propose(home("The user lives in Oslo", "b", "live in Oslo")).code, VerdictCode::Conflict);
    assert_eq!((space.memory(1).state, space.memory(1).standing), (State::Folded, Standing::Disputed));
    assert_eq!(space.decide(1, NewDecision::Approve).code, VerdictCode::Supersedes);
    let states = [1, 2, 3, 4].map(|number| space.memory(number).state);
    assert_eq!(states, [State::Superseded, State::Active, State::Superseded, State::Active]);
}
