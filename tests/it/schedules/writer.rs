//! The writer of `hupo-store`, as a model: callers hand in jobs over a bounded queue, one thread takes together what
//! waits, commits it at once, and answers each; closing lets what waits be written first.
//!
//! As in `writer.rs` and `store.rs` there: `gather` takes the first job and what is there beside it, a job that cannot
//! be written goes and the others are done again, and only after the commit is anybody answered.

use shuttle::sync::mpsc::{Receiver, SyncSender, sync_channel};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

const QUEUE: usize = 2;
const GROUP: usize = 3;
const CALLERS: u64 = 4;

/// Who asks, and where the answer goes; that of caller 0 is refused.
struct Job {
    caller: u64,
    answer: SyncSender<Result<u64, ()>>,
}

/// What is on the disk: the caller of each write, in order, and how many commits it took.
#[derive(Default)]
struct Disk {
    writes: Vec<u64>,
    commits: usize,
}

fn gather(first: Job, jobs: &Receiver<Job>) -> Vec<Job> {
    let mut group = vec![first];
    while group.len() < GROUP {
        let Ok(job) = jobs.try_recv() else { break };
        group.push(job);
    }
    group
}

fn run(jobs: &Receiver<Job>, disk: &Mutex<Disk>) {
    while let Ok(first) = jobs.recv() {
        let mut group = gather(first, jobs);
        while let Some(refused) = group.iter().position(|job| job.caller == 0) {
            let _ = group.remove(refused).answer.send(Err(()));
        }
        if group.is_empty() {
            continue;
        }
        let first = {
            let mut disk = disk.lock().unwrap();
            let first = disk.writes.len() as u64 + 1;
            disk.writes.extend(group.iter().map(|job| job.caller));
            disk.commits += 1;
            first
        };
        for (job, number) in group.into_iter().zip(first..) {
            let _ = job.answer.send(Ok(number));
        }
    }
}

fn write(jobs: &SyncSender<Job>, caller: u64) -> Option<Result<u64, ()>> {
    let (answer, answered) = sync_channel(1);
    jobs.send(Job { caller, answer }).ok()?;
    answered.recv().ok()
}

#[test]
fn every_write_is_answered_after_its_commit_with_a_number_of_its_own() {
    super::under_schedules(|| {
        let disk = Arc::new(Mutex::new(Disk::default()));
        let (jobs, waiting) = sync_channel(QUEUE);
        let writer = {
            let disk = disk.clone();
            thread::spawn(move || run(&waiting, &disk))
        };
        let caller = |caller| {
            let (jobs, disk) = (jobs.clone(), disk.clone());
            thread::spawn(move || match write(&jobs, caller).unwrap() {
                Ok(number) => assert_eq!(disk.lock().unwrap().writes.get(number as usize - 1), Some(&caller)),
                Err(()) => assert_eq!(caller, 0, "only that one is refused"),
            })
        };
        let callers: Vec<_> = (0..CALLERS).map(caller).collect();
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        drop(jobs);
        writer.join().unwrap();
        let disk = disk.lock().unwrap();
        let mut writes = disk.writes.clone();
        writes.sort_unstable();
        assert_eq!(writes, (1..CALLERS).collect::<Vec<_>>(), "each once");
        assert!((1..CALLERS as usize).contains(&disk.commits));
    });
}

#[test]
fn what_waits_when_the_store_is_closed_is_written_and_answered() {
    super::under_schedules(|| {
        let disk = Arc::new(Mutex::new(Disk::default()));
        let (jobs, waiting) = sync_channel(QUEUE);
        let writer = {
            let disk = disk.clone();
            thread::spawn(move || run(&waiting, &disk))
        };
        let (answer, answered) = sync_channel(2);
        for caller in 1..=2 {
            jobs.send(Job { caller, answer: answer.clone() }).unwrap();
        }
        drop(jobs);
        writer.join().unwrap();
        let numbers: Vec<_> = (0..2).map(|_| answered.recv().unwrap().unwrap()).collect();
        assert_eq!((numbers, disk.lock().unwrap().writes.clone()), (vec![1, 2], vec![1, 2]));
    });
}
