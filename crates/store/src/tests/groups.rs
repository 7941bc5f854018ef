//! Many writers at once: one wait for the disk for several writes, each with its own number.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier, Mutex};

use hupo_types::{NewMessage, Sequence};

use super::space::{NOW, Space, append, fact, remember, says, user};
use crate::{Error, Options, Receipt, Write};

const THREADS: u64 = 16;
const WRITES: u64 = 25;

fn heard() -> (Arc<Mutex<Vec<u64>>>, Options) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let on_commit = Box::new(move |change: &hupo_types::Change| ears.lock().unwrap().push(change.sequence.get()));
    (heard, Options { on_commit: Some(on_commit), ..Options::default() })
}

/// The receipts of every thread; each write is one line, some are refused.
fn write_from_many(space: &Space, heard: &Mutex<Vec<u64>>) -> Vec<Receipt> {
    let start = Barrier::new(THREADS as usize);
    let one = |thread: u64, n: u64| {
        let text = format!("线 {thread} write {n}");
        let receipt = space.store().commit(Write::new(vec![append(NewMessage::user(text))], NOW)).unwrap();
        assert!(heard.lock().unwrap().contains(&receipt.sequence.get()), "heard before answered");
        receipt
    };
    let refused = |n: u64| {
        let leaves_rows =
            vec![append(NewMessage::user("好")), append(NewMessage::user(if n.is_multiple_of(2) { "" } else { "\0" }))];
        assert!(matches!(space.store().commit(Write::new(leaves_rows, NOW)), Err(Error::Refused { .. })));
    };
    std::thread::scope(|scope| {
        let (start, one, refused) = (&start, &one, &refused);
        let run = |thread: u64| {
            start.wait();
            let mut receipts = Vec::new();
            for n in 0..WRITES {
                receipts.push(one(thread, n));
                if (n + thread).is_multiple_of(5) {
                    refused(n);
                }
            }
            receipts
        };
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || run(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn sixteen_writers_share_waits_and_get_their_own_numbers_in_order() {
    let (heard, options) = heard();
    let space = Space::with(options);
    let receipts = write_from_many(&space, &heard);
    let sequences: BTreeSet<u64> = receipts.iter().map(|receipt| receipt.sequence.get()).collect();
    let expected: Vec<u64> = (2..=THREADS * WRITES + 1).collect();
    assert_eq!(sequences.into_iter().collect::<Vec<_>>(), expected, "distinct and without gaps");
    assert_eq!(*heard.lock().unwrap(), expected, "told in order, refused ones never");
    let groups = space.store().groups();
    println!("{} writes in {groups} commits", expected.len());
    assert!(groups < THREADS * WRITES);
    assert_eq!(space.store().snapshot().unwrap().counts().messages, THREADS * WRITES);
    space.is_sound();
}

#[test]
fn each_receipt_tells_of_its_own_write() {
    let (_, options) = heard();
    let space = Space::with(options);
    let receipt = space.write(vec![user("m1", "你好"), remember(fact("greets", vec![says("m1", "你好")]))]);
    assert_eq!((receipt.sequence, receipt.change.sequence), (Sequence::new(2), Sequence::new(2)));
    assert_eq!((receipt.change.events.len(), receipt.change.documents.len()), (2, 2));
}

#[test]
fn a_listener_that_panics_takes_no_write_with_it() {
    let options = Options { on_commit: Some(Box::new(|_| panic!("as the test wants"))), ..Options::default() };
    let space = Space::with(options);
    space.write(vec![user("m1", "你好")]);
    space.write(vec![user("m2", "hello")]);
    assert_eq!(space.store().snapshot().unwrap().counts().messages, 2);
}
