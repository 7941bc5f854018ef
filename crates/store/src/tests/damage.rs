//! A damaged file: an error or a finding, never a panic, and never another record than was written.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hupo_types::{DocId, Event, Sequence};

use super::replay::full;
use crate::{Error, Options, Snapshot, Store};

/// Everything a space says, as text.
#[derive(Debug, PartialEq, Eq)]
struct Said(BTreeSet<String>);

fn collect<T: std::fmt::Debug>(said: &mut BTreeSet<String>, items: impl Iterator<Item = Result<T, Error>>) -> bool {
    for item in items {
        match item {
            Ok(item) => _ = said.insert(format!("{item:?}")),
            Err(_) => return true,
        }
    }
    false
}

fn flatten<T>(items: Result<impl Iterator<Item = Result<T, Error>>, Error>) -> Vec<Result<T, Error>> {
    items.map_or_else(|error| vec![Err(error)], Iterator::collect)
}

/// What is read, and whether some of it could not be.
fn read(snapshot: &Snapshot) -> (Said, bool) {
    let mut said = BTreeSet::new();
    let mut failed = false;
    failed |= collect(&mut said, flatten(snapshot.messages()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.memories()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.entities()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.relations()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.topics()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.vectors()).into_iter());
    failed |= collect(&mut said, flatten(snapshot.facts()).into_iter());
    let changes = snapshot.changes_since(Sequence::ZERO);
    let events = changes.map(|change| change.map(|change| (change.sequence, change.events.to_vec())));
    failed |= collect::<(Sequence, Vec<Event>)>(&mut said, events);
    (Said(said), failed)
}

/// Whether opening a damaged copy is refused; if it is not, everything is read, and verified if `thorough`.
fn try_damaged(dir: &Path, truth: &Said, documents: &[DocId], thorough: bool) -> bool {
    let store = match Store::open(dir, Options::default()) {
        Ok(store) => store,
        Err(_) => return true,
    };
    let snapshot = store.snapshot().unwrap();
    let (said, failed) = read(&snapshot);
    assert!(!failed && said == *truth, "what opens reads as it was written");
    for &doc in documents {
        assert!(snapshot.document(doc).is_ok());
    }
    drop(snapshot);
    if thorough {
        assert!(store.verify(&mut |_| ()).unwrap().is_sound());
    }
    false
}

#[test]
fn every_512th_byte_flipped_gives_an_error_or_the_truth() {
    let loud = std::panic::take_hook();
    // Panics of redb are expected here, and caught; they need not be told.
    let ours =
        |info: &std::panic::PanicHookInfo| info.location().is_some_and(|place| place.file().contains("crates/store"));
    std::panic::set_hook(Box::new(move |info| {
        if ours(info) {
            loud(info)
        }
    }));
    let mut space = full();
    let snapshot = space.store().snapshot().unwrap();
    let (truth, failed) = read(&snapshot);
    assert!(!failed);
    let documents: Vec<DocId> = snapshot.documents().unwrap().map(|document| document.unwrap().id).collect();
    drop(snapshot);
    space.store().compact().unwrap();
    space.close();
    let (ledger, head) =
        (fs::read(space.dir().join("ledger.redb")).unwrap(), fs::read(space.dir().join("head")).unwrap());
    let (mut tried, mut noticed) = (0, 0);
    for place in (0..ledger.len()).step_by(512).chain((7..ledger.len()).step_by(4_096)) {
        let folder = tempfile::tempdir().unwrap();
        let mut bytes = ledger.clone();
        bytes[place] ^= 0x41;
        fs::write(folder.path().join("ledger.redb"), bytes).unwrap();
        fs::write(folder.path().join("head"), &head).unwrap();
        tried += 1;
        noticed += usize::from(try_damaged(folder.path(), &truth, &documents, place % 8_192 == 0));
    }
    println!("{tried} damaged files of {} bytes: {noticed} refused, the rest had nothing there", ledger.len());
    assert!(noticed > 20, "the damage hit nothing");
}

#[test]
fn a_ledger_cut_short_is_an_error() {
    let mut space = full();
    space.close();
    let path = space.dir().join("ledger.redb");
    let ledger = fs::read(&path).unwrap();
    for length in [10, 4_096, ledger.len() / 2] {
        fs::write(&path, &ledger[..length]).unwrap();
        assert!(matches!(space.open(), Err(Error::Damaged { .. })), "{length} bytes");
    }
}
