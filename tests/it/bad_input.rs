//! Poison at every public entry: a typed error that names field and remedy, and nothing written.

use crate::world::{NOW, World, allergy, append, ask, config, fact, ids, lone, lone_talk, refusal, says, size, talk};
use hupo::{
    Command, DocId, Error, Filter, Interval, MessageId, MessageRef, NewEntity, NewMessage, Question, Refusal,
    SpaceConfig, Timestamp, UnitVector, VectorError,
};

#[track_caller]
fn refused(message: NewMessage, field: &str) {
    let space = lone_talk();
    let before = size(&space);
    let refusal = refusal(space.append(vec![message], NOW));
    let text = refusal.to_string();
    assert!(text.contains(field), "{text} does not name {field}");
    assert_eq!(size(&space), before, "something was written");
}

#[test]
fn text_that_cannot_be_stored_is_refused_by_field() {
    refused(NewMessage::user(""), "text");
    refused(NewMessage::user(" \u{3000}\n\t\u{200b}"), "text");
    refused(NewMessage::user("a\0b"), "text");
    refused(NewMessage::user("长".repeat(400_000)), "text");
    refused(NewMessage::user("ok").external_id(""), "external_id");
    refused(NewMessage::user("ok").speaker("x".repeat(5_000)), "speaker");
    refused(NewMessage::user("ok").session("a\0"), "session");
}

#[test]
fn times_that_cannot_be_are_refused() {
    refused(NewMessage::user("ok").at(NOW.plus_ms(3 * 24 * 3_600_000)), "time");
    refused(NewMessage::user("ok").at(Timestamp::from_ms(-1)), "time");
    refused(NewMessage::user("ok").at(Timestamp::from_ms(i64::MAX)), "time");
}

#[test]
fn one_bad_line_stops_the_whole_write() {
    let space = lone_talk();
    let before = size(&space);
    let write =
        vec![append(NewMessage::user("good 好")), append(NewMessage::user("")), append(NewMessage::user("good again"))];
    match space.write(write, NOW) {
        Err(Error::Refused { refusals }) => assert_eq!(refusals[0].0, 1),
        other => panic!("{other:?}"),
    }
    assert_eq!(size(&space), before);
}

#[test]
fn odd_but_honest_text_is_kept_byte_for_byte_and_found() {
    let space = lone("odd");
    let texts = [
        ("zero-width", "zero\u{200b}width 茉\u{200d}莉花"),
        ("bidi", "\u{202e}right to left\u{202c} 从右到左"),
        ("megabyte", &"一句很长的话 long words ".repeat(30_000)),
        ("one-word", &"a".repeat(100_000)),
        ("emoji", "👩‍👩‍👧‍👦 🦀 family"),
        ("combining", "e\u{301}\u{301}\u{301}clair"),
        ("controls", "tab\tand\r\nnewline"),
    ];
    for (id, text) in texts {
        space.append(vec![NewMessage::user(text).external_id(id)], NOW).unwrap();
        let DocId::Message(message) = space.find(id).unwrap()[0] else { panic!("{id}") };
        assert_eq!(space.message(message).unwrap().unwrap().text, text, "{id}");
    }
    assert_eq!(ids(&ask(&space, "zerowidth 茉莉花"))[0], "zero-width");
    assert_eq!(ids(&ask(&space, "从右到左"))[0], "bidi");
    assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
}

#[test]
fn a_quote_of_ten_megabytes_is_refused_at_once() {
    let space = lone_talk();
    let memory = fact("x", "x y z", vec![says("m1", &"林晓".repeat(2_000_000))]);
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::QuoteTooLong { .. }));
    let short = fact("x", "x y z", vec![says("m1", "我")]);
    assert!(matches!(refusal(space.remember(short, NOW)), Refusal::QuoteTooShort { .. }));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let space = lone_talk();
    let bad: [fn(&mut hupo::NewMemory); 6] = [
        |m| m.importance = 0,
        |m| m.valence = f32::NAN,
        |m| m.valence = -1.5,
        |m| m.arousal = f32::INFINITY,
        |m| m.valid = Interval { from: Some(NOW), to: Some(NOW) },
        |m| m.evidence = vec![m.evidence[0].clone(); 1_000],
    ];
    for (n, spoil) in bad.into_iter().enumerate() {
        let mut memory = allergy();
        spoil(&mut memory);
        let refused = refusal(space.remember(memory, NOW));
        let expected =
            matches!(refused, Refusal::OutOfRange { .. } | Refusal::EmptyInterval { .. } | Refusal::TooMany { .. });
        assert!(expected, "{n}: {refused:?}");
    }
}

