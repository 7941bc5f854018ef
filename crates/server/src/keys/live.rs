//! The keys as the running server knows them.

use super::file::KeyFile;
use super::record::KeyRecord;
use super::{KeyError, secret};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::problem::{Code, Problem};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

/// The keys of a running server. Cheap to clone; every clone is the same.
#[derive(Clone)]
pub struct Keys {
    inner: Arc<Inner>,
}

struct Inner {
    file: Option<KeyFile>,
    clock: Clock,
    table: RwLock<Table>,
    seen: Mutex<Option<Seen>>,
}

/// Which file was read last.
#[derive(Clone, PartialEq, Eq)]
struct Seen {
    modified: Option<SystemTime>,
    n_bytes: u64,
    #[cfg(unix)]
    inode: u64,
}

#[derive(Default)]
struct Table {
    /// A caller without a key is let in. Once keys were asked for, they are asked for until the server ends.
    is_open: bool,
    keys: HashMap<String, Live>,
}

struct Live {
    record: KeyRecord,
    hash: [u8; 32],
    caller: Caller,
}

impl Keys {
    /// No keys: everybody who reaches the server is its own caller. For loopback alone.
    pub fn none(clock: Clock) -> Self {
        Self::new(None, clock)
    }

    /// The keys of a file. While it has none, callers are let in without one.
    pub fn of(file: KeyFile, clock: Clock) -> Result<Self, KeyError> {
        let keys = Self::new(Some(file), clock);
        keys.read_again()?;
        Ok(keys)
    }

    fn new(file: Option<KeyFile>, clock: Clock) -> Self {
        let table = RwLock::new(Table { is_open: true, keys: HashMap::new() });
        Self { inner: Arc::new(Inner { file, clock, table, seen: Mutex::new(None) }) }
    }

    /// Whether every caller must show a key.
    pub fn are_asked_for(&self) -> bool {
        !self.inner.table.read().unwrap_or_else(PoisonError::into_inner).is_open
    }

    /// The caller that shows this key, or none. A key that is wrong, revoked or expired is told apart from no other.
    pub fn caller(&self, key: Option<&str>) -> Result<Caller, Problem> {
        let table = self.inner.table.read().unwrap_or_else(PoisonError::into_inner);
        match key {
            Some(key) => table.holder(key, self.inner.clock.now().ms()).ok_or_else(not_valid),
            None if table.is_open => Ok(local()),
            None => Err(missing()),
        }
    }

    /// Reads the file again if it is another than before; says so if it was. A file that cannot be used changes nothing,
    /// but one that is gone takes every key with it.
    pub fn read_again(&self) -> Result<bool, KeyError> {
        let Some(file) = &self.inner.file else { return Ok(false) };
        let mut seen = self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now = look(file);
        if *seen == now {
            return Ok(false);
        }
        let records = file.read()?;
        self.inner.table.write().unwrap_or_else(PoisonError::into_inner).replace(records)?;
        *seen = now;
        Ok(true)
    }
}

impl Table {
    fn holder(&self, key: &str, now_ms: i64) -> Option<Caller> {
        let now = jiff::Timestamp::from_millisecond(now_ms).ok()?;
        let (id, given) = secret::parted(key)?;
        let given = secret::hash(given);
        // An id that nobody has costs as much as a wrong secret.
        let live = self.keys.get(id);
        let is_same = secret::is_same(&given, live.map_or(&[0; 32], |live| &live.hash));
        live.filter(|live| is_same && live.record.is_valid(now)).map(|live| live.caller.clone())
    }

    fn replace(&mut self, records: Vec<KeyRecord>) -> Result<(), KeyError> {
        let mut keys = HashMap::new();
        for record in records {
            let (grant, limits) = (record.grant()?, record.limits());
            let Some(hash) = record.hash() else {
                return Err(KeyError::Bad { what: format!("the hash of key {} makes no sense", record.id) });
            };
            let before = self.keys.get(&record.id).map(|live| live.caller.changed(grant.clone(), limits.clone()));
            let caller = before.unwrap_or_else(|| Caller::new(&record.id, grant, limits));
            keys.insert(record.id.clone(), Live { record, hash, caller });
        }
        self.is_open &= keys.is_empty();
        self.keys = keys;
        Ok(())
    }
}

/// What tells one file from the next.
fn look(file: &KeyFile) -> Option<Seen> {
    let data = std::fs::metadata(file.path()).ok()?;
    Some(Seen {
        modified: data.modified().ok(),
        n_bytes: data.len(),
        #[cfg(unix)]
        inode: std::os::unix::fs::MetadataExt::ino(&data),
    })
}

/// Everybody without a key counts as one.
fn local() -> Caller {
    static LOCAL: std::sync::OnceLock<Caller> = std::sync::OnceLock::new();
    LOCAL.get_or_init(Caller::local).clone()
}

fn not_valid() -> Problem {
    Problem::new(Code::Unauthenticated, "the key is not valid")
}

fn missing() -> Problem {
    Problem::new(Code::Unauthenticated, "send a key as `Authorization: Bearer hupo_…`; `hupo keys create` makes one")
}
