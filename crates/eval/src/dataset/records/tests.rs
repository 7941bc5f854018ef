//! Our own records: what is read, and which field of a bad one is named.

use super::{entity, memory, message, relation, topic};
use crate::dataset::{BadLine, Place, Record};
use hupo::{EntityKind, EntityRef, Kind, MemoryRef, MessageRef, Purpose, Role};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

fn record(value: Value) -> Record {
    let Value::Object(fields) = value else { panic!("an object") };
    Record::new(Place { file: "f".into(), line: 1 }, fields)
}

fn field<T: std::fmt::Debug>(read: Result<T, BadLine>) -> String {
    read.unwrap_err().field
}

fn shanghai() -> TimeZone {
    TimeZone::get("Asia/Shanghai").unwrap()
}

#[test]
fn a_message_keeps_its_text_byte_for_byte() {
    for text in ["  外婆的镯子\u{200b}，  ", "it's Nomi\tagain ", "去Lisbon看Nora\n"] {
        let line = json!({ "role": "user", "text": text, "time": "2026-01-12T21:14:00+08:00", "session": 3 });
        let read = message(record(line), &TimeZone::UTC).unwrap();
        assert_eq!((read.text.as_str(), read.role, read.session.as_deref()), (text, Role::User, Some("3")));
        assert_eq!(read.time.unwrap().ms(), 1_768_223_640_000);
    }
}

#[test]
fn a_bad_message_names_its_field() {
    let zone = TimeZone::UTC;
    assert_eq!(field(message(record(json!({ "text": "a" })), &zone)), "role");
    assert_eq!(field(message(record(json!({ "role": "model", "text": "a" })), &zone)), "role");
    assert_eq!(field(message(record(json!({ "role": "user" })), &zone)), "text");
    assert_eq!(field(message(record(json!({ "role": "user", "text": ["a"] })), &zone)), "text");
    assert_eq!(field(message(record(json!({ "role": "user", "text": "a", "txt": "b" })), &zone)), "txt");
    assert_eq!(field(message(record(json!({ "role": "user", "text": "a", "time": "soon" })), &zone)), "time");
}

#[test]
fn a_memory_is_read_with_its_evidence_and_validity() {
    let line = json!({
        "external_id": "mem-1", "kind": "preference", "scope": "user", "text": "她喜欢鸭屎香。", "importance": 7,
        "key": { "subject": "沈禾", "attribute": "likes/tea" }, "valid_from": "2026-03-01", "valid_to": "2026-03-31",
        "supersedes": "mem-0", "entities": ["沈禾", 4], "topics": ["茶与厨房"],
        "evidence": [{ "message": "d-1", "role": "user", "quote": "鸭屎香", "purpose": "correction", "hint": 5 },
                     { "message": 9, "role": "user", "quote": "oolong" }],
    });
    let read = memory(record(line), &shanghai()).unwrap();
    assert_eq!((read.kind, read.importance, read.key.attribute.as_str()), (Kind::Preference, 7, "likes/tea"));
    assert_eq!(read.supersedes, Some(MemoryRef::External("mem-0".into())));
    assert_eq!(read.entities.len(), 2);
    let (from, to) = (read.valid.from.unwrap(), read.valid.to.unwrap());
    assert_eq!((from.ms(), to.ms() - from.ms()), (1_772_294_400_000, 31 * 86_400_000));
    let [first, second] = read.evidence.as_slice() else { panic!("two pieces") };
    assert_eq!((first.purpose, first.hint), (Purpose::Correction, Some(5)));
    assert_eq!((&second.message, second.purpose), (&MessageRef::Id(hupo::MessageId::new(9)), Purpose::Statement));
}

#[test]
fn a_bad_memory_names_its_field() {
    let zone = TimeZone::UTC;
    let with = |name: &str, value: Value| {
        let mut line = json!({ "kind": "fact", "scope": "user", "text": "a", "evidence": [] });
        line.as_object_mut().unwrap().insert(name.to_owned(), value);
        memory(record(line), &zone)
    };
    assert!(with("text", json!("a")).is_ok());
    for (name, value) in [
        ("kind", json!("gossip")),
        ("scope", json!(1)),
        ("text", json!(null)),
        ("importance", json!(-1)),
        ("importance", json!(1.5)),
        ("valence", json!("high")),
        ("evidence", json!({})),
        ("entities", json!("沈禾")),
        ("score", json!(1)),
        ("valid_from", json!("13/6/2026")),
    ] {
        assert_eq!(field(with(name, value.clone())), name, "{value}");
    }
    assert_eq!(field(with("evidence", json!([{ "message": "d", "role": "user" }]))), "evidence[0].quote");
    assert_eq!(
        field(with("evidence", json!([{ "message": {}, "role": "user", "quote": "q" }]))),
        "evidence[0].message"
    );
    assert_eq!(field(with("key", json!({ "subjekt": "a" }))), "key.subjekt");
}

#[test]
fn entities_topics_and_relations_are_read() {
    let read = entity(record(json!({ "name": "糯米", "kind": "person", "aliases": ["Nomi"] }))).unwrap();
    assert_eq!((read.kind, read.aliases), (EntityKind::Person, vec!["Nomi".to_owned()]));
    assert_eq!(field(entity(record(json!({ "name": "x", "kind": "cat" })))), "kind");
    assert_eq!(topic(record(json!({ "name": "茶" }))).unwrap().about, "");
    let line = json!({ "from": "Callum", "predicate": "brother_of", "to": 2, "evidence": [] });
    let read = relation(record(line), &TimeZone::UTC).unwrap();
    assert_eq!(read.from, EntityRef::Name("Callum".into()));
    assert_eq!(read.to, EntityRef::Id(hupo::EntityId::new(2)));
    assert_eq!(field(relation(record(json!({ "from": "a", "to": "b" })), &TimeZone::UTC)), "predicate");
}
