//! A space out and in again: equal, or not at all.

use crate::{Error, Hupo, Space};
use hupo_store::ExportLine;
use hupo_types::{EraseTarget, MessageId, NewMessage, SpaceConfig, Timestamp};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn space(folder: &TempDir) -> Space {
    let hupo = Hupo::open(folder.path()).unwrap();
    let config = SpaceConfig { name: "梅 and Hu".into(), zone: "Asia/Shanghai".into() };
    let space = hupo.space_or_create(config, NOW).unwrap();
    for line in ["明天去拿体检报告", "The report is fine.", "那就去吃 hot pot"] {
        space.append(vec![NewMessage::user(line)], NOW).unwrap();
    }
    space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    space
}

fn lines(space: &Space) -> Vec<Result<ExportLine, String>> {
    let mut lines = Vec::new();
    let gathered: Result<(), Error> = space.export(|line| {
        lines.push(Ok(line));
        Ok(())
    });
    gathered.unwrap();
    lines
}

/// The line at which an import ends, having left nothing behind.
fn ends(lines: Vec<Result<ExportLine, String>>) -> u64 {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let Err(error) = hupo.import_space(lines) else { panic!("it was imported") };
    assert_eq!(hupo.spaces().unwrap(), Vec::<String>::new());
    let Error::Store(hupo_store::Error::BadLine { line, .. }) = error else { panic!("{error}") };
    line
}

#[test]
fn an_imported_space_is_equal_and_is_written_on() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let space = space(&folder);
    let hupo = Hupo::open(other.path()).unwrap();
    let again = hupo.import_space(lines(&space)).unwrap();
    assert_eq!((again.digest().unwrap(), again.config()), (space.digest().unwrap(), space.config()));
    assert!(again.verify(&mut |_, _, _| {}).unwrap().sound);
    for one in [&space, &again] {
        one.append(vec![NewMessage::user("再说一句 one more")], NOW).unwrap();
    }
    assert_eq!(again.digest().unwrap(), space.digest().unwrap());
    assert!(matches!(hupo.import_space(lines(&space)), Err(Error::SpaceExists { .. })));
}

#[test]
fn a_line_that_does_not_hold_is_named_and_leaves_no_space_behind() {
    let folder = TempDir::new().unwrap();
    let whole = || lines(&space(&TempDir::new().unwrap()));
    let space = space(&folder);
    assert_eq!(ends(Vec::new()), 1);
    assert_eq!(ends(vec![Err("no JSON".into())]), 1);
    assert_eq!(ends(whole().into_iter().skip(1).collect()), 1);
    let mut broken = lines(&space);
    broken[2] = Err("no JSON".into());
    assert_eq!(ends(broken), 3);
    let mut missing = lines(&space);
    drop(missing.remove(2));
    assert_eq!(ends(missing), 3);
    let mut swapped = lines(&space);
    swapped.swap(1, 2);
    assert_eq!(ends(swapped), 2);
}

#[test]
fn an_export_ends_with_what_its_reader_fails_with() {
    let folder = TempDir::new().unwrap();
    let mut n_lines = 0;
    let ended = space(&folder).export(|_| {
        n_lines += 1;
        if n_lines == 2 { Err(Error::Threads { reason: "full".into() }) } else { Ok(()) }
    });
    assert!(matches!(ended, Err(Error::Threads { .. })) && n_lines == 2);
}
