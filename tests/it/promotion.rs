//! Promotion through the door: each line once, whoever runs, races or is killed.

mod day;
#[cfg(unix)]
mod kills;
mod races;

use crate::world::{NOW, config};
use hupo::{
    Extraction, ExtractorId, Kind, MessageRef, NewEvidence, NewMemory, NewMessage, Proposal, ReviewPolicy, Role, Rules,
    Schedule, Scope, Space, Task, Timestamp,
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

const fn day(number: i64) -> Timestamp {
    NOW.plus_ms(number * DAY_MS)
}

/// What passes the rules counts at once, and a run takes few lines.
fn rules() -> Rules {
    let promotion = Schedule { run_messages: 3, page_messages: 0, ..Schedule::default() };
    Rules { review: ReviewPolicy::Automatic, promotion, ..Rules::default() }
}

/// A line of a day, which no other line equals.
fn line(number: u64, of_day: i64) -> NewMessage {
    let text = format!("第{number}件事 fact number {number}");
    NewMessage::user(text).external_id(format!("m{number}")).at(day(of_day).plus_ms(-1_000))
}

/// An extractor that remembers every line of the user's, word for word.
fn extraction(task: &Task) -> Extraction {
    let remember = |message: &hupo::Message| {
        let quote = vec![NewEvidence::statement(MessageRef::Id(message.id), Role::User, message.text.clone())];
        Proposal::Memory(Box::new(NewMemory::new(Kind::Event, Scope::User, message.text.clone(), quote)))
    };
    let proposals = task.messages.iter().map(remember).collect();
    let by = ExtractorId { name: "word for word".into(), version: "1".into(), model: None };
    Extraction { proposals, by, ..Extraction::default() }
}

/// How many lines are promoted; each must be so once, its fact stored once, and none proposed that was stored already.
fn promoted_once(space: &Space) -> usize {
    let mut lines = std::collections::BTreeSet::new();
    for run in space.runs(None).unwrap() {
        let codes: Vec<_> = run.verdicts.iter().map(|(code, n)| (*code, *n)).collect();
        assert_eq!(codes, [(hupo::VerdictCode::Accepted, run.due.n_messages())], "{run:?}");
        for id in run.due.ranges().iter().flat_map(|range| range.ids()) {
            assert!(lines.insert(id), "{id} was promoted twice");
        }
    }
    for number in 1..=space.stats().unwrap().counts.messages {
        let id = hupo::MessageId::new(number);
        assert_eq!(space.citing(id).unwrap().len(), usize::from(lines.contains(&id)), "{id}");
    }
    assert_eq!(space.stats().unwrap().counts.memories as usize, lines.len());
    lines.len()
}

fn set_up(hupo: &hupo::Hupo) -> Space {
    let space = hupo.space_or_create(config("promoted"), NOW).unwrap();
    space.set_rules(rules(), NOW).unwrap();
    space
}
