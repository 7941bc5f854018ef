//! A disk that fails under a commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

use hupo_types::{Change, Command, NewMessage, Sequence, SpaceConfig, Timestamp};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::{Job, Outcome, Work, Writer};
use crate::database::Shared;
use crate::head::HeadFile;
use crate::ledger::{self, START};
use crate::snapshot::Snapshot;
use crate::write::{Names, Order, Write};
use crate::{Error, Receipt, creation};

const NOW: Timestamp = Timestamp::from_ms(1_700_000_000_000);

/// A disk in memory that can be made to fail.
#[derive(Debug)]
struct Disk {
    memory: InMemoryBackend,
    fails: Arc<AtomicBool>,
}

impl Disk {
    fn sound() -> Self {
        Self { memory: InMemoryBackend::new(), fails: Arc::default() }
    }

    fn check(&self) -> std::io::Result<()> {
        if self.fails.load(Ordering::Relaxed) { Err(std::io::Error::other("the disk is full")) } else { Ok(()) }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> std::io::Result<u64> {
        self.memory.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        self.memory.read(offset, out)
    }

    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.check()?;
        self.memory.set_len(len)
    }

    fn sync_data(&self) -> std::io::Result<()> {
        self.check()?;
        self.memory.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.check()?;
        self.memory.write(offset, data)
    }
}

fn written(writer: &mut Writer, texts: &[&str]) -> Vec<Result<Receipt, Error>> {
    let job = |text: &&str| {
        let (answer, answered) = sync_channel(1);
        let commands = vec![line(text)];
        (Job { work: Work::Write(Write::new(commands, NOW)), answer, once: None }, answered)
    };
    let (jobs, answers): (Vec<_>, Vec<_>) = texts.iter().map(job).unzip();
    writer.write(jobs);
    answers.into_iter().map(|answer| answer.recv().unwrap()).collect()
}

/// A writer on a disk in memory, with a folder for its head.
fn writer(disk: Disk, folder: &std::path::Path, on_commit: Option<crate::OnCommit>) -> (Writer, Arc<SpaceConfig>) {
    let database = redb::Database::builder().create_with_backend(disk).unwrap();
    let config = SpaceConfig { name: "琥珀".to_owned(), zone: "UTC".to_owned() };
    creation::first_write(&database, config.clone(), NOW).unwrap();
    let config = Arc::new(config);
    let head = Snapshot::begin(&database, &config).unwrap().head();
    assert_ne!(head, START);
    let writer = Writer {
        shared: Arc::new(Shared::new(database)),
        head,
        head_file: HeadFile::open(folder, head).unwrap(),
        names: Names::default(),
        on_commit,
        groups: Arc::default(),
        poisoned: false,
        is_full: false,
        ledger: None,
    };
    (writer, config)
}

fn line(text: &str) -> Command {
    Command::Append { message: NewMessage::user(text), vector: None }
}

#[test]
fn work_is_run_again_when_another_write_of_its_group_fails_and_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut writer, config) = writer(Disk::sound(), folder.path(), None);
    let runs = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&runs);
    let (outcome, task) = Outcome::of(move |transaction| {
        assert!(transaction.carry_out(&line("你好 hello"))?.is_ok());
        Ok(counted.fetch_add(1, Ordering::Relaxed))
    });
    let (answer, answered) = sync_channel(2);
    let work = Work::Task(Order::new(NOW), task);
    let leaves_rows = Work::Write(Write::new(vec![line("rows 行"), line("")], NOW));
    writer.write(vec![Job { work, answer: answer.clone(), once: None }, Job { work: leaves_rows, answer, once: None }]);
    assert!(matches!(answered.recv().unwrap(), Err(Error::Refused { .. })));
    assert_eq!(answered.recv().unwrap().unwrap().sequence, Sequence::new(2));
    assert_eq!((outcome.take(), runs.load(Ordering::Relaxed)), (Some(1), 2), "the last run is the one that counts");
    let database = writer.shared.read();
    let snapshot = Snapshot::begin(database.as_ref().unwrap(), &config).unwrap();
    assert_eq!(snapshot.counts().messages, 1);
}

#[test]
fn a_failed_commit_acknowledges_nothing_and_no_more_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let fails = Arc::new(AtomicBool::new(false));
    let disk = Disk { memory: InMemoryBackend::new(), fails: Arc::clone(&fails) };
    let heard = Arc::new(AtomicU64::new(0));
    let ears = Arc::clone(&heard);
    let on_commit = Box::new(move |change: &Change| ears.store(change.sequence.get(), Ordering::Relaxed));
    let (mut writer, config) = writer(disk, folder.path(), Some(on_commit));
    assert!(written(&mut writer, &["一", "two"]).iter().all(Result::is_ok));
    assert_eq!(heard.load(Ordering::Relaxed), 3);

    fails.store(true, Ordering::Relaxed);
    let refused = written(&mut writer, &["三", "four"]);
    assert!(refused.iter().all(|answer| matches!(answer, Err(Error::Io { .. }))), "{refused:?}");
    fails.store(false, Ordering::Relaxed);
    assert!(matches!(written(&mut writer, &["五"])[..], [Err(Error::Poisoned)]));
    assert_eq!(heard.load(Ordering::Relaxed), 3, "the legs hear of no write that was not acknowledged");

    let database = writer.shared.read();
    let snapshot = Snapshot::begin(database.as_ref().unwrap(), &config).unwrap();
    assert_eq!(snapshot.sequence(), Sequence::new(3), "what was acknowledged can still be read");
    assert_eq!(ledger::head(&snapshot).unwrap(), writer.head);
}
