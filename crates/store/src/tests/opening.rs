//! Opening and making spaces: locks, leftovers, foreign files, a ledger that lost its end.

use std::fs;

use hupo_types::{Refusal, Sequence, SpaceConfig, Timestamp};

use super::space::{NOW, Space, config, user};
use crate::table::Table;
use crate::{Error, Options, Store, database, record};

#[test]
fn what_was_written_is_there_after_opening_again() {
    let mut space = Space::new();
    let before = space.write(vec![user("m1", "你好 hello")]).sequence;
    let digest = space.store().table_digest().unwrap();
    space.reopen();
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!((snapshot.sequence(), snapshot.config()), (before, &config()));
    assert_eq!(space.store().table_digest().unwrap(), digest);
    assert_eq!(space.write(vec![user("m2", "再见")]).sequence, before.next());
}

#[test]
fn a_second_opener_is_refused_with_the_holder_named() {
    let mut space = Space::new();
    let refused = Store::open(&space.dir(), Options::default());
    assert!(matches!(refused, Err(Error::Locked { holder: Some(pid) }) if pid == std::process::id()));
    space.close();
    space.open().unwrap();
}

#[test]
fn there_is_no_space_where_none_was_made_and_none_is_made_twice() {
    let mut space = Space::new();
    let nowhere = space.dir().join("nowhere");
    assert!(matches!(Store::open(&nowhere, Options::default()), Err(Error::NotFound { dir }) if dir == nowhere));
    assert!(!nowhere.exists(), "looking makes nothing");
    space.close();
    let again = Store::create(&space.dir(), config(), NOW, Options::default());
    assert!(matches!(again, Err(Error::AlreadyExists { .. })));
    space.open().unwrap();
}

#[test]
fn a_name_that_is_no_text_and_a_time_that_is_no_date_make_no_space() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("space");
    let bad = [
        (SpaceConfig { name: " ".to_owned(), ..config() }, NOW),
        (SpaceConfig { zone: "\0".to_owned(), ..config() }, NOW),
        (config(), Timestamp::from_ms(i64::MAX)),
    ];
    for (config, at) in bad {
        let refused = Store::create(&dir, config, at, Options::default());
        assert!(
            matches!(refused, Err(Error::Refused { refusals }) if matches!(refusals[..], [(0, Refusal::BadText { .. } | Refusal::OutOfRange { .. })]))
        );
    }
    assert!(!dir.exists());
}

#[test]
fn a_kill_while_creating_stops_no_later_creation() {
    let whole = {
        let mut space = Space::new();
        space.close();
        fs::read(space.dir().join("ledger.redb")).unwrap()
    };
    let lengths = [0, 1, 100, 4_096, whole.len() / 2, whole.len()];
    for length in lengths {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        fs::write(dir.join("ledger.redb.new"), &whole[..length]).unwrap();
        fs::write(dir.join("lock"), "12345").unwrap();
        assert!(matches!(Store::open(dir, Options::default()), Err(Error::NotFound { .. })));
        let store = Store::create(dir, config(), NOW, Options::default()).unwrap();
        assert!(!dir.join("ledger.redb.new").exists());
        store.close().unwrap();
    }
}

#[test]
fn files_that_are_no_ledger_are_foreign() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.redb");
    for bytes in [Vec::new(), b"SQLite format 3\0".to_vec(), vec![0; 10_000]] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(Store::open(folder.path(), Options::default()), Err(Error::Foreign { .. })));
    }
    fs::remove_file(&path).unwrap();
    drop(redb::Database::create(&path).unwrap());
    assert!(
        matches!(Store::open(folder.path(), Options::default()), Err(Error::Foreign { .. })),
        "another program's redb"
    );
}

#[test]
fn a_newer_format_is_refused_by_its_number() {
    let mut space = Space::new();
    space.close();
    let path = space.dir().join("ledger.redb");
    let database = database::open(&path, 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let format = std::collections::BTreeMap::from([("magic", "hupo".to_owned())]);
    #[derive(serde::Serialize)]
    struct Newer {
        #[serde(flatten)]
        magic: std::collections::BTreeMap<&'static str, String>,
        version: u32,
    }
    let row = record::seal(Table::Meta, b"format", &Newer { magic: format, version: 2 });
    transaction.open_table(Table::Meta.definition()).unwrap().insert(&b"format"[..], &row[..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    assert!(matches!(space.open(), Err(Error::NewerFormat { found: 2, known: 1 })));
}

#[test]
fn a_ledger_that_lost_acknowledged_writes_is_refused() {
    let mut space = Space::new();
    space.close();
    let old = fs::read(space.dir().join("ledger.redb")).unwrap();
    space.open().unwrap();
    space.write(vec![user("m1", "你好")]);
    space.close();
    fs::write(space.dir().join("ledger.redb"), old).unwrap();
    let refused = space.open();
    let (one, two) = (Sequence::new(1), Sequence::new(2));
    assert!(matches!(refused, Err(Error::LedgerBehindHead { ledger, head }) if (ledger, head) == (one, two)));
    fs::remove_file(space.dir().join("head")).unwrap();
    space.open().unwrap();
}

#[test]
fn a_ledger_that_opens_as_an_empty_one_is_refused() {
    let mut space = Space::new();
    space.close();
    let path = space.dir().join("ledger.redb");
    fs::remove_file(&path).unwrap();
    drop(redb::Database::create(&path).unwrap());
    let refused = space.open();
    assert!(
        matches!(refused, Err(Error::LedgerBehindHead { ledger: Sequence::ZERO, head }) if head == Sequence::new(1))
    );
}

#[test]
fn another_spaces_ledger_under_this_head_is_noticed() {
    let mut space = Space::new();
    let mut other = Space::new();
    space.write(vec![user("m1", "你好")]);
    other.write(vec![user("m1", "hello")]);
    space.close();
    other.close();
    fs::copy(other.dir().join("ledger.redb"), space.dir().join("ledger.redb")).unwrap();
    assert!(matches!(space.open(), Err(Error::Damaged { .. })));
}

#[test]
fn a_second_head_that_lags_or_is_damaged_stops_nothing() {
    let mut space = Space::new();
    let head = space.dir().join("head");
    space.close();
    let lagging = fs::read(&head).unwrap();
    space.open().unwrap();
    space.write(vec![user("m1", "你好")]);
    space.close();
    let newest = fs::read(&head).unwrap();
    for bytes in [lagging, b"short".to_vec(), vec![7; 56], Vec::new()] {
        fs::write(&head, bytes).unwrap();
        space.open().unwrap();
        space.close();
        assert_eq!(fs::read(&head).unwrap(), newest, "opening writes it again");
    }
}
