//! Commands by the names a person knows them by.

use super::{Refused, name_of};
use hupo::{Command, EntityRef, NewEntity, NewMessage, NewRelation, Refusal};

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
