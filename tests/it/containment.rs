//! Containment: a panic in the code of others takes one leg of one space with it until the next question, and no more.
//!
//! Panics are armed for a whole process, so each test runs alone in a child of its own.

mod bounds;
mod legs;
mod writer;

use crate::world::{World, ask, ids};
use hupo::{Answer, LegState, NewMessage, Question, SearchScope, Space};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says to a child that it is one.
const CHILD: &str = "HUPO_PANIC_CHILD";

/// Runs a test alone in a child of this process.
fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        return body();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let ended = child.args(["--exact", test, "--nocapture"]).env(CHILD, "yes").output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout).into_owned() + &String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && said.contains("1 passed"), "{test}: {said}");
}

/// A space with the talk, a person whom a question names, and, where the runtime library is there, vectors.
fn space(world: &World) -> Space {
    let space = world.talk();
    let person =
        hupo::NewEntity { name: "林晓".into(), kind: hupo::EntityKind::Person, aliases: vec!["Lily".into()] };
    space.write(vec![hupo::Command::AddEntity(person)], crate::world::NOW).unwrap();
    space
        .append(vec![NewMessage::user("林晓 says the trams are loud").external_id("named")], crate::world::NOW)
        .unwrap();
    space
}

/// A root with the tiny models, or without any where there is no runtime library.
fn world() -> World {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let named = std::env::var_os("HUPO_ORT_LIBRARY").map(PathBuf::from);
    let runtime = named.unwrap_or_else(|| models.join("fetched/libonnxruntime.so"));
    let folder = tempfile::TempDir::new().unwrap();
    let options = hupo::Options { models: Some(models.join("tiny")), runtime: Some(runtime), ..Default::default() };
    let hupo = hupo::Hupo::open_with(folder.path(), options).unwrap();
    World { folder, hupo }
}

/// Asks what both words and the graph can answer.
fn question() -> Question {
    Question::new("林晓 trams", crate::world::NOW).scope(SearchScope::Transcript)
}

fn asked(space: &Space) -> Answer {
    space.recall(&question()).unwrap()
}

fn failed(state: &LegState) -> bool {
    matches!(state, LegState::Failed { reason } if reason.contains("panicked"))
}

/// Another space of the same root answers as if nothing had happened.
fn other_answers(world: &World) {
    let other = world.space("other");
    if other.find("o1").unwrap().is_empty() {
        other.append(vec![NewMessage::user("桂花糕 osmanthus cake").external_id("o1")], crate::world::NOW).unwrap();
    }
    assert_eq!(ids(&ask(&other, "osmanthus 桂花糕")), ["o1"]);
}
