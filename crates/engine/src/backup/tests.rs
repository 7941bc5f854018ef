//! A backup is whole or refused, and what comes back is the space as it stood at one moment.

use super::BackupReceipt;
use crate::{
    Command, EraseTarget, Error, ExportLine, Hupo, MessageId, NewMessage, Space, SpaceConfig, Timestamp, When,
};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn space(folder: &TempDir) -> Space {
    let hupo = Hupo::open(folder.path()).unwrap();
    let config = SpaceConfig { name: "梅 and Hu".into(), zone: "Asia/Shanghai".into() };
    let space = hupo.space_or_create(config, NOW).unwrap();
    for line in ["明天去拿体检报告", "The report is fine.", "那就去吃 hot pot"] {
        space.append(vec![NewMessage::user(line)], When::at(NOW).once(line)).unwrap();
    }
    space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    space
}

fn backup(space: &Space) -> (BackupReceipt, Vec<u8>) {
    let mut bytes = Vec::new();
    let receipt = space.backup(&mut bytes, &mut |_, _| ()).unwrap();
    (receipt, bytes)
}

fn restore(root: &TempDir, mut bytes: &[u8]) -> Result<Space, Error> {
    Hupo::open(root.path()).unwrap().restore_backup("again 又来", &mut bytes, &mut |_, _| ())
}

/// The line at which a backup is refused, by verification and by restoring, which leaves no space behind.
#[track_caller]
fn refused(root: &TempDir, mut bytes: &[u8]) -> u64 {
    let restored = restore(root, bytes);
    let Err(Error::BadBackup { line, .. }) = restored else { panic!("it was restored") };
    let verified = super::verify_backup(&mut bytes, &mut |_, _| ());
    assert!(matches!(verified, Err(Error::BadBackup { line: other, .. }) if other == line), "{line}: {verified:?}");
    assert_eq!(Hupo::open(root.path()).unwrap().spaces().unwrap(), Vec::<String>::new());
    line
}

fn lines(space: &Space) -> Vec<ExportLine> {
    let mut lines = Vec::new();
    let gathered: Result<(), Error> = space.export(|line| {
        lines.push(line);
        Ok(())
    });
    gathered.unwrap();
    lines
}

#[test]
fn a_restored_space_is_equal_lies_under_its_new_name_and_is_written_on() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let space = space(&folder);
    let (receipt, bytes) = backup(&space);
    assert_eq!((receipt.sequence, receipt.n_bytes), (space.stats().unwrap().sequence, bytes.len() as u64));
    assert_eq!(super::verify_backup(&mut bytes.as_slice(), &mut |_, _| ()).unwrap(), receipt);
    let again = restore(&other, &bytes).unwrap();
    assert_eq!((again.name(), again.config().zone.as_str()), ("again 又来", "Asia/Shanghai"));
    assert_eq!(again.digest().unwrap(), space.digest().unwrap());
    assert!(again.verify(&mut |_, _, _| {}).unwrap().sound);
    let line = || vec![NewMessage::user("再说一句 one more")];
    let kept =
        again.append(vec![NewMessage::user("那就去吃 hot pot")], When::at(NOW).once("那就去吃 hot pot")).unwrap();
    assert_eq!(kept.sequence.get(), 4, "what happened once is known here too");
    for one in [&space, &again] {
        one.append(line(), NOW).unwrap();
    }
    assert_eq!(again.digest().unwrap(), space.digest().unwrap());
    again.close().unwrap();
    let hupo = Hupo::open(other.path()).unwrap();
    assert_eq!(hupo.space("again 又来").unwrap().name(), "again 又来");
    assert_eq!(hupo.spaces().unwrap(), ["again 又来"]);
}

#[test]
fn a_space_that_is_there_is_never_restored_over() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (_, bytes) = backup(&space(&folder));
    let first = restore(&other, &bytes).unwrap();
    let digest = first.digest().unwrap();
    assert!(matches!(restore(&other, &bytes), Err(Error::SpaceExists { .. })), "it is open elsewhere");
    first.close().unwrap();
    let again = Hupo::open(other.path()).unwrap();
    assert_eq!(again.space("again 又来").unwrap().digest().unwrap(), digest);
    let mut from = bytes.as_slice();
    assert!(matches!(again.restore_backup("again 又来", &mut from, &mut |_, _| ()), Err(Error::SpaceExists { .. })));
    assert_eq!(again.space("again 又来").unwrap().digest().unwrap(), digest);
}

#[test]
fn a_backup_that_was_cut_off_anywhere_is_refused() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (receipt, bytes) = backup(&space(&folder));
    let ends: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    assert_eq!(ends.len() as u64, receipt.n_lines);
    let mut n_lines = 0;
    for (end, number) in ends.iter().zip(1..) {
        let middle = (n_lines + end) / 2;
        for cut in [n_lines, middle, *end] {
            assert_eq!(refused(&other, &bytes[..cut]), number, "cut at {cut}");
        }
        n_lines = end + 1;
    }
    assert_eq!(refused(&other, &[&bytes[..], b"\n"].concat()), receipt.n_lines, "nothing may follow");
    assert!(restore(&other, &bytes).is_ok(), "all of it is taken");
}

