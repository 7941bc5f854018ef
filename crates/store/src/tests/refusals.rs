//! Everything that is refused, with the field that is named.

use hupo_types::{Command, EntityId};
use hupo_types::{
    DocId, EntityRef, Interval, MemoryId, MemoryRef, MessageId, MessageRef, NewEntity, NewEvidence, NewMemory,
    NewMessage, NewRelation, NewTopic, Refusal, Role, Scope, Timestamp, limits,
};

use super::space::{
    NOW, Space, append, companion, companion_says, entity, fact, key, remember, says, system, topic, user,
};

fn with_a_line() -> Space {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海 and I like jasmine tea"), companion("m2", "你也喜欢茶")]);
    space
}

fn bad_text(field: &str, command: Command) {
    let space = with_a_line();
    let refusal = space.refusal(command);
    assert!(
        matches!(&refusal, Refusal::BadText { field: named, reason } if named == field && !reason.starts_with(field)),
        "{refusal:?}"
    );
}

#[test]
fn texts_that_cannot_be_stored_are_refused_by_field() {
    let message = |change: fn(&mut NewMessage)| {
        let mut message = NewMessage::user("你好 hello");
        change(&mut message);
        append(message)
    };
    bad_text("text", append(NewMessage::user("")));
    bad_text("text", append(NewMessage::user(" \u{200b}\n")));
    bad_text("text", append(NewMessage::user("NUL \0 inside")));
    bad_text("text", append(NewMessage::user("茶".repeat(limits::MESSAGE_BYTES / 3 + 1))));
    bad_text("external_id", message(|m| m.external_id = Some(String::new())));
    bad_text("speaker", message(|m| m.speaker = Some("\u{1}".to_owned())));
    bad_text("session", message(|m| m.session = Some("s".repeat(limits::NAME_BYTES + 1))));
    bad_text("contact", message(|m| m.contact = Some(" ".to_owned())));
    bad_text("channel", message(|m| m.channel = Some(String::new())));
    bad_text("title", message(|m| m.title = Some("\0".to_owned())));
    bad_text("people[1]", message(|m| m.people = vec!["安".to_owned(), String::new()]));
    bad_text("name", entity(" ", &[]));
    bad_text("aliases[0]", entity("Ann", &[""]));
    bad_text("name", topic(""));
    bad_text("about", Command::AddTopic(NewTopic { name: "t".to_owned(), about: "\0".to_owned() }));
}

#[test]
fn texts_of_a_memory_are_refused_by_field() {
    let memory = |change: fn(&mut NewMemory)| {
        let mut memory = fact("住在上海", vec![says("m1", "我住在上海")]);
        change(&mut memory);
        remember(memory)
    };
    bad_text("text", memory(|m| m.text = "x".repeat(limits::MEMORY_BYTES + 1)));
    bad_text("summary", memory(|m| m.summary = Some("\0".to_owned())));
    bad_text("external_id", memory(|m| m.external_id = Some(String::new())));
    bad_text("key.subject", memory(|m| m.key.subject = "\0".to_owned()));
    bad_text("key.attribute", memory(|m| m.key.attribute = " ".to_owned()));
    bad_text("topics[0]", memory(|m| m.topics = vec![String::new()]));
    bad_text("evidence[0].quote", memory(|m| m.evidence[0].quote = "\u{200b}".to_owned()));
}

#[test]
fn lists_over_the_limit_are_refused() {
    let check = |field: &str, limit: usize, command: Command| {
        let refusal = with_a_line().refusal(command);
        assert_eq!(refusal, Refusal::TooMany { field: field.to_owned(), count: limit + 1, limit });
    };
    let names: Vec<String> = (0..=limits::NAMES).map(|n| format!("name {n}")).collect();
    let mut message = NewMessage::user("hello");
    message.people.clone_from(&names);
    check("people", limits::NAMES, append(message));
    check(
        "aliases",
        limits::NAMES,
        Command::AddEntity(NewEntity { name: "A".to_owned(), kind: Default::default(), aliases: names.clone() }),
    );
    let memory = || fact("住在上海", vec![says("m1", "我住在上海")]);
    check(
        "evidence",
        limits::EVIDENCE,
        remember(NewMemory { evidence: vec![says("m1", "上海"); limits::EVIDENCE + 1], ..memory() }),
    );
    check("topics", limits::NAMES, remember(NewMemory { topics: names.clone(), ..memory() }));
    let entities = names.into_iter().map(EntityRef::Name).collect();
    check("entities", limits::NAMES, remember(NewMemory { entities, ..memory() }));
}

