//! Lives on a full disk: as a limit on the size of files anywhere, and on a small disk of its own where one may be mounted.
//!
//! `HUPO_FULL_DISKS` sets the number of lives of each (16 and 8 without it).

use super::draw;
use super::full::Full;
use super::inspect::Depth;
use super::kills::{number, tell};
use super::laboratory::{Laboratory, When};
use crate::chance::Chance;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const FULL_DISKS: &str = "HUPO_FULL_DISKS";
/// Deeds that may be done twice with the same outcome.
const AIMS: [&str; 12] = [
    "append",
    "create",
    "erase",
    "used",
    "flush",
    "append",
    "maintain",
    "rebuild",
    "forget",
    "close",
    "compact",
    "erase space",
];
/// Every so many lives, all is checked.
const WHOLE_EVERY: u64 = 5;
/// Of the small disk.
const DISK_BYTES: &str = "24m";

/// Runs the lives; the number of acts that met the full disk.
fn run(laboratory: &mut Laboratory, lives: u64, draw_full: impl Fn(&mut Chance) -> Full) -> u64 {
    for life in 0..lives {
        let full = draw_full(&mut laboratory.chance);
        let of_the_legs = matches!(full, Full::LimitOfTheLegs { .. });
        let aim = if of_the_legs { "flood" } else { AIMS[life as usize % AIMS.len()] };
        let (acts, aimed) = draw::life(&laboratory.book, aim, &mut laboratory.chance);
        let depth = if life % WHOLE_EVERY == WHOLE_EVERY - 1 { Depth::Whole } else { Depth::Rows };
        laboratory.cycle(&acts, When::Full(aimed, full), depth);
        assert_eq!(laboratory.tally.n_killed(), 0, "nobody dies of a full disk");
    }
    tell(&laboratory.tally);
    laboratory.tally.met.values().sum()
}

#[test]
fn a_write_that_meets_a_limit_is_a_typed_error_and_work_goes_on_when_it_is_lifted() {
    let mut laboratory = Laboratory::new(number("HUPO_SEED", 11));
    let met = run(&mut laboratory, number(FULL_DISKS, 16), |chance| {
        let bytes = 1 << (6 + chance.below(16));
        if chance.once_in(8) { Full::LimitOfTheLegs { bytes } } else { Full::Limit { bytes } }
    });
    assert!(met > 0, "no act met the limit");
}

#[test]
fn a_write_that_meets_a_full_disk_is_a_typed_error_and_work_goes_on_when_there_is_room() {
    let Some(disk) = Disk::mount() else {
        return tell(&"no small disk may be mounted here, so none was filled; the limit on file sizes was tested");
    };
    let mut laboratory = Laboratory::new(number("HUPO_SEED", 13));
    laboratory.folder = tempfile::tempdir_in(disk.folder.path()).unwrap();
    let met = run(&mut laboratory, number(FULL_DISKS, 8), |chance| Full::Spare { bytes: 1 << (8 + chance.below(14)) });
    assert!(met > 0, "no act met the full disk");
}

/// A small disk in memory, there until it is dropped.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// `None` where this user may mount nothing.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={DISK_BYTES}");
        is_done(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()))
            .then_some(Self { folder })
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        unmount(self.folder.path());
    }
}

fn unmount(folder: &Path) {
    is_done(Command::new("umount").arg(folder));
}

fn is_done(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
