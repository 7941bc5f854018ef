//! Waits, without waiting.

use super::*;

#[test]
fn waits_double_up_to_the_longest_and_half_is_chance() {
    let tries = Tries::default();
    let ms = |n, chance| tries.wait_after(n, chance).as_millis();
    assert_eq!((ms(1, 0.0), ms(1, 1.0)), (500, 1_000));
    assert_eq!((ms(2, 0.0), ms(3, 1.0)), (1_000, 4_000));
    assert_eq!((ms(7, 1.0), ms(40, 1.0), ms(u32::MAX, 0.0)), (60_000, 60_000, 30_000));
}

#[test]
fn chance_is_never_one_and_not_always_the_same() {
    let drawn: Vec<f64> = (0..64).map(|_| machine_chance()).collect();
    assert!(drawn.iter().all(|c| (0.0..1.0).contains(c)));
    assert!(drawn.iter().any(|c| (c - drawn[0]).abs() > 1e-9));
}

#[test]
fn a_sleep_ends_when_it_is_told_to_stop() {
    let stop = Stop::default();
    assert!(stop.sleep(Duration::from_millis(1)));
    stop.stop();
    assert!(!stop.sleep(Duration::from_secs(3600)), "it does not sleep an hour");
}