#[test]
fn a_write_of_too_many_commands_is_refused_at_once() {
    let space = Space::new();
    let commands = vec![entity("A", &[]); limits::COMMANDS + 1];
    let refused = space.refused(commands);
    let expected =
        Refusal::TooMany { field: "commands".to_owned(), count: limits::COMMANDS + 1, limit: limits::COMMANDS };
    assert_eq!(refused, [(0, expected)]);
}

#[test]
fn numbers_outside_their_range_are_refused_by_field() {
    let check = |field: &str, change: fn(&mut NewMemory)| {
        let mut memory = fact("住在上海", vec![says("m1", "我住在上海")]);
        change(&mut memory);
        let refusal = with_a_line().refusal(remember(memory));
        assert!(matches!(&refusal, Refusal::OutOfRange { field: named, .. } if named == field), "{refusal:?}");
    };
    check("importance", |m| m.importance = 0);
    check("importance", |m| m.importance = 11);
    check("valence", |m| m.valence = f32::NAN);
    check("valence", |m| m.valence = -1.01);
    check("arousal", |m| m.arousal = f32::INFINITY);
    check("arousal", |m| m.arousal = -0.01);
    check("valid.from", |m| m.valid.from = Some(Timestamp::from_ms(i64::MIN)));
    check("valid.to", |m| m.valid.to = Some(Timestamp::from_ms(i64::MAX)));
}

#[test]
fn times_before_1970_and_in_the_future_are_refused() {
    let space = Space::new();
    let at = |ms| append(NewMessage::user("早 morning").at(Timestamp::from_ms(ms)));
    assert!(matches!(space.refusal(at(-1)), Refusal::OutOfRange { field, .. } if field == "time"));
    assert!(matches!(space.refusal(at(i64::MAX)), Refusal::OutOfRange { field, .. } if field == "time"));
    let late = NOW.ms() + limits::CLOCK_SKEW_MS;
    let ahead_ms = limits::CLOCK_SKEW_MS + 1;
    assert_eq!(space.refusal(at(late + 1)), Refusal::FutureTime { field: "time".to_owned(), ahead_ms });
    space.write(vec![at(late), at(0)]);
}

#[test]
fn a_clock_that_is_no_date_is_refused() {
    let space = Space::new();
    let write = crate::Write::new(vec![entity("A", &[])], Timestamp::from_ms(i64::MAX));
    let refused = space.store().commit(write);
    assert!(
        matches!(refused, Err(crate::Error::Refused { refusals }) if matches!(&refusals[..], [(0, Refusal::OutOfRange { field, .. })] if field == "now"))
    );
}

#[test]
fn empty_and_inverted_intervals_are_refused() {
    let space = with_a_line();
    let valid = |from, to| Interval { from: Some(Timestamp::from_ms(from)), to: Some(Timestamp::from_ms(to)) };
    let memory = |valid| remember(NewMemory { valid, ..fact("住在上海", vec![says("m1", "我住在上海")]) });
    for interval in [valid(5, 5), valid(6, 5)] {
        assert_eq!(space.refusal(memory(interval)), Refusal::EmptyInterval { field: "valid".to_owned() });
    }
    space.write(vec![memory(valid(5, 6))]);
}

