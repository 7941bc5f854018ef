//! Flipped, swapped, cut and emptied pages and files: opening gives what was written, or refuses and says what to do. It
//! never gives anything else, and never falls over.
//!
//! Each damage is judged in a child of this test binary whose memory is limited, because what reads a damaged file may
//! panic, ask for all memory there is, or end the process; the parent counts those that did. `HUPO_DAMAGES=all` harms every
//! page of the ledger three times and 2,000 files beside it; a number harms so many, and without it a sample is harmed.
//! `HUPO_SEED` draws others.
#![expect(clippy::print_stdout, reason = "the child reports by lines, and the figures are printed")]

mod child;
mod foreign;
mod harm;
mod judging;
mod said;

use child::{Tally, judge};
use harm::{What, pages};
use judging::sound;

fn seed() -> u64 {
    std::env::var("HUPO_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_130)
}

/// How many damages to try: all there are to try, as many as the environment says, or a sample.
fn damages(all: u64, sample: u64) -> u64 {
    match std::env::var("HUPO_DAMAGES") {
        Ok(word) if word == "all" => all,
        Ok(word) => word.parse().unwrap_or(sample).min(all),
        Err(_) => sample.min(all),
    }
}

fn report(what: &str, tally: &Tally) {
    println!("HUPO_SEED={}: {what}: {tally}", seed());
    assert!(tally.wrong.is_empty(), "silently wrong: {:#?}", tally.wrong);
    assert!(tally.fell.is_empty(), "fell over: {:#?}", tally.fell);
    assert!(tally.unclear.is_empty(), "refused without saying what to do: {:#?}", tally.unclear);
}

#[test]
fn a_damaged_page_of_the_ledger_is_refused_or_says_nothing_else() {
    let folder = sound();
    let n_pages = pages(folder.path());
    let n = damages(3 * n_pages, 60);
    let tally = judge(folder.path(), What::Pages, n);
    report(&format!("{n} damages to the {n_pages} pages of a ledger"), &tally);
    assert!(tally.refused > n / 20, "the damage hit nothing: {tally}");
}

#[test]
fn a_damaged_file_beside_the_ledger_is_made_anew() {
    let folder = sound();
    let n = damages(2_000, 60);
    let tally = judge(folder.path(), What::Files, n);
    report(&format!("{n} damaged files beside a ledger"), &tally);
    assert!(tally.right > n * 8 / 10, "an index that is damaged is made anew: {tally}");
}
