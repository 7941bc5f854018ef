//! A disk that fails under a commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

use hupo_types::{Command, NewMessage, Sequence, SpaceConfig, Timestamp};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::{Job, Writer};
use crate::database::Shared;
use crate::head::HeadFile;
use crate::ledger::{self, START};
use crate::snapshot::Snapshot;
use crate::write::{Names, Write};
use crate::{Error, Receipt, creation};

const NOW: Timestamp = Timestamp::from_ms(1_700_000_000_000);

/// A disk in memory that can be made to fail.
#[derive(Debug)]
struct Disk {
    memory: InMemoryBackend,
    fails: Arc<AtomicBool>,
}

impl Disk {
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
        let commands = vec![Command::Append { message: NewMessage::user(*text), vector: None }];
        (Job { write: Write::new(commands, NOW), answer }, answered)
    };
    let (jobs, answers): (Vec<_>, Vec<_>) = texts.iter().map(job).unzip();
    writer.write(jobs);
    answers.into_iter().map(|answer| answer.recv().unwrap()).collect()
}

#[test]
fn a_failed_commit_acknowledges_nothing_and_no_more_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let fails = Arc::new(AtomicBool::new(false));
    let disk = Disk { memory: InMemoryBackend::new(), fails: Arc::clone(&fails) };
    let database = redb::Database::builder().create_with_backend(disk).unwrap();
    let config = SpaceConfig { name: "琥珀".to_owned(), zone: "UTC".to_owned() };
    creation::first_write(&database, config.clone(), NOW).unwrap();
    let config = Arc::new(config);
    let head = Snapshot::begin(&database, &config).unwrap().head();
    assert_ne!(head, START);
    let heard = Arc::new(AtomicU64::new(0));
    let ears = Arc::clone(&heard);
    let mut writer = Writer {
        shared: Arc::new(Shared::new(database)),
        head,
        head_file: HeadFile::open(folder.path(), head).unwrap(),
        names: Names::default(),
        on_commit: Some(Box::new(move |change| ears.store(change.sequence.get(), Ordering::Relaxed))),
        groups: Arc::default(),
        poisoned: false,
    };
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
