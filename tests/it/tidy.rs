//! The rules of the house, held by machine: ladder, manifests, sources, words, pages.
//!
//! A rule is a pure function from files to complaints. Each has a test on the repository, named after the rule,
//! and one on a small counter-example, to show that it fires.

mod commands;
mod glossary;
mod ladder;
mod manifest;
mod modules;
mod pages;
mod places;
mod promises;
mod sources;
mod top_level;
mod tree;

/// Fails with every complaint on its own line.
fn hold(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Fails unless there is exactly one complaint, and it says `words`.
fn complains(complaints: Vec<String>, words: &str) {
    assert_eq!(complaints.len(), 1, "one complaint was due about {words:?}: {complaints:?}");
    assert!(complaints.iter().all(|c| c.contains(words)), "{complaints:?} should say {words:?}");
}
