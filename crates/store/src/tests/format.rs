//! A space written when format 1 was new opens for ever.

use std::fs;
use std::path::PathBuf;

use hupo_types::{DocId, EntityId, MemoryId, State};

use super::replay::full;
use crate::{Options, Store};

fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/format/v1")
}

/// Writes the fixture anew. Not after a release.
fn write_fixture() {
    let mut space = full();
    space.store().compact().unwrap();
    space.close();
    fs::create_dir_all(fixture()).unwrap();
    for name in ["ledger.redb", "head"] {
        fs::copy(space.dir().join(name), fixture().join(name)).unwrap();
    }
}

#[test]
fn a_space_of_format_1_opens_is_sound_and_says_what_it_said() {
    if std::env::var_os("HUPO_WRITE_FIXTURE").is_some() {
        write_fixture();
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["ledger.redb", "head"] {
        fs::copy(fixture().join(name), folder.path().join(name)).unwrap();
    }
    let store = Store::open(folder.path(), Options::default()).unwrap();
    let report = store.verify(&mut |_| ()).unwrap();
    assert!(report.is_sound() && report.pages_checked, "{report:#?}");
    let snapshot = store.snapshot().unwrap();
    assert_eq!(snapshot.config().name, "小雨 and Amber");
    assert_eq!(snapshot.message_by_external("m1").unwrap().unwrap().text, "我住在上海，和王芳一起");
    let (old, new) =
        (snapshot.memory(MemoryId::new(1)).unwrap().unwrap(), snapshot.memory(MemoryId::new(2)).unwrap().unwrap());
    assert_eq!((old.state, old.superseded_by, new.evidence.len()), (State::Superseded, Some(new.id), 2));
    assert_eq!(snapshot.entity(EntityId::new(1)).unwrap().unwrap().aliases, ["Fang", "阿芳"]);
    assert_eq!(snapshot.vector(DocId::Memory(new.id)).unwrap().unwrap().dimension(), 3);
}
