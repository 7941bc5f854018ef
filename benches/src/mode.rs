//! How much is run: little as a test, more under `cargo bench`, most when asked for.

use criterion::Criterion;
use std::time::Duration;

/// Documents in a space: 1,000 as a test, 10,000 as well under `cargo bench`, 100,000 with `HUPO_BENCH_LARGE=1`.
pub fn sizes() -> Vec<usize> {
    let large = std::env::var_os("HUPO_BENCH_LARGE").is_some_and(|value| value == "1");
    match (is_bench(), large) {
        (_, true) => vec![1_000, 10_000, 100_000],
        (true, false) => vec![1_000, 10_000],
        (false, false) => vec![1_000],
    }
}

/// `full` under `cargo bench`, else two: a test only shows that it runs.
pub fn repeats(full: usize) -> usize {
    if is_bench() { full } else { 2 }
}

/// Whether to print the figures: not when benches are only listed, or one of them is asked for by name.
pub fn wants_figures() -> bool {
    std::env::args().skip(1).all(|argument| argument == "--bench" || argument == "--test")
}

/// Short measurements: medians of twenty samples, under three seconds a bench.
pub fn criterion() -> Criterion {
    let timing = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500));
    timing.measurement_time(Duration::from_secs(2)).without_plots().configure_from_args()
}

fn is_bench() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}
