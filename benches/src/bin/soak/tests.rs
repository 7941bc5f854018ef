//! What counts as flat, and a soak of a few seconds.

use super::*;

fn gauge(megabytes: f64, threads: u64, handles: u64) -> Gauge {
    let bytes = (megabytes * 1e6) as u64;
    Gauge { resident_bytes: bytes, held_bytes: bytes, threads, handles }
}

/// Thirty looks, one a minute.
fn looks(look: impl Fn(u64) -> Gauge) -> Vec<(Duration, Gauge)> {
    (0..30).map(|minute| (Duration::from_secs(60 * minute), look(minute))).collect()
}

#[test]
fn a_leak_of_a_megabyte_and_a_half_in_ten_minutes_is_no_flat_run() {
    let wavy = |minute: u64| 200.0 + (minute % 3) as f64;
    assert!(judge(&looks(|minute| gauge(wavy(minute), 9, 20))).is_flat());
    assert!(!judge(&looks(|minute| gauge(wavy(minute) + 0.15 * minute as f64, 9, 20))).is_flat());
    let only_at_first = |minute: u64| gauge(200.0 + 40.0 * minute.min(7) as f64, 9, 20);
    assert!(judge(&looks(only_at_first)).is_flat(), "what grows in the warm-up does not count");
}

#[test]
fn one_more_thread_or_handle_in_the_second_half_is_no_flat_run() {
    assert!(judge(&looks(|minute| gauge(200.0, 9 + minute % 2, 20))).is_flat());
    assert!(!judge(&looks(|minute| gauge(200.0, 9 + u64::from(minute > 25), 20))).is_flat());
    assert!(!judge(&looks(|minute| gauge(200.0, 9, 20 + u64::from(minute == 29)))).is_flat());
}

#[test]
fn a_short_soak_does_all_kinds_of_work_and_leaves_no_thread_and_no_handle() {
    let flat = soak(&Soak { lasting: Duration::from_secs(8), every: Duration::from_secs(2), seed: 3 });
    assert!(!flat.has_more_handles_or_threads(), "{flat}");
    let mut work = Work::begin(4);
    work.go_on_for(Duration::from_secs(1));
    assert!(work.n_done() > 0, "a busy machine does little, but something");
}
