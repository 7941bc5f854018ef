//! Opening a space of 10,000 items after a clean stop and after `kill -9`, and the memory it then takes.
//!
//! What must start with nothing warm, or be killed, runs in a second process of this program.

use criterion::Criterion;
use hupo::{Hupo, Question, SearchScope, Space};
use hupo_benches::{
    Child, Corpus, SPACE, Times, create, figure, fill, heading, now, repeats, sizes, task, wants_figures,
};
use std::cell::LazyCell;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Messages that the keyword index keeps in memory only when the process is killed.
const UNFINISHED: usize = 500;

fn main() {
    if let Some((task, root)) = task() {
        return perform(&task, &root);
    }
    let mut criterion = hupo_benches::criterion();
    for size in sizes().into_iter().take(2) {
        let folder = LazyCell::new(|| filled(size));
        compare(&mut criterion, size, &folder);
        if wants_figures() {
            report(size, folder.path());
        }
    }
    criterion.final_summary();
}

fn filled(size: usize) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("the build folder is there to write to");
    let (_hupo, space) = create(folder.path());
    fill(&space, &Corpus::load(), 0, size);
    space.close().expect("nobody else holds the space");
    folder
}

fn open(root: &Path) -> (Hupo, Space) {
    let hupo = Hupo::open(root).expect("the root is there");
    let space = hupo.space(SPACE).expect("the space is closed and sound");
    (hupo, space)
}

fn compare<F: FnOnce() -> TempDir>(criterion: &mut Criterion, size: usize, folder: &LazyCell<TempDir, F>) {
    criterion.bench_function(&format!("open and close/{size}"), |b| b.iter(|| closed_after(folder.path())));
}

/// Opens and closes: only one handle at a time may hold a space, so the closing is part of it.
fn closed_after(root: &Path) {
    let (_hupo, space) = open(root);
    space.close().expect("nobody else holds the space");
}

fn report(size: usize, root: &Path) {
    heading(&format!("open a space of {size} items, each with a vector"));
    let goal = |goal| (size == 10_000).then_some(goal);
    figure("after a clean stop", clean(root), goal("30 ms"));
    let fresh = fresh_process(root);
    figure("  the same, first of a process", fresh.opened, goal("30 ms"));
    figure("  its memory, open (resident)", fresh.memory, goal("40 MB"));
    figure("after kill -9", after_kill(root, size), goal("p99 100 ms"));
    figure("  the same, first of a process", first_after_kill(root, size), goal("p99 100 ms"));
}

fn clean(root: &Path) -> Times {
    let mut times = Times::default();
    for _ in 0..repeats(15) {
        let (_hupo, space) = times.take(|| open(root));
        space.close().expect("nobody else holds the space");
    }
    times
}

fn after_kill(root: &Path, size: usize) -> Times {
    let mut times = Times::default();
    for _ in 0..repeats(20) {
        let killed = killed_while_writing(root, size);
        let (_hupo, space) = times.take(|| open(killed.path()));
        space.close().expect("nobody else holds the space");
    }
    times
}

fn first_after_kill(root: &Path, size: usize) -> Times {
    let mut times = Times::default();
    for _ in 0..repeats(20) {
        let killed = killed_while_writing(root, size);
        let _ = one_process(killed.path(), &mut times);
    }
    times
}

/// What processes that open the space first of all say of it.
struct Fresh {
    opened: Times,
    memory: String,
}

fn fresh_process(root: &Path) -> Fresh {
    let mut opened = Times::default();
    let mut memory: Vec<u64> = (0..repeats(7)).map(|_| one_process(root, &mut opened)).collect();
    memory.sort_unstable();
    let median = memory.get(memory.len() / 2).copied().unwrap_or_default();
    Fresh { opened, memory: format!("{:.1} MB", median as f64 / 1e6) }
}

/// Answers how many bytes the process grew by.
fn one_process(root: &Path, opened: &mut Times) -> u64 {
    let mut child = Child::start("open", root);
    let line = child.line();
    child.finish();
    let mut numbers = line.split(' ').map(|number| number.parse().expect("the child says three numbers"));
    let mut next = || numbers.next().expect("the child says three numbers");
    opened.add(Duration::from_micros(next()), Duration::from_micros(next()));
    next()
}

/// A copy of the root whose writer was killed, so that every opening finds as many items.
fn killed_while_writing(root: &Path, size: usize) -> TempDir {
    let copy = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("the build folder is there to write to");
    copy_all(root, copy.path()).expect("a closed root can be copied");
    let mut child = Child::start(&format!("write {size}"), copy.path());
    assert_eq!(child.line(), "written", "the child writes until it is killed");
    child.kill();
    copy
}

fn copy_all(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let source = entry?.path();
        let target = to.join(source.file_name().unwrap_or_default());
        if source.is_dir() {
            std::fs::create_dir(&target)?;
            copy_all(&source, &target)?;
        } else {
            std::fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

/// The child's side.
fn perform(task: &str, root: &Path) {
    match task.strip_prefix("write ").map(|from| from.parse().expect("the parent says a number")) {
        Some(from) => write_and_wait(root, from),
        None => open_and_tell(root),
    }
}

/// Writes, says so, and never ends by itself.
#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn write_and_wait(root: &Path, from: usize) {
    let (_hupo, space) = open(root);
    let corpus = Corpus::load();
    for start in (from..from + UNFINISHED).step_by(50) {
        fill(&space, &corpus, start, start + 50);
    }
    println!("written");
    loop {
        std::thread::park();
    }
}

/// Opens, and says how many microseconds that took by the clock and on the processor, and how many bytes it added to
/// the process. The dictionary, which all spaces share, is loaded before; one question is asked, so that what reading
/// needs is there.
#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn open_and_tell(root: &Path) {
    hupo_keyword::warm();
    let before = resident_bytes();
    let mut times = Times::default();
    let (_hupo, space) = times.take(|| open(root));
    let question = Question::new("谁说了什么 who was there", now()).scope(SearchScope::Transcript);
    drop(space.recall(&question).expect("the space is open"));
    let (clock, processor) = times.last();
    println!("{} {} {}", clock.as_micros(), processor.as_micros(), resident_bytes().saturating_sub(before));
}

/// Memory of this process that is in RAM; 0 where the system does not say.
fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default();
    pages * 4096
}
