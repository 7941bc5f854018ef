//! Work spread over threads, in order.

use super::spread;
use crate::Error;
use std::cell::{Cell, RefCell};

fn failure() -> Error {
    Error::NoTokens { model: "test".into() }
}

#[test]
fn every_item_gets_its_own_result_whatever_the_number_of_workers() {
    for workers in [1, 2, 7, 50] {
        let results = spread(20, workers, &|_| false, &|item| Ok(item * item)).unwrap();
        assert_eq!(results, (0..20).map(|item| Some(item * item)).collect::<Vec<_>>());
    }
    assert_eq!(spread(0, 4, &|_| false, &Ok).unwrap(), Vec::<Option<usize>>::new());
}

#[test]
fn a_stop_before_the_first_item_leaves_all_undone() {
    assert_eq!(spread(3, 2, &|_| true, &Ok).unwrap(), [None, None, None]);
}

#[test]
fn a_stop_leaves_the_end_of_the_list_undone() {
    let asked = Cell::new(0);
    let stop = |_| asked.replace(asked.get() + 1) >= 4;
    let results = spread(10, 1, &stop, &Ok).unwrap();
    assert_eq!(results.iter().flatten().count(), 4);
    assert!(results[..4].iter().all(Option::is_some));
}

#[test]
fn the_caller_hears_of_progress_on_its_own_thread_in_growing_numbers() {
    let heard = RefCell::new(Vec::new());
    let between = |done| {
        heard.borrow_mut().push(done);
        false
    };
    spread(30, 3, &between, &Ok).unwrap();
    assert!(heard.borrow().is_sorted() && heard.borrow().first() == Some(&0), "{heard:?}");
}

#[test]
fn one_failure_fails_the_whole_and_ends_the_work() {
    let begun = std::sync::atomic::AtomicUsize::new(0);
    let work = |item| {
        begun.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        if item == 1 { Err(failure()) } else { Ok(item) }
    };
    assert!(matches!(spread(1000, 1, &|_| false, &work), Err(Error::NoTokens { .. })));
    assert_eq!(begun.into_inner(), 2);
}
