//! How warm memories are: a table by kind, and a bar for each temperature, in any width.

use hupo::{Kind, TemperatureCount};
use serde_json::{Value, json};

/// What is counted, in the order it is shown.
const COLUMNS: [&str; 6] = ["hot", "warm", "cool", "cold", "archived", "folded"];
/// Columns of the name of a kind.
const NAME: usize = 14;
/// Columns of a number; names of columns that are longer are cut.
const NUMBER: usize = 5;
/// The width from which names of columns are written out.
const WIDE: usize = 60;
/// The longest bar.
const LONGEST: usize = 40;

/// The numbers of a count, in the order of the columns.
const fn numbers(count: &TemperatureCount) -> [u64; 6] {
    [count.hot, count.warm, count.cool, count.cold, count.archived, count.folded]
}

/// The sum over all kinds.
fn sums(counts: &[TemperatureCount]) -> [u64; 6] {
    let add = |sum: [u64; 6], next: [u64; 6]| std::array::from_fn(|at| of(&sum, at) + of(&next, at));
    counts.iter().map(numbers).fold([0; 6], add)
}

fn of(numbers: &[u64; 6], at: usize) -> u64 {
    numbers.get(at).copied().unwrap_or_default()
}

/// A row a kind, and their sum.
pub(crate) fn temperature_table(counts: &[TemperatureCount], width: usize) -> Vec<String> {
    let wide = width >= WIDE;
    let column = |name: &str| if wide { name.len().max(NUMBER) + 1 } else { NUMBER };
    let heading = COLUMNS.iter().map(|name| {
        let shown: String = if wide { (*name).to_owned() } else { name.chars().take(NUMBER - 1).collect() };
        format!("{shown:>0$}", column(name))
    });
    let row = |name: &str, numbers: [u64; 6]| {
        let cell = |(at, name): (usize, &&str)| format!("{:>1$}", dotted(of(&numbers, at)), column(name));
        let name: String = name.chars().take(if wide { NAME } else { NAME - 4 }).collect();
        let cells: String = COLUMNS.iter().enumerate().map(cell).collect();
        format!("{name:<0$}{cells}", if wide { NAME } else { NAME - 4 })
    };
    let mut lines = vec![format!("{:<1$}", "", if wide { NAME } else { NAME - 4 }) + &heading.collect::<String>()];
    lines.extend(counts.iter().map(|count| row(&word(count.kind), numbers(count))));
    lines.push(row("all", sums(counts)));
    lines
}

fn word(kind: Kind) -> String {
    kind.to_string()
}

/// Nothing is a dot, so that numbers stand out.
fn dotted(number: u64) -> String {
    if number == 0 { "·".to_owned() } else { number.to_string() }
}

/// A bar for each temperature; the longest fills what is left of the width.
pub(crate) fn temperature_chart(counts: &[TemperatureCount], width: usize) -> Vec<String> {
    let sums = sums(counts);
    let most = sums.iter().copied().max().unwrap_or_default().max(1);
    let room = width.saturating_sub(20).clamp(10, LONGEST) as u64;
    let bar = |(at, name): (usize, &&str)| {
        let number = of(&sums, at);
        let length = (number * room).div_ceil(most);
        let bar = "█".repeat(usize::try_from(length).unwrap_or(LONGEST));
        let gap = if bar.is_empty() { "" } else { " " };
        format!("{name:<9} {bar}{gap}{number}")
    };
    COLUMNS.iter().enumerate().map(bar).collect()
}

/// The counts of each kind.
pub(crate) fn temperature_json(counts: &[TemperatureCount]) -> Value {
    counts.iter().map(|count| json!(count)).collect()
}

#[cfg(test)]
mod tests;
