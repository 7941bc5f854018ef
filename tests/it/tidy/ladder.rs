//! The ladder: a crate uses only lower rungs, never its own, and one crate alone knows each big dependency.

use super::manifest::{Manifest, manifests};
use super::tree::{File, repository};
use super::{complains, hold};

/// Package and rung. The command stands above the other shells, because it starts them.
const LADDER: [(&str, u8); 18] = [
    ("hupo-text", 0),
    ("hupo-types", 0),
    ("hupo-extraction", 1),
    ("hupo-graph", 1),
    ("hupo-inference", 1),
    ("hupo-keyword", 1),
    ("hupo-store", 1),
    ("hupo-vector", 1),
    ("hupo-memory", 2),
    ("hupo-recall", 2),
    ("hupo", 3),
    ("hupo-eval", 4),
    ("hupo-exchange", 4),
    ("hupo-promoter", 4),
    ("hupo-server", 4),
    ("hupo-cli", 5),
    ("hupo-benches", 6),
    ("hupo-tests", 6),
];

/// What rung 1 may use of our own: the words and the text rules, nothing else. No leg knows a leg or the store.
const LEAVES: [&str; 2] = ["hupo-text", "hupo-types"];

/// Rung 2 sees the legs or the store, never both: `recall` finds, `memory` rules.
const APART: [(&str, &str); 6] = [
    ("hupo-recall", "hupo-store"),
    ("hupo-recall", "hupo-memory"),
    ("hupo-memory", "hupo-graph"),
    ("hupo-memory", "hupo-inference"),
    ("hupo-memory", "hupo-keyword"),
    ("hupo-memory", "hupo-vector"),
];

/// A dependency, and the packages that may know it.
const KNOWN_BY: [(&str, &[&str]); 13] = [
    ("redb", &["hupo-store"]),
    ("tantivy", &["hupo-keyword"]),
    ("jieba-rs", &["hupo-keyword"]),
    ("hnsw_rs", &["hupo-vector"]),
    ("petgraph", &["hupo-graph"]),
    ("ort", &["hupo-inference"]),
    ("tokenizers", &["hupo-inference"]),
    ("rayon", &["hupo-recall", "hupo"]),
    ("zip", &["hupo-exchange"]),
    ("axum", &["hupo-server"]),
    ("tonic", &["hupo-benches", "hupo-server"]),
    ("rmcp", &["hupo-server"]),
    ("ureq", &["hupo-promoter"]),
];

fn rung(package: &str) -> Option<u8> {
    LADDER.iter().find(|(name, _)| *name == package).map(|(_, rung)| *rung)
}

fn check_places(manifests: &[Manifest]) -> Vec<String> {
    let strangers = manifests.iter().filter(|manifest| rung(&manifest.package).is_none());
    strangers
        .map(|m| {
            format!(
                "{}: {} has no rung; give it one in tests/it/tidy/ladder.rs and docs/architecture.md",
                m.path, m.package
            )
        })
        .collect()
}

fn check_steps(manifests: &[Manifest]) -> Vec<String> {
    let mut complaints = Vec::new();
    for manifest in manifests {
        for used in manifest.dependencies() {
            if let (Some(own), Some(theirs)) = (rung(&manifest.package), rung(&used))
                && !may_use(&manifest.package, own, &used, theirs)
            {
                complaints.push(format!(
                    "{}: {} (rung {own}) may not use {used} (rung {theirs}); pass the value through the engine, or move the code to the crate that owns the data",
                    manifest.path, manifest.package
                ));
            }
        }
    }
    complaints
}

fn may_use(package: &str, own: u8, used: &str, theirs: u8) -> bool {
    let leaf = own != 1 || LEAVES.contains(&used);
    theirs < own && leaf && !APART.contains(&(package, used))
}

fn check_owners(manifests: &[Manifest]) -> Vec<String> {
    let mut complaints = Vec::new();
    for manifest in manifests {
        for used in manifest.dependencies() {
            let owners = KNOWN_BY.iter().find(|(name, _)| *name == used).map(|(_, owners)| owners);
            if let Some(owners) = owners.filter(|owners| !owners.contains(&manifest.package.as_str())) {
                complaints.push(format!(
                    "{}: only {} may know {used}; ask it for what you need",
                    manifest.path,
                    owners.join(" and ")
                ));
            }
        }
    }
    complaints
}

#[test]
fn every_package_has_a_rung() {
    hold(check_places(&manifests(repository())));
}

#[test]
fn a_crate_uses_only_lower_rungs() {
    hold(check_steps(&manifests(repository())));
}

#[test]
fn one_crate_alone_knows_each_big_dependency() {
    hold(check_owners(&manifests(repository())));
}

#[test]
fn no_rung_is_without_its_package() {
    let found: Vec<String> = manifests(repository()).into_iter().map(|manifest| manifest.package).collect();
    let gone = LADDER.iter().filter(|(name, _)| !found.iter().any(|package| package == name));
    hold(
        gone.map(|(name, _)| format!("{name} has a rung in tests/it/tidy/ladder.rs and no manifest; take it off"))
            .collect(),
    );
}

fn package(name: &str, dependencies: &[&str]) -> Vec<Manifest> {
    let lines: String = dependencies.iter().map(|used| format!("{used}.workspace = true\n")).collect();
    manifests(&[File::new("crates/odd/Cargo.toml", &format!("[package]\nname = \"{name}\"\n[dependencies]\n{lines}"))])
}

#[test]
fn a_crate_that_climbs_is_named() {
    for (name, used) in [
        ("hupo-types", "hupo-text"),
        ("hupo-text", "hupo-types"),
        ("hupo-types", "hupo-store"),
        ("hupo-keyword", "hupo-vector"),
        ("hupo-keyword", "hupo-store"),
        ("hupo-memory", "hupo-recall"),
        ("hupo-recall", "hupo-store"),
        ("hupo-memory", "hupo-keyword"),
        ("hupo-store", "hupo"),
        ("hupo", "hupo-eval"),
        ("hupo-eval", "hupo-cli"),
        ("hupo-tests", "hupo-benches"),
    ] {
        complains(check_steps(&package(name, &["serde", used])), used);
    }
}

#[test]
fn a_crate_that_steps_down_is_left_alone() {
    for (name, used) in
        [("hupo-store", "hupo-text"), ("hupo-memory", "hupo-store"), ("hupo-cli", "hupo-eval"), ("hupo", "hupo-types")]
    {
        hold(check_steps(&package(name, &[used])));
    }
}

#[test]
fn a_crate_that_knows_what_it_should_not_is_named() {
    for (name, used) in [
        ("hupo-recall", "redb"),
        ("hupo", "tantivy"),
        ("hupo-text", "jieba-rs"),
        ("hupo", "hnsw_rs"),
        ("hupo-recall", "petgraph"),
        ("hupo-recall", "ort"),
        ("hupo-keyword", "tokenizers"),
        ("hupo-vector", "rayon"),
    ] {
        complains(check_owners(&package(name, &[used])), used);
    }
}

#[test]
fn a_package_without_a_rung_is_named() {
    complains(check_places(&package("hupo-stranger", &[])), "hupo-stranger");
}
