//! A question through the door, over a small space in both languages, without models: an answer of at most as many hits
//! as asked for, the same twice, each hit with the words it rests on, or a refusal of the question.
//!
//! The first byte chooses scope and number, the second what else is asked; behind the first NUL are people.
#![no_main]

use hupo::{Answer, Error, Filter, Hupo, Include, Interval, Question, SearchScope, Space, Timestamp};
use hupo_fuzz::{NOW, Small, halves, text};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tempfile::TempDir;

static SPACE: LazyLock<(Space, TempDir)> = LazyLock::new(|| {
    let (small, folder) = (Small::default(), tempfile::tempdir().expect("a temporary folder"));
    let snapshot = small.store.snapshot().expect("a store can be read");
    let lines = snapshot.export().map(|line| line.map_err(|error| error.to_string()));
    let space = Hupo::open(folder.path()).and_then(|hupo| hupo.import_space(lines));
    (space.expect("an export is sound"), folder)
});

fuzz_target!(|bytes: &[u8]| {
    let [shape, more, rest @ ..] = bytes else { return };
    let (first, second) = halves(rest);
    let question = question(*shape, *more, &text(first), &text(second));
    let answer = match SPACE.0.recall(&question) {
        Ok(answer) => answer,
        Err(Error::BadQuestion { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    assert!(answer.hits.len() <= question.k);
    for (hit, rank) in answer.hits.iter().zip(1..) {
        assert_eq!(hit.rank, rank);
        assert!(!hit.evidence.is_empty() && hit.evidence.iter().all(|cited| !cited.quote.is_empty()));
        assert!(!hit.score.is_nan());
    }
    let again = SPACE.0.recall(&question).expect("it was answered before");
    assert_eq!(found(&again), found(&answer), "the same twice");
});

fn question(shape: u8, more: u8, words: &str, people: &str) -> Question {
    let scope = [SearchScope::Memories, SearchScope::Transcript, SearchScope::Both][usize::from(shape) % 3];
    let mut question = Question::new(words, NOW).scope(scope).k(usize::from(shape) % 7);
    question.people = people.lines().map(str::to_owned).collect();
    let bit = |n: u8| more & 1 << n != 0;
    question.include = Include { archived: bit(0), superseded: bit(1), folded: bit(2) };
    if bit(3) {
        question.as_of = Some(NOW);
    }
    if bit(4) {
        let day = Timestamp::from_ms(NOW.ms() - i64::from(shape) * 86_400_000);
        let time = Some(Interval { from: Some(day), to: None });
        question.filter = Filter { time, holds_at: bit(5).then_some(day), ..Filter::default() };
    }
    question
}

fn found(answer: &Answer) -> Vec<(String, u32, String)> {
    answer.hits.iter().map(|hit| (hit.id.to_string(), hit.score.to_bits(), hit.text.clone())).collect()
}
