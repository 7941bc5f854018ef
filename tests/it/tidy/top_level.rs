//! The top level of the repository: few names, all known.

use super::tree::{File, repository};
use super::{complains, hold};

const FOLDERS: [&str; 8] = ["crates", "models", "benches", "tests", "data", "docs", ".ci", ".config"];
const FILES: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "clippy.toml",
    "deny.toml",
    "rustfmt.toml",
    "rust-toolchain.toml",
    ".gitignore",
];

fn check_strangers(files: &[File]) -> Vec<String> {
    let mut strangers: Vec<&str> =
        files.iter().map(top_name).filter(|name| !FOLDERS.contains(name) && !FILES.contains(name)).collect();
    strangers.dedup();
    let advice =
        "does not belong at the top level; move it into a folder, or add it to .gitignore if it is yours alone";
    strangers.into_iter().map(|name| format!("{name} {advice}")).collect()
}

fn top_name(file: &File) -> &str {
    file.path.split('/').next().unwrap_or(&file.path)
}

fn check_missing(files: &[File]) -> Vec<String> {
    let gone = FOLDERS.iter().chain(&FILES).filter(|name| !files.iter().any(|file| top_name(file) == **name));
    gone.map(|name| format!("{name} is missing at the top level; it is part of the house (docs/architecture.md)"))
        .collect()
}

fn check_folders(files: &[File]) -> Vec<String> {
    let flat = files.iter().filter(|file| FOLDERS.contains(&file.path.as_str()));
    flat.map(|file| format!("{} should be a folder", file.path)).collect()
}

#[test]
fn nothing_unknown_lies_at_the_top_level() {
    hold(check_strangers(repository()));
}

#[test]
fn nothing_is_missing_at_the_top_level() {
    hold(check_missing(repository()));
    hold(check_folders(repository()));
}

fn whole_house() -> Vec<File> {
    let folders = FOLDERS.iter().map(|name| File::new(&format!("{name}/inside"), ""));
    folders.chain(FILES.iter().map(|name| File::new(name, ""))).collect()
}

#[test]
fn a_stranger_at_the_top_level_is_named_once() {
    let mut files = whole_house();
    hold(check_strangers(&files));
    files.extend([File::new("scripts/a.sh", ""), File::new("scripts/b.sh", "")]);
    complains(check_strangers(&files), "scripts");
}

#[test]
fn a_missing_page_at_the_top_level_is_named() {
    let mut files = whole_house();
    hold(check_missing(&files));
    files.retain(|file| file.path != "CHANGELOG.md");
    complains(check_missing(&files), "CHANGELOG.md");
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    complains(check_folders(&[File::new("docs", "")]), "docs");
}
