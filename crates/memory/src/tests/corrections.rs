//! Corrections: the user's own words, a living memory, the same key, and no cycles.

use super::space::{Space, automatic, companion_quote, correcting, fact, keyed, memory, quote};
use crate::history;
use hupo_types::{
    DocId, EntityRef, MemoryId, MemoryRef, NewCorrection, NewEvidence, NewMemory, Proposal, State, VerdictCode,
};

fn correct(id: u64, text: &str, evidence: Vec<NewEvidence>) -> Proposal {
    let corrects = MemoryRef::Id(MemoryId::new(id));
    Proposal::Correction(NewCorrection {
        corrects,
        text: text.to_owned(),
        importance: None,
        evidence,
        valid: hupo_types::Interval::default(),
    })
}

/// Lives in Hangzhou, said so; then moved to Oslo.
fn moved() -> Space {
    let space = automatic();
    space.topic("家");
    space.person("Ann", &["小安"]);
    space.user("a", "我住在杭州");
    space.user("b", "不对，我搬到 Oslo 了");
    space.user("c", "No wait, I live in Bergen now");
    space.companion("d", "你住在 Paris 对吧");
    let first = NewMemory {
        topics: vec!["家".to_owned()],
        entities: vec![EntityRef::Name("小安".to_owned())],
        importance: 7,
        ..keyed("city", "用户住在杭州", vec![quote("a", "我住在杭州")])
    };
    assert_eq!(space.propose(memory(first)).code, VerdictCode::Accepted);
    space
}

#[test]
fn a_correction_takes_the_place_and_both_keep_their_evidence() {
    let space = moved();
    let verdict = space.propose(correct(1, "用户住在 Oslo", vec![correcting("b", "我搬到 Oslo 了")]));
    assert_eq!((verdict.code, verdict.meets), (VerdictCode::Supersedes, vec![DocId::Memory(MemoryId::new(1))]));
    let (old, new) = (space.memory(1), space.memory(2));
    assert_eq!((old.state, old.superseded_by, new.supersedes), (State::Superseded, Some(new.id), Some(old.id)));
    assert_eq!((old.evidence[0].quote.as_str(), new.evidence[0].quote.as_str()), ("我住在杭州", "我搬到 Oslo 了"));
    let kept = (new.scope, new.kind, &new.key, new.importance);
    assert_eq!(kept, (old.scope, old.kind, &old.key, old.importance));
    let snapshot = space.snapshot();
    assert_eq!(snapshot.topics_of(new.id).unwrap(), snapshot.topics_of(old.id).unwrap());
    assert_eq!(snapshot.entities_of(DocId::Memory(new.id)).unwrap().len(), 1, "whom it is about stays");
}

#[test]
fn a_chain_of_corrections_can_be_read_and_only_its_end_corrected() {
    let space = moved();
    space.propose(correct(1, "用户住在 Oslo", vec![correcting("b", "我搬到 Oslo 了")]));
    let late = space.refuses(
        correct(1, "The user lives in Bergen", vec![correcting("c", "I live in Bergen now")]),
        VerdictCode::UnknownTarget,
        "corrects",
    );
    assert_eq!(late.meets, vec![DocId::Memory(MemoryId::new(2))], "the one to correct is named");
    let end = correct(2, "The user lives in Bergen", vec![correcting("c", "I live in Bergen now")]);
    assert_eq!(space.propose(end).code, VerdictCode::Supersedes);
    let ids: Vec<u64> = history(&space.snapshot(), MemoryId::new(2)).unwrap().iter().map(|m| m.id.get()).collect();
    assert_eq!(ids, [1, 2, 3]);
    let back = correct(3, "用户住在杭州", vec![correcting("a", "我住在杭州")]);
    assert_eq!(space.propose(back).code, VerdictCode::Supersedes, "what was so before may be so again");
}

#[test]
fn only_the_user_corrects() {
    let space = moved();
    let by_companion = correct(1, "用户住在 Paris", vec![companion_quote("d", "你住在 Paris")]);
    space.refuses(by_companion, VerdictCode::NoUserSource, "evidence");
}

#[test]
fn a_memory_corrects_neither_itself_nor_what_is_not_there() {
    let space = moved();
    let named = |id: &str, corrects: &str| {
        memory(NewMemory {
            external_id: Some(id.to_owned()),
            supersedes: Some(MemoryRef::External(corrects.to_owned())),
            ..keyed("city", "用户住在 Oslo", vec![correcting("b", "我搬到 Oslo 了")])
        })
    };
    space.refuses(named("x", "x"), VerdictCode::Cycle, "supersedes");
    let verdicts = space.propose_all(vec![named("x", "y"), named("y", "x")]);
    assert!(verdicts.iter().all(|verdict| verdict.code == VerdictCode::UnknownTarget), "{verdicts:?}");
    space.refuses(
        correct(9, "x 用户", vec![correcting("b", "我搬到 Oslo 了")]),
        VerdictCode::UnknownTarget,
        "corrects",
    );
    assert_eq!(space.n_memories(), 1);
}

#[test]
fn only_the_same_key_supersedes_whatever_else_is_shared() {
    let space = moved();
    let other = NewMemory {
        supersedes: Some(MemoryRef::Id(MemoryId::new(1))),
        entities: vec![EntityRef::Name("Ann".to_owned())],
        ..keyed("country", "The user lives in Norway", vec![correcting("b", "我搬到 Oslo 了")])
    };
    space.refuses(memory(other.clone()), VerdictCode::Conflict, "supersedes");
    let keyless = NewMemory { key: hupo_types::SemanticKey::default(), ..other };
    assert_eq!(space.propose(memory(keyless)).code, VerdictCode::Supersedes);
    assert_eq!(space.memory(2).key, space.memory(1).key, "it took the key of what it corrects");
}

#[test]
fn a_correction_that_says_nothing_new_is_a_confirmation() {
    let space = moved();
    let same = correct(1, "用户住在杭州", vec![quote("b", "不对")]);
    assert_eq!(space.propose(same).code, VerdictCode::Duplicate);
    assert_eq!((space.n_memories(), space.memory(1).evidence.len()), (1, 2));
}

#[test]
fn a_keyless_memory_can_be_corrected_too() {
    let space = moved();
    space.propose(memory(fact("用户怕狗", vec![quote("a", "我住在杭州")])));
    let verdict = space.propose(correct(2, "The user no longer 怕狗", vec![correcting("c", "No wait")]));
    assert_eq!(verdict.code, VerdictCode::Supersedes);
}
