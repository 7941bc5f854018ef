//! The three legs, one at a time: search over 1,000, 10,000 and 100,000 documents, and the walk over a million edges.

use criterion::{BenchmarkId, Criterion};
use hupo_benches::{
    Corpus, Random, Times, create, figure, fill, heading, place, repeats, sizes, times, vector, wants_figures,
};
use hupo_graph::Seeds;
use hupo_keyword::{Query, QueryOptions};
use hupo_store::Store;
use hupo_types::{
    Change, DocId, DocSet, Entity, EntityId, EntityKind, Event, MessageId, Sequence, Timestamp, UnitVector,
};
use std::cell::LazyCell;
use std::hint::black_box;
use tempfile::TempDir;

/// Candidates a leg is asked for.
const CANDIDATES: usize = 100;
const QUESTIONS: usize = 200;

struct Legs {
    _folder: TempDir,
    keyword: hupo_keyword::Index,
    vector: hupo_vector::Index,
    graph: hupo_graph::Index,
    allowed: DocSet,
    questions: Vec<String>,
    queries: Vec<Query>,
    vectors: Vec<UnitVector>,
    seeds: Vec<Seeds>,
}

impl Legs {
    fn of(size: usize) -> Self {
        let (folder, corpus) = (tempfile::tempdir().expect("a temporary folder"), Corpus::load());
        let (hupo, space) = create(folder.path());
        fill(&space, &corpus, 0, size);
        space.close().expect("nobody else holds the space");
        drop(hupo);
        let everything = everything(&folder);
        let keyword = hupo_keyword::Index::open(&folder.path().join("keyword"), hupo_keyword::Options::default());
        let keyword = keyword.expect("the folder is new").index;
        let vector = hupo_vector::Index::new(hupo_benches::DIMENSION, hupo_vector::Options::default());
        let vector = vector.expect("384 is a dimension");
        let graph = hupo_graph::Index::new(hupo_graph::Options::default()).expect("the default options are sound");
        keyword.apply(&everything).expect("the documents came from the store");
        vector.apply(&everything).expect("the vectors came from the store");
        graph.apply(&everything).expect("the graph is empty");
        let questions = corpus.questions(QUESTIONS, size);
        Self {
            _folder: folder,
            queries: questions.iter().map(|question| Query::new(question, &QueryOptions::default())).collect(),
            vectors: (0..QUESTIONS as u64).map(|n| self::vector(1_000_000 + n)).collect(),
            seeds: questions.iter().map(|question| graph.seeds(question, &[])).filter(|s| !s.is_empty()).collect(),
            allowed: everything.documents.iter().map(|document| document.id).collect(),
            questions,
            keyword,
            vector,
            graph,
        }
    }

    fn keyword(&self, query: &Query) {
        black_box(self.keyword.search(query, &self.allowed, CANDIDATES).expect("the index is sound"));
    }

    fn vector(&self, query: &UnitVector) {
        black_box(self.vector.search(query, &self.allowed, CANDIDATES).expect("the dimensions agree"));
    }

    fn walk(&self, seeds: &Seeds) {
        black_box(self.graph.walk(seeds, &self.allowed, CANDIDATES, None));
    }

    fn seeds(&self, question: &str) {
        black_box(self.graph.seeds(question, &[]));
    }
}

/// The whole space as one change, as the door hands it to a leg that begins anew.
fn everything(root: &TempDir) -> Change {
    let store = Store::open(&place(root.path()), hupo_store::Options::default()).expect("the space is closed");
    let snapshot = store.snapshot().expect("the store is open");
    let mut changes = snapshot.everything(usize::MAX).expect("the store is sound");
    changes.next().expect("the space is not empty").expect("the store is sound")
}

fn main() {
    let mut criterion = hupo_benches::criterion();
    for size in sizes() {
        let legs = LazyCell::new(|| Legs::of(size));
        compare(&mut criterion, size, &legs);
        if wants_figures() {
            report(size, &legs);
        }
    }
    criterion.final_summary();
    if wants_figures() {
        million_edges();
    }
}

type Lazy<F> = LazyCell<Legs, F>;

