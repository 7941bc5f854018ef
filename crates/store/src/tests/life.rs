//! What becomes of a memory: more evidence, a standing, another in its place; and what may not become of it.

use hupo_types::{
    Command, EraseTarget, Event, Interval, Kind, Memory, MemoryId, MemoryRef, MessageId, MessageRef, NewEvidence,
    NewMemory, Refusal, ReviewCommand, Role, Scope, Standing, State, Stored, Timestamp,
};

use super::space::{NOW, Space, companion, companion_says, fact, key, remember, says, user};
use crate::Read;

const fn mem(number: u64) -> MemoryId {
    MemoryId::new(number)
}

/// Two memories of one key that say otherwise, one of another key, one of none, one of the companion's.
fn space() -> Space {
    let space = Space::new();
    space.write(vec![
        user("m1", "我住在上海 and drink tea"),
        user("m2", "其实我住在北京, really"),
        user("m3", "I am a nurse 护士"),
        companion("m4", "我也住在上海"),
    ]);
    let keyed = |attribute: &str, text: &str, source: NewEvidence| {
        remember(NewMemory { key: key(attribute), ..fact(text, vec![source]) })
    };
    space.write(vec![
        keyed("city", "住在上海", says("m1", "我住在上海")),
        keyed("ＣＩＴＹ", "lives in 北京", says("m2", "我住在北京")),
        keyed("job", "works as a nurse", says("m3", "I am a nurse")),
        remember(fact("drinks tea", vec![says("m1", "drink tea")])),
    ]);
    space
}

fn supersede(old: u64, new: u64) -> Command {
    Command::Supersede { old: mem(old), new: mem(new) }
}

fn evidence(memory: u64, evidence: Vec<NewEvidence>) -> Command {
    Command::AddEvidence { memory: mem(memory), evidence }
}

#[test]
fn a_standing_changes_and_nothing_else_does() {
    let space = space();
    let disputed = Command::SetStanding { memory: mem(1), standing: Standing::Disputed };
    let before = space.memory(1);
    assert_eq!(space.one(disputed.clone()), Stored::Done);
    assert_eq!(space.memory(1), Memory { standing: Standing::Disputed, ..before });
    assert!(space.write(vec![disputed]).change.events.is_empty(), "it has that standing already");
    let unknown = Command::SetStanding { memory: mem(9), standing: Standing::Stable };
    let refused = Refusal::UnknownMemory { field: "memory".to_owned(), memory: "mem-9".to_owned() };
    assert_eq!(space.refusal(unknown), refused);
    space.is_sound();
}

#[test]
fn the_losing_side_of_a_conflict_is_hidden_and_both_keep_their_words() {
    let space = space();
    let (loser, winner) = (space.memory(1), space.memory(2));
    assert_eq!(space.one(supersede(1, 2)), Stored::Done);
    let hidden = space.memory(1);
    assert_eq!(
        (hidden.state, hidden.superseded_by, hidden.superseded_at),
        (State::Superseded, Some(mem(2)), Some(NOW))
    );
    assert_eq!((&hidden.evidence, &hidden.text), (&loser.evidence, &loser.text));
    assert_eq!(space.memory(2), Memory { supersedes: Some(mem(1)), ..winner });
    assert!(space.write(vec![supersede(1, 2)]).change.events.is_empty(), "it was done already");
    let snapshot = space.store().snapshot().unwrap();
    let living = snapshot.living_of_key(Scope::User, Kind::Fact, &key("city")).unwrap();
    assert_eq!(living.iter().map(|memory| memory.id).collect::<Vec<_>>(), [mem(2)]);
    assert_eq!(snapshot.of_key(Scope::User, Kind::Fact, &key("City ")).unwrap().len(), 2);
    drop(snapshot);
    space.is_sound();
}

