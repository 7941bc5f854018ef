//! The pool of sessions of `hupo-inference`: its own source, under shuttle's locks.

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use shuttle::thread;

mod source {
    #![allow(dead_code, unreachable_pub, clippy::all, reason = "a part of another crate")]

    /// What opening a session may fail with.
    #[derive(Debug)]
    pub(crate) struct Error;

    pub(crate) mod pool {
        include!(concat!(env!("OUT_DIR"), "/pool.rs"));
    }
}

use source::Error;
use source::pool::Pool;

const LIMIT: usize = 2;

/// Borrowers of a pool that may open one session beside the first.
fn borrow(n_borrowers: usize, open: impl Fn(usize) -> Result<(), Error> + Send + Sync + 'static) -> usize {
    let (out, tries) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
    let pool = Arc::new(Pool::new(LIMIT, (), Box::new(move || open(tries.fetch_add(1, SeqCst)))));
    let borrower = |_| {
        let (pool, out) = (pool.clone(), out.clone());
        thread::spawn(move || {
            let Ok(lent) = pool.lend() else { return 0 };
            assert!(out.fetch_add(1, SeqCst) < LIMIT, "more are out than there may be");
            thread::yield_now();
            out.fetch_sub(1, SeqCst);
            drop(lent);
            1
        })
    };
    let borrowers: Vec<_> = (0..n_borrowers).map(borrower).collect();
    borrowers.into_iter().map(|one| one.join().unwrap()).sum()
}

#[test]
fn every_borrower_gets_a_session_and_never_too_many_are_out() {
    super::under_schedules(|| assert_eq!(borrow(4, |_| Ok(())), 4));
}

#[test]
fn a_session_that_cannot_be_opened_costs_one_borrower_and_wakes_the_next() {
    super::under_schedules(|| {
        let served = borrow(4, |tries| if tries == 0 { Err(Error) } else { Ok(()) });
        assert!((3..=4).contains(&served), "{served} of 4");
    });
}
