//! Promise 9 over the wire: whatever a caller sends, it gets nothing of a space that is not its own.
//!
//! Every space holds a word that is found nowhere else, and every key covers one space. Callers then send random calls:
//! names, ids, cursors and keys of writes that are others', keys that are wrong. No answer, log line or metric may hold
//! another space's word (but where it is, to the letter, what the caller sent), and no count may be another's. `HUPO_CALLS` sets the number of calls (2,000 without it; from
//! 20,000 on, 100 spaces take part instead of 20).

mod calls;
mod house;

use super::client::{Answered, Asked, Client};
use super::{Serving, number};
use crate::chance::Chance;
use calls::{Call, Key};
use house::House;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Callers at once.
const CALLERS: usize = 4;
const SEED: u64 = 20_261_130;

/// What is wrong with an answer, if anything is.
fn complaint(house: &House, call: &Call, answered: &Answered) -> Option<String> {
    let all = call.without_echo(&format!("{}{}", answered.head, answered.body));
    let own = call.reaches();
    if let Some(other) = house.words_in(&all).into_iter().find(|word| Some(*word) != own) {
        return Some(format!("it holds the word of space {other}"));
    }
    let expected: &[u16] = match (call.key, own) {
        // It waits for a write that this space never had.
        (Key::Of(_), Some(_)) if call.is_ahead() && answered.status == 503 => return None,
        (Key::Of(_), Some(_)) => &[200, 400, 404, 409, 410, 413, 422],
        // A body that makes no sense may be refused before it is known which space is meant.
        (Key::Of(_), None) => &[400, 403],
        (Key::Wrong(_) | Key::None, _) => &[401],
    };
    (!expected.contains(&answered.status)).then(|| format!("status {} where {expected:?} are right", answered.status))
}

/// Sends calls of one caller until all are sent.
fn call(house: &House, serving: &Serving, caller: usize, (sent, n_calls): (&AtomicUsize, usize)) -> BTreeSet<String> {
    let mut chance = Chance::new(SEED + caller as u64);
    let mut complaints = BTreeSet::new();
    while sent.fetch_add(1, Ordering::Relaxed) < n_calls {
        let call = Call::random(house, &mut chance);
        let mut client = serving.client(house.key(call.key).as_deref());
        let body = call.body.to_string();
        let headers = call.headers.clone();
        let asked = Asked { path: &format!("/v1/{}", call.verb), headers, body };
        let answered = client.send(&asked).unwrap();
        let noted = house.note(&call, &answered);
        for what in complaint(house, &call, &answered).into_iter().chain(noted) {
            complaints
                .insert(format!("{what}\n  {asked:?} by {:?}\n  {} {}", call.key, answered.status, answered.body));
        }
    }
    complaints
}

#[test]
fn a_caller_gets_nothing_of_a_space_that_is_not_its_own() {
    let n_calls = number("HUPO_CALLS", 2_000);
    let house = House::build(if n_calls < 20_000 { 20 } else { 100 });
    let log = house.root().join("server.log");
    let serving = Serving::start(house.root(), "trace", &log);
    let (sent, complaints) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (house, serving, sent, complaints) = (&house, &serving, &sent, &complaints);
            scope.spawn(move || {
                let found = call(house, serving, caller, (sent, n_calls));
                complaints.lock().unwrap().extend(found);
            });
        }
    });
    let complaints = complaints.into_inner().unwrap();
    let few: Vec<&String> = complaints.iter().take(5).collect();
    assert!(few.is_empty(), "{} with seed {SEED}, such as {few:#?}", complaints.len());
    house.check_counts(&serving);
    let metrics = metrics(serving.client(house.key(Key::Of(house.keeper())).as_deref()));
    let written = ["server.log", "audit.log"].map(|name| std::fs::read_to_string(house.root().join(name)).unwrap());
    for (name, text) in [("log", &written[0]), ("audit", &written[1]), ("metrics", &metrics)] {
        assert!(!text.is_empty(), "no {name}");
        assert_eq!(house.words_in(text), [0_usize; 0], "the {name} holds words of spaces");
        assert!(!house.holds_a_secret(text), "the {name} holds a key");
    }
}

fn metrics(mut client: Client) -> String {
    let answered = client.send(&Asked { path: "/metrics", ..Asked::default() }).unwrap();
    assert_eq!(answered.status, 200);
    answered.body
}
