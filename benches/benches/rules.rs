//! The rules: a proposal with three quotes, judged and committed in a space full of memories, beside the bare commit of
//! the same memory; and maintenance, which looks at every memory once.

use hupo::{
    Command, Hupo, Kind, MessageId, MessageRef, NewEvidence, NewMemory, Proposal, ReviewPolicy, Role, Rules, Scope,
    SemanticKey, Space, VerdictCode,
};
use hupo_benches::{Corpus, Times, create, figure, fill, heading, now, place, repeats, sizes, times, wants_figures};
use hupo_memory::{Context, Judgement, judge, maintenance};
use hupo_store::{Snapshot, Store};
use jiff::tz::TimeZone;
use std::cell::{Cell, LazyCell};
use std::hint::black_box;
use tempfile::TempDir;

/// Quotes of each proposal.
const QUOTES: usize = 3;
/// Keys of new memories start here, so that none is known.
const FRESH: usize = 500_000;
/// Memories in one write of the bulk load.
const BATCH: usize = 1_000;

/// A space in which every message has a memory.
struct Full {
    folder: TempDir,
    _hupo: Hupo,
    space: Space,
    texts: Vec<String>,
    next: Cell<usize>,
}

impl Full {
    fn new(size: usize, folder: TempDir) -> Self {
        let corpus = Corpus::load();
        let (hupo, space) = create(folder.path());
        fill(&space, &corpus, 0, size);
        let texts = (0..size).map(|number| corpus.message(number).text).collect();
        let full = Self { folder, _hupo: hupo, space, texts, next: Cell::new(FRESH) };
        full.remember_all(size);
        full.space.set_rules(automatic(), now()).expect("the rules are sound");
        full
    }

    fn remember_all(&self, size: usize) {
        for start in (0..size).step_by(BATCH) {
            let memories = (start..size.min(start + BATCH)).map(|n| self.memory(n));
            let command = |memory| Command::Remember { memory: Box::new(memory), vector: None };
            self.space.write(memories.map(command).collect(), now()).expect("the memories are new and sound");
        }
    }

    /// A memory of its own key that rests on three messages.
    fn memory(&self, number: usize) -> NewMemory {
        let evidence = (0..QUOTES).map(|n| self.quote(number * 7 + n * 131)).collect();
        let text = format!("Memory {number}: 第{number}件事 of the bench.");
        let mut memory = NewMemory::new(Kind::Fact, Scope::User, text, evidence);
        memory.importance = 7;
        memory.key = SemanticKey {
            subject: format!("Name{}", number % 997),
            category: "bench".into(),
            subcategory: String::new(),
            attribute: format!("attribute/{number}"),
        };
        memory
    }

    /// The first of the user's messages from there on, quoted whole. The space begins with one more message.
    fn quote(&self, from: usize) -> NewEvidence {
        let at = (from..).map(|n| n % self.texts.len()).find(|n| self.is_the_users(*n)).unwrap_or_default();
        let text = self.texts.get(at).cloned().unwrap_or_default();
        NewEvidence::statement(MessageRef::Id(MessageId::new(at as u64 + 2)), Role::User, text)
    }

    fn is_the_users(&self, at: usize) -> bool {
        let message = self.space.message(MessageId::new(at as u64 + 2)).expect("the space is open");
        message.is_some_and(|message| message.role == Role::User)
    }

    fn fresh(&self) -> NewMemory {
        self.memory(self.next.replace(self.next.get() + 1))
    }

    fn propose(&self, memory: NewMemory) {
        let said = self.space.propose(vec![Proposal::Memory(Box::new(memory))].into(), now());
        let verdicts = said.expect("the space is open").verdicts;
        assert!(verdicts.iter().all(|verdict| verdict.code == VerdictCode::Accepted), "{verdicts:?}");
    }

    fn remember(&self, memory: NewMemory) {
        self.space.remember(memory, now()).expect("the memory is new and sound");
    }
}

fn main() {
    let mut criterion = hupo_benches::criterion();
    for size in sizes().into_iter().take(2) {
        let full = LazyCell::new(|| Full::new(size, in_memory()));
        criterion
            .bench_function(&format!("propose with three quotes/{size}"), |b| b.iter(|| full.propose(full.fresh())));
        if wants_figures() {
            report(size, LazyCell::force(&full));
        }
    }
    criterion.final_summary();
}

/// Where waiting for the disk costs nothing, if there is such a place: the rules are what is measured.
fn in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

fn report(size: usize, full: &Full) {
    heading(&format!("a proposal with {QUOTES} quotes in a space of {size} memories"));
    let rounds = repeats(300);
    let (mut proposed, mut remembered) = (Times::default(), Times::default());
    for _ in 0..rounds {
        let (one, other) = (full.fresh(), full.fresh());
        proposed.take(|| full.propose(one));
        remembered.take(|| full.remember(other));
    }
    figure("proposed: judged, committed, seen by the legs", &proposed, None);
    figure("remembered: the same commit without the rules", &remembered, None);
    let over = proposed.median().as_secs_f64() - remembered.median().as_secs_f64();
    figure("  the rules beyond the commit", format!("{:+.3} ms", over * 1000.0), Some("+0.3 ms"));
    let copy = in_memory();
    let dir = place(full.folder.path());
    std::fs::copy(dir.join("ledger.redb"), copy.path().join("ledger.redb")).expect("the ledger can be read");
    let store = Store::open(copy.path(), hupo_store::Options::default()).expect("a committed ledger opens");
    let snapshot = store.snapshot().expect("the store is open");
    figure("judged alone, over a snapshot", judged(full, &snapshot, rounds), Some("0.3 ms"));
    figure("maintenance, a dry run half a year on: all of it is cold", maintained(&snapshot), None);
}

/// The rules alone, over a copy of the store that nobody writes to.
fn judged(full: &Full, snapshot: &Snapshot, rounds: usize) -> Times {
    let (rules, zone) = (automatic(), TimeZone::UTC);
    let ctx = Context { rules: &rules, zone: &zone, now: now() };
    let proposals = (0..rounds).map(|_| Proposal::Memory(Box::new(full.fresh())));
    times(proposals.collect::<Vec<_>>(), |proposal| {
        let judgement = black_box(judge(snapshot, &proposal, &ctx).expect("the store is sound"));
        assert!(matches!(judgement, Judgement::CarryOut { .. }), "{judgement:?}");
    })
}

/// One look at every memory, when the terms of all of them are over.
fn maintained(snapshot: &Snapshot) -> Times {
    let (rules, zone) = (automatic(), TimeZone::UTC);
    let later = now().plus_ms(183 * 24 * 60 * 60 * 1000);
    times(0..repeats(5), |_| {
        let ctx = Context { rules: &rules, zone: &zone, now: later };
        let found = black_box(maintenance(snapshot, &ctx).expect("the store is sound"));
        assert_eq!(found.archived.len() as u64, snapshot.counts().memories);
    })
}

fn automatic() -> Rules {
    Rules { review: ReviewPolicy::Automatic, ..Rules::default() }
}