#[test]
fn unknown_names_are_refused_with_the_name() {
    let space = with_a_line();
    let of_message =
        |message: MessageRef| remember(fact("x", vec![NewEvidence::statement(message, Role::User, "上海")]));
    let field = "evidence[0].message".to_owned();
    let unknown = Refusal::UnknownMessage { field: field.clone(), message: "msg-9".to_owned() };
    assert_eq!(space.refusal(of_message(MessageRef::Id(MessageId::new(9)))), unknown);
    let unknown = Refusal::UnknownMessage { field, message: "nowhere".to_owned() };
    assert_eq!(space.refusal(of_message(MessageRef::External("nowhere".to_owned()))), unknown);

    let memory = || fact("住在上海", vec![says("m1", "我住在上海")]);
    let correcting = |meant| remember(NewMemory { supersedes: Some(meant), ..memory() });
    let field = "supersedes".to_owned();
    let unknown = Refusal::UnknownMemory { field: field.clone(), memory: "mem-1".to_owned() };
    assert_eq!(space.refusal(correcting(MemoryRef::Id(MemoryId::new(1)))), unknown);
    let unknown = Refusal::UnknownMemory { field, memory: "old".to_owned() };
    assert_eq!(space.refusal(correcting(MemoryRef::External("old".to_owned()))), unknown);

    let about = |meant| remember(NewMemory { entities: vec![meant], ..memory() });
    let unknown = |entity: &str| Refusal::UnknownEntity { field: "entities[0]".to_owned(), entity: entity.to_owned() };
    assert_eq!(space.refusal(about(EntityRef::Name("王芳".to_owned()))), unknown("王芳"));
    assert_eq!(space.refusal(about(EntityRef::Id(EntityId::new(0)))), unknown("ent-0"));
    let under = remember(NewMemory { topics: vec!["工作".to_owned()], ..memory() });
    assert_eq!(space.refusal(under), Refusal::UnknownTopic { field: "topics[0]".to_owned(), topic: "工作".to_owned() });
}

#[test]
fn an_alias_of_several_names_none_of_them() {
    let space = with_a_line();
    space.write(vec![entity("Anna Li", &["小安"]), entity("Anton Wu", &["小安"])]);
    let about = remember(NewMemory {
        entities: vec![EntityRef::Name("小安".to_owned())],
        ..fact("住在上海", vec![says("m1", "我住在上海")])
    });
    let candidates = vec![EntityId::new(1), EntityId::new(2)];
    let expected =
        Refusal::AmbiguousEntity { field: "entities[0]".to_owned(), entity: "小安".to_owned(), candidates };
    assert_eq!(space.refusal(about), expected);
}

#[test]
fn quotes_that_prove_nothing_are_refused() {
    let space = with_a_line();
    let quoting = |quote: &str| remember(fact("住在上海", vec![says("m1", quote)]));
    let field = || "evidence[0].quote".to_owned();
    let refusal = space.refusal(quoting("我住在北京"));
    assert!(
        matches!(refusal, Refusal::QuoteNotFound { field: named, message, .. } if named == field() && message.get() == 1)
    );
    assert!(matches!(space.refusal(quoting("I LIKE")), Refusal::QuoteNotFound { .. }), "case is the message's own");
    assert_eq!(space.refusal(quoting("我")), Refusal::QuoteTooShort { field: field() });
    let (bytes, limit) = (10 << 20, limits::QUOTE_BYTES);
    assert_eq!(space.refusal(quoting(&"x".repeat(bytes))), Refusal::QuoteTooLong { field: field(), bytes, limit });
}

#[test]
fn the_wrong_writer_of_a_quote_is_refused() {
    let space = with_a_line();
    let refusal = space.refusal(remember(fact("喜欢茶", vec![says("m2", "喜欢茶")])));
    let (message, claimed, actual) = (MessageId::new(2), Role::User, Role::Companion);
    assert_eq!(refusal, Refusal::WrongRole { field: "evidence[0].role".to_owned(), message, claimed, actual });
}

