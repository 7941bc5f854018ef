//! What every source file must be, and what it must not hold.

use super::tree::{File, repository};
use super::{complains, hold};

const MOST_LINES: usize = 500;
const EMPTY_NAMES: [&str; 8] = ["utils", "util", "common", "helpers", "helper", "misc", "manager", "managers"];

fn check_length(files: &[File]) -> Vec<String> {
    let sources = files.iter().filter(|file| file.is_rust() || file.path.ends_with(".py"));
    let long = sources.map(|file| (file, file.text.lines().count())).filter(|(_, lines)| *lines > MOST_LINES);
    long.map(|(file, lines)| format!("{}: {lines} lines, at most {MOST_LINES}; split it by ideas", file.path)).collect()
}

fn check_first_line(files: &[File]) -> Vec<String> {
    let silent = files.iter().filter(|file| file.is_rust() && !says_what_it_is(&file.text));
    silent.map(|file| format!("{}: the first line must be `//!` and say what the file is", file.path)).collect()
}

fn says_what_it_is(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("//! ").is_some_and(|words| words.trim().len() >= 4)
}

fn check_names(files: &[File]) -> Vec<String> {
    let named = files.iter().filter(|file| file.is_rust() || file.path.ends_with(".py"));
    let empty = named.filter(|file| {
        let parts = file.path.split('/').map(|part| part.split('.').next().unwrap_or(part));
        parts.into_iter().any(|part| EMPTY_NAMES.contains(&part))
            || file.code().any(|(_, line)| opens_empty_module(line))
    });
    empty
        .map(|file| {
            format!("{}: name it after the idea it holds, not after a drawer ({})", file.path, EMPTY_NAMES.join(", "))
        })
        .collect()
}

fn opens_empty_module(line: &str) -> bool {
    let opened = line.split_once("mod ").map(|(before, after)| (before.trim(), after));
    let visibility = |before: &str| before.is_empty() || before.starts_with("pub") || before.ends_with(']');
    opened.is_some_and(|(before, after)| {
        let name = after.split([' ', ';', '{']).next().unwrap_or_default();
        visibility(before) && EMPTY_NAMES.contains(&name)
    })
}

/// Words that must not stand in code, in pieces so that this file holds none of them, and what to do instead.
const BANNED: [(&[&str], &str); 5] = [
    (&["process::", "exit"], "return an ExitCode from main; an open store must be closed"),
    (&["to", "do!("], "finish it, or leave it out"),
    (&["unimple", "mented!("], "finish it, or leave it out"),
    (&["#[ig", "nore"], "a test runs or is deleted; one that needs a model says so and passes without"),
    (&["db", "g!("], "take it out"),
];

fn check_words(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        for (number, line) in file.code() {
            for (pieces, advice) in BANNED {
                let word = pieces.concat();
                if line.contains(&word) {
                    complaints.push(format!("{}:{number}: `{word}`: {advice}", file.path));
                }
            }
        }
    }
    complaints
}

/// Notes to oneself, in pieces as above.
const NOTES: [[&str; 2]; 3] = [["TO", "DO"], ["FIX", "ME"], ["(being ", "written)"]];

fn check_notes(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() || file.path.ends_with(".py")) {
        for (at, line) in file.text.lines().enumerate() {
            if NOTES.iter().any(|pieces| line.contains(&pieces.concat())) {
                complaints.push(format!("{}:{}: finish it, or open an issue and take the note out", file.path, at + 1));
            }
        }
    }
    complaints
}

fn check_door(files: &[File]) -> Vec<String> {
    let door = files.iter().filter(|file| file.path == "crates/engine/src/lib.rs");
    let open = door.flat_map(File::code).filter(|(_, line)| line.trim_start().starts_with("pub mod "));
    open.map(|(number, _)| {
        format!(
            "crates/engine/src/lib.rs:{number}: no `pub mod` in the door; name what users need in its `pub use` block"
        )
    })
    .collect()
}

#[test]
fn no_source_file_is_longer_than_500_lines() {
    hold(check_length(repository()));
}

#[test]
fn every_source_file_says_first_what_it_is() {
    hold(check_first_line(repository()));
}

#[test]
fn no_source_file_is_named_after_a_drawer() {
    hold(check_names(repository()));
}

#[test]
fn nothing_exits_is_unfinished_or_ignored() {
    hold(check_words(repository()));
}

#[test]
fn no_note_to_oneself_is_left() {
    hold(check_notes(repository()));
}

#[test]
fn the_door_opens_no_module() {
    hold(check_door(repository()));
}

#[test]
fn a_file_of_501_lines_is_named() {
    hold(check_length(&[File::new("crates/odd/src/full.rs", &"a\n".repeat(500))]));
    complains(check_length(&[File::new("crates/odd/src/long.rs", &"a\n".repeat(501))]), "501 lines");
}

#[test]
fn a_file_that_does_not_say_what_it_is_is_named() {
    for text in ["", "use std::fs;\n//! Late.\n", "//!\n", "//! x\n", "// A plain comment.\n"] {
        complains(check_first_line(&[File::new("crates/odd/src/silent.rs", text)]), "silent.rs");
    }
    hold(check_first_line(&[File::new("crates/odd/src/clear.rs", "//! Ids.\n")]));
}

#[test]
fn a_drawer_is_named() {
    for path in
        ["crates/odd/src/utils.rs", "crates/common/src/lib.rs", "crates/odd/src/helpers/fold.rs", "models/misc.py"]
    {
        complains(check_names(&[File::new(path, "")]), path);
    }
    complains(check_names(&[File::new("crates/odd/src/lib.rs", "#[cfg(test)]\nmod helpers {\n}\n")]), "lib.rs");
    hold(check_names(&[File::new("crates/odd/src/commonest.rs", "mod miscount;\n// mod utils in words\n")]));
}

#[test]
fn each_banned_word_is_named_with_its_line() {
    for (pieces, advice) in BANNED {
        let text = format!("//! What it is.\n// {word} in words is fine\nfn f() {{ {word}\n", word = pieces.concat());
        complains(check_words(&[File::new("crates/odd/src/lib.rs", &text)]), advice);
        complains(check_words(&[File::new("crates/odd/src/lib.rs", &text)]), "lib.rs:3");
    }
}

#[test]
fn a_note_to_oneself_is_named() {
    for pieces in NOTES {
        complains(
            check_notes(&[File::new("models/odd.py", &format!("# {}: later\n", pieces.concat()))]),
            "models/odd.py:1",
        );
    }
}

#[test]
fn an_open_module_in_the_door_is_named() {
    complains(check_door(&[File::new("crates/engine/src/lib.rs", "//! The door.\npub mod space;\n")]), "lib.rs:2");
    hold(check_door(&[File::new("crates/engine/src/space.rs", "pub mod inner;\n")]));
}
