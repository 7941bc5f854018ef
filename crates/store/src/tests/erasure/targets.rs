//! What goes with a message, a memory and an entity, and what stays.

use hupo_types::{
    Command, DocId, EntityId, EntityRef, EraseTarget, MemoryId, MessageId, NewMemory, ObservationId, PageId,
    ProfileFactId, ProposalId, Refusal, RelationId, Sequence, Standing, State, Stored, TemporalItemId,
};

use super::super::space::{companion, entity, fact, key, remember, says, user};
use super::{CANARIES, Space, erase, found_in, full, replays};
use crate::Read;

const SECRET: EraseTarget = EraseTarget::Message(MessageId::new(2));

#[test]
fn a_message_goes_with_all_that_rests_on_it_alone_and_no_byte_keeps_it() {
    let mut space = full();
    let erasure = erase(&space, SECRET);
    assert_eq!(found_in(&space.dir(), &CANARIES), [""; 0]);
    assert_eq!(erasure.messages, [MessageId::new(2)]);
    assert_eq!(erasure.memories, [1, 3].map(MemoryId::new));
    assert_eq!(erasure.lost_evidence, [MemoryId::new(2)]);
    assert_eq!(erasure.relations, [RelationId::new(1)]);
    assert_eq!(erasure.observations, [ObservationId::new(1)]);
    assert_eq!(erasure.profile_facts, [ProfileFactId::new(1)]);
    assert_eq!(erasure.temporal_items, [TemporalItemId::new(1)]);
    assert_eq!(erasure.pages, [PageId::new(1)]);
    assert_eq!(erasure.proposals, [ProposalId::new(1)]);
    assert!(erasure.beliefs && !erasure.rewritten.is_empty());
    space.is_sound();
    replays(&space);
    space.reopen();
    assert_eq!(found_in(&space.dir(), &CANARIES), [""; 0]);
    assert_eq!(space.store().snapshot().unwrap().erasures().unwrap(), [erasure]);
}

#[test]
fn what_stands_beside_an_erased_message_stays() {
    let space = full();
    erase(&space, SECRET);
    let snapshot = space.store().snapshot().unwrap();
    let message = snapshot.message(MessageId::new(2)).unwrap().unwrap();
    assert!(message.erased && message.previous == Some(MessageId::new(1)) && message.time.is_some());
    assert_eq!(snapshot.message(MessageId::new(3)).unwrap().unwrap().text, "后面的话 after it, 你好吗");
    let (both, neighbour) = (space.memory(2), space.memory(4));
    assert_eq!((both.evidence.len(), both.state), (1, State::Active));
    assert_eq!((neighbour.standing, neighbour.evidence.len()), (Standing::Stable, 1));
    assert!(snapshot.temporal_item(TemporalItemId::new(2)).unwrap().unwrap().closing.is_none(), "nobody says it ended");
    assert!(!snapshot.observation(ObservationId::new(2)).unwrap().unwrap().erased);
    assert_eq!(snapshot.waiting().unwrap(), [ProposalId::new(2)]);
    assert_eq!(snapshot.beliefs().unwrap(), None);
    let after = snapshot.document(DocId::Message(MessageId::new(3))).unwrap().unwrap();
    assert_eq!(after.context[0].text, "前面的话 before it", "the turn before the erased one is its context now");
    assert_eq!(snapshot.messages_before(MessageId::new(3), 9).unwrap().len(), 1);
    let waits: Vec<DocId> = snapshot.docs_without_vector().unwrap().map(Result::unwrap).collect();
    assert!(waits.contains(&DocId::Message(MessageId::new(3))), "its vector was made of the erased words too");
    assert!(!waits.contains(&DocId::Message(MessageId::new(1))) && !waits.contains(&DocId::Memory(MemoryId::new(1))));
    assert_eq!(snapshot.document(DocId::Message(MessageId::new(2))).unwrap(), None);
    assert_eq!(snapshot.documents().unwrap().count() as u64, snapshot.counts().documents());
}

#[test]
fn an_erased_message_cannot_be_cited_and_its_session_goes_on() {
    let space = full();
    erase(&space, SECRET);
    let cited = hupo_types::NewEvidence::statement(
        hupo_types::MessageRef::Id(MessageId::new(2)),
        hupo_types::Role::User,
        "海棠依旧",
    );
    assert!(matches!(space.refusal(remember(fact("again 又来", vec![cited]))), Refusal::ErasedSource { .. }));
    let unknown = space.refusal(remember(fact("again 又来", vec![says("xid-kumquat", "海棠依旧")])));
    assert!(matches!(unknown, Refusal::UnknownMessage { .. }));
    erase(&space, EraseTarget::Message(MessageId::new(3)));
    space.write(vec![companion("m9", "接着说 going on")]);
    let next = space.store().snapshot().unwrap().message_by_external("m9").unwrap().unwrap();
    assert_eq!(next.previous, Some(MessageId::new(1)), "the last one that still says something");
    erase(&space, EraseTarget::Message(MessageId::new(4)));
    assert_eq!(
        found_in(&space.dir(), &["sess-marzipan"]),
        [""; 0],
        "a session of nothing but erased lines has no name"
    );
    space.is_sound();
    replays(&space);
}

