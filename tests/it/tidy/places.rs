//! No file names a place that exists on one machine only: an absolute folder, or the host of a package registry.

use super::tree::{File, repository};
use super::{complains, hold};

/// Folders, in pieces so that this file names none of them.
const FOLDERS: [[&str; 2]; 5] = [["/wo", "rk"], ["/tm", "p"], ["/ro", "ot"], ["/ho", "me"], ["/Us", "ers"]];

/// Hosts and settings of registries, in pieces as above.
const REGISTRIES: [[&str; 2]; 8] = [
    ["crates", ".io"],
    ["pypi", ".org"],
    ["pythonhosted", ".org"],
    ["npmjs", "."],
    ["debian", ".org"],
    ["index", "-url"],
    ["find", "-links"],
    ["replace", "-with"],
];

fn check_folders(files: &[File]) -> Vec<String> {
    let words = FOLDERS.map(|pieces| pieces.concat());
    let found = lines(files).filter(|(_, _, line)| words.iter().any(|word| names_folder(line, word)));
    found
        .map(|(file, number, _)| {
            format!(
                "{}:{number}: an absolute path of one machine; make it relative, or take it as an argument",
                file.path
            )
        })
        .collect()
}

fn lines(files: &[File]) -> impl Iterator<Item = (&File, usize, &str)> {
    files.iter().flat_map(|file| file.text.lines().enumerate().map(move |(at, line)| (file, at + 1, line)))
}

/// Whether `line` names `folder` as the start of a path, not as a later part of one.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line.get(at + folder.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(continues_path) && !after.is_some_and(|c| c.is_alphanumeric() || "_-.".contains(c))
    })
}

fn continues_path(before: char) -> bool {
    before.is_alphanumeric() || "_-./~}>)$*".contains(before)
}

/// Cargo writes the name of the public registry into its lock file; nothing else may.
fn check_registries(files: &[File]) -> Vec<String> {
    let words = REGISTRIES.map(|pieces| pieces.concat());
    let ours = lines(files).filter(|(file, _, _)| file.path != "Cargo.lock");
    let found = ours.filter(|(_, _, line)| words.iter().any(|word| line.contains(word)));
    found
        .map(|(file, number, _)| {
            format!("{}:{number}: names a package registry; use its client by package name", file.path)
        })
        .collect()
}

#[test]
fn no_file_names_a_folder_of_one_machine() {
    hold(check_folders(repository()));
}

#[test]
fn no_file_names_a_package_registry() {
    hold(check_registries(repository()));
}

#[test]
fn a_folder_of_one_machine_is_named() {
    for folder in FOLDERS {
        let folder = folder.concat();
        for line in [
            format!("cd {folder}/hupo"),
            format!("open(\"{folder}\")"),
            format!("TMPDIR={folder}"),
            format!("{folder}/x"),
        ] {
            complains(check_folders(&[File::new("docs/odd.md", &format!("\n{line}\n"))]), "docs/odd.md:2");
        }
        for line in
            [format!("data{folder}/x"), format!("$HOME{folder}"), format!("--root .{folder}"), format!("{folder}shop")]
        {
            hold(check_folders(&[File::new("docs/odd.md", &line)]));
        }
    }
}

#[test]
fn a_package_registry_is_named() {
    for word in REGISTRIES {
        let line = format!("see https://static.{}/x", word.concat());
        complains(check_registries(&[File::new(".ci/run", &line)]), ".ci/run:1");
        hold(check_registries(&[File::new("Cargo.lock", &line)]));
    }
}
