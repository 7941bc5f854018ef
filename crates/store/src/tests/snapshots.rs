//! Reading: isolation, neighbours, streams, and what a leg needs to catch up.

use std::collections::{BTreeMap, BTreeSet};

use hupo_types::{Change, DocId, Document, Event, MemoryId, MessageId, NewMessage, Sequence, State};

use super::replay::full;
use super::space::{NOW, Space, append, fact, key, remember, says, user};
use crate::{DocFacts, Error, Snapshot};

#[test]
fn a_snapshot_sees_no_later_write() {
    let space = Space::new();
    space.write(vec![user("m1", "你好")]);
    let before = space.store().snapshot().unwrap();
    space.write(vec![user("m2", "hello")]);
    let after = space.store().snapshot().unwrap();
    assert_eq!((before.sequence(), after.sequence()), (Sequence::new(2), Sequence::new(3)));
    assert_eq!((before.counts().messages, after.counts().messages), (1, 2));
    assert!(before.message(MessageId::new(2)).unwrap().is_none());
    assert!(before.message_by_external("m2").unwrap().is_none());
    assert!(after.message_by_external("m2").unwrap().is_some());
}

#[test]
fn hundreds_of_snapshots_read_at_once_while_others_write() {
    fn shared<T: Send + Sync>(_: &T) {}
    let space = Space::new();
    let snapshots: Vec<Snapshot> = (0..300)
        .map(|n| {
            if n % 100 == 0 {
                space.write(vec![append(NewMessage::user(format!("第 {n} line")))]);
            }
            space.store().snapshot().unwrap()
        })
        .collect();
    shared(&snapshots);
    std::thread::scope(|scope| {
        for part in snapshots.chunks(75) {
            scope.spawn(move || {
                part.iter().for_each(|one| assert_eq!(one.messages().unwrap().count() as u64, one.counts().messages))
            });
        }
        space.write(vec![user("m1", "同时 at once")]);
    });
    assert!(matches!(space.store().compact(), Err(Error::InUse)));
    drop(snapshots);
    space.store().compact().unwrap();
    space.is_sound();
}

#[test]
fn neighbours_are_of_the_same_session_oldest_first() {
    let space = Space::new();
    let line = |session: &str, n: u32| append(NewMessage::user(format!("{session} {n}")).session(session));
    space.write(vec![
        line("a", 1),
        line("b", 1),
        line("a", 2),
        append(NewMessage::user("无")),
        line("a", 3),
        line("a", 4),
    ]);
    let snapshot = space.store().snapshot().unwrap();
    let texts =
        |messages: Vec<hupo_types::Message>| messages.into_iter().map(|message| message.text).collect::<Vec<_>>();
    assert_eq!(texts(snapshot.messages_before(MessageId::new(5), 9).unwrap()), ["a 1", "a 2"]);
    assert_eq!(texts(snapshot.messages_before(MessageId::new(6), 2).unwrap()), ["a 2", "a 3"]);
    assert_eq!(texts(snapshot.messages_after(MessageId::new(1), 2).unwrap()), ["a 2", "a 3"]);
    assert_eq!(texts(snapshot.messages_after(MessageId::new(6), 2).unwrap()), [""; 0]);
    assert_eq!(texts(snapshot.messages_after(MessageId::new(4), 2).unwrap()), [""; 0], "no session, no neighbours");
    assert_eq!(texts(snapshot.messages_before(MessageId::new(99), 2).unwrap()), [""; 0]);
}

#[test]
fn facts_say_what_filters_ask() {
    let space = full();
    let snapshot = space.store().snapshot().unwrap();
    let facts: Vec<DocFacts> = snapshot.facts().unwrap().map(Result::unwrap).collect();
    let ids: Vec<DocId> = facts.iter().map(|one| one.id).collect();
    let documents: Vec<DocId> = snapshot.documents().unwrap().map(|document| document.unwrap().id).collect();
    assert_eq!(ids, documents);
    assert_eq!(ids.len() as u64, snapshot.counts().documents());
    assert_eq!(
        (facts[0].speaker.as_deref(), facts[0].session.as_deref(), facts[0].time),
        (Some("Ann"), Some("s"), Some(NOW))
    );
    let old = facts.iter().find(|one| one.id == DocId::Memory(MemoryId::new(1))).unwrap();
    assert_eq!(
        (old.state, old.superseded_at, old.memory_kind),
        (State::Superseded, Some(NOW), Some(hupo_types::Kind::Fact))
    );
}

/// The documents as a leg would hold them after these changes.
fn held(changes: impl Iterator<Item = Result<Change, Error>>) -> BTreeMap<DocId, Document> {
    changes.flat_map(|change| change.unwrap().documents).map(|document| (document.id, document)).collect()
}

