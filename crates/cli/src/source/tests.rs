//! Commands by the names a person knows them by.

use super::{Refused, name_of};
use hupo::{Command, EntityRef, NewEntity, NewMessage, NewRelation, Refusal};
use hupo_exchange::Fault;

fn message(id: Option<&str>, text: &str) -> Command {
    let message = NewMessage::user(text);
    Command::Append { message: NewMessage { external_id: id.map(str::to_owned), ..message }, vector: None }
}

#[test]
fn a_command_is_called_by_its_own_id_or_its_first_words() {
    assert_eq!(name_of(&message(Some("d-1"), "x")), "message d-1");
    assert_eq!(name_of(&message(None, "外婆的镯子")), "message \"外婆的镯子\"");
    let huge = name_of(&message(None, &"镯".repeat(1_000_000)));
    assert!(huge.chars().count() < 60 && huge.contains('…'), "{huge}");
    let entity = NewEntity { name: "糯米".into(), kind: Default::default(), aliases: Vec::new() };
    assert_eq!(name_of(&Command::AddEntity(entity)), "entity \"糯米\"");
    let name = |name: &str| EntityRef::Name(name.into());
    let relation = NewRelation {
        from: name("Callum"),
        predicate: "brother_of".into(),
        to: name("Nora"),
        evidence: Vec::new(),
        valid: Default::default(),
        replaces: None,
    };
    assert_eq!(name_of(&Command::AddRelation(relation)), "relation Callum —brother_of→ Nora");
}

#[test]
fn many_refusals_are_counted_and_the_first_are_told() {
    let refused = Refused::new((0..25).map(|at| (at, Refusal::NoEvidence)).collect(), &[(None, "memory a".into())]);
    let text = refused.to_string();
    assert_eq!(text.lines().count(), 12, "{text}");
    assert!(text.contains("memory a: evidence") && text.ends_with("and 15 more"), "{text}");
    assert_eq!((refused.places().len(), refused.to_json().len()), (25, 25));
}

#[test]
fn a_fault_of_an_export_is_a_refusal_with_its_record() {
    let place = hupo_exchange::Place { file: "chats.json".into(), record: 3, line: 1 };
    let fault = Fault { place, field: "mapping.n1.message".into(), reason: "坏了 broken".into() };
    let refused = Refused::of_fault(fault);
    assert!(
        refused.to_string().contains("chats.json, line 1 (record 3): mapping.n1.message: 坏了 broken"),
        "{refused}"
    );
    let json = refused.to_json();
    let first = json.first().unwrap();
    assert_eq!(
        (first.get("what").unwrap(), first.pointer("/refusal/code").unwrap()),
        (&"record 3".into(), &"bad_text".into())
    );
    assert!(Refused::of_file("cut").to_string().ends_with("import: (file): cut"));
}
