//! How fast the walk is: `cargo run --release -p hupo-graph --example walk_speed`.
//!
//! Random graphs of 100 thousand and a million edges, with a few entities in many documents and many in few. Prints
//! medians of the walk, of the step after fusion, of laying out the rows, and of reading right after a small write.
#![expect(clippy::print_stdout, reason = "an example that reports to a person")]

use hupo_graph::{Index, Options};
use hupo_types::{
    Change, DocId, DocSet, Entity, EntityId, EntityKind, Event, Message, MessageId, Role, Sequence, Timestamp,
};
use std::time::{Duration, Instant};

fn main() -> hupo_graph::Result<()> {
    for documents in [10_000, 100_000] {
        report(documents)?;
    }
    Ok(())
}

/// Nine mentions and one neighbour a document make ten edges.
fn report(documents: u64) -> hupo_graph::Result<()> {
    let mut random = Random(88_172_645_463_325_252);
    let entities = documents / 5;
    let index = Index::new(Options::default())?;
    let started = Instant::now();
    index.apply(&change(1, everything(documents, entities, &mut random)))?;
    let written = started.elapsed();
    let started = Instant::now();
    let stats = index.stats();
    println!("{} documents, {} entities, {} edges", stats.documents, stats.entities, stats.edges);
    println!("  write all {written:?}, first view (rows and names) {:?}", started.elapsed());
    let allowed: DocSet = (1..=documents).map(|n| DocId::Message(MessageId::new(n))).collect();
    walks(&index, &allowed, entities, &mut random);
    small_writes(&index, documents, entities, &mut random)
}

fn walks(index: &Index, allowed: &DocSet, entities: u64, random: &mut Random) {
    let questions: Vec<String> = (0..500).map(|_| question(entities, random)).collect();
    let mut found = 0;
    let walk = questions.iter().map(|question| {
        let seeds = index.seeds(question, &[]);
        timed(|| found += index.walk(&seeds, allowed, 100, None).len())
    });
    println!("  walk, 3 seeds, 100 hits   {}", Spread::of(walk.collect()));
    let seeds = questions.iter().map(|question| timed(|| found += index.seeds(question, &[]).entities.len()));
    println!("  seeds of a question       {}", Spread::of(seeds.collect()));
    let from: Vec<(DocId, f32)> = allowed.iter().step_by(97).take(10).zip([1.0; 10]).collect();
    let expand = questions.iter().map(|_| timed(|| found += index.expand(&from, allowed, 50).len()));
    println!("  expand from 10 documents  {}", Spread::of(expand.collect()));
    println!("  ({found} things found)");
}

/// A message with five mentions is written and read at once, so each read meets a stale view.
fn small_writes(index: &Index, documents: u64, entities: u64, random: &mut Random) -> hupo_graph::Result<()> {
    let (mut writes, mut reads) = (Vec::new(), Vec::new());
    for number in 1..=20_000 {
        let id = documents + number;
        let events = vec![message(id), mentions(id, 5, entities, random)];
        let change = change(number + 1, events);
        let started = Instant::now();
        index.apply(&change)?;
        writes.push(started.elapsed());
        reads.push(timed(|| assert!(index.stats().documents as u64 >= id)));
    }
    println!("  write one message         {}", Spread::of(writes));
    println!("  renew the view after it   {}", Spread::of(reads));
    Ok(())
}

fn everything(documents: u64, entities: u64, random: &mut Random) -> Vec<Event> {
    let mut events: Vec<Event> = (1..=entities).map(entity).collect();
    for id in 1..=documents {
        events.push(message(id));
        events.push(mentions(id, 9, entities, random));
    }
    events
}

fn change(sequence: u64, events: Vec<Event>) -> Change {
    Change { sequence: Sequence::new(sequence), events: events.into(), documents: Vec::new() }
}

fn entity(id: u64) -> Event {
    let (id, name, recorded_at) = (EntityId::new(id), format!("Name{id}"), Timestamp::from_ms(0));
    Event::EntityAdded {
        entity: Entity {
            id,
            name,
            kind: EntityKind::Person,
            aliases: Vec::new(),
            recorded_at,
            merged_into: None,
            erased: false,
        },
    }
}

fn message(id: u64) -> Event {
    let previous = (id > 1).then(|| MessageId::new(id - 1));
    Event::MessageAppended {
        message: Message {
            id: MessageId::new(id),
            external_id: None,
            role: Role::User,
            speaker: None,
            text: String::new(),
            time: None,
            session: None,
            contact: None,
            channel: None,
            title: None,
            people: Vec::new(),
            previous,
            recorded_at: Timestamp::from_ms(0),
            erased: false,
        },
    }
}

fn mentions(doc: u64, count: usize, entities: u64, random: &mut Random) -> Event {
    let mut chosen: Vec<EntityId> = (0..count).map(|_| EntityId::new(random.skewed(entities))).collect();
    chosen.sort_unstable();
    chosen.dedup();
    Event::Mentioned { doc: DocId::Message(MessageId::new(doc)), entities: chosen }
}

fn question(entities: u64, random: &mut Random) -> String {
    let mut name = || random.skewed(entities);
    format!("What did Name{} say to Name{} about Name{}?", name(), name(), name())
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// 1 to `n`, small numbers much more often.
    fn skewed(&mut self, n: u64) -> u64 {
        let unit = self.unit();
        ((unit * unit * unit * n as f64) as u64 + 1).min(n)
    }
}

struct Spread {
    p50: Duration,
    p99: Duration,
    max: Duration,
}

impl Spread {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        Self { p50: at(0.5), p99: at(0.99), max: times.last().copied().unwrap_or_default() }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "p50 {:>9.1?}  p99 {:>9.1?}  max {:>9.1?}", self.p50, self.p99, self.max)
    }
}