#[test]
fn a_backup_with_any_byte_changed_is_refused() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (receipt, bytes) = backup(&space(&folder));
    let every = if std::env::var_os("HUPO_EVERY_BYTE").is_some() { 1 } else { 7 };
    for at in (0..bytes.len()).step_by(every) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let verified = super::verify_backup(&mut changed.as_slice(), &mut |_, _| ());
        assert!(matches!(verified, Err(Error::BadBackup { .. })), "byte {at}: {verified:?}");
    }
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(refused(&other, &changed) <= receipt.n_lines);
    }
}

#[test]
fn lines_that_are_left_out_swapped_or_another_spaces_are_refused() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let space = space(&folder);
    let (_, bytes) = backup(&space);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let without = |n: usize| [&lines[..n], &lines[n + 1..]].concat().concat();
    assert_eq!(refused(&other, &without(0)), 1);
    assert_eq!(refused(&other, &without(1)), 2);
    assert_eq!(refused(&other, &without(3)), 4);
    let mut swapped = lines.clone();
    swapped.swap(3, 4);
    assert_eq!(refused(&other, &swapped.concat()), 4);
    space.append(vec![NewMessage::user("later 后来")], NOW).unwrap();
    let later = backup(&space).1;
    let first = later.split_inclusive(|byte| *byte == b'\n').next().unwrap();
    assert_eq!(refused(&other, &[&[first], &lines[1..]].concat().concat()), 2, "another moment's first line");
    assert_eq!(refused(&other, b""), 1);
}

#[test]
fn a_backup_taken_while_others_write_is_the_space_at_its_sequence() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let space = space(&folder);
    let done = AtomicBool::new(false);
    let backups: Vec<_> = std::thread::scope(|scope| {
        for writer in 0..4 {
            let (space, done) = (&space, &done);
            scope.spawn(move || {
                let mut n = 0;
                while !done.load(Ordering::Relaxed) {
                    n += 1;
                    space.append(vec![NewMessage::user(format!("线 {writer} line {n}"))], NOW).unwrap();
                }
            });
        }
        let backups = (0..5).map(|_| backup(&space)).collect();
        done.store(true, Ordering::Relaxed);
        backups
    });
    let all = lines(&space);
    for (n, (receipt, bytes)) in backups.into_iter().enumerate() {
        let name = format!("copy {n}");
        let hupo = Hupo::open(other.path()).unwrap();
        let copy = hupo.restore_backup(&name, &mut bytes.as_slice(), &mut |_, _| ()).unwrap();
        let writes = receipt.sequence.get() as usize;
        assert_eq!(copy.stats().unwrap().sequence, receipt.sequence);
        assert_eq!(lines(&copy)[1..], all[1..=writes], "a prefix of what the space became, and all of it");
    }
}

#[test]
fn vectors_come_back_without_a_model() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let space = space(&folder);
    let model = crate::ModelIdentity { name: "theirs".into(), hash: "00".into(), dimension: 2 };
    let vector = crate::UnitVector::new(vec![0.6, 0.8]).unwrap();
    let embed = Command::Embed { doc: crate::DocId::Message(MessageId::new(1)), vector };
    let write = hupo_store::Write { model: Some(model), ..hupo_store::Write::new(vec![embed], NOW) };
    space.inner.store().unwrap().commit(write).unwrap();
    let again = restore(&other, &backup(&space).1).unwrap();
    assert_eq!(again.stats().unwrap().counts.vectors, 1);
    assert_eq!(again.digest().unwrap(), space.digest().unwrap());
}

#[test]
fn a_backup_ends_with_what_its_writer_fails_with() {
    struct Failing(std::io::ErrorKind);
    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let ended = |kind| space.backup(&mut Failing(kind), &mut |_, _| ()).unwrap_err();
    assert!(matches!(ended(std::io::ErrorKind::BrokenPipe), Error::Io { .. }));
    let full = ended(std::io::ErrorKind::StorageFull);
    assert!(matches!(full, Error::Store(hupo_store::Error::DiskFull { .. })), "{full:?}");
}

#[test]
fn no_more_of_a_line_is_read_than_a_line_may_have() {
    let mut line = Vec::new();
    let mut read = |mut text: &[u8]| {
        super::read::read_line(&mut text, &mut line, 8).unwrap();
        (line.clone(), text.len())
    };
    assert_eq!(read(b"seven77\nnext"), (b"seven77\n".to_vec(), 4));
    assert_eq!(read(b"longer than eight\n"), (b"longer t".to_vec(), 10), "without its end, so it is refused");
}

#[test]
fn a_newer_form_is_refused_by_its_number() {
    let folder = TempDir::new().unwrap();
    let text = String::from_utf8(backup(&space(&folder)).1).unwrap();
    let newer = text.replacen("\"format\":1", "\"format\":2", 1);
    let verified = super::verify_backup(&mut newer.as_bytes(), &mut |_, _| ());
    assert!(matches!(&verified, Err(Error::BadBackup { line: 1, what }) if what.contains("format 2")), "{verified:?}");
}
