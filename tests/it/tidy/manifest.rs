//! The manifests of the workspace: read with a TOML parser, and what every one of them must say.

use super::tree::{File, repository};
use super::{complains, hold};
use toml::{Table, Value};

const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "publish"];
const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// A package's manifest.
pub(super) struct Manifest {
    pub(super) path: String,
    pub(super) package: String,
    table: Table,
}

impl Manifest {
    fn read(file: &File) -> Option<Self> {
        let table: Table = file.text.parse().expect("a manifest of the workspace is TOML");
        let package = table.get("package")?.get("name")?.as_str()?.to_owned();
        Some(Self { path: file.path.clone(), package, table })
    }

    /// The packages it depends on in any way: plainly, for tests, to build, or on some platforms.
    pub(super) fn dependencies(&self) -> Vec<String> {
        let platforms = self.table.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
        let tables = platforms.filter_map(Value::as_table).chain([&self.table]);
        let sections = tables.flat_map(|table| SECTIONS.iter().filter_map(|name| table.get(*name)?.as_table()));
        sections.flatten().map(|(name, value)| renamed(value).unwrap_or(name).to_owned()).collect()
    }

    fn inherits(&self, section: &str, key: Option<&str>) -> bool {
        let value = self.table.get(section);
        let value = key.map_or(value, |key| value.and_then(|section| section.get(key)));
        value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
    }
}

fn renamed(dependency: &Value) -> Option<&str> {
    dependency.get("package")?.as_str()
}

/// The targets of the fuzzer: a workspace of their own, as they are built with flags that nothing else is.
const APART: &str = "tests/fuzz";

/// The manifests of all packages among `files` but those that stand apart.
pub(super) fn manifests(files: &[File]) -> Vec<Manifest> {
    let ours = files.iter().filter(|file| file.name() == "Cargo.toml" && !file.folder().starts_with(APART));
    ours.filter_map(Manifest::read).collect()
}

fn check_lints(manifests: &[Manifest]) -> Vec<String> {
    let free = manifests.iter().filter(|manifest| !manifest.inherits("lints", None));
    free.map(|manifest| format!("{}: add `[lints]` with `workspace = true`", manifest.path)).collect()
}

fn check_inherited(manifests: &[Manifest]) -> Vec<String> {
    let each = manifests.iter().flat_map(|manifest| INHERITED.iter().map(move |key| (manifest, key)));
    let own = each.filter(|(manifest, key)| !manifest.inherits("package", Some(key)));
    own.map(|(manifest, key)| format!("{}: write `{key}.workspace = true`", manifest.path)).collect()
}

/// Versions stand once, in the root manifest.
fn check_versions(manifests: &[Manifest]) -> Vec<String> {
    let mut complaints = Vec::new();
    for manifest in manifests {
        for name in SECTIONS.iter().filter_map(|name| manifest.table.get(*name)?.as_table()).flatten() {
            if name.1.get("workspace").and_then(Value::as_bool) != Some(true) {
                complaints.push(format!(
                    "{}: write `{}.workspace = true`; its version stands in the root manifest",
                    manifest.path, name.0
                ));
            }
        }
    }
    complaints
}

/// A bench without `test = true` is not run by `cargo test`, and rots.
fn check_benches(manifests: &[Manifest]) -> Vec<String> {
    let mut complaints = Vec::new();
    for manifest in manifests {
        for bench in manifest.table.get("bench").and_then(Value::as_array).into_iter().flatten() {
            if bench.get("test").and_then(Value::as_bool) != Some(true) {
                let name = bench.get("name").and_then(Value::as_str).unwrap_or("without a name");
                complaints.push(format!(
                    "{}: write `test = true` for the bench {name}, so that tests run it once",
                    manifest.path
                ));
            }
        }
    }
    complaints
}

#[test]
fn every_package_inherits_the_workspace_lints() {
    hold(check_lints(&manifests(repository())));
}

#[test]
fn every_package_inherits_version_edition_and_licence() {
    hold(check_inherited(&manifests(repository())));
}

#[test]
fn every_version_stands_in_the_root_manifest() {
    hold(check_versions(&manifests(repository())));
}

#[test]
fn every_bench_runs_once_under_test() {
    hold(check_benches(&manifests(repository())));
}

#[test]
fn a_bench_that_no_test_runs_is_named() {
    let text = "[package]\nname = \"odd\"\n[[bench]]\nname = \"legs\"\ntest = true\n[[bench]]\nname = \"walk\"\nharness = false\n";
    complains(check_benches(&counter_example(text)), "walk");
}

fn counter_example(text: &str) -> Vec<Manifest> {
    manifests(&[File::new("crates/odd/Cargo.toml", text)])
}

#[test]
fn a_package_with_its_own_lints_is_named() {
    complains(
        check_lints(&counter_example("[package]\nname = \"odd\"\n[lints.clippy]\nall = \"allow\"\n")),
        "crates/odd/Cargo.toml",
    );
}

#[test]
fn a_package_with_its_own_licence_is_named() {
    let text = "[package]\nname = \"odd\"\nversion.workspace = true\nedition.workspace = true\nrust-version.workspace = true\n\
                license = \"MIT\"\npublish.workspace = true\n";
    complains(check_inherited(&counter_example(text)), "license.workspace");
}

#[test]
fn a_package_with_its_own_version_of_a_dependency_is_named() {
    complains(
        check_versions(&counter_example(
            "[package]\nname = \"odd\"\n[dependencies]\nserde = \"1\"\nredb.workspace = true\n",
        )),
        "serde",
    );
}

#[test]
fn dependencies_of_every_kind_are_seen() {
    let text = "[package]\nname = \"odd\"\n[dependencies]\na = \"1\"\n[dev-dependencies]\nb = { version = \"1\", package = \"real-b\" }\n\
                [build-dependencies]\nc = \"1\"\n[target.'cfg(unix)'.dependencies]\nd = \"1\"\n";
    let mut seen: Vec<String> = counter_example(text).iter().flat_map(Manifest::dependencies).collect();
    seen.sort();
    assert_eq!(seen, ["a", "c", "d", "real-b"]);
}
