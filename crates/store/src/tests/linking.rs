//! Which entities a document mentions, and what the legs are told of it.

use hupo_types::{DocId, EntityRef, Event, MemoryId, MessageId, NewMemory, NewMessage};

use super::space::{NOW, Space, append, companion, entity, fact, remember, says, system, topic, user};

fn mentions(space: &Space, doc: DocId) -> Vec<u64> {
    space.store().snapshot().unwrap().entities_of(doc).unwrap().iter().map(|id| id.get()).collect()
}

const fn message(number: u64) -> DocId {
    DocId::Message(MessageId::new(number))
}

#[test]
fn names_are_found_in_chinese_english_and_mixed_text() {
    let space = Space::new();
    space.write(vec![entity("王芳", &["Fang"]), entity("New York", &["纽约"]), entity("Ann", &[])]);
    space.write(vec![
        user("m1", "昨天和王芳吃饭"),
        append(NewMessage::user("Going to NEW YORK with fang")),
        append(NewMessage::user("去紐約找Fang玩，annual report")),
    ]);
    assert_eq!(mentions(&space, message(1)), [1, 3], "the speaker is Ann");
    assert_eq!(mentions(&space, message(2)), [1, 2]);
    assert_eq!(mentions(&space, message(3)), [1, 2], "traditional as simplified; Ann is not in annual");
}

#[test]
fn people_contact_speaker_and_title_count() {
    let space = Space::new();
    space.write(vec![entity("J", &[]), entity("Bob", &[]), entity("Carol", &[]), entity("Dave", &[])]);
    let mut line = NewMessage::user("嗯 yes").speaker("j");
    line.contact = Some("BOB".to_owned());
    line.people = vec!["Carol".to_owned(), "Carol Ann".to_owned()];
    line.title = Some("Notes on Dave".to_owned());
    space.write(vec![append(line)]);
    assert_eq!(mentions(&space, message(1)), [1, 2, 3, 4]);
}

#[test]
fn entities_before_after_and_beside_messages_make_the_same_links() {
    let entities =
        || vec![entity("王芳", &["阿芳"]), entity("上海", &[]), entity("New York Times", &[]), entity("New York", &[])];
    let lines = || {
        vec![
            user("m1", "阿芳住上海"),
            user("m2", "I read the New York Times in New York"),
            user("m3", "the new york times"),
        ]
    };
    let memory = || vec![remember(fact("王芳住在上海", vec![says("m1", "阿芳住上海")]))];
    let join = |parts: [Vec<_>; 3]| parts.into_iter().flatten().collect::<Vec<_>>();
    let orders = [
        vec![entities(), lines(), memory()],
        vec![lines(), memory(), entities()],
        vec![join([lines(), memory(), entities()])],
        vec![join([entities(), lines(), memory()])],
    ];
    for order in orders {
        let space = Space::new();
        for write in order {
            space.write(write);
        }
        assert_eq!(mentions(&space, message(1)), [1, 2]);
        assert_eq!(mentions(&space, message(2)), [3, 4]);
        assert_eq!(mentions(&space, message(3)), [3], "the longest name wins");
        assert_eq!(mentions(&space, DocId::Memory(MemoryId::new(1))), [1, 2]);
        let about: Vec<DocId> = space.store().snapshot().unwrap().docs_of_entity(hupo_types::EntityId::new(2)).unwrap();
        assert_eq!(about, [message(1), DocId::Memory(MemoryId::new(1))]);
        space.is_sound();
    }
}

#[test]
fn a_new_alias_links_older_documents_and_sends_all_that_carry_the_entity() {
    let space = Space::new();
    space.write(vec![
        entity("Wang Fang", &[]),
        user("m1", "met Wang Fang"),
        user("m2", "阿芳来了"),
        user("m3", "nobody 没有人"),
    ]);
    let receipt = space.write(vec![entity("wang fang", &["阿芳"])]);
    let sent: Vec<DocId> = receipt.change.documents.iter().map(|document| document.id).collect();
    assert_eq!(sent, [message(1), message(2)]);
    assert_eq!(receipt.change.documents[0].names, ["Wang Fang", "阿芳"]);
    let new = Event::Mentioned { doc: message(2), entities: vec![hupo_types::EntityId::new(1)] };
    assert_eq!(receipt.change.events[1..], [new]);
}

