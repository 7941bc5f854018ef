//! What stands where a ledger should and is none: refused, with what to do, and left as it is.

use crate::world::{NOW, World, ask, config, find, ids};
use hupo::{Error, Hupo, NewMessage};
use std::fs;
use std::path::Path;

/// What is put in the ledger's place.
const FOREIGN: [(&str, &[u8]); 8] = [
    ("nothing", b""),
    ("a text", "亲爱的日记 dear diary\n".as_bytes()),
    ("an SQLite file", b"SQLite format 3\0\x10\0\x01\x01\0@  "),
    ("an archive", b"PK\x03\x04\x14\0\0\0\x08\0"),
    ("zeros", &[0; 10_000]),
    ("half of redb's first bytes", b"redb\x1A\x0A"),
    ("redb's first bytes and no more", b"redb\x1A\x0A\xA9\x0D\x0A"),
    ("redb's first bytes and nonsense", b"redb\x1A\x0A\xA9\x0D\x0Aredbredbredbredbredbredbredbredbredbredbredbredb"),
];

/// The error of opening a space, whose words must say what to do.
#[track_caller]
fn refused(root: &Path, what: &str) -> Error {
    let error = Hupo::open(root).unwrap().space("talk").map(|_| ()).expect_err(what);
    let words = error.to_string();
    assert!(["restore", "repair", "check the"].iter().any(|help| words.contains(help)), "{what}: {words}");
    error
}

fn closed() -> World {
    let world = World::new();
    world.talk().close().unwrap();
    world
}

#[test]
fn what_is_no_ledger_is_refused_and_left_as_it_is() {
    for with_head in [true, false] {
        let world = closed();
        let ledger = find(world.folder.path(), "ledger.redb").remove(0);
        if !with_head {
            fs::remove_file(ledger.with_file_name("head")).unwrap();
        }
        for (what, bytes) in FOREIGN {
            fs::write(&ledger, bytes).unwrap();
            let error = refused(world.folder.path(), what);
            assert!(error.is_damage(), "{what}: {error:?}");
            assert_eq!(fs::read(&ledger).unwrap(), bytes, "{what} was changed");
            let made = Hupo::open(world.folder.path()).unwrap().space_or_create(config("talk"), NOW);
            assert!(made.is_err(), "{what}: a space is made in its place");
        }
    }
}

#[test]
fn a_folder_where_a_ledger_should_be_is_refused() {
    let world = closed();
    let ledger = find(world.folder.path(), "ledger.redb").remove(0);
    fs::remove_file(&ledger).unwrap();
    fs::create_dir(&ledger).unwrap();
    let error = refused(world.folder.path(), "a folder");
    assert!(error.is_damage(), "{error:?}");
    let made = Hupo::open(world.folder.path()).unwrap().create_space(config("talk"), NOW);
    assert!(made.is_err() && ledger.is_dir(), "a space is made in its place");
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_where_a_ledger_should_be_is_refused() {
    let world = closed();
    let ledger = find(world.folder.path(), "ledger.redb").remove(0);
    fs::remove_file(&ledger).unwrap();
    std::os::unix::fs::symlink("nowhere", &ledger).unwrap();
    assert!(refused(world.folder.path(), "a link to nowhere").is_damage());
}

#[cfg(unix)]
#[test]
fn a_ledger_that_may_not_be_written_is_refused_or_written_by_who_may() {
    use std::os::unix::fs::PermissionsExt;
    let world = closed();
    let ledger = find(world.folder.path(), "ledger.redb").remove(0);
    fs::set_permissions(&ledger, fs::Permissions::from_mode(0o444)).unwrap();
    // The superuser writes what nobody may.
    match fs::OpenOptions::new().write(true).open(&ledger) {
        Ok(_) => world.talk().close().unwrap(),
        Err(_) => assert!(!refused(world.folder.path(), "a file that is read only").is_damage()),
    }
}

/// It was listed under whatever its file said.
#[test]
fn a_damaged_name_is_listed_nowhere_and_mended_by_opening_the_space() {
    let world = closed();
    let name = find(world.folder.path(), "name").remove(0);
    for bytes in [&b"tall"[..], b"", b"\xff\xfe", b"another"] {
        fs::write(&name, bytes).unwrap();
        let hupo = Hupo::open(world.folder.path()).unwrap();
        assert_eq!(hupo.spaces().unwrap(), Vec::<String>::new());
        let space = hupo.space("talk").unwrap();
        assert_eq!(hupo.spaces().unwrap(), ["talk"]);
        space.close().unwrap();
    }
}

/// Two spaces of as many writes and lines: nothing told their indexes apart.
#[test]
fn another_spaces_index_is_made_anew() {
    let world = World::new();
    for (name, text) in [("talk", "茉莉花 jasmine"), ("other", "海棠花 begonia")] {
        let space = world.space(name);
        space.append(vec![NewMessage::user(text).external_id(text)], NOW).unwrap();
        space.close().unwrap();
    }
    let folders = find(world.folder.path(), "keyword");
    let aside = world.folder.path().join("aside");
    fs::rename(&folders[0], &aside).unwrap();
    fs::rename(&folders[1], &folders[0]).unwrap();
    fs::rename(&aside, &folders[1]).unwrap();
    let space = Hupo::open(world.folder.path()).unwrap().space("talk").unwrap();
    assert_eq!(ids(&ask(&space, "茉莉花 jasmine")), ["茉莉花 jasmine"]);
    assert_eq!(ids(&ask(&space, "海棠花 begonia")), Vec::<String>::new());
}
