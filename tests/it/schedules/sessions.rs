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

#[test]
fn every_borrower_gets_a_session_and_never_too_many_are_out() {
    super::under_schedules(|| {
        let out = Arc::new(AtomicUsize::new(0));
        let pool = Arc::new(Pool::new(LIMIT, (), Box::new(|| Ok(()))));
        let borrower = |_| {
            let (pool, out) = (pool.clone(), out.clone());
            thread::spawn(move || {
                let lent = pool.lend().unwrap();
                assert!(out.fetch_add(1, SeqCst) < LIMIT, "more are out than there may be");
                thread::yield_now();
                out.fetch_sub(1, SeqCst);
                drop(lent);
            })
        };
        let borrowers: Vec<_> = (0..4).map(borrower).collect();
        borrowers.into_iter().for_each(|one| one.join().unwrap());
    });
}

#[test]
fn a_session_that_cannot_be_opened_costs_one_borrower_and_wakes_the_next() {
    super::under_schedules(|| {
        let tries = AtomicUsize::new(0);
        let open = move || if tries.fetch_add(1, SeqCst) == 0 { Err(Error) } else { Ok(()) };
        let pool = Arc::new(Pool::new(LIMIT, (), Box::new(open)));
        // Nobody gives back what is out: only the seat that the failure leaves can serve the other.
        let held = pool.lend().unwrap();
        let borrower = |_| {
            let pool = pool.clone();
            thread::spawn(move || pool.lend().is_ok())
        };
        let borrowers: Vec<_> = (0..2).map(borrower).collect();
        let served: Vec<bool> = borrowers.into_iter().map(|one| one.join().unwrap()).collect();
        assert!(served[0] != served[1], "one fails, one is served");
        drop(held);
    });
}
