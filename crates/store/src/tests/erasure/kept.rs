//! The rewritten ledger: what `verify` accepts of it, and what a kill leaves.

use hupo_types::{Command, EraseTarget, Event, MemoryId, MessageId, Sequence};

use super::super::space::{NOW, fact, remember, says, user};
use super::{CANARIES, Space, erase, found_in, full, replays};
use crate::table::Table;
use crate::{Finding, Write, ledger};

const SECRET: EraseTarget = EraseTarget::Message(MessageId::new(2));

#[test]
fn skeletons_and_chain_stay_and_the_number_of_events_does_too() {
    let space = full();
    let skeletons = |space: &Space| {
        let snapshot = space.store().snapshot().unwrap();
        let last = snapshot.sequence().get();
        (1..=last).map(|n| ledger::skeleton(&snapshot, Sequence::new(n)).unwrap().unwrap()).collect::<Vec<_>>()
    };
    let before = skeletons(&space);
    let erasure = erase(&space, SECRET);
    assert_eq!(skeletons(&space)[..before.len()], before[..]);
    let snapshot = space.store().snapshot().unwrap();
    for (sequence, _) in erasure.rewritten {
        let kept = ledger::skeleton(&snapshot, sequence).unwrap().unwrap();
        assert_eq!(ledger::events(&snapshot, sequence).unwrap().len() as u64, kept.count);
    }
}

/// The findings after the body of a write was put in the place of the one that stands there, with a right checksum.
fn with_body(space: &mut Space, sequence: u64, events: &[Event]) -> Vec<Finding> {
    space.close();
    let database = crate::database::open(&space.dir().join("ledger.redb"), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let key = crate::key::pair(sequence, 0);
    let body: Vec<u8> = events.iter().flat_map(|event| rmp_serde::to_vec_named(event).unwrap()).collect();
    let row = crate::record::seal_bytes(Table::Bodies, &key, &body);
    drop(transaction.open_table(Table::Bodies.definition()).unwrap().insert(&key[..], &row[..]).unwrap());
    transaction.commit().unwrap();
    drop(database);
    space.open().unwrap();
    space.store().verify(&mut |_| ()).unwrap().findings
}

#[test]
fn a_body_that_is_neither_the_first_nor_the_one_the_erasure_left_is_found() {
    let mut space = full();
    let body =
        |space: &Space, sequence| ledger::events(&space.store().snapshot().unwrap(), Sequence::new(sequence)).unwrap();
    let first = body(&space, 2);
    erase(&space, SECRET);
    let emptied = body(&space, 2);
    assert_ne!(first, emptied);
    space.is_sound();
    let breaks = |findings: &[Finding]| {
        findings.iter().any(|one| matches!(one, Finding::Chain { sequence, .. } if sequence.get() == 2))
    };
    assert!(breaks(&with_body(&mut space, 2, &first)), "what was erased may not come back");
    let mut other = emptied.clone();
    other.reverse();
    assert!(breaks(&with_body(&mut space, 2, &other)));
    assert!(!breaks(&with_body(&mut space, 2, &emptied)));
    space.is_sound();
}

#[test]
fn a_body_emptied_without_an_erasure_that_says_so_is_found() {
    let mut space = full();
    let mut events = ledger::events(&space.store().snapshot().unwrap(), Sequence::new(2)).unwrap();
    let gone = crate::erase::Gone { messages: [MessageId::new(1)].into(), ..Default::default() };
    assert!(crate::erase::empty(&mut events[0], &gone));
    let findings = with_body(&mut space, 2, &events);
    assert!(findings.iter().any(|one| matches!(one, Finding::Chain { sequence, .. } if sequence.get() == 2)));
}

#[test]
fn a_kill_between_the_erasure_and_the_sweep_leaves_no_word_after_the_next_opening() {
    let mut space = full();
    space.write(vec![Command::Erase(SECRET)]);
    space.close();
    assert!(!found_in(&space.dir(), &CANARIES).is_empty(), "freed pages keep it, so the sweep is tried");
    std::fs::write(space.dir().join("ledger.redb.new"), "a sweep that was killed").unwrap();
    space.open().unwrap();
    assert_eq!(found_in(&space.dir(), &CANARIES), [""; 0]);
    assert!(!space.store().sweep().unwrap(), "it was due once");
    space.is_sound();
}

#[test]
fn a_sweep_waits_for_snapshots() {
    let space = full();
    space.write(vec![Command::Erase(SECRET)]);
    let snapshot = space.store().snapshot().unwrap();
    assert!(matches!(space.store().sweep(), Err(crate::Error::InUse)));
    assert!(snapshot.memory(MemoryId::new(4)).unwrap().is_some());
    drop(snapshot);
    assert!(space.store().sweep().unwrap());
    space.write(vec![user("m20", "写得下去 goes on")]);
    space.is_sound();
}

#[test]
fn what_is_said_and_erased_in_one_write_never_reaches_the_ledger() {
    let space = Space::new();
    space.write(vec![user("m1", "前面 before")]);
    space.write(vec![
        user("m2", "海棠依旧 zanzibar"),
        remember(fact("记得zanzibar", vec![says("m2", "海棠依旧")])),
        Command::Erase(SECRET),
    ]);
    space.store().sweep().unwrap();
    assert_eq!(found_in(&space.dir(), &["海棠依旧", "zanzibar"]), [""; 0]);
    space.is_sound();
    replays(&space);
}

#[test]
fn two_erasures_of_the_same_write_are_both_accepted() {
    let space = full();
    space.write(vec![user("a1", "第一 firstling"), user("a2", "第二 secondling")]);
    let ids = [5, 6].map(|number| EraseTarget::Message(MessageId::new(number)));
    let [first, second] = ids.map(|target| erase(&space, target));
    assert_eq!(first.rewritten[0].0, second.rewritten[0].0, "both are of one body");
    assert_eq!(found_in(&space.dir(), &["firstling", "secondling"]), [""; 0]);
    space.is_sound();
    replays(&space);
}

#[test]
fn erasing_costs_one_reading_of_the_ledger_and_one_writing_of_the_file() {
    let space = Space::new();
    let line = |n: usize| user(&format!("n{n}"), &format!("第{n}行 line number {n}, 随便说说 small talk"));
    space.write((0..10_000).map(line).collect());
    let start = std::time::Instant::now();
    space.store().commit(Write::new(vec![Command::Erase(EraseTarget::Message(MessageId::new(5_000)))], NOW)).unwrap();
    let committed = start.elapsed();
    space.store().sweep().unwrap();
    println!("erase one of 10,000 messages: commit {committed:?}, with the sweep {:?}", start.elapsed());
    assert_eq!(found_in(&space.dir(), &["line number 4999,"]), [""; 0]);
}