#[test]
fn ids_that_name_nothing_are_refused() {
    let space = lone_talk();
    let mut memory = allergy();
    memory.evidence[0].message = MessageRef::Id(MessageId::new(u64::MAX));
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::UnknownMessage { .. }));
    let mut memory = allergy();
    memory.topics = vec!["nothing".into()];
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::UnknownTopic { .. }));
    let mut memory = allergy();
    memory.entities = vec![hupo::EntityRef::Name("nobody".into())];
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::UnknownEntity { .. }));
    let mut memory = allergy();
    memory.supersedes = Some(hupo::MemoryRef::External("none".into()));
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::UnknownMemory { .. }));
    assert_eq!(space.memory(hupo::MemoryId::new(0)).unwrap(), None);
}

#[test]
fn an_external_id_said_again_is_the_same_line_or_a_refusal() {
    let space = lone_talk();
    let before = size(&space);
    space.append(talk(), NOW).unwrap();
    assert_eq!(size(&space), before, "the same lines again change nothing");
    let other = NewMessage::user("something else").external_id("m1");
    assert!(matches!(refusal(space.append(vec![other], NOW)), Refusal::ExternalIdTaken { .. }));
}

#[test]
fn vectors_without_sense_are_refused() {
    assert_eq!(UnitVector::new(vec![f32::NAN, 1.0]), Err(VectorError::NotFinite { index: 0 }));
    assert_eq!(UnitVector::new(vec![0.0; 8]), Err(VectorError::Zero));
    let space = lone_talk();
    let vector = UnitVector::new(vec![1.0, 0.0]).unwrap();
    let with_vector = Command::Append { message: NewMessage::user("hello there"), vector: Some(vector) };
    assert_eq!(refusal(space.write(vec![with_vector], NOW)), Refusal::NoModel);
}

#[test]
fn questions_that_cannot_be_asked_are_refused_by_field() {
    let space = lone_talk();
    let bad = |question: Question, expected: &str| match space.recall(&question) {
        Err(Error::BadQuestion { field, .. }) => assert_eq!(field, expected),
        other => panic!("{expected}: {other:?}"),
    };
    bad(Question::new("", NOW), "question");
    bad(Question::new("a\0b", NOW), "question");
    bad(Question::new("长".repeat(40_000), NOW), "question");
    bad(Question::new("ok", NOW).k(0), "k");
    bad(Question::new("ok", NOW).k(1_000_000), "k");
    bad(Question::new("ok", Timestamp::from_ms(i64::MIN)), "now");
    let inverted = Interval { from: Some(NOW), to: Some(NOW.plus_ms(-1)) };
    bad(Question::new("ok", NOW).filter(Filter { time: Some(inverted), ..Filter::default() }), "filter.time");
}

#[test]
fn query_syntax_is_only_text() {
    let space = lone_talk();
    for question in
        ["a:b:c", "(((", "\"peanuts", "peanuts AND", "*", "text:* OR 1=1", "[a TO b]", "+-!^~", "peanuts\u{202e}"]
    {
        space.recall(&Question::new(question, NOW).scope(hupo::SearchScope::Both)).unwrap();
    }
    assert_eq!(ids(&ask(&space, "\"peanuts"))[0], "m6");
}

#[test]
fn space_names_and_zones_are_checked() {
    let world = World::new();
    for name in ["", "  ", "a\0b", &"n".repeat(10_000)] {
        assert!(matches!(world.hupo.create_space(config(name), NOW), Err(Error::BadSpaceName { .. })), "{name:?}");
    }
    for name in ["../../etc", "空间/甲", "a b", "CON", "."] {
        world.hupo.create_space(config(name), NOW).unwrap();
    }
    assert_eq!(world.hupo.spaces().unwrap().len(), 5);
    let nowhere = SpaceConfig { name: "z".into(), zone: "Mars/Olympus".into() };
    assert!(matches!(world.hupo.create_space(nowhere, NOW), Err(Error::BadZone { .. })));
    assert!(matches!(world.hupo.space("unknown"), Err(Error::UnknownSpace { .. })));
}

#[test]
fn names_of_entities_are_checked() {
    let space = lone_talk();
    let add = |name: &str, aliases: Vec<String>| {
        space.write(
            vec![Command::AddEntity(NewEntity { name: name.into(), kind: hupo::EntityKind::Person, aliases })],
            NOW,
        )
    };
    assert!(matches!(refusal(add("", vec![])), Refusal::BadText { .. }));
    assert!(matches!(refusal(add("ok", vec!["\0".into()])), Refusal::BadText { .. }));
    assert!(matches!(refusal(add("ok", vec!["a".into(); 10_000])), Refusal::TooMany { .. }));
}

#[test]
fn a_foreign_file_is_a_typed_error() {
    let world = World::new();
    world.talk().close().unwrap();
    drop(world.hupo);
    let ledger = crate::world::find(world.folder.path(), "ledger.redb");
    std::fs::write(&ledger[0], b"SQLite format 3\0 and nothing else").unwrap();
    let hupo = hupo::Hupo::open(world.folder.path()).unwrap();
    let error = hupo.space("talk").err().unwrap();
    assert!(matches!(error, Error::Store(_)), "{error:?}");
}
