//! Promise 6: the same key is the same fact; duplicates, conflicts, occurrences, bars.

use super::space::{DAY_MS, NOW, automatic, fact, keyed, memory, quote, reject, required};
use hupo_types::{DocId, Interval, MemoryId, NewMemory, ProposalId, SemanticKey, Standing, VerdictCode, Waiting};

#[test]
fn the_same_key_and_text_is_a_duplicate_and_gains_evidence() {
    let space = automatic();
    space.user("a", "我住在杭州");
    space.user("b", "I live in 杭州, 你忘了吗");
    space.propose(memory(keyed("城市", "用户住在 杭州", vec![quote("a", "住在杭州")])));
    let mut again = keyed("城市", "用户住在  杭州", vec![quote("b", "I live in 杭州")]);
    again.key.subject = "USER".to_owned();
    let verdict = space.propose(memory(again));
    assert_eq!((verdict.code, verdict.meets), (VerdictCode::Duplicate, vec![DocId::Memory(MemoryId::new(1))]));
    assert_eq!((space.n_memories(), space.memory(1).evidence.len()), (1, 2));
}

#[test]
fn a_duplicate_needs_no_person_and_never_fills_the_queue() {
    let space = required();
    space.user("a", "我住在杭州 in Hangzhou");
    let new = || memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")]));
    assert_eq!(space.propose(new()).proposal, Some(ProposalId::new(1)));
    let again = space.propose(new());
    assert_eq!((again.code, again.proposal), (VerdictCode::Pending, Some(ProposalId::new(1))), "it waits already");
    space.decide(1, hupo_types::NewDecision::Approve);
    assert_eq!(space.propose(new()).code, VerdictCode::Duplicate);
}

#[test]
fn a_fact_without_a_key_is_known_by_its_text() {
    let space = automatic();
    space.user("a", "我怕狗");
    space.user("b", "真的怕狗 afraid of dogs");
    space.propose(memory(fact("用户怕狗", vec![quote("a", "怕狗")])));
    assert_eq!(space.propose(memory(fact("用户怕狗", vec![quote("b", "怕狗")]))).code, VerdictCode::Duplicate);
    assert_eq!(space.propose(memory(fact("用户怕猫狗", vec![quote("b", "怕狗")]))).code, VerdictCode::Accepted);
}

#[test]
fn the_same_key_with_another_text_is_a_conflict_and_both_are_disputed() {
    let space = automatic();
    space.user("a", "我住在杭州");
    space.user("b", "I live in Berlin");
    space.propose(memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")])));
    let verdict = space.propose(memory(keyed("City", "The user lives in Berlin", vec![quote("b", "live in Berlin")])));
    assert_eq!((verdict.code, verdict.proposal), (VerdictCode::Conflict, Some(ProposalId::new(1))));
    assert_eq!(verdict.meets, vec![DocId::Memory(MemoryId::new(1))]);
    assert_eq!((space.memory(1).standing, space.n_memories()), (Standing::Disputed, 1));
    assert_eq!(space.review(1).waiting, vec![Waiting::Conflict]);
}

#[test]
fn other_keys_scopes_and_kinds_are_other_facts() {
    let space = automatic();
    space.user("a", "我住在杭州，在上海上班 work in Shanghai");
    let home = keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")]);
    let work = keyed("work/city", "用户在上海上班", vec![quote("a", "在上海上班")]);
    let event = NewMemory { kind: hupo_types::Kind::Event, text: "用户搬家".to_owned(), ..home.clone() };
    for new in [home, work, event] {
        assert_eq!(space.propose(memory(new)).code, VerdictCode::Accepted);
    }
    assert_eq!(space.n_memories(), 3);
}

#[test]
fn the_same_fact_in_two_separate_intervals_is_two_occurrences() {
    let space = automatic();
    space.user("a", "2010年我住在杭州，后来去了 Oslo，现在又回来了");
    let day = |days: i64| Some(NOW.plus_ms(-days * DAY_MS));
    let lived = |from, to| NewMemory {
        valid: Interval { from, to },
        ..keyed("city", "用户住在杭州", vec![quote("a", "我住在杭州")])
    };
    assert_eq!(space.propose(memory(lived(day(5000), day(4000)))).code, VerdictCode::Accepted);
    assert_eq!(space.propose(memory(lived(day(100), None))).code, VerdictCode::Accepted);
    let between = NewMemory { text: "The user lives in Oslo".to_owned(), ..lived(day(4000), day(100)) };
    assert_eq!(space.propose(memory(between)).code, VerdictCode::Accepted, "what ends when it begins is before it");
    assert_eq!(space.propose(memory(lived(day(4500), day(4400)))).code, VerdictCode::Duplicate);
    assert_eq!(space.n_memories(), 3);
}

#[test]
fn an_external_id_names_one_memory() {
    let space = automatic();
    space.user("a", "我怕狗 afraid of dogs");
    let named = |text: &str| NewMemory { external_id: Some("m1".to_owned()), ..fact(text, vec![quote("a", "怕狗")]) };
    assert_eq!(space.propose(memory(named("用户怕狗"))).code, VerdictCode::Accepted);
    assert_eq!(space.propose(memory(named("用户怕狗"))).code, VerdictCode::Duplicate);
    space.refuses(memory(named("The user is afraid of dogs")), VerdictCode::Conflict, "external_id");
}

#[test]
fn a_barred_fact_does_not_come_back() {
    let space = required();
    space.user("a", "我前男友叫 Tom，别提他");
    let ex = |text: &str| memory(keyed("ex/name", text, vec![quote("a", "我前男友叫 Tom")]));
    space.propose(ex("用户的前男友叫 Tom"));
    space.decide(1, reject("私事 private", true));
    for text in ["用户的前男友叫 Tom", "The user's ex is called Tom"] {
        space.refuses(ex(text), VerdictCode::ErasedSource, "key");
    }
    let mut other = keyed("x", "用户的前男友叫 Tom", vec![quote("a", "我前男友叫 Tom")]);
    other.key = SemanticKey::default();
    assert_eq!(space.propose(memory(other)).code, VerdictCode::Pending, "another key is another fact");
}

#[test]
fn barring_a_contradiction_leaves_what_holds_correctable() {
    let space = required();
    space.user("a", "我住在杭州");
    space.user("b", "开玩笑说我住在火星 on Mars");
    space.user("c", "我搬到 Oslo 了");
    space.propose(memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")])));
    space.decide(1, hupo_types::NewDecision::Approve);
    let mars = || memory(keyed("city", "用户住在火星", vec![quote("b", "住在火星")]));
    assert_eq!(space.propose(mars()).code, VerdictCode::Conflict);
    space.decide(2, reject("玩笑", true));
    assert_eq!(space.memory(1).standing, Standing::Stable);
    space.refuses(mars(), VerdictCode::ErasedSource, "key");
    let moved = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..keyed("city", "用户住在 Oslo", vec![quote("c", "搬到 Oslo")])
    };
    assert_eq!(space.propose(memory(moved)).code, VerdictCode::Pending);
    assert_eq!(space.decide(3, hupo_types::NewDecision::Approve).code, VerdictCode::Supersedes);
}
