//! Room: how many calls run at once and how many may wait, for the process and for each space.

use crate::problem::{Code, Problem};
use crate::verb::Lane;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard, OwnedSemaphorePermit, Semaphore};

/// What a full queue asks for.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// How many calls run at once and how many may wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomLimits {
    /// Calls in the process, running or waiting.
    pub calls: usize,
    /// Short reads that run at once: they use the processor.
    pub reads: usize,
    /// Writes that run at once: they wait for the disk.
    pub writes: usize,
    /// Calls over whole spaces that run at once.
    pub longs: usize,
}

impl Default for RoomLimits {
    fn default() -> Self {
        let n_cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { calls: 1_024, reads: (2 * n_cores).max(4), writes: 64, longs: 4 }
    }
}

/// Calls of one space that wait, at most.
const SPACE_WAITING: usize = 128;
/// Short reads of one space that run at once.
const SPACE_READS: usize = 8;
/// Writes of one space that run at once: those that wait for the disk together are committed together.
const SPACE_WRITES: usize = 16;

/// Spaces that are opened at once: that takes a while, and must not hold up those that are open.
const OPENINGS: usize = 4;

/// The queues of the process, or of one space.
#[derive(Debug)]
pub(crate) struct Lanes {
    openings: Arc<Semaphore>,
    is_open: Mutex<bool>,
    waiting: Arc<Semaphore>,
    reads: Arc<Semaphore>,
    writes: Arc<Semaphore>,
    longs: Arc<Semaphore>,
    limits: RoomLimits,
}

/// Room to run; given back by dropping it.
#[derive(Debug)]
pub(crate) struct Running(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

/// A place in the queue; given back by dropping it.
#[derive(Debug)]
pub(crate) struct Waiting(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

impl Lanes {
    pub(crate) fn new(limits: RoomLimits) -> Self {
        let of = |n: usize| Arc::new(Semaphore::new(n.max(1)));
        Self {
            openings: of(OPENINGS),
            is_open: Mutex::new(false),
            waiting: of(limits.calls),
            reads: of(limits.reads),
            writes: of(limits.writes),
            longs: of(limits.longs),
            limits,
        }
    }

    pub(crate) fn of_a_space() -> Self {
        Self::new(RoomLimits { calls: SPACE_WAITING, reads: SPACE_READS, writes: SPACE_WRITES, longs: 1 })
    }

    /// A place in the queue, if it is not full.
    pub(crate) fn enter(&self) -> Result<Waiting, Problem> {
        let full = |_| Problem::new(Code::Unavailable, "too many calls wait; try again").after(RETRY_AFTER);
        self.waiting.clone().try_acquire_owned().map(Waiting).map_err(full)
    }

    /// Waits in the queue for room to run; first come, first served.
    pub(crate) async fn run(&self, lane: Lane) -> Result<Running, Problem> {
        self.lane(lane).clone().acquire_owned().await.map(Running).map_err(|_| going())
    }

    /// Waits for room to open a space.
    pub(crate) async fn open(&self) -> Result<Running, Problem> {
        self.openings.clone().acquire_owned().await.map(Running).map_err(|_| going())
    }

    /// Whether the space is open. Whoever holds this may open it; others wait for that, and take no thread meanwhile.
    pub(crate) async fn is_open(&self) -> MutexGuard<'_, bool> {
        self.is_open.lock().await
    }

    /// Calls in it, running or waiting.
    pub(crate) fn n_entered(&self) -> usize {
        self.limits.calls.max(1) - self.waiting.available_permits()
    }

    /// Calls of the lane that run.
    pub(crate) fn n_running(&self, lane: Lane) -> usize {
        let of = match lane {
            Lane::Read => self.limits.reads,
            Lane::Write => self.limits.writes,
            Lane::Long => self.limits.longs,
        };
        of.max(1) - self.lane(lane).available_permits()
    }

    const fn lane(&self, lane: Lane) -> &Arc<Semaphore> {
        match lane {
            Lane::Read => &self.reads,
            Lane::Write => &self.writes,
            Lane::Long => &self.longs,
        }
    }
}

fn going() -> Problem {
    Problem::new(Code::Unavailable, "the server is going").after(RETRY_AFTER)
}