fn compare<F: FnOnce() -> Legs>(criterion: &mut Criterion, size: usize, legs: &Lazy<F>) {
    let mut group = criterion.benchmark_group("legs");
    group.bench_function(BenchmarkId::new("keyword", size), |b| {
        let mut queries = legs.queries.iter().cycle();
        b.iter(|| queries.next().map(|query| legs.keyword(query)));
    });
    group.bench_function(BenchmarkId::new("vector", size), |b| {
        let mut vectors = legs.vectors.iter().cycle();
        b.iter(|| vectors.next().map(|vector| legs.vector(vector)));
    });
    group.bench_function(BenchmarkId::new("graph", size), |b| {
        let mut seeds = legs.seeds.iter().cycle();
        b.iter(|| seeds.next().map(|seeds| legs.walk(seeds)));
    });
    group.finish();
}

fn report(size: usize, legs: &Legs) {
    let rounds = repeats(5);
    heading(&format!("legs, {size} documents, {CANDIDATES} candidates each"));
    let again = |_| legs.queries.iter();
    figure("keyword search", times((0..rounds).flat_map(again), |query| legs.keyword(query)), None);
    let again = |_| legs.vectors.iter();
    figure("vector search, 384 dimensions", times((0..rounds).flat_map(again), |vector| legs.vector(vector)), None);
    let again = |_| legs.questions.iter();
    figure("graph seeds of a question", times((0..rounds).flat_map(again), |question| legs.seeds(question)), None);
    let again = |_| legs.seeds.iter();
    let edges = legs.graph.stats().edges;
    figure(&format!("graph walk, {edges} edges"), times((0..rounds).flat_map(again), |seeds| legs.walk(seeds)), None);
}

/// A hundred thousand documents, each beside the one before it and with nine mentions of a few people among many.
fn million_edges() {
    let documents = if sizes().len() > 1 { 100_000 } else { 1_000 };
    let people = documents / 5;
    let mut random = Random::new(7);
    let graph = hupo_graph::Index::new(hupo_graph::Options::default()).expect("the default options are sound");
    let sequence = Sequence::new(1);
    let events = large_graph(documents, people, &mut random).into();
    graph.apply(&Change { sequence, events, documents: Vec::new() }).expect("the graph is empty");
    let allowed: DocSet = (1..=documents).map(|n| DocId::Message(MessageId::new(n))).collect();
    let mut name = || skewed(&mut random, people);
    let question = |_| format!("What did Name{} say to Name{} about Name{}?", name(), name(), name());
    let seeds: Vec<Seeds> = (0..500).map(question).map(|question| graph.seeds(&question, &[])).collect();
    let walks: Times = times(&seeds, |seeds| drop(black_box(graph.walk(seeds, &allowed, CANDIDATES, None))));
    heading("graph walk on a large graph, three seeds");
    figure(&format!("{} edges", graph.stats().edges), walks, Some("1 ms at 1,000,000 edges"));
}

fn large_graph(documents: u64, people: u64, random: &mut Random) -> Vec<Event> {
    let corpus = Corpus::load();
    let mut events: Vec<Event> = (1..=people).map(person).collect();
    for id in 1..=documents {
        events.push(message(&corpus, id));
        events.push(mentions(id, people, random));
    }
    events
}

fn person(id: u64) -> Event {
    let (name, recorded_at) = (format!("Name{id}"), Timestamp::from_ms(0));
    Event::EntityAdded {
        entity: Entity {
            id: EntityId::new(id),
            name,
            kind: EntityKind::Person,
            aliases: Vec::new(),
            recorded_at,
            merged_into: None,
            erased: false,
        },
    }
}

fn message(corpus: &Corpus, id: u64) -> Event {
    let new = corpus.message(id as usize);
    Event::MessageAppended {
        message: hupo_types::Message {
            id: MessageId::new(id),
            external_id: None,
            role: new.role,
            speaker: new.speaker,
            text: String::new(),
            time: new.time,
            session: None,
            contact: None,
            channel: None,
            title: None,
            people: Vec::new(),
            previous: (id > 1).then(|| MessageId::new(id - 1)),
            recorded_at: Timestamp::from_ms(0),
            erased: false,
        },
    }
}

fn mentions(doc: u64, people: u64, random: &mut Random) -> Event {
    let mut entities: Vec<EntityId> = (0..9).map(|_| EntityId::new(skewed(random, people))).collect();
    entities.sort_unstable();
    entities.dedup();
    Event::Mentioned { doc: DocId::Message(MessageId::new(doc)), entities }
}

/// 1 to `n`, small numbers much more often.
fn skewed(random: &mut Random, n: u64) -> u64 {
    ((random.unit().powi(3) * n as f64) as u64 + 1).min(n)
}
