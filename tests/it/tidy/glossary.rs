//! The glossary: its Rust names exist, and every word has its Chinese word.

use super::tree::{File, repository};
use super::{complains, hold};

const PAGE: &str = "docs/glossary.md";

fn page(files: &[File]) -> &str {
    files.iter().find(|file| file.path == PAGE).map_or("", |file| file.text.as_str())
}

/// The names between backticks in the third of four cells.
fn rust_names(page: &str) -> Vec<&str> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.split('|').count() == 6);
    let cells = rows.filter_map(|row| row.split('|').nth(3));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// The words in the faces of our crates: what they export is among them.
fn exported(files: &[File]) -> Vec<&str> {
    let faces = files.iter().filter(|file| file.path.starts_with("crates/") && file.path.ends_with("/src/lib.rs"));
    let code = faces.flat_map(|file| file.code().map(|(_, line)| line));
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).collect()
}

fn check_names(files: &[File]) -> Vec<String> {
    let (mut names, exported) = (rust_names(page(files)), exported(files));
    names.sort_unstable();
    names.dedup();
    let gone = names.into_iter().filter(|name| !exported.contains(name));
    gone.map(|name| format!("{PAGE}: no crate exports `{name}`; write the name that the code has")).collect()
}

fn check_languages(files: &[File]) -> Vec<String> {
    let rows = page(files)
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| word") && !line.starts_with("| term"));
    let bare = rows.filter(|row| row.split('|').nth(2).is_none_or(|cell| cell.trim().is_empty()));
    bare.map(|row| format!("{PAGE}: give the Chinese word in the second cell of `{row}`")).collect()
}

#[test]
fn every_rust_name_of_the_glossary_exists() {
    assert!(rust_names(page(repository())).len() > 20, "{PAGE} lists the words of the house with their Rust names");
    hold(check_names(repository()));
}

#[test]
fn every_word_of_the_glossary_has_its_chinese_word() {
    hold(check_languages(repository()));
}

#[test]
fn a_rust_name_that_no_crate_exports_is_named() {
    let rows = "| word | 中文 | Rust | meaning |\n|---|---|---|---|\n| memory | 记忆 | `Memory` | kept |\n| state | 状态 | `Mood` | life |\n";
    let files =
        [File::new(PAGE, rows), File::new("crates/types/src/lib.rs", "pub use memory::{Memory, Moody};\n// Mood\n")];
    complains(check_names(&files), "`Mood`");
}

#[test]
fn a_word_without_its_chinese_word_is_named() {
    complains(
        check_languages(&[File::new(PAGE, "| memory |  | `Memory` | kept |\n| state | 状态 | – | life |\n")]),
        "memory",
    );
}
