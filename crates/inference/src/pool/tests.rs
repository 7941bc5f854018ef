//! Sessions go out and come back.

use super::Pool;
use crate::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

fn failing(fails: usize) -> (Pool<usize>, Arc<AtomicUsize>) {
    let opened = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&opened);
    let open = move || match counter.fetch_add(1, Ordering::SeqCst) {
        n if n < fails => Err(Error::NoTokens { model: "test".into() }),
        n => Ok(n + 1),
    };
    (Pool::new(2, 0, Box::new(open)), opened)
}

#[test]
fn no_more_are_opened_than_are_used_at_once_and_never_more_than_the_limit() {
    let (pool, opened) = failing(0);
    drop(pool.lend().unwrap());
    drop(pool.lend().unwrap());
    assert_eq!(opened.load(Ordering::SeqCst), 0);
    let busy = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let thing = pool.lend().unwrap();
                assert!(busy.fetch_add(1, Ordering::SeqCst) < 2, "more than two lent, one of them {}", *thing);
                std::thread::yield_now();
                busy.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
    assert!(opened.load(Ordering::SeqCst) <= 1);
}

#[test]
fn a_failed_opening_is_told_once_and_leaves_room_to_try_again() {
    let (pool, _) = failing(1);
    let first = pool.lend().unwrap();
    assert!(matches!(pool.lend(), Err(Error::NoTokens { .. })));
    let second = pool.lend().unwrap();
    assert_eq!((*first, *second), (0, 2));
}

#[test]
fn a_panic_while_opening_leaves_room_to_try_again() {
    let tries = AtomicUsize::new(0);
    let open = move || match tries.fetch_add(1, Ordering::SeqCst) {
        0 => panic!("the first opening panics"),
        n => Ok(n),
    };
    let pool = Arc::new(Pool::new(2, 0, Box::new(open)));
    let _first = pool.lend().unwrap();
    catch_unwind(AssertUnwindSafe(|| pool.lend().map(drop))).unwrap_err();
    let (lent, answer) = mpsc::channel();
    let other = Arc::clone(&pool);
    std::thread::spawn(move || lent.send(other.lend().map(|thing| *thing).ok()));
    assert_eq!(answer.recv_timeout(Duration::from_secs(10)), Ok(Some(1)), "it waits for what nobody has");
}