#[test]
fn one_memory_may_win_over_several_and_all_are_its_forerunners() {
    let space = space();
    space.write(vec![user("m5", "哦, Suzhou 苏州")]);
    space.write(vec![remember(NewMemory { key: key("city"), ..fact("苏州", vec![says("m5", "苏州")]) })]);
    space.write(vec![supersede(2, 5), supersede(1, 5)]);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.forerunners(mem(5)).unwrap(), [mem(1), mem(2)]);
    assert_eq!(snapshot.forerunners(mem(1)).unwrap(), []);
    assert_eq!(space.memory(5).supersedes, Some(mem(2)), "the first it took the place of");
}

#[test]
fn only_the_living_of_the_same_key_takes_a_place_and_no_chain_closes() {
    let space = space();
    let cycle = Refusal::Cycle { field: "new".to_owned(), what: "mem-1".to_owned() };
    assert_eq!(space.refusal(supersede(1, 1)), cycle);
    assert_eq!(space.refusal(supersede(1, 3)), Refusal::OtherKey { memory: mem(1) });
    assert_eq!(space.refusal(supersede(4, 1)), Refusal::OtherKey { memory: mem(4) }, "no key is no same key");
    let unknown = Refusal::UnknownMemory { field: "new".to_owned(), memory: "mem-9".to_owned() };
    assert_eq!(space.refusal(supersede(1, 9)), unknown);
    space.write(vec![supersede(1, 2)]);
    let settled = Refusal::AlreadySuperseded { memory: mem(1), by: mem(2) };
    assert_eq!(space.refusal(supersede(2, 1)), settled, "what was hidden takes no place");
    space.write(vec![user("m5", "苏州 now")]);
    space.write(vec![remember(NewMemory { key: key("city"), ..fact("苏州", vec![says("m5", "苏州")]) })]);
    assert_eq!(space.refusal(supersede(1, 5)), settled, "a place is taken once");
}

#[test]
fn evidence_is_added_to_what_holds_once_and_checked_like_any() {
    let space = space();
    space.write(vec![user("m5", "还是住在上海 of course")]);
    let again = evidence(1, vec![says("m1", "我住在上海"), says("m5", "住在上海")]);
    assert_eq!(space.one(again.clone()), Stored::Memory { id: mem(1), existed: true });
    assert_eq!(space.memory(1).evidence.len(), 2);
    assert!(space.write(vec![again]).change.events.is_empty(), "it has all of them");
    assert_eq!(space.store().snapshot().unwrap().citing(MessageId::new(5)).unwrap(), [mem(1)]);
    let refused = space.refusal(evidence(1, vec![says("m5", "住在广州")]));
    assert!(matches!(refused, Refusal::QuoteNotFound { .. }), "{refused:?}");
    assert_eq!(space.refusal(evidence(1, vec![])), Refusal::NoEvidence);
    let as_user = says("m4", "我也住在上海");
    assert!(matches!(space.refusal(evidence(1, vec![as_user])), Refusal::WrongRole { .. }));
    space.write(vec![evidence(1, vec![companion_says("m4", "我也住在上海")])]);
    space.write(vec![supersede(1, 2)]);
    let settled = Refusal::AlreadySuperseded { memory: mem(1), by: mem(2) };
    assert_eq!(space.refusal(evidence(1, vec![says("m5", "of course")])), settled);
    space.is_sound();
}

