//! The disk runs full at any moment of a space's life: the error says so, nothing acknowledged is lost, reading goes on,
//! and with room again so does writing.
//!
//! `HUPO_FULL_DISKS` sets how many disks (60 without it), `HUPO_SEED` the first seed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::power_loss::{Life, Tally, count_panics, times};
use super::random::seed;
use crate::Error;

#[test]
fn a_full_disk_is_said_to_be_full_and_loses_nothing() {
    let (disks, first, panics) = (times("HUPO_FULL_DISKS", 60), seed(), count_panics());
    let (start, mut tally, mut full) = (Instant::now(), Tally::default(), 0);
    for number in first..first + disks {
        match catch_unwind(AssertUnwindSafe(|| Life::new(number).live_on_a_full_disk())) {
            Ok((was_full, life)) => {
                tally.add(&life);
                full += u64::from(was_full);
            }
            Err(panic) => {
                println!("HUPO_SEED={number} HUPO_FULL_DISKS=1 lives it again");
                std::panic::resume_unwind(panic);
            }
        }
    }
    println!("HUPO_SEED={first}: {disks} disks, {full} ran full: {tally} in {:.1?}: 0 lost", start.elapsed());
    assert_eq!(count_panics(), panics, "redb panicked");
    assert!(full > disks / 2, "the run tries too little");
}

#[test]
fn a_full_disk_says_what_to_do() {
    for kind in [std::io::ErrorKind::StorageFull, std::io::ErrorKind::QuotaExceeded, std::io::ErrorKind::FileTooLarge] {
        for error in
            [Error::io("writing", kind.into()), Error::from(redb::StorageError::from(std::io::Error::from(kind)))]
        {
            assert!(matches!(error, Error::DiskFull { .. }), "{error:?}");
            assert!(error.to_string().contains("free some space, then try again"), "{error}");
        }
    }
}
