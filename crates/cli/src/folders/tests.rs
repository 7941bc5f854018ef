//! Where the spaces of a user lie.

use super::{checkout_models, data_home};
use std::path::PathBuf;

fn check(variables: &[(&str, &str)], expected: Option<&str>) {
    let variable =
        |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value));
    assert_eq!(data_home(&variable), expected.map(PathBuf::from), "{variables:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_data_folder_is_the_one_the_user_chose_or_the_usual_one() {
    check(&[("XDG_DATA_HOME", "/data"), ("HOME", "/people/u")], Some("/data"));
    check(&[("HOME", "/people/u")], Some("/people/u/.local/share"));
    check(&[("XDG_DATA_HOME", "relative"), ("HOME", "/people/u")], Some("/people/u/.local/share"));
    check(&[("XDG_DATA_HOME", ""), ("HOME", "/people/u")], Some("/people/u/.local/share"));
    check(&[], None);
}

#[test]
fn the_models_of_the_checkout_are_found() {
    assert!(checkout_models().is_some_and(|folder| folder.join("manifest.json").is_file()));
}
