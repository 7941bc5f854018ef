//! Files that are absent, cut short, changed and right.

use super::{State, hash, look};
use hupo_inference::Manifest;
use std::fs;
use std::path::Path;

const MANIFEST: &str = r#"{"version":1,"default_embedder":"tiny","models":[{"name":"tiny","kind":"embedder","folder":"t","dimension":8,
"files":[{"name":"a","bytes":3,"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},{"name":"b","bytes":1}]}]}"#;

/// What is said of a folder with these files.
fn check(files: &[(&str, &str)], thoroughly: bool) -> State {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("t")).unwrap();
    fs::write(folder.path().join("manifest.json"), MANIFEST).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join("t").join(name), text).unwrap();
    }
    state(folder.path(), thoroughly)
}

fn state(folder: &Path, thoroughly: bool) -> State {
    let manifest = Manifest::read(folder).unwrap();
    let checked = if thoroughly { hash(&manifest, folder, &|_, _| {}) } else { look(&manifest, folder) };
    let [model] = <[_; 1]>::try_from(checked).unwrap();
    assert!(model.default && model.bytes == 4);
    model.state
}

#[test]
fn right_files_are_here_and_verified() {
    assert_eq!(check(&[("a", "abc"), ("b", "x")], false), State::Here);
    assert_eq!(check(&[("a", "abc"), ("b", "x")], true), State::Verified);
}

#[test]
fn absent_and_wrong_files_are_named() {
    assert_eq!(check(&[("a", "abc")], false), State::Absent { file: "b".into() });
    assert!(matches!(check(&[("a", "ab"), ("b", "x")], false), State::Wrong { file, .. } if file == "a"));
    assert_eq!(check(&[("a", "abd"), ("b", "x")], false), State::Here, "sizes alone do not show it");
    let State::Wrong { file, reason } = check(&[("a", "abd"), ("b", "x")], true) else { panic!("the hash shows it") };
    assert!(file == "a" && reason.contains("has sha256"), "{reason}");
}
