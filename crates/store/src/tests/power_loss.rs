//! The power goes at any moment of a space's life, and again while it is opened: every acknowledged write is there, the
//! one in flight is there whole or not at all, and the tables are what the ledger makes.
//!
//! `HUPO_POWER_LOSSES` sets how often it goes (a few hundred without it), `HUPO_SEED` the first seed. Each seed is one
//! machine's life; a failure names it, and `HUPO_SEED=… HUPO_POWER_LOSSES=1` lives it again.

mod life;
mod work;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::random::seed;
pub(super) use life::{Life, Tally};

/// Panics of redb since the test began, caught or not.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// Counts what redb panics with, whoever catches it.
pub(super) fn count_panics() -> u64 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.location().is_some_and(|place| place.file().contains("redb")) {
                PANICS.fetch_add(1, Ordering::Relaxed);
            }
            before(info);
        }));
    });
    PANICS.load(Ordering::Relaxed)
}

/// How often to do something: what the environment says, or the short form.
pub(super) fn times(name: &str, short: u64) -> u64 {
    std::env::var(name).ok().and_then(|times| times.parse().ok()).unwrap_or(short)
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_goes() {
    let (losses, first, panics) = (times("HUPO_POWER_LOSSES", 1_000), seed(), count_panics());
    let (start, mut tally, mut number) = (Instant::now(), Tally::default(), first);
    while tally.losses < losses {
        let lived = catch_unwind(AssertUnwindSafe(|| Life::new(number).live()));
        match lived {
            Ok(life) => tally.add(&life),
            Err(panic) => {
                println!("HUPO_SEED={number} HUPO_POWER_LOSSES=1 lives it again");
                std::panic::resume_unwind(panic);
            }
        }
        number += 1;
        if number % 1_000 == 0 {
            println!("{tally} in {:.0?}", start.elapsed());
        }
    }
    println!("HUPO_SEED={first}: {tally} in {:.1?}: 0 lost, 0 torn", start.elapsed());
    assert_eq!(count_panics(), panics, "redb panicked");
    assert!(tally.acknowledged > tally.losses && tally.in_recovery > losses / 20, "the run tries too little: {tally}");
    assert!(
        tally.half_way > losses / 400 && tally.sweeps > 0 && tally.imports > 0,
        "the run tries too little: {tally}"
    );
}
