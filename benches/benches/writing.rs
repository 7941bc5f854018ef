//! Writing: one message acknowledged, against the bare wait for the disk side by side; seen by recall; bulk loads.

use hupo::{Hupo, Question, Reranking, SearchScope, Space};
use hupo_benches::{Corpus, Times, create, figure, fill, heading, now, repeats, sizes, times, wants_figures};
use std::cell::{Cell, LazyCell};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Messages of other spaces start here, so that every appended message is new.
const FRESH: usize = 500_000;
/// The size of a page of the ledger: what a commit writes at the least.
const PAGE: usize = 4_096;

struct Written {
    folder: TempDir,
    _hupo: Hupo,
    space: Space,
    corpus: Corpus,
    next: Cell<usize>,
}

impl Written {
    fn new(size: usize, folder: TempDir) -> Self {
        let corpus = Corpus::load();
        let (hupo, space) = create(folder.path());
        fill(&space, &corpus, 0, size);
        Self { folder, _hupo: hupo, space, corpus, next: Cell::new(FRESH) }
    }

    fn append_one(&self) {
        let number = self.next.replace(self.next.get() + 1);
        self.space.append(vec![self.corpus.message(number)], now()).expect("the message is new");
    }
}

fn main() {
    let mut criterion = hupo_benches::criterion();
    for size in sizes().into_iter().take(2) {
        let written = LazyCell::new(|| Written::new(size, on_disk()));
        criterion.bench_function(&format!("append one message/{size}"), |b| b.iter(|| written.append_one()));
        if wants_figures() {
            report(size, &written);
        }
    }
    criterion.final_summary();
    if wants_figures() {
        bulk(*sizes().last().expect("there is a size"));
    }
}

/// In the build folder: the system's own temporary folder is often memory, and never waits.
fn on_disk() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("the build folder is there to write to")
}

fn report(size: usize, written: &Written) {
    heading(&format!("append one message to {size}, acknowledged"));
    let sides = side_by_side(written, repeats(200));
    figure("write and fsync of the same bytes, bare", &sides.once, None);
    figure("the same twice (a two-phase commit)", &sides.twice, None);
    figure("append through the door", &sides.door, Some("one two-phase fsync + 0.3 ms"));
    let over = sides.door.median().as_secs_f64() - sides.twice.median().as_secs_f64();
    figure("  more than two bare fsyncs", format!("{:+.3} ms", over * 1000.0), Some("+0.3 ms"));
    figure("  ratio to two bare fsyncs", format!("{:.2}", ratio(&sides.door, &sides.twice)), None);
    figure("appended and then found by recall", seen(written, repeats(100)), Some("10 ms after the append"));
    without_disk(size);
}

fn ratio(one: &Times, other: &Times) -> f64 {
    one.median().as_secs_f64() / other.median().as_secs_f64().max(f64::EPSILON)
}

struct Sides {
    once: Times,
    twice: Times,
    door: Times,
}

/// Takes turns, so that whatever else the disk is doing falls on all of them.
fn side_by_side(written: &Written, rounds: usize) -> Sides {
    let mut file = bare_file(written.folder.path());
    let mut sides = Sides { once: Times::default(), twice: Times::default(), door: Times::default() };
    for _ in 0..rounds {
        sides.once.take(|| write_and_wait(&mut file));
        sides.twice.take(|| {
            write_and_wait(&mut file);
            write_and_wait(&mut file);
        });
        sides.door.take(|| written.append_one());
    }
    sides
}

fn bare_file(dir: &Path) -> File {
    OpenOptions::new().create(true).append(true).open(dir.join("bare")).expect("the folder can be written")
}

fn write_and_wait(file: &mut File) {
    file.write_all(&[7; PAGE]).and_then(|()| file.sync_data()).expect("the disk takes a page");
}

/// From the acknowledgement until a question for the new words is answered with them.
fn seen(written: &Written, rounds: usize) -> Times {
    let mut times = Times::default();
    for number in 0..rounds {
        let mark = format!("zq{number}x");
        let mut message = written.corpus.message(FRESH * 2 + number);
        message.text = format!("{} {mark}", message.text);
        written.space.append(vec![message], now()).expect("the message is new");
        let mut question = Question::new(mark.clone(), now()).scope(SearchScope::Transcript);
        question.recipe.reranking = Reranking::Off;
        let answer = times.take(|| written.space.recall(&question)).expect("the space is open");
        assert!(answer.hits.first().is_some_and(|hit| hit.text.contains(&mark)), "an acknowledged write is found");
    }
    times
}

/// What an append costs where waiting for the disk costs nothing: everything of ours.
fn without_disk(size: usize) {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
    let written = Written::new(size, folder);
    let appends = times(0..repeats(200), |_| written.append_one());
    figure("append to a folder in memory (no disk)", appends, Some("0.3 ms"));
}

fn bulk(size: usize) {
    heading(&format!("bulk load of {size} messages without embedding, to disk"));
    for batch in [1_000, 10_000].into_iter().filter(|batch| *batch <= size) {
        figure(&format!("writes of {batch}"), load(size, batch), Some("20,000 items/s"));
    }
}

fn load(size: usize, batch: usize) -> String {
    let (folder, corpus) = (on_disk(), Corpus::load());
    let (_hupo, space) = create(folder.path());
    let messages: Vec<_> = (0..size).map(|number| corpus.message(number)).collect();
    let mut times = Times::default();
    times.take(|| {
        for batch in messages.chunks(batch) {
            space.append(batch.to_vec(), now()).expect("the messages are new");
        }
    });
    let rate = |time: Duration| size as f64 / time.as_secs_f64().max(f64::EPSILON);
    format!("{:.0} items/s  (processor {:.0} items/s)", rate(times.median()), rate(times.processor_mean()))
}