#[test]
fn catching_up_and_beginning_anew_give_the_same_documents() {
    let space = full();
    let snapshot = space.store().snapshot().unwrap();
    let all: BTreeMap<DocId, Document> =
        snapshot.documents().unwrap().map(Result::unwrap).map(|one| (one.id, one)).collect();
    assert_eq!(held(snapshot.changes_since(Sequence::ZERO)), all);
    for chunk in [0, 1, 3, 1_000] {
        assert_eq!(held(snapshot.everything(chunk).unwrap()), all);
    }
    let sequences: Vec<u64> =
        snapshot.changes_since(Sequence::new(3)).map(|change| change.unwrap().sequence.get()).collect();
    assert_eq!(sequences, (4..=snapshot.sequence().get()).collect::<Vec<_>>());
    assert_eq!(snapshot.changes_since(snapshot.sequence()).count(), 0);
    assert_eq!(snapshot.changes_since(Sequence::new(u64::MAX)).count(), 0);
    assert!(snapshot.everything(3).unwrap().all(|change| change.unwrap().sequence == snapshot.sequence()));
}

#[test]
fn beginning_anew_tells_of_every_link_vector_and_correction() {
    let space = full();
    let snapshot = space.store().snapshot().unwrap();
    let events: Vec<Event> =
        snapshot.everything(2).unwrap().flat_map(|change| change.unwrap().events.to_vec()).collect();
    let count = |wanted: fn(&Event) -> bool| events.iter().filter(|event| wanted(event)).count() as u64;
    let counts = snapshot.counts();
    assert_eq!(count(|event| matches!(event, Event::EmbedderChosen { .. })), 1);
    assert_eq!(count(|event| matches!(event, Event::EntityAdded { .. })), counts.entities);
    assert_eq!(count(|event| matches!(event, Event::RelationAdded { .. })), counts.relations);
    assert_eq!(count(|event| matches!(event, Event::TopicAdded { .. })), counts.topics);
    assert_eq!(count(|event| matches!(event, Event::MessageAppended { .. })), counts.messages);
    assert_eq!(count(|event| matches!(event, Event::MemoryRemembered { .. })), counts.memories);
    assert_eq!(count(|event| matches!(event, Event::MemorySuperseded { .. })), counts.superseded_memories);
    assert_eq!(count(|event| matches!(event, Event::TopicsJoined { .. })), 2);
    assert_eq!(count(|event| matches!(event, Event::Embedded { .. })), counts.vectors);
    assert!(count(|event| matches!(event, Event::Mentioned { .. })) >= 3);
}

#[test]
fn the_live_change_is_what_catching_up_gives() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海")]);
    let memory =
        hupo_types::NewMemory { key: key("city"), ..fact("住在上海", vec![says("m1", "我住在上海")]) };
    let live = space.write(vec![user("m2", "你好"), remember(memory)]).change;
    let snapshot = space.store().snapshot().unwrap();
    let later = snapshot.changes_since(Sequence::new(2)).next().unwrap().unwrap();
    assert_eq!(live, later);
}

#[test]
fn size_tells_what_is_used() {
    let space = full();
    let size = space.store().size().unwrap();
    assert!(size.live_bytes > 0 && size.live_bytes < size.file_bytes, "{size:?}");
}

/// What an outline may tell of an event.
fn without_words(event: &Event) -> Option<String> {
    if matches!(event, Event::Embedded { .. }) {
        return None;
    }
    let mut told = event.clone();
    if let Event::MessageAppended { message } = &mut told {
        (message.external_id, message.session, message.title) = (None, None, None);
        (message.contact, message.channel, message.people) = (None, None, Vec::new());
        message.text.clear();
    }
    Some(format!("{told:?}"))
}

#[test]
fn an_outline_tells_all_that_beginning_anew_tells_but_the_words() {
    let space = full();
    let snapshot = space.store().snapshot().unwrap();
    let outline = snapshot.outline().unwrap();
    let told: BTreeSet<String> = outline.events.iter().map(|event| format!("{event:?}")).collect();
    let all = snapshot.everything(1).unwrap().flat_map(|change| change.unwrap().events.to_vec());
    assert_eq!(told, all.filter_map(|event| without_words(&event)).collect());
    assert_eq!((outline.sequence, told.len()), (snapshot.sequence(), outline.events.len()));
    assert_eq!(outline.documents.len() as u64, snapshot.counts().memories);
    for document in &outline.documents {
        assert_eq!(document.time, snapshot.document(document.id).unwrap().unwrap().time, "{}", document.id);
    }
}
