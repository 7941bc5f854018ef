//! Vectors: one model a space, kept in half precision, the same before and after a restart.

use hupo_types::{Command, DocId, Event, MessageId, ModelIdentity, NewMessage, Refusal, Role, Stored};

use super::space::{NOW, Space, append, fact, model, remember, says, user, vector};
use crate::{Error, Receipt, Write};

fn write(space: &Space, commands: Vec<Command>, model: Option<ModelIdentity>) -> Result<Receipt, Error> {
    space.store().commit(Write { model, ..Write::new(commands, NOW) })
}

fn refusal(space: &Space, command: Command, model: Option<ModelIdentity>) -> Refusal {
    match write(space, vec![command], model) {
        Err(Error::Refused { refusals }) => refusals.into_iter().next().unwrap().1,
        other => panic!("{other:?}"),
    }
}

fn embedded(text: &str, numbers: &[f32]) -> Command {
    Command::Append { message: NewMessage::user(text).external_id(text), vector: Some(vector(numbers)) }
}

const fn message(number: u64) -> DocId {
    DocId::Message(MessageId::new(number))
}

#[test]
fn the_first_vector_chooses_the_model() {
    let mut space = Space::new();
    assert!(space.store().snapshot().unwrap().model().is_none());
    let receipt = write(&space, vec![embedded("一", &[1.0, 2.0, 2.0])], Some(model("e5", 3))).unwrap();
    let kinds: Vec<bool> =
        receipt.change.events.iter().map(|event| matches!(event, Event::EmbedderChosen { .. })).collect();
    assert_eq!(kinds, [false, true, false]);
    let Some(Event::Embedded { vector: sent, .. }) = receipt.change.events.last() else { panic!("{receipt:?}") };
    let sent = sent.clone();
    space.reopen();
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.model(), Some(&model("e5", 3)));
    assert_eq!(snapshot.vector(message(1)).unwrap(), Some(sent), "what the legs got is what the disk holds");
}

#[test]
fn vectors_of_no_model_another_model_or_another_length_are_refused() {
    let space = Space::new();
    assert_eq!(refusal(&space, embedded("一", &[1.0, 0.0]), None), Refusal::NoModel);
    let short = Refusal::WrongDimension { expected: 3, actual: 2 };
    assert_eq!(refusal(&space, embedded("一", &[1.0, 0.0]), Some(model("e5", 3))), short);
    assert!(space.store().snapshot().unwrap().model().is_none(), "a refused vector chooses nothing");
    write(&space, vec![embedded("一", &[1.0, 0.0])], Some(model("e5", 2))).unwrap();
    let other = refusal(&space, embedded("二", &[1.0, 0.0]), Some(model("bge", 2)));
    assert!(
        matches!(other, Refusal::OtherModel { expected, actual } if expected.contains("e5") && actual.contains("bge"))
    );
    assert_eq!(
        refusal(&space, embedded("二", &[1.0]), Some(model("e5", 2))),
        Refusal::WrongDimension { expected: 2, actual: 1 }
    );
}

#[test]
fn a_document_may_get_its_vector_later_and_another_one_of_the_same_model() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海"), append(NewMessage::new(Role::System, "tick"))]);
    space.write(vec![remember(fact("住在上海", vec![says("m1", "我住在上海")]))]);
    let waiting = |space: &Space| -> Vec<DocId> {
        space.store().snapshot().unwrap().docs_without_vector().unwrap().map(Result::unwrap).collect()
    };
    let memory = DocId::Memory(hupo_types::MemoryId::new(1));
    assert_eq!(waiting(&space), [message(1), memory], "lines of the program need none");
    let embed = |doc, numbers: &[f32]| Command::Embed { doc, vector: vector(numbers) };
    let receipt = write(&space, vec![embed(message(1), &[1.0, 0.0])], Some(model("e5", 2))).unwrap();
    assert_eq!(receipt.stored, [Stored::Vector { doc: message(1) }]);
    assert!(receipt.change.documents.is_empty(), "its words are the same");
    assert_eq!(waiting(&space), [memory]);
    let same = write(&space, vec![embed(message(1), &[2.0, 0.0])], Some(model("e5", 2))).unwrap();
    assert!(same.change.events.is_empty());
    let other =
        write(&space, vec![embed(message(1), &[0.0, 1.0]), embed(memory, &[1.0, 0.0])], Some(model("e5", 2))).unwrap();
    assert_eq!(other.change.events.len(), 2);
    assert_eq!(space.store().snapshot().unwrap().counts().vectors, 2);
    assert!(waiting(&space).is_empty());
    space.is_sound();
}

#[test]
fn a_known_message_gets_the_vector_it_lacks_and_keeps_the_one_it_has() {
    let space = Space::new();
    space.write(vec![append(NewMessage::user("一").external_id("一"))]);
    let first = write(&space, vec![embedded("一", &[1.0, 0.0])], Some(model("e5", 2))).unwrap();
    assert_eq!(first.stored, [Stored::Message { id: MessageId::new(1), existed: true }]);
    assert_eq!(first.change.events.len(), 2);
    let second = write(&space, vec![embedded("一", &[0.0, 1.0])], Some(model("e5", 2))).unwrap();
    assert!(second.change.events.is_empty());
}

#[test]
fn another_models_vectors_take_the_place_of_all_at_once() {
    let mut space = Space::new();
    write(&space, vec![embedded("一", &[1.0, 0.0]), embedded("二", &[0.0, 1.0])], Some(model("e5", 2))).unwrap();
    let embed = Command::Embed { doc: message(2), vector: vector(&[1.0, 2.0, 2.0]) };
    let exchange = Write { model: Some(model("bge", 3)), replaces_vectors: true, ..Write::new(vec![embed], NOW) };
    space.store().commit(exchange).unwrap();
    space.reopen();
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!((snapshot.model(), snapshot.counts().vectors), (Some(&model("bge", 3)), 1));
    assert_eq!(snapshot.vector(message(1)).unwrap(), None, "the old model's vector is gone");
    assert!(snapshot.vector(message(2)).unwrap().is_some());
    drop(snapshot);
    space.is_sound();
}
