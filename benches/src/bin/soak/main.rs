//! Soak: mixed work on a few spaces for a long time, and whether memory, threads and file handles stay flat.
//!
//! `cargo run --release -p hupo-benches --bin soak -- --minutes 30`
//!
//! Spaces are filled, asked, erased from, rebuilt, backed up, put away and opened again, and erased when they are full, so
//! that what lives stays about the same. Every minute all of them are put away and the process is looked at. The exit
//! status is 1 if it grows.

mod flat;
mod gauge;
mod keeper;
mod work;

use flat::{Flat, judge};
use gauge::Gauge;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use work::Work;

/// How long, and how often the process is looked at.
struct Soak {
    lasting: Duration,
    every: Duration,
    seed: u64,
}

impl Soak {
    /// Reads `--minutes`, `--seconds`, `--every` (seconds) and `--seed`; a minute without any.
    fn read(arguments: &[String]) -> Self {
        let number = |name: &str, usual: u64| {
            let place = arguments.iter().position(|argument| argument == name);
            let value = place.map(|place| arguments.get(place + 1).unwrap_or_else(|| panic!("{name} needs a value")));
            value.map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} needs a number")))
        };
        let seconds = number("--minutes", 0) * 60 + number("--seconds", 0);
        let lasting = Duration::from_secs(if seconds == 0 { 60 } else { seconds });
        Self { lasting, every: Duration::from_secs(number("--every", 60)), seed: number("--seed", 1) }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let flat = soak(&Soak::read(&arguments));
    say(&flat.to_string());
    if flat.is_flat() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Works, looks every so often, and says what was seen.
fn soak(soak: &Soak) -> Flat {
    let begun = Instant::now();
    let mut work = Work::begin(soak.seed);
    let mut gauges = Vec::new();
    while begun.elapsed() < soak.lasting {
        work.go_on_for(soak.every.min(soak.lasting.saturating_sub(begun.elapsed())));
        let at_work = Gauge::read();
        work.put_away();
        let fewest = gauges.iter().map(|(_, gauge): &(Duration, Gauge)| gauge.threads).min();
        let gauge = Gauge::read_when_quiet(fewest);
        say(&format!(
            "{:7.1} min  at work {:6.1} MB {:3} threads {:3} handles   put away {gauge}   {}",
            begun.elapsed().as_secs_f64() / 60.0,
            at_work.resident_mb(),
            at_work.threads,
            at_work.handles,
            work.told()
        ));
        gauges.push((begun.elapsed(), gauge));
    }
    judge(&gauges)
}

#[expect(clippy::print_stdout, reason = "this program is a shell")]
fn say(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests;
