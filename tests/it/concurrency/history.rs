//! What happened when: every call with the moments between which it happened, and the write it made or saw.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// It made this write.
    Wrote(u64),
    /// It saw the space after this write.
    Saw(u64),
}

#[derive(Debug, Clone, Copy)]
struct Happened {
    call: Call,
    began: u64,
    ended: u64,
}

/// The calls of all threads, in moments of one clock.
#[derive(Default)]
pub(super) struct History {
    clock: AtomicU64,
    calls: Mutex<Vec<Happened>>,
}

impl History {
    /// Makes a call, and notes when it happened and what it gave.
    pub(super) fn note<T>(&self, call: impl FnOnce() -> (Call, T)) -> T {
        let began = self.clock.fetch_add(1, Ordering::SeqCst);
        let (call, given) = call();
        let ended = self.clock.fetch_add(1, Ordering::SeqCst);
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(Happened { call, began, ended });
        given
    }

    /// Whether some order of the calls, one after the other, explains what each gave, with every call between its two
    /// moments; `first` writes were there before.
    ///
    /// Writes have numbers, which are that order, so the look is a short one: the numbers are given out without a gap,
    /// and what ended before something began has no greater number, so that nothing is seen before it was asked for.
    pub(super) fn check(&self, first: u64) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut written: Vec<u64> = calls.iter().filter_map(written).collect();
        written.sort_unstable();
        let expected: Vec<u64> = (first + 1..).take(written.len()).collect();
        assert_eq!(written, expected, "every write has a number of its own, and none is left out");
        calls.sort_unstable_by_key(|call| call.began);
        check_order(&calls, first);
    }
}

const fn written(happened: &Happened) -> Option<u64> {
    match happened.call {
        Call::Wrote(number) => Some(number),
        Call::Saw(_) => None,
    }
}

const fn number(call: Call) -> u64 {
    match call {
        Call::Wrote(number) | Call::Saw(number) => number,
    }
}

/// A call sees at least what any call that ended before it began made or saw; a write comes after all of it.
fn check_order(by_beginning: &[Happened], first: u64) {
    let mut by_end = by_beginning.to_vec();
    by_end.sort_unstable_by_key(|call| call.ended);
    let mut ended = by_end.iter().peekable();
    let mut known = first;
    for call in by_beginning {
        while let Some(before) = ended.next_if(|before| before.ended < call.began) {
            known = known.max(number(before.call));
        }
        match call.call {
            Call::Wrote(number) => assert!(number > known, "{call:?} after write {known} was known"),
            Call::Saw(number) => assert!(number >= known, "{call:?} after write {known} was known"),
        }
    }
}

#[test]
#[should_panic(expected = "after write 3 was known")]
fn a_reader_that_goes_back_is_noticed() {
    let history = History::default();
    for number in 1..=3 {
        history.note(|| (Call::Wrote(number), ()));
    }
    history.note(|| (Call::Saw(2), ()));
    history.check(0);
}

#[test]
#[should_panic(expected = "a number of its own")]
fn a_write_that_is_left_out_is_noticed() {
    let history = History::default();
    history.note(|| (Call::Wrote(1), ()));
    history.note(|| (Call::Wrote(3), ()));
    history.check(0);
}

#[test]
#[should_panic(expected = "after write 1 was known")]
fn a_write_that_is_seen_too_early_is_noticed() {
    let history = History::default();
    history.note(|| (Call::Saw(1), ()));
    history.note(|| (Call::Wrote(1), ()));
    history.check(0);
}
