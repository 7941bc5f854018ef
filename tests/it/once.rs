//! Writes that happen once: through crashes, and against a plain model of what a key means.

mod killed;

use crate::world::{NOW, World, config};
use hupo::{
    EraseTarget, Error, Hupo, Kind, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Proposal, Role, Scope,
    Space, When,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A step of a caller that retries at random.
#[derive(Debug, Clone)]
enum Step {
    /// A line, under this key, for this request.
    Append(u8, u8),
    /// A proposal that is refused, so that its verdict is all that is written.
    Propose(u8, u8),
    /// A message, by its place among those there are, under this key.
    Erase(u8, u8),
    /// The space is put away and opened again.
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let (key, request) = (0..6_u8, 0..3_u8);
    prop_oneof![
        6 => (key.clone(), request.clone()).prop_map(|(key, request)| Step::Append(key, request)),
        3 => (key.clone(), request).prop_map(|(key, request)| Step::Propose(key, request)),
        1 => (key, any::<u8>()).prop_map(|(key, place)| Step::Erase(key, place)),
        1 => Just(Step::Reopen),
    ]
}

/// What a key means.
struct Kept {
    verb: &'static str,
    request: u8,
    /// The answer as text; none since an erasure emptied it.
    answer: Option<String>,
    /// The line it appended, if it did.
    line: Option<u64>,
}

/// A plain model of a space whose callers retry.
#[derive(Default)]
struct Model {
    keys: BTreeMap<u8, Kept>,
    n_lines: u64,
    erased: Vec<u64>,
}

impl Model {
    /// What must come of this request: an answer that was given, a refusal, or nothing yet known.
    fn expected(&self, key: u8, verb: &str, request: u8) -> Option<Result<&str, &'static str>> {
        let kept = self.keys.get(&key)?;
        match &kept.answer {
            None => Some(Err("gone")),
            Some(answer) if (kept.verb, kept.request) == (verb, request) => Some(Ok(answer)),
            Some(_) => Some(Err("reused")),
        }
    }

    /// What quotes goes, and what was said in the line goes; once.
    fn erase(&mut self, line: u64) {
        if self.erased.contains(&line) {
            return;
        }
        self.erased.push(line);
        for kept in self.keys.values_mut().filter(|kept| kept.verb == "propose" || kept.line == Some(line)) {
            kept.answer = None;
        }
    }
}

fn text(request: u8) -> String {
    format!("第 {request} 件事 request {request}")
}

fn when(key: u8, request: u8) -> When {
    When::at(NOW).once_for(format!("键 key {key}"), [request; 32])
}

fn refused_proposal(request: u8) -> Proposal {
    let quote = NewEvidence::statement(MessageRef::External("nowhere".into()), Role::User, text(request));
    Proposal::Memory(Box::new(NewMemory::new(Kind::Fact, Scope::User, text(request), vec![quote])))
}

/// What a space says, as the model writes it down.
fn said<T: std::fmt::Debug>(answer: Result<T, Error>) -> Result<String, &'static str> {
    match answer {
        Ok(answer) => Ok(format!("{answer:?}")),
        Err(Error::KeyReused) => Err("reused"),
        Err(Error::AnswerGone { .. }) => Err("gone"),
        Err(error) => panic!("{error}"),
    }
}

fn take(space: &Space, model: &mut Model, key: u8, verb: &'static str, request: u8) -> Result<(), TestCaseError> {
    let line = MessageId::new(u64::from(request) + 1);
    let answer = match verb {
        "append" => said(space.append(vec![NewMessage::user(text(request))], when(key, request))),
        "propose" => said(space.propose(vec![refused_proposal(request)].into(), when(key, request))),
        _ => said(space.erase(EraseTarget::Message(line), when(key, request))),
    };
    if let Some(expected) = model.expected(key, verb, request) {
        prop_assert_eq!(answer.as_deref().map_err(|error| *error), expected);
        return Ok(());
    }
    prop_assert!(answer.is_ok(), "a new key is an ordinary write: {:?}", answer);
    let appended = (verb == "append").then(|| model.n_lines + 1);
    model.n_lines += u64::from(appended.is_some());
    if verb == "erase" {
        model.erase(line.get());
    }
    model.keys.insert(key, Kept { verb, request, answer: answer.ok(), line: appended });
    Ok(())
}

fn check(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let world = World::new();
    let (mut space, mut model) = (world.space("once"), Model::default());
    for step in steps {
        match step {
            Step::Append(key, request) => take(&space, &mut model, key, "append", request)?,
            Step::Propose(key, request) => take(&space, &mut model, key, "propose", request)?,
            Step::Erase(_, _) if model.n_lines == 0 => {}
            Step::Erase(key, place) => {
                let request = (u64::from(place) % model.n_lines) as u8;
                take(&space, &mut model, key, "erase", request)?;
            }
            Step::Reopen => {
                space.close().unwrap();
                space = world.hupo.space("once").unwrap();
            }
        }
        prop_assert_eq!(space.stats().unwrap().counts.messages, model.n_lines);
    }
    let verification = space.verify(&mut |_, _, _| {}).unwrap();
    prop_assert!(verification.sound, "{:?}", verification);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_retries_do_what_a_plain_model_says(steps in prop::collection::vec(step(), 1..40)) {
        check(steps)?;
    }
}

#[test]
fn the_same_key_gives_the_same_answer_across_reopening() {
    let world = World::new();
    for (n, line) in (1..).zip(["我搬家了", "I moved.", "搬到 Lisbon"]) {
        let append = |space: &Space| space.append(vec![NewMessage::user(line)], When::at(NOW).once(line)).unwrap();
        let first = append(&world.space("us"));
        world.space("us").close().unwrap();
        assert_eq!((append(&world.space("us")), world.space("us").stats().unwrap().counts.messages), (first, n));
    }
}

#[test]
fn a_key_of_one_verb_is_not_another_verbs() {
    let world = World::new();
    let space = world.space("us");
    space.append(vec![NewMessage::user("你好 hello")], when(1, 1)).unwrap();
    let proposed = space.propose(vec![refused_proposal(1)].into(), when(1, 1));
    assert!(matches!(proposed, Err(Error::KeyReused)), "{proposed:?}");
    assert!(matches!(space.erase(EraseTarget::Message(MessageId::new(1)), when(1, 1)), Err(Error::KeyReused)));
    let other = world.space("them").append(vec![NewMessage::user("你好 hello")], when(1, 2));
    assert!(other.is_ok(), "a key is a space's own");
}

#[test]
fn eight_threads_with_one_key_write_once_and_get_the_same_answer() {
    let world = World::new();
    let space = world.space("us");
    let answers: Vec<_> = std::thread::scope(|scope| {
        let write = || space.append(vec![NewMessage::user("一起 together")], When::at(NOW).once("k")).unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(write)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(space.stats().unwrap().counts.messages, 1);
}

/// A space in this folder, which may have been killed.
fn reopened(root: &std::path::Path) -> Space {
    Hupo::open(root).unwrap().space_or_create(config("once"), NOW).unwrap()
}