#[test]
fn relations_are_held_to_the_same_rules() {
    let space = with_a_line();
    space.write(vec![entity("Ann", &[]), entity("上海", &[])]);
    let name = |name: &str| EntityRef::Name(name.to_owned());
    let relation = || NewRelation {
        from: name("ann"),
        predicate: "lives_in".to_owned(),
        to: name("上海"),
        evidence: vec![says("m1", "我住在上海")],
        valid: Interval::default(),
        replaces: None,
    };
    let refusal = |change: fn(&mut NewRelation)| {
        let mut relation = relation();
        change(&mut relation);
        space.refusal(Command::AddRelation(relation))
    };
    assert_eq!(refusal(|r| r.evidence.clear()), Refusal::NoEvidence);
    assert!(matches!(refusal(|r| r.predicate.clear()), Refusal::BadText { field, .. } if field == "predicate"));
    assert!(
        matches!(refusal(|r| r.from = EntityRef::Name("Bob".to_owned())), Refusal::UnknownEntity { field, .. } if field == "from")
    );
    assert!(
        matches!(refusal(|r| r.to = EntityRef::Id(EntityId::new(7))), Refusal::UnknownEntity { field, .. } if field == "to")
    );
    assert!(matches!(refusal(|r| r.evidence[0].quote = "北京上海".to_owned()), Refusal::QuoteNotFound { .. }));
    assert!(matches!(refusal(|r| r.evidence[0].role = Role::System), Refusal::WrongRole { .. }));
    let space_valid = refusal(|r| r.valid = Interval { from: Some(NOW), to: Some(NOW) });
    assert_eq!(space_valid, Refusal::EmptyInterval { field: "valid".to_owned() });
}

#[test]
fn every_refused_command_is_reported_and_nothing_is_written() {
    let space = with_a_line();
    let commands = vec![
        user("m3", "好的 fine"),
        append(NewMessage::user("")),
        remember(fact("x", vec![])),
        remember(fact("好的", vec![says("m3", "好的")])),
        topic(""),
    ];
    let refused: Vec<usize> = space.refused(commands).into_iter().map(|(number, _)| number).collect();
    assert_eq!(refused, [1, 2, 4]);
    assert!(space.store().snapshot().unwrap().message_by_external("m3").unwrap().is_none());
}

#[test]
fn who_cites_a_refused_command_is_not_blamed() {
    let space = with_a_line();
    let commands = vec![
        user("m3", "\0"),
        remember(fact("x", vec![says("m3", "好的好的")])),
        remember(fact("y", vec![says("other", "好的好的")])),
    ];
    let refused: Vec<usize> = space.refused(commands).into_iter().map(|(number, _)| number).collect();
    assert_eq!(refused, [0, 2]);
}

#[test]
fn a_vector_for_what_is_no_document_is_refused() {
    let space = with_a_line();
    space.write(vec![system("sys", "the program starts")]);
    for doc in [DocId::Message(MessageId::new(3)), DocId::Message(MessageId::new(9)), DocId::Memory(MemoryId::new(1))] {
        let embed = Command::Embed { doc, vector: super::space::vector(&[1.0, 0.0]) };
        assert_eq!(space.refusal(embed), Refusal::UnknownDocument { field: "doc".to_owned(), doc });
    }
}

#[test]
fn corrections_are_held_to_the_rules() {
    let space = with_a_line();
    let old = || NewMemory {
        key: key("city"),
        external_id: Some("old".to_owned()),
        ..fact("住在上海", vec![says("m1", "我住在上海")])
    };
    space.write(vec![remember(old()), user("m3", "我搬到北京了"), companion("m4", "你搬到北京了")]);
    let correction = || NewMemory {
        key: key("city"),
        supersedes: Some(MemoryRef::External("old".to_owned())),
        ..fact("住在北京", vec![says("m3", "搬到北京")])
    };
    let other = NewMemory { key: key("job"), ..correction() };
    assert_eq!(space.refusal(remember(other)), Refusal::OtherKey { memory: MemoryId::new(1) });
    let unworded = NewMemory { evidence: vec![companion_says("m4", "搬到北京")], ..correction() };
    assert_eq!(space.refusal(remember(unworded.clone())), Refusal::NoUserCorrection);
    let hidden = NewMemory { scope: Scope::Companion, key: Default::default(), ..unworded };
    assert_eq!(
        space.refusal(remember(hidden)),
        Refusal::NoUserCorrection,
        "a fact of the user's is not hidden by another's words"
    );
    space.write(vec![remember(correction())]);
    let (memory, by) = (MemoryId::new(1), MemoryId::new(2));
    let again = NewMemory { text: "住在广州".to_owned(), ..correction() };
    assert_eq!(space.refusal(remember(again)), Refusal::AlreadySuperseded { memory, by });
}
