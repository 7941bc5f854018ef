//! Many threads on one space, through the door: what each of them saw, held against the order in which it happened.
//!
//! The short form runs always; `HUPO_CONCURRENCY_ROUNDS` makes it as long as one likes. Every round prints its seed
//! where it fails.

mod history;
mod linear;
mod upheaval;

use crate::chance::Chance;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How many rounds of a test run: `short`, or what `HUPO_CONCURRENCY_ROUNDS` says.
fn rounds(short: u64) -> u64 {
    std::env::var("HUPO_CONCURRENCY_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(short)
}

/// A round that takes longer than this has threads that wait for each other.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs a test for every seed, each on a thread of its own, and names the one that failed or did not end.
#[expect(clippy::print_stderr, reason = "the seed is all there is to a run that failed")]
fn each_seed(short: u64, round: impl Fn(Chance) + Clone + Send + 'static) {
    for seed in 0..rounds(short) {
        let (ended, end) = mpsc::channel();
        let round = round.clone();
        let thread = std::thread::spawn(move || {
            round(Chance::new(seed));
            let _ = ended.send(());
        });
        match end.recv_timeout(LONGEST) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => panic!("seed {seed}: threads wait for each other"),
            Err(RecvTimeoutError::Disconnected) => {
                eprintln!("the seed was {seed}");
                std::panic::resume_unwind(thread.join().unwrap_err());
            }
        }
    }
}
