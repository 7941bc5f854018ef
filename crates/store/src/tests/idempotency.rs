//! Doing the same again changes nothing.

use hupo_types::{
    Command, DocId, EntityRef, Event, Interval, MemoryId, MessageId, NewMemory, NewMessage, NewRelation, Refusal,
    RelationId, Stored,
};

use super::space::{NOW, Space, append, entity, fact, key, remember, says, topic, user};

#[test]
fn appending_the_same_again_changes_nothing() {
    let space = Space::new();
    let first = space.write(vec![user("m1", "你好"), user("m2", "hello")]);
    let again = space.write(vec![user("m2", "hello"), user("m1", "你好")]);
    let (one, two) = (MessageId::new(1), MessageId::new(2));
    assert_eq!(again.stored, [Stored::Message { id: two, existed: true }, Stored::Message { id: one, existed: true }]);
    assert_eq!((again.sequence, again.change.events.len(), again.change.documents.len()), (first.sequence, 0, 0));
    assert_eq!(space.store().snapshot().unwrap().sequence(), first.sequence);
}

#[test]
fn an_external_id_names_one_content_for_ever() {
    let space = Space::new();
    space.write(vec![user("m1", "你好")]);
    let taken = Refusal::ExternalIdTaken { external_id: "m1".to_owned(), existing: DocId::Message(MessageId::new(1)) };
    assert_eq!(space.refusal(user("m1", "再见")), taken);
    let changes: [fn(&mut NewMessage); 7] = [
        |m| m.speaker = None,
        |m| m.time = None,
        |m| m.session = None,
        |m| m.contact = Some("Bob".to_owned()),
        |m| m.channel = Some("sms".to_owned()),
        |m| m.title = Some("T".to_owned()),
        |m| m.people = vec!["Bob".to_owned()],
    ];
    for change in changes {
        let mut message = NewMessage::user("你好").external_id("m1").session("s").speaker("Ann").at(NOW);
        change(&mut message);
        assert_eq!(space.refusal(append(message)), taken);
    }
    assert_eq!(space.refused(vec![user("m9", "一"), user("m9", "二")])[0].0, 1, "within one write too");
}

#[test]
fn messages_without_external_id_are_always_new() {
    let space = Space::new();
    let receipt = space.write(vec![append(NewMessage::user("你好")), append(NewMessage::user("你好"))]);
    assert!(receipt.stored.iter().all(|one| matches!(one, Stored::Message { existed: false, .. })));
}

#[test]
fn remembering_the_same_again_changes_nothing() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海")]);
    let memory = |text: &str| NewMemory {
        external_id: Some("home".to_owned()),
        key: key("city"),
        ..fact(text, vec![says("m1", "我住在上海")])
    };
    let first = space.write(vec![remember(memory("住在上海"))]);
    let again = space.write(vec![remember(memory("住在上海"))]);
    assert_eq!(again.stored, [Stored::Memory { id: MemoryId::new(1), existed: true }]);
    assert_eq!((again.sequence, again.change.events.len()), (first.sequence, 0));
    let taken = Refusal::ExternalIdTaken { external_id: "home".to_owned(), existing: DocId::Memory(MemoryId::new(1)) };
    assert_eq!(space.refusal(remember(memory("住在北京"))), taken);
    assert_eq!(space.refusal(remember(NewMemory { key: key("job"), ..memory("住在上海") })), taken);
}

#[test]
fn a_correction_with_an_external_id_can_be_sent_again() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海"), user("m2", "搬到北京了")]);
    space.write(vec![remember(NewMemory {
        key: key("city"), ..fact("住在上海", vec![says("m1", "我住在上海")])
    })]);
    let correction = || NewMemory {
        external_id: Some("c1".to_owned()),
        key: key("city"),
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..fact("住在北京", vec![says("m2", "搬到北京了")])
    };
    space.write(vec![remember(correction())]);
    assert_eq!(space.one(remember(correction())), Stored::Memory { id: MemoryId::new(2), existed: true });
}

#[test]
fn an_entity_known_by_its_folded_name_gains_the_aliases_it_lacks() {
    let space = Space::new();
    space.write(vec![entity("Wang Fang", &["王芳", "阿芳", "阿芳"])]);
    assert_eq!(space.entity(1).aliases, ["王芳", "阿芳"]);
    let receipt = space.write(vec![entity("ＷＡＮＧ  fang", &["wang fang", "王芳", "Fangfang"])]);
    assert!(matches!(&receipt.change.events[..], [Event::EntityAliased { aliases, .. }] if aliases == &["Fangfang"]));
    assert_eq!(space.entity(1).aliases, ["王芳", "阿芳", "Fangfang"]);
    assert!(space.write(vec![entity("Wang Fang", &["fangfang"])]).change.events.is_empty());
    let other = space.write(vec![entity("阿芳", &["王芳"])]);
    assert!(matches!(other.stored[..], [Stored::Entity { existed: false, .. }]), "an alias is not a name");
    let snapshot = space.store().snapshot().unwrap();
    let called: Vec<u64> = snapshot.entities_named("阿芳").unwrap().iter().map(|id| id.get()).collect();
    assert_eq!(called, [2, 1], "whose name it is comes first");
}

#[test]
fn a_topic_is_known_by_its_folded_name() {
    let space = Space::new();
    space.write(vec![topic("Work")]);
    assert!(matches!(space.one(topic("ｗｏｒｋ ")), Stored::Topic { existed: true, .. }));
}

#[test]
fn the_same_relation_on_the_same_words_is_there_already() {
    let space = Space::new();
    space.write(vec![
        entity("Ann", &[]),
        entity("Bo", &[]),
        user("m1", "Bo is my brother 我弟弟"),
        user("m2", "弟弟 Bo 来了"),
    ]);
    let relation = |source: &str, quote: &str| {
        Command::AddRelation(NewRelation {
            from: EntityRef::Name("bo".to_owned()),
            predicate: "Brother_of".to_owned(),
            to: EntityRef::Name("ANN".to_owned()),
            evidence: vec![says(source, quote)],
            valid: Interval::default(),
            replaces: None,
        })
    };
    let stored = |command| match space.one(command) {
        Stored::Relation { id, existed } => (id.get(), existed),
        other => panic!("{other:?}"),
    };
    assert_eq!(stored(relation("m1", "my brother")), (1, false));
    assert_eq!(stored(relation("m1", "my brother")), (1, true));
    assert_eq!(stored(relation("m2", "弟弟")), (2, false), "other words are another receipt");
    let snapshot = space.store().snapshot().unwrap();
    let of = |entity| snapshot.relations_of(hupo_types::EntityId::new(entity)).unwrap();
    assert_eq!(of(1), [RelationId::new(1), RelationId::new(2)]);
    assert_eq!(of(1), of(2));
}
