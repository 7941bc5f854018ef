//! The built-in rules over a day, and what the next day remembers of it.

use super::{DAY_MS, day};
use crate::world::lone;
use hupo::{Duty, NewDecision, NewMessage, Question, Role, VerdictCode};

#[test]
fn what_was_said_today_is_proposed_when_the_day_is_over_and_found_the_day_after() {
    let space = lone("built-in");
    for (text, role) in [
        ("记住，我对花生过敏。", Role::User),
        ("记住了。You also love skiing, right?", Role::Companion),
        ("My sister Lin lives in Lisbon.", Role::User),
        ("要是我会飞就好了 if only I could fly", Role::User),
    ] {
        space.append(vec![NewMessage::new(role, text).at(day(0))], day(0)).unwrap();
    }
    assert_eq!(space.promote(day(0)).unwrap().runs.len(), 0, "the day goes on");
    let promoted = space.promote(day(1)).unwrap();
    assert_eq!(promoted.runs.len(), 1);
    let codes: Vec<VerdictCode> = promoted.runs[0].verdicts.iter().map(|verdict| verdict.code).collect();
    assert!(!codes.is_empty() && codes.iter().all(|code| *code == VerdictCode::Pending), "{codes:?}");
    assert!(promoted.left.iter().all(|due| !hupo::built_in_does(due.duty())));
    for review in space.waiting().unwrap() {
        assert_eq!(review.proposer.as_ref().and_then(|by| by.run.as_deref()), Some("run-1"));
        space.decide(review.id, NewDecision::Approve, "小禾", day(1)).unwrap();
    }
    let answer = space.recall(&Question::new("我对什么过敏？花生", day(2))).unwrap();
    assert_eq!(answer.hits[0].evidence[0].quote, "我对花生过敏", "{answer:?}");
    let skiing = space.recall(&Question::new("skiing", day(2))).unwrap();
    assert!(skiing.hits.is_empty(), "the companion's words are no fact: {:?}", skiing.hits);
    assert_eq!(space.promote(day(2)).unwrap().runs.len(), 0, "once");
}

#[test]
fn what_needs_a_model_is_left_for_it_and_said_so() {
    let space = lone("left");
    let lines = (0..80).map(|n| NewMessage::user(format!("第{n}句 line {n}")).at(day(0))).collect();
    space.append(lines, day(0)).unwrap();
    let promoted = space.promote(day(0).plus_ms(2 * DAY_MS)).unwrap();
    let left: Vec<Duty> = promoted.left.iter().map(hupo::Due::duty).collect();
    assert_eq!((promoted.runs.len(), left), (1, vec![Duty::Page]));
}
