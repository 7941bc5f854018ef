//! Readers and a writer at once.

use super::makers::*;
use crate::{Index, Options};
use std::sync::atomic::{AtomicU64, Ordering};

/// Every write adds a message that mentions Anna; whoever reads after it returned must find it.
#[test]
fn readers_see_every_finished_write_while_the_next_is_written() {
    const WRITES: u64 = 400;
    let index = Index::new(Options { hub_documents: 1000, ..Options::default() }).unwrap();
    index.apply(&change(1, vec![entity(1, "Anna", &["安娜"]), mentioned(msg(1), &[1])])).unwrap();
    let finished = AtomicU64::new(1);
    std::thread::scope(|scope| {
        for reader in 0..8 {
            let (index, finished) = (&index, &finished);
            scope.spawn(move || read_until(index, finished, WRITES, reader % 2 == 0));
        }
        for sequence in 2..=WRITES {
            index.apply(&change(sequence, vec![message(sequence, None), mentioned(msg(sequence), &[1])])).unwrap();
            finished.store(sequence, Ordering::Release);
        }
    });
    assert_eq!(index.entity_documents(ent(1)).len() as u64, WRITES);
}

fn read_until(index: &Index, finished: &AtomicU64, last: u64, walks: bool) {
    loop {
        let known = finished.load(Ordering::Acquire);
        let seen = if walks {
            index.walk(&index.seeds("问问安娜", &[]), &all(), 1000, None).len()
        } else {
            index.entity_documents(ent(1)).len()
        };
        assert!(seen as u64 >= known, "{seen} seen, {known} were finished");
        if known == last {
            return;
        }
    }
}

#[test]
fn a_reader_keeps_the_moment_it_began_in() {
    let index = index(vec![mentioned(msg(1), &[1])]);
    let before = index.view();
    index.apply(&change(2, vec![mentioned(msg(2), &[1])])).unwrap();
    assert_eq!((before.stats.documents, index.stats().documents), (1, 2));
    assert_eq!(before.len(), 2);
}

#[test]
fn a_read_does_not_wait_for_a_write_that_goes_on() {
    let index = index(vec![entity(1, "Anna", &[]), mentioned(msg(1), &[1])]);
    index.stats();
    let writing = index.book();
    assert_eq!(index.walk(&index.seeds("Anna", &[]), &all(), 5, None).len(), 1);
    drop(writing);
}
