//! The slot of a leg, its own source, between a writer, a rebuild and readers, as `engine/src/legs.rs` has them meet:
//! who gets a leg after a write was acknowledged gets one that holds it.

use shuttle::sync::atomic::{AtomicU64, Ordering::SeqCst};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

mod source {
    #![allow(dead_code, unreachable_pub, clippy::all, reason = "a part of another crate")]

    pub(crate) mod leg {
        include!(concat!(env!("OUT_DIR"), "/leg.rs"));
    }
}

use source::leg::{Missing, Slot, State};

const WRITES: u64 = 3;

/// A leg, as far as it matters here: the last write it took in.
struct Leg(AtomicU64);

/// A space's legs beside its store.
struct Space {
    slot: Slot<Leg>,
    /// Held by whoever changes the legs.
    changing: Mutex<()>,
    /// The last write that is on the disk.
    stored: AtomicU64,
    acknowledged: AtomicU64,
}

impl Space {
    fn new() -> Arc<Self> {
        let leg = State::Serving(Arc::new(Leg(AtomicU64::new(0))));
        let (stored, acknowledged) = (AtomicU64::new(0), AtomicU64::new(0));
        Arc::new(Self { slot: Slot::new(leg), changing: Mutex::new(()), stored, acknowledged })
    }

    /// The writer's thread: the store, then the legs, then the caller.
    fn write(&self, number: u64) {
        self.stored.store(number, SeqCst);
        {
            let _changing = self.changing.lock().unwrap();
            if let Ok(leg) = self.slot.get() {
                leg.0.fetch_max(number, SeqCst);
            }
        }
        self.acknowledged.store(number, SeqCst);
    }

    /// Makes the leg anew from what the store holds.
    fn rebuild(&self) {
        let _changing = self.changing.lock().unwrap();
        let stored = self.stored.load(SeqCst);
        self.slot.take("made anew");
        self.slot.set(State::Serving(Arc::new(Leg(AtomicU64::new(stored)))));
    }

    /// Makes a leg anew that failed, and only that.
    fn heal(&self) {
        if !matches!(self.slot.get(), Err(Missing::Broken(_))) {
            return;
        }
        let _changing = self.changing.lock().unwrap();
        if matches!(self.slot.get(), Err(Missing::Broken(_))) {
            let stored = self.stored.load(SeqCst);
            self.slot.set(State::Serving(Arc::new(Leg(AtomicU64::new(stored)))));
        }
    }

    /// A question; one in two finds that the leg failed, and drops it.
    fn ask(&self, fails: bool) {
        let acknowledged = self.acknowledged.load(SeqCst);
        self.heal();
        match self.slot.get() {
            Ok(leg) => {
                let holds = leg.0.load(SeqCst);
                assert!(holds >= acknowledged, "write {acknowledged} was acknowledged, the leg holds {holds}");
                if fails {
                    self.slot.fail("it failed");
                }
            }
            Err(Missing::Absent(reason) | Missing::Broken(reason)) => assert!(!reason.is_empty()),
        }
    }

    fn close(&self) {
        let _changing = self.changing.lock().unwrap();
        self.slot.take("closed");
    }
}

/// A writer, a rebuild and two readers, with what else is done meanwhile.
fn meet(meanwhile: impl FnOnce(&Space) + Send + 'static) -> Arc<Space> {
    let space = Space::new();
    let spawn = |work: Box<dyn FnOnce(&Space) + Send>| {
        let space = space.clone();
        thread::spawn(move || work(&space))
    };
    let threads = [
        spawn(Box::new(|space| (1..=WRITES).for_each(|number| space.write(number)))),
        spawn(Box::new(|space| [false, true, false].into_iter().for_each(|fails| space.ask(fails)))),
        spawn(Box::new(|space| [true, false].into_iter().for_each(|fails| space.ask(fails)))),
        spawn(Box::new(meanwhile)),
    ];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    space
}

#[test]
fn a_leg_that_is_had_after_an_acknowledgement_holds_the_write() {
    super::under_schedules(|| {
        let space = meet(Space::rebuild);
        space.heal();
        let leg = space.slot.get().unwrap_or_else(|_| panic!("a healed leg serves"));
        assert_eq!(leg.0.load(SeqCst), WRITES);
    });
}

#[test]
fn a_leg_that_fails_late_does_not_open_a_closed_space() {
    super::under_schedules(|| {
        let space = meet(Space::close);
        space.heal();
        assert!(matches!(space.slot.get(), Err(Missing::Absent(_))), "a closed leg stays away");
    });
}
