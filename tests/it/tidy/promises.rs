//! Every promise stands in `docs/architecture.md` with the tests that hold it, and those tests exist.

use super::tree::{File, repository};
use super::{complains, hold};

const PAGE: &str = "docs/architecture.md";
const PROMISES: std::ops::RangeInclusive<u8> = 1..=12;

/// They stand under this heading; other tables have numbered rows too.
const HEADING: &str = "## The promises";

/// A row is `| number | promise | how it is held | tests |`; each test stands between backticks.
fn check_promises(files: &[File]) -> Vec<String> {
    let page = files.iter().find(|file| file.path == PAGE).and_then(|file| file.text.split_once(HEADING));
    let page = page.map_or("", |(_, promises)| promises);
    PROMISES.flat_map(|number| check_promise(number, page, files)).collect()
}

fn check_promise(number: u8, page: &str, files: &[File]) -> Vec<String> {
    let Some(row) = page.lines().find(|line| line.starts_with(&format!("| {number} |"))) else {
        return vec![format!("{PAGE}: promise {number} has no row; add it with the tests that hold it")];
    };
    let tests = tests_of(row);
    if tests.is_empty() {
        return vec![format!("{PAGE}: promise {number} names no test; write one, through the door, and name it")];
    }
    let gone = tests.into_iter().filter(|name| !files.iter().any(|file| has_test(file, name)));
    gone.map(|name| format!("{PAGE}: promise {number} names `{name}`, and no source has a test of that name")).collect()
}

fn tests_of(row: &str) -> Vec<&str> {
    let last = row.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    last.split('`').skip(1).step_by(2).collect()
}

fn has_test(file: &File, name: &str) -> bool {
    let opening = format!("fn {name}(");
    let mut marked = false;
    file.is_rust()
        && file.code().any(|(_, line)| {
            let found = marked && line.contains(&opening);
            marked = line.trim() == "#[test]" || (marked && line.trim_start().starts_with("#["));
            found
        })
}

#[test]
fn every_promise_has_a_test_that_exists() {
    hold(check_promises(repository()));
}

fn whole_page() -> Vec<File> {
    let rows: String = PROMISES.map(|number| format!("| {number} | words | `Event` | `it_holds` |\n")).collect();
    vec![
        File::new(PAGE, &format!("| 7 | `other` |\n{HEADING}\n{rows}")),
        File::new("tests/it/held.rs", "#[test]\nfn it_holds() {}\n"),
    ]
}

fn changed(from: &str, to: &str) -> Vec<File> {
    whole_page().into_iter().map(|file| File::new(&file.path, &file.text.replace(from, to))).collect()
}

#[test]
fn a_promise_without_a_row_is_named() {
    hold(check_promises(&whole_page()));
    complains(check_promises(&changed("| 7 |", "| seven |")), "promise 7");
}

#[test]
fn a_promise_without_a_test_is_named() {
    complains(
        check_promises(&changed("| 12 | words | `Event` | `it_holds` |", "| 12 | words | `Event` | by hand |")),
        "promise 12",
    );
}

#[test]
fn a_test_that_does_not_exist_is_named() {
    complains(
        check_promises(&changed("| 3 | words | `Event` | `it_holds` |", "| 3 | words | `Event` | `it_held_once` |")),
        "it_held_once",
    );
}

#[test]
fn a_function_that_is_no_test_holds_no_promise() {
    assert_eq!(check_promises(&changed("#[test]\n", "")).len(), PROMISES.count());
    assert_eq!(check_promises(&changed("#[test]\n", "// #[test]\n")).len(), PROMISES.count());
}