#[test]
fn a_memory_goes_with_its_summary_and_may_not_come_back() {
    let space = full();
    let again = NewMemory { key: key("keyobsidian"), ..fact("又记得", vec![says("xid-kumquat", "海棠依旧")]) };
    let erasure = erase(&space, EraseTarget::Memory(MemoryId::new(1)));
    assert_eq!(erasure.memories, [1, 3].map(MemoryId::new));
    assert!(erasure.messages.is_empty());
    assert_eq!(found_in(&space.dir(), &["keyobsidian", "记得zanzibar"]), [""; 0]);
    let memory = space.memory(1);
    assert!(memory.state == State::Erased && memory.evidence.is_empty() && memory.key.is_empty());
    let snapshot = space.store().snapshot().unwrap();
    assert!(snapshot.barred(again.scope, again.kind, &again.key, &again.text).unwrap().is_some());
    assert!(snapshot.message(MessageId::new(2)).unwrap().unwrap().text.contains("海棠依旧"), "messages stay");
    drop(snapshot);
    space.is_sound();
    replays(&space);
}

#[test]
fn an_erased_memory_of_a_fact_that_lives_on_bars_nothing() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海 I live in Shanghai"), user("m2", "我搬到北京了 now Beijing")]);
    let home =
        |text: &str, quote, source: &str| NewMemory { key: key("city"), ..fact(text, vec![says(source, quote)]) };
    space.write(vec![remember(home("住在上海", "我住在上海", "m1"))]);
    let moved = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..home("住在北京", "我搬到北京了", "m2")
    };
    space.write(vec![remember(moved.clone())]);
    erase(&space, EraseTarget::Memory(MemoryId::new(1)));
    assert_eq!(space.memory(2).supersedes, Some(MemoryId::new(1)), "links stay readable");
    assert_eq!(space.memory(1).superseded_by, Some(MemoryId::new(2)));
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.barred(moved.scope, moved.kind, &moved.key, &moved.text).unwrap(), None);
    drop(snapshot);
    space.is_sound();
    replays(&space);
}

#[test]
fn an_entity_goes_with_its_names_and_relations_and_documents_stay() {
    let space = full();
    space.write(vec![user("m8", "小皮 came by, 小皮走了"), entity("Pierreqz", &["皮皮qqz"])]);
    let erasure = erase(&space, EraseTarget::Entity(EntityId::new(1)));
    assert_eq!((erasure.entities, erasure.relations), (vec![EntityId::new(1)], vec![RelationId::new(1)]));
    assert_eq!(found_in(&space.dir(), &["Pierreqz", "皮皮qqz", "attrvortex_of"]), [""; 0]);
    let snapshot = space.store().snapshot().unwrap();
    assert!(snapshot.message_by_external("m8").unwrap().unwrap().text.contains("小皮"));
    assert!(
        snapshot.entities_named("小皮").unwrap().is_empty() && snapshot.mentions(EntityId::new(1)).unwrap().is_empty()
    );
    drop(snapshot);
    let by_id = NewMemory {
        entities: vec![EntityRef::Id(EntityId::new(1))],
        ..fact("again 又来", vec![says("m1", "before it")])
    };
    assert!(matches!(space.refused(vec![remember(by_id)])[..], [(0, _)]));
    let back = space.one(entity("Pierreqz", &[]));
    assert_eq!(back, Stored::Entity { id: EntityId::new(3), existed: false }, "the name is free for another");
    space.write(vec![user("m9", "Pierreqz 又来了")]);
    space.is_sound();
    replays(&space);
}

#[test]
fn what_names_nothing_is_refused_and_what_went_before_changes_nothing() {
    let space = full();
    let targets = [
        EraseTarget::Message(MessageId::new(99)),
        EraseTarget::Memory(MemoryId::new(99)),
        EraseTarget::Entity(EntityId::new(99)),
    ];
    for target in targets {
        space.refusal(Command::Erase(target));
    }
    erase(&space, SECRET);
    let before = space.store().snapshot().unwrap().sequence();
    let again = space.write(vec![Command::Erase(SECRET)]);
    assert_eq!((again.sequence, &again.stored[..]), (before, &[Stored::Done][..]));
    assert!(again.sequence > Sequence::ZERO && again.change.events.is_empty());
}
