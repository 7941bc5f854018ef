//! The bitmap against a plain set.

use super::*;
use std::collections::BTreeSet;

fn memory(n: u64) -> DocId {
    DocId::Memory(MemoryId::new(n))
}

fn message(n: u64) -> DocId {
    DocId::Message(MessageId::new(n))
}

#[test]
fn a_set_holds_what_was_put_in_and_not_taken_out() {
    let mut set = DocSet::new();
    let mut plain = BTreeSet::new();
    for step in 0..2_000_u64 {
        let number = step * 7919 % 193 + 1;
        let doc = if step % 3 == 0 { memory(number) } else { message(number) };
        if step % 5 == 4 {
            assert_eq!(set.remove(doc), plain.remove(&doc));
        } else {
            assert_eq!(set.insert(doc), plain.insert(doc));
        }
    }
    assert_eq!(set.len(), plain.len());
    assert_eq!(set.iter().collect::<Vec<_>>(), plain.iter().copied().collect::<Vec<_>>());
    assert!(plain.iter().all(|&doc| set.contains(doc)));
    assert!(!set.contains(memory(100_000)));
}

#[test]
fn kinds_do_not_mix() {
    let set: DocSet = [message(3), memory(4)].into_iter().collect();
    assert!(!set.contains(memory(3)) && !set.contains(message(4)));
    assert_eq!(set.only(DocKind::Memory).iter().collect::<Vec<_>>(), [memory(4)]);
}

#[test]
fn packed_ids_come_back() {
    for doc in [message(1), memory(1), memory(1 << 40)] {
        assert_eq!(DocId::from_u64(doc.to_u64()), Some(doc));
    }
    assert_eq!(DocId::from_u64(u64::MAX), None);
}

#[test]
fn a_number_that_names_nothing_takes_no_memory() {
    let mut set = DocSet::new();
    assert!(!set.insert(message(u64::MAX >> 4)) && !set.contains(message(u64::MAX >> 4)) && set.is_empty());
}

#[test]
fn sets_are_put_together_as_plain_sets_are() {
    let some = |step: u64, last: u64| -> BTreeSet<DocId> {
        (1..=last).filter(|n| n % step == 0).flat_map(|n| [memory(n), message(n + 1)]).collect()
    };
    for (one, other) in [(some(2, 200), some(3, 900)), (some(5, 900), some(2, 9)), (some(1, 70), BTreeSet::new())] {
        let set = |plain: &BTreeSet<DocId>| plain.iter().copied().collect::<DocSet>();
        let (mut all, mut both) = (set(&one), set(&one));
        all.add_all(&set(&other));
        both.keep_all(&set(&other));
        for (joined, plain) in [(all, &one | &other), (both, &one & &other)] {
            assert_eq!((joined.len(), joined.iter().collect::<BTreeSet<_>>()), (plain.len(), plain));
        }
    }
}
