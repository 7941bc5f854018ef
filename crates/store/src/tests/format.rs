//! Spaces of released formats open for ever, and one of an older format is written anew in this one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hupo_types::kill_point::KillPoint;
use hupo_types::{DocId, EntityId, MemoryId, State};

use crate::table::Table;
use crate::{Error, Options, Store, record};

#[test]
fn a_space_of_format_1_opens_is_sound_and_says_what_it_said() {
    let folder = copy_of(&kept("v1"));
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

/// The spaces that are kept for ever, beside the first one.
fn kept(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/format").join(name)
}

fn writes_anew() -> bool {
    std::env::var_os("HUPO_WRITE_FIXTURE").is_some()
}

/// A copy of a kept space that may be opened.
fn copy_of(from: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ledger.redb", "head"] {
        fs::copy(from.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

fn put(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in ["ledger.redb", "head"] {
        fs::copy(from.join(name), to.join(name)).unwrap();
    }
}

fn exported(store: &Store) -> String {
    let snapshot = store.snapshot().unwrap();
    let lines = snapshot.export().map(|line| serde_json::to_string(&line.unwrap()).unwrap() + "\n");
    lines.collect()
}

/// What every event of an export is called, and those inside the ones that hold others.
fn names(export: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in export.lines().skip(1) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        for event in line["write"]["events"].as_array().unwrap() {
            let (name, inside) = event.as_object().unwrap().iter().next().unwrap();
            let nested = ["logged", "reviewed", "cared"].contains(&name.as_str());
            names.insert(if nested {
                inside.as_object().unwrap().keys().next().unwrap().clone()
            } else {
                name.clone()
            });
        }
    }
    names
}

/// Every event there was when the second fixture was written.
const EVENTS: &str = "answered archived barred beliefs_put decided embedded embedder_chosen entities_merged \
    entity_added entity_aliased entity_split erased evidence_added folded item_added item_closed memory_remembered \
    memory_superseded mentioned message_appended observed page_written profile_stated profile_superseded promoted \
    queued relation_added relation_superseded restored rules_set space_created standing_set topic_added \
    topics_joined used withdrawn";

#[test]
fn a_space_of_format_1_with_every_event_opens_and_exports_what_it_exported() {
    let fixture = kept("v1/full");
    if writes_anew() {
        let mut space = super::exports::everything();
        super::exports::what_is_rare(&space);
        space.store().sweep().unwrap();
        space.store().compact().unwrap();
        let export = exported(space.store());
        space.close();
        put(&space.dir(), &fixture);
        fs::write(fixture.join("export.jsonl"), export).unwrap();
    }
    let folder = copy_of(&fixture);
    let store = Store::open(folder.path(), Options::default()).unwrap();
    let report = store.verify(&mut |_| ()).unwrap();
    assert!(report.is_sound() && report.pages_checked, "{report:#?}");
    let (then, now) = (fs::read_to_string(fixture.join("export.jsonl")).unwrap(), exported(&store));
    assert!(then == now, "the space says otherwise than when it was written");
    let (events, known) = (names(&then), EVENTS.split_whitespace().map(str::to_owned).collect());
    assert_eq!(events, known, "an event is missing in the fixture, or new: write another fixture for it");
    // And it goes on.
    let receipt =
        store.commit(crate::Write::new(vec![super::space::user("later", "后来 later on")], super::space::NOW));
    assert!(!receipt.unwrap().change.events.is_empty());
    assert!(store.verify(&mut |_| ()).unwrap().is_sound());
}

/// Makes of a space of the first program one of format 0: its 25 tables, each row with the version byte 0.
fn make_older(from: &Path, to: &Path) {
    let old = crate::database::open(&from.join("ledger.redb"), 1 << 20).unwrap();
    fs::create_dir_all(to).unwrap();
    let new = crate::database::create(&to.join("ledger.redb"), 1 << 20).unwrap();
    let (reading, writing) = (redb::ReadableDatabase::begin_read(&old).unwrap(), new.begin_write().unwrap());
    for table in Table::ALL.into_iter().filter(|table| table.tag() <= Table::Vectors.tag()) {
        let rows = reading.open_table(table.definition()).unwrap();
        let mut copied = writing.open_table(table.definition()).unwrap();
        for row in redb::ReadableTable::iter(&rows).unwrap() {
            let (key, row) = row.unwrap();
            let body = record::body(table, key.value(), row.value()).unwrap().to_vec();
            copied.insert(key.value(), &record::seal_as_0(table, key.value(), &body)[..]).unwrap();
        }
        if table == Table::Meta {
            let format = rmp_serde::to_vec_named(&serde_json::json!({ "magic": "hupo", "version": 0 })).unwrap();
            let key = crate::creation::FORMAT_KEY;
            copied.insert(key, &record::seal_as_0(table, key, &format)[..]).unwrap();
        }
    }
    writing.commit().unwrap();
    fs::copy(from.join("head"), to.join("head")).unwrap();
}

/// Every record of the file as bytes, by table.
fn versions(dir: &Path) -> BTreeSet<u8> {
    let database = crate::database::open(&dir.join("ledger.redb"), 1 << 20).unwrap();
    let reading = redb::ReadableDatabase::begin_read(&database).unwrap();
    let mut versions = BTreeSet::new();
    for table in Table::ALL {
        let Ok(rows) = reading.open_table(table.definition()) else { continue };
        versions.extend(redb::ReadableTable::iter(&rows).unwrap().map(|row| row.unwrap().1.value()[0]));
    }
    versions
}

#[test]
fn a_space_of_format_0_is_written_anew_in_format_1_and_says_the_same() {
    let fixture = kept("v0");
    if writes_anew() {
        let _ = fs::remove_dir_all(&fixture);
        make_older(copy_of(&kept("v1")).path(), &fixture);
    }
    let (older, newer) = (copy_of(&fixture), copy_of(&kept("v1")));
    assert_eq!(versions(older.path()), BTreeSet::from([0]));
    let newer = Store::open(newer.path(), Options::default()).unwrap();
    let store = Store::open(older.path(), Options::default()).unwrap();
    assert_eq!(store.table_digest().unwrap(), newer.table_digest().unwrap());
    assert_eq!(exported(&store), exported(&newer));
    let report = store.verify(&mut |_| ()).unwrap();
    assert!(report.is_sound() && report.pages_checked, "{report:#?}");
    store.close().unwrap();
    assert_eq!(versions(older.path()), BTreeSet::from([1]));
    assert!(!older.path().join("ledger.redb.new").exists());
}

/// What a child does that is killed in the midst of an upgrade.
const UPGRADED: &str = "HUPO_KILLED_UPGRADE";

#[test]
fn a_kill_in_the_midst_of_an_upgrade_leaves_the_old_format_or_the_new_one() {
    if let Some(order) = std::env::var_os(UPGRADED).map(|order| order.into_string().unwrap()) {
        let (point, dir) = order.split_once(':').unwrap();
        let point = point.to_owned();
        KillPoint::listen(move |passed| {
            if format!("{passed:?}") == point {
                std::process::abort();
            }
        });
        drop(Store::open(Path::new(dir), Options::default()));
        return;
    }
    for (point, left) in [("LedgerSwept", 0), ("SweepNamed", 1)] {
        let folder = copy_of(&kept("v0"));
        let this = "tests::format::a_kill_in_the_midst_of_an_upgrade_leaves_the_old_format_or_the_new_one";
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", this])
            .env(UPGRADED, format!("{point}:{}", folder.path().display()))
            .output()
            .unwrap();
        assert!(!child.status.success(), "{point}: nothing was killed");
        assert_eq!(versions(folder.path()), BTreeSet::from([left]), "{point}");
        let store = Store::open(folder.path(), Options::default()).unwrap();
        assert!(store.verify(&mut |_| ()).unwrap().is_sound(), "{point}");
        assert_eq!(
            store.snapshot().unwrap().message_by_external("m1").unwrap().unwrap().text,
            "我住在上海，和王芳一起"
        );
        store.close().unwrap();
        assert_eq!(versions(folder.path()), BTreeSet::from([1]), "{point}");
    }
}

#[test]
fn an_upgrade_that_a_damaged_ledger_ends_leaves_the_old_file_and_a_newer_format_is_refused_by_its_number() {
    let folder = copy_of(&kept("v0"));
    change(folder.path(), Table::Bodies, &crate::key::pair(2, 0), None);
    let refused = Store::open(folder.path(), Options::default()).map(|_| ());
    assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
    assert_eq!(versions(folder.path()), BTreeSet::from([0]));
    let folder = copy_of(&kept("v1"));
    let format =
        record::seal(Table::Meta, crate::creation::FORMAT_KEY, &serde_json::json!({ "magic": "hupo", "version": 2 }));
    change(folder.path(), Table::Meta, crate::creation::FORMAT_KEY, Some(&format));
    let refused = Store::open(folder.path(), Options::default()).map(|_| ());
    assert!(matches!(refused, Err(Error::NewerFormat { found: 2, known: 1 })), "{refused:?}");
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("format 2") && said.contains("up to 1") && said.contains("newer program"), "{said}");
}

/// Takes a row out of a closed ledger, or puts another in its place.
fn change(dir: &Path, table: Table, key: &[u8], row: Option<&[u8]>) {
    let database = crate::database::open(&dir.join("ledger.redb"), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut open = transaction.open_table(table.definition()).unwrap();
    match row {
        Some(row) => drop(open.insert(key, row).unwrap()),
        None => drop(open.remove(key).unwrap()),
    }
    drop(open);
    transaction.commit().unwrap();
}
