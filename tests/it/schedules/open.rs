//! The open spaces of `hupo-server`, as a model: a claim finds its space open, opens it where there is room, or has the
//! oldest one that nobody claims put away, and waits for that.
//!
//! As in `spaces.rs` and `spaces/table.rs` there: whoever waits notes the last change before it looks, so that no change
//! falls between looking and waiting, and what is closing can be claimed only when it is closed.

use shuttle::sync::{Arc, Condvar, Mutex};
use shuttle::thread;
use std::collections::BTreeMap;

/// Spaces that may be open at once.
const ROOM: usize = 1;
const SPACES: usize = 2;
const CALLERS: usize = 3;
const CALLS: usize = 2;

/// A space that is open, or on its way in or out.
#[derive(Default)]
struct Entry {
    claims: usize,
    is_closing: bool,
}

enum Step {
    Claimed,
    PutAway(usize),
    Wait,
}

/// The table, and how often it changed.
#[derive(Default)]
struct Table {
    entries: BTreeMap<usize, Entry>,
    changes: u64,
}

impl Table {
    fn claim(&mut self, space: usize) -> Step {
        if let Some(entry) = self.entries.get_mut(&space) {
            if entry.is_closing {
                return Step::Wait;
            }
            entry.claims += 1;
            return Step::Claimed;
        }
        if self.entries.len() < ROOM {
            self.entries.insert(space, Entry { claims: 1, is_closing: false });
            return Step::Claimed;
        }
        let unused = self.entries.iter_mut().find(|(_, entry)| entry.claims == 0 && !entry.is_closing);
        unused.map_or(Step::Wait, |(other, entry)| {
            entry.is_closing = true;
            Step::PutAway(*other)
        })
    }
}

#[derive(Default)]
struct Spaces {
    table: Mutex<Table>,
    changed: Condvar,
    /// Which spaces hold files: what must never be in use while it is put away.
    files: Mutex<BTreeMap<usize, usize>>,
}

impl Spaces {
    fn claim(self: &Arc<Self>, space: usize) {
        loop {
            let seen = self.table.lock().unwrap().changes;
            let step = self.table.lock().unwrap().claim(space);
            match step {
                Step::Claimed => return,
                Step::PutAway(other) => self.put_away(other),
                Step::Wait => {}
            }
            let mut table = self.table.lock().unwrap();
            while table.changes == seen {
                table = self.changed.wait(table).unwrap();
            }
        }
    }

    /// On a thread of its own, as nobody's call waits for it.
    fn put_away(self: &Arc<Self>, space: usize) {
        let spaces = self.clone();
        thread::spawn(move || {
            let held = spaces.files.lock().unwrap().remove(&space);
            assert!(held.is_none_or(|users| users == 0), "a space in use was put away");
            spaces.change(|table| table.entries.retain(|other, _| *other != space));
        });
    }

    fn change(&self, change: impl FnOnce(&mut Table)) {
        let mut table = self.table.lock().unwrap();
        change(&mut table);
        table.changes += 1;
        drop(table);
        self.changed.notify_all();
    }

    /// A call: claims its space, uses its files, and gives it back.
    fn call(self: &Arc<Self>, space: usize) {
        self.claim(space);
        *self.files.lock().unwrap().entry(space).or_default() += 1;
        assert!(self.files.lock().unwrap().len() <= ROOM, "more are open than there is room for");
        thread::yield_now();
        self.files.lock().unwrap().entry(space).and_modify(|users| *users -= 1);
        self.change(|table| table.entries.get_mut(&space).expect("it is claimed").claims -= 1);
    }
}

#[test]
fn every_call_gets_its_space_and_none_is_put_away_under_a_call() {
    super::under_schedules(|| {
        let spaces = Arc::new(Spaces::default());
        let caller = |caller: usize| {
            let spaces = spaces.clone();
            thread::spawn(move || (0..CALLS).for_each(|call| spaces.call((caller + call) % SPACES)))
        };
        let callers: Vec<_> = (0..CALLERS).map(caller).collect();
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        let table = spaces.table.lock().unwrap();
        assert!(table.entries.values().all(|entry| entry.claims == 0));
    });
}
