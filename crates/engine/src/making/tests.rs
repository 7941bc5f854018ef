//! A space is made once under a key, whatever happens between.

use crate::{Error, Hupo, NewMessage, Once, Space, SpaceConfig, Timestamp, When};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);
const NAME: &str = "梅 and Hu";

fn config() -> SpaceConfig {
    SpaceConfig { name: NAME.into(), zone: "Asia/Shanghai".into() }
}

fn create(hupo: &Hupo, key: &str, request: u8) -> Result<Space, Error> {
    hupo.create_space(config(), When::at(NOW).once_for(key, [request; 32]))
}

fn once(key: &str) -> Option<Once> {
    Some(Once { key: key.into(), request: [0; 32] })
}

/// The parts of a space that was filled elsewhere: its export's lines, and its backup.
fn taken_out() -> (Vec<Result<crate::ExportLine, String>>, Vec<u8>) {
    let folder = TempDir::new().unwrap();
    let space = Hupo::open(folder.path()).unwrap().create_space(config(), NOW).unwrap();
    space.append(vec![NewMessage::user("我对腰果过敏 cashews")], NOW).unwrap();
    let (mut lines, mut backup) = (Vec::new(), Vec::new());
    let mut keep = |line| {
        lines.push(Ok(line));
        Ok::<(), Error>(())
    };
    space.export(&mut keep).unwrap();
    space.backup(&mut backup, &mut |_, _| ()).unwrap();
    (lines, backup)
}

#[test]
fn the_same_call_again_gives_the_space_and_another_call_does_not() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    create(&hupo, "键 1", 1).unwrap().append(vec![NewMessage::user("一行 one")], NOW).unwrap();
    for is_open in [true, false] {
        let again = create(&hupo, "键 1", 1).unwrap();
        assert_eq!(again.stats().unwrap().counts.messages, 1, "open: {is_open}");
        drop(again);
        assert!(matches!(create(&hupo, "键 1", 2), Err(Error::KeyReused)), "another request, open: {is_open}");
        assert!(matches!(create(&hupo, "key 2", 1), Err(Error::SpaceExists { .. })), "open: {is_open}");
        assert!(matches!(hupo.create_space(config(), NOW), Err(Error::SpaceExists { .. })), "open: {is_open}");
        assert!(hupo.release(NAME).unwrap());
    }
    assert!(matches!(create(&hupo, "", 1), Err(Error::Refused { .. })), "a key is a text");
}

#[test]
fn an_import_and_a_restore_are_done_once_too_and_are_no_creation() {
    let (lines, backup) = taken_out();
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let import = |key: &str| hupo.import_space_once(lines.clone(), once(key));
    let digest = import("a").unwrap().digest().unwrap();
    assert_eq!(import("a").unwrap().digest().unwrap(), digest);
    assert!(matches!(import("b"), Err(Error::SpaceExists { .. })));
    assert!(matches!(hupo.create_space(config(), When::at(NOW).once("a")), Err(Error::KeyReused)));
    let restore = |key: &str| hupo.restore_backup_once("again 又", &mut backup.as_slice(), &mut |_, _| (), once(key));
    assert_eq!(restore("a").unwrap().digest().unwrap(), digest);
    assert_eq!(restore("a").unwrap().digest().unwrap(), digest);
    assert!(matches!(restore("b"), Err(Error::SpaceExists { .. })));
}

#[test]
fn a_key_that_made_nothing_is_no_key_of_the_space_that_comes_after() {
    let (lines, _) = taken_out();
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let cut = lines.iter().take(2).cloned().chain([Err("cut 断".to_owned())]);
    assert!(hupo.import_space_once(cut, once("a")).is_err());
    assert!(hupo.spaces().unwrap().is_empty());
    drop(hupo.create_space(config(), NOW).unwrap());
    assert!(matches!(hupo.import_space_once(lines.clone(), once("a")), Err(Error::SpaceExists { .. })));
    hupo.erase_space(NAME).unwrap();
    drop(hupo.import_space_once(lines, once("a")).unwrap());
    hupo.erase_space(NAME).unwrap();
    let anew = create(&hupo, "a", 0).unwrap();
    assert_eq!(anew.stats().unwrap().counts.messages, 0, "a key goes with its space");
}

#[test]
fn a_kill_before_the_ledger_is_there_loses_nothing_and_one_after_it_repeats_nothing() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    drop(create(&hupo, "键", 1).unwrap());
    assert!(hupo.release(NAME).unwrap());
    let dir = crate::place::of(folder.path(), NAME).unwrap();
    let ledger = dir.join("ledger.redb");
    // Killed after it, before anybody was answered: another process asks again.
    let other = Hupo::open(folder.path()).unwrap();
    assert_eq!(create(&other, "键", 1).unwrap().sequence().unwrap().get(), 1);
    assert!(other.release(NAME).unwrap());
    // Killed before it: the key is there, the ledger is not.
    std::fs::remove_file(ledger).unwrap();
    assert!(!hupo.has_space(NAME).unwrap());
    assert_eq!(create(&hupo, "键", 1).unwrap().sequence().unwrap().get(), 1);
}