#[test]
fn a_shared_alias_links_both() {
    let space = Space::new();
    space.write(vec![
        entity("Anna Li", &["小安"]),
        entity("Anton Wu", &["小安"]),
        append(NewMessage::user("小安来了")),
    ]);
    assert_eq!(mentions(&space, message(1)), [1, 2]);
}

#[test]
fn a_memory_is_linked_to_what_it_names_and_what_it_is_said_to_be_about() {
    let space = Space::new();
    space.write(vec![entity("上海", &[]), entity("Mum", &["妈妈"]), topic("家"), user("m1", "她住在上海")]);
    let memory = NewMemory {
        entities: vec![EntityRef::Name("妈妈".to_owned())],
        topics: vec!["家".to_owned()],
        ..fact("她住在上海", vec![says("m1", "她住在上海")])
    };
    space.write(vec![remember(memory.clone())]);
    assert_eq!(mentions(&space, DocId::Memory(MemoryId::new(1))), [1, 2]);
    let snapshot = space.store().snapshot().unwrap();
    let topics = snapshot.topics_of(MemoryId::new(1)).unwrap();
    assert_eq!(snapshot.memories_of_topic(topics[0]).unwrap(), [MemoryId::new(1)]);
    assert!(space.write(vec![remember(memory)]).change.events.is_empty());
}

#[test]
fn a_known_memory_gains_links_alone() {
    let space = Space::new();
    space.write(vec![entity("Mum", &[]), topic("家"), user("m1", "她住在上海")]);
    let memory = || fact("她住在上海", vec![says("m1", "她住在上海")]);
    space.write(vec![remember(memory())]);
    let more =
        NewMemory { entities: vec![EntityRef::Name("mum".to_owned())], topics: vec!["家".to_owned()], ..memory() };
    let receipt = space.write(vec![remember(more)]);
    assert!(matches!(receipt.change.events[..], [Event::TopicsJoined { .. }, Event::Mentioned { .. }]));
    let only = NewMemory { entities: vec![EntityRef::Name("Mum".to_owned())], ..memory() };
    assert!(space.write(vec![remember(only)]).change.events.is_empty());
}

#[test]
fn a_message_knows_the_turn_before_it_past_lines_of_the_program() {
    let space = Space::new();
    let long = "很长".repeat(2_000);
    space.write(vec![
        companion("m1", &long),
        system("m2", "tick"),
        user("m3", "好的 ok"),
        append(NewMessage::user("alone")),
    ]);
    let snapshot = space.store().snapshot().unwrap();
    let document = snapshot.document(message(3)).unwrap().unwrap();
    assert_eq!(
        (document.text.as_str(), document.speaker.as_deref(), document.time),
        ("好的 ok", Some("Ann"), Some(NOW))
    );
    assert_eq!((document.context.len(), document.context[0].speaker.as_deref()), (1, Some("琥珀")));
    assert_eq!(document.context[0].text.chars().count(), 2_000);
    assert!(long.starts_with(&document.context[0].text));
    assert!(snapshot.document(message(4)).unwrap().unwrap().context.is_empty());
}

#[test]
fn a_memory_carries_its_quotes_and_who_said_them() {
    let space = Space::new();
    space.write(vec![entity("上海", &["Shanghai"]), companion("m0", "你住哪？"), user("m1", "我住在上海 for now")]);
    let receipt = space.write(vec![remember(fact("The user lives in Shanghai", vec![says("m1", "住在上海")]))]);
    let document = &receipt.change.documents[0];
    assert_eq!((document.context[0].speaker.as_deref(), document.context[0].text.as_str()), (Some("Ann"), "住在上海"));
    assert_eq!((document.time, document.speaker.clone()), (Some(NOW), None));
    assert_eq!(document.names, ["上海", "Shanghai"]);
}

#[test]
fn twelve_thousand_names_are_looked_for_in_one_pass() {
    let space = Space::new();
    let lines = (0..200).map(|n| user(&format!("m{n}"), &format!("今天见到了person{} 和别人", n * 60)));
    space.write(lines.collect());
    let people = (0..12_000).map(|n| entity(&format!("person{n}"), &[]));
    let start = std::time::Instant::now();
    let receipt = space.write(people.collect());
    println!("12,000 entities over 200 lines: {:?}", start.elapsed());
    assert_eq!(receipt.change.documents.len(), 200);
    assert_eq!(mentions(&space, message(2)), [61]);
}