#[test]
fn the_same_fact_over_two_separate_intervals_is_two_occurrences() {
    let space = space();
    let over = |from: Option<i64>, to: Option<i64>| {
        let valid = Interval { from: from.map(Timestamp::from_ms), to: to.map(Timestamp::from_ms) };
        let memory = NewMemory { valid, key: key("trip"), ..fact("去上海 trip", vec![says("m1", "上海")]) };
        match space.one(remember(memory)) {
            Stored::Memory { id, existed } => (id.get(), existed),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(over(Some(10), Some(20)), (5, false));
    assert_eq!(over(Some(20), Some(30)), (6, false), "an end is not inside");
    assert_eq!(over(Some(12), Some(13)), (5, true));
    assert_eq!(over(None, Some(10)), (7, false));
    assert_eq!(over(Some(29), None), (6, true));
    assert_eq!(over(None, None), (5, true), "always is also then");
    space.is_sound();
}

#[test]
fn a_barred_fact_does_not_come_back_under_its_key_or_by_its_text() {
    let space = Space::new();
    space.write(vec![user("m1", "我以前抽烟, I used to smoke"), user("m2", "我喜欢 jasmine tea")]);
    let keyed = NewMemory { key: key("smokes"), ..fact("抽烟", vec![says("m1", "我以前抽烟")]) };
    let unkeyed = fact("Likes 茉莉花茶", vec![says("m2", "我喜欢 jasmine tea")]);
    let bar = |memory: &NewMemory| Command::Review(ReviewCommand::Bar(Box::new(memory.clone())));
    assert_eq!(space.write(vec![bar(&keyed), bar(&unkeyed)]).stored, [Stored::Done, Stored::Done]);
    assert!(space.write(vec![bar(&keyed)]).change.events.is_empty(), "it is barred already");
    let barred = |field: &str, memory: NewMemory| {
        let refusal = space.refusal(remember(memory));
        assert!(matches!(&refusal, Refusal::ErasedSource { field: named, .. } if named == field), "{refusal:?}");
    };
    barred("key", NewMemory { key: key("ＳＭＯＫＥＳ"), text: "used to smoke".to_owned(), ..keyed.clone() });
    barred("text", NewMemory { text: "ＬＩＫＥＳ  茉莉花茶".to_owned(), ..unkeyed.clone() });
    space.write(vec![
        remember(NewMemory { kind: Kind::Event, ..keyed }),
        remember(NewMemory { text: "Likes tea 茶".to_owned(), ..unkeyed }),
    ]);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.barred(Scope::User, Kind::Fact, &key("smokes"), "").unwrap(), Some(NOW));
    drop(snapshot);
    space.is_sound();
}

#[test]
fn a_fact_barred_while_a_memory_of_it_lives_can_still_be_confirmed() {
    let space = space();
    let other = NewMemory { key: key("city"), ..fact("住在广州", vec![says("m1", "我住在上海")]) };
    space.write(vec![Command::Review(ReviewCommand::Bar(Box::new(other.clone())))]);
    assert!(matches!(space.refusal(remember(other)), Refusal::ErasedSource { .. }));
    space.write(vec![user("m5", "我住在上海嘛")]);
    let again = NewMemory { key: key("city"), ..fact("住在上海", vec![says("m5", "我住在上海嘛")]) };
    let receipt = space.write(vec![remember(again)]);
    assert!(matches!(&receipt.change.events[..], [Event::EvidenceAdded { .. }]), "{receipt:?}");
}

#[test]
fn what_was_erased_is_cited_confirmed_and_corrected_no_more() {
    let space = space();
    space.write(vec![Command::Erase(EraseTarget::Memory(mem(1)))]);
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(3)))]);
    let erased = |field: &str, command: Command| {
        let refusal = space.refusal(command);
        assert!(matches!(&refusal, Refusal::ErasedSource { field: named, .. } if named == field), "{refusal:?}");
    };
    let words = || vec![says("m2", "我住在北京")];
    erased("memory", evidence(1, words()));
    erased("memory", Command::SetStanding { memory: mem(1), standing: Standing::Outdated });
    erased("old", supersede(1, 2));
    erased("new", supersede(2, 1));
    let supersedes = Some(MemoryRef::Id(mem(1)));
    erased("supersedes", remember(NewMemory { key: key("city"), supersedes, ..fact("搬家 moved", words()) }));
    let gone = NewEvidence::statement(MessageRef::Id(MessageId::new(3)), Role::User, "I am a nurse");
    erased("evidence[0].message", remember(fact("a nurse 护士", vec![gone])));
    space.is_sound();
}
