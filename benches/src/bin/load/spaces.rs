//! The spaces before the load: one is filled through the door, and the files of the others are copies of its files.

use crate::options::LoadOptions;
use hupo::{Hupo, Options, Space, SpaceConfig};
use hupo_benches::{Corpus, now};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Messages in one write.
const BATCH: usize = 1_000;

pub(crate) fn name(number: usize) -> String {
    format!("空间 space {number}")
}

/// The models of the checkout.
pub(crate) fn models() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../models"))
}

/// Makes and fills the spaces that are not there yet, and puts every space away.
pub(crate) fn fill(root: &Path, options: &LoadOptions) {
    let models = options.models.then(models);
    let hupo = Hupo::open_with(root, Options { models, ..Options::default() }).expect("the root can be opened");
    let there = hupo.spaces().expect("the root can be listed");
    let wanted: Vec<String> = (0..options.spaces).map(name).filter(|name| !there.contains(name)).collect();
    for name in &wanted {
        make(&hupo, name, if *name == self::name(0) { options.items } else { 0 });
    }
    drop(hupo);
    copy(root, &wanted.into_iter().collect());
}

fn make(hupo: &Hupo, name: &str, n_items: usize) {
    let config = SpaceConfig { name: name.to_owned(), zone: "Asia/Shanghai".into() };
    let space = hupo.create_space(config, now()).expect("the space is not there yet");
    if n_items > 0 {
        append(&space, n_items);
    }
    space.close().expect("nobody else holds the space");
}

fn append(space: &Space, n_items: usize) {
    let corpus = Corpus::load();
    for start in (0..n_items).step_by(BATCH) {
        let messages = (start..n_items.min(start + BATCH)).map(|number| corpus.message(number)).collect();
        space.append(messages, now()).expect("the messages are new and sound");
    }
}

/// Gives the spaces that were made the files of the first one: a space is its files, and lies under its name.
fn copy(root: &Path, made: &BTreeSet<String>) {
    let folders = folders(root);
    let (_, first) = folders.iter().find(|(called, _)| *called == name(0)).expect("the first space is there");
    for (called, folder) in folders.iter().filter(|(called, _)| made.contains(called) && *called != name(0)) {
        for file in ["ledger.redb", "head"] {
            std::fs::copy(first.join(file), folder.join(file)).unwrap_or_else(|error| panic!("{called}: {error}"));
        }
        let keyword = folder.join("keyword");
        std::fs::remove_dir_all(&keyword).expect("an open space has a keyword index");
        std::fs::create_dir(&keyword).expect("it was removed just now");
        for file in inside(&first.join("keyword")) {
            let name = file.file_name().expect("it was listed");
            std::fs::copy(&file, keyword.join(name)).unwrap_or_else(|error| panic!("{called}: {error}"));
        }
    }
}

/// Every space under a root: its name and its folder.
fn folders(root: &Path) -> Vec<(String, PathBuf)> {
    let mut places = vec![root.join("spaces")];
    for _ in 0..3 {
        places = places.iter().flat_map(|place| inside(place)).collect();
    }
    let named = |place: PathBuf| Some((std::fs::read_to_string(place.join("name")).ok()?, place));
    places.into_iter().filter_map(named).collect()
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("a folder can be listed").path()).collect()
}
