//! The fetch script is called as it wants to be called, and its failure is ours.

use super::{Fetch, missing, run};
use std::ffi::OsString;
use std::path::PathBuf;

#[test]
fn options_become_the_arguments_of_the_script() {
    let arguments = |fetch: Fetch| fetch.arguments();
    assert!(arguments(Fetch::default()).is_empty());
    let all = Fetch { into: Some(PathBuf::from("there")), all: true, ..Fetch::default() };
    assert_eq!(arguments(all), ["there", "--all"].map(OsString::from));
    let only = Fetch { only: vec!["a".into(), "b".into()], ..Fetch::default() };
    assert_eq!(arguments(only), ["--only", "a", "b"].map(OsString::from));
}

#[test]
fn a_folder_without_a_script_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let fetch = Fetch { from: Some(folder.path().to_owned()), ..Fetch::default() };
    assert!(fetch.fetch().unwrap_err().to_string().contains("give --from"));
}

#[test]
fn a_script_that_fails_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("fetch.py");
    std::fs::write(&script, "import sys; sys.exit(1)").unwrap();
    assert!(run(&script, &[]).is_err());
    std::fs::write(&script, "import sys; sys.exit(0 if sys.argv[1:] == ['--all'] else 1)").unwrap();
    assert!(run(&script, &["--all".into()]).is_ok());
}

#[test]
fn a_folder_without_a_manifest_lacks_everything() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(missing(folder.path()).len(), 1);
}
