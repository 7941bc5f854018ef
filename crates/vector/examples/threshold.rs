//! Where the graph starts to win: scan and HNSW at growing sizes.
//!
//! `cargo run --release -p hupo-vector --example threshold [vectors.f32 queries.f32 [sizes]]`: raw little-endian floats,
//! 384 a vector. Without files, or past the end of the file, vectors are made: around random centres, or between two of the
//! file's with a little noise.
#![expect(clippy::print_stdout, reason = "a bench prints")]

use hupo_types::{DocId, DocSet, MessageId, Sequence, UnitVector};
use hupo_vector::{Hit, Index, Kernel, Options};
use std::fmt::{Display, Formatter};
use std::time::Instant;

const DIMENSION: usize = 384;
const SIZES: [usize; 5] = [1_000, 10_000, 20_000, 50_000, 100_000];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut source = Source { file: read(arguments.next()), random: 1 };
    let mut queries = read(arguments.next());
    if queries.is_empty() {
        queries = (0..200).map(|n| source.vector(n * 37)).collect();
    }
    let sizes: Vec<usize> = arguments.map(|size| size.parse().expect("a size is a number")).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    let vectors: Vec<_> = (0..sizes.iter().copied().max().unwrap_or(0)).map(|n| source.vector(n)).collect();
    println!("{} vectors from the file, {} queries", source.file.len(), queries.len());
    for size in sizes {
        let vectors = vectors.get(..size).unwrap_or(&vectors);
        scans(vectors, &queries);
        graph(vectors, &queries);
    }
}

fn scans(vectors: &[UnitVector], queries: &[UnitVector]) {
    let allowed = docs(vectors.len(), 1);
    for kernel in Kernel::available() {
        let started = Instant::now();
        let index = filled(vectors, Options { hnsw_above: usize::MAX, kernel, ..Options::default() });
        let opened_ms = started.elapsed().as_secs_f64() * 1e3;
        let (speed, _) = ask(&index, queries, &allowed);
        println!("{:>7} scan {:<12} {speed}   filled in {opened_ms:.0} ms", vectors.len(), kernel.name());
    }
    let index = filled(vectors, Options { hnsw_above: usize::MAX, ..Options::default() });
    for part in [2, 10, 100, 1000] {
        let (speed, _) = ask(&index, queries, &docs(vectors.len(), part));
        println!("{:>7} scan one in {part:<5}  {speed}", vectors.len());
    }
}

fn graph(vectors: &[UnitVector], queries: &[UnitVector]) {
    let allowed = docs(vectors.len(), 1);
    let (_, exact) = ask(&filled(vectors, Options { hnsw_above: usize::MAX, ..Options::default() }), queries, &allowed);
    let index = filled(vectors, Options { hnsw_above: 1, ..Options::default() });
    let cpu_started = cpu_ms();
    let Some(job) = index.build_due() else { return };
    index.install(job.run());
    let built_s = (cpu_ms() - cpu_started) / 1e3;
    if let Some(why) = index.degraded() {
        println!("{:>7} hnsw              given up after {built_s:.1} s: {why:?}", vectors.len());
        return;
    }
    let (speed, found) = ask(&index, queries, &allowed);
    let recall = recall(&exact, &found);
    println!("{:>7} hnsw              {speed}   recall@10 {recall:.4}   built in {built_s:.1} s of cpu", vectors.len());
}

fn filled(vectors: &[UnitVector], options: Options) -> Index {
    let index = Index::new(DIMENSION, options).expect("384 is a possible dimension");
    let numbered = vectors.iter().enumerate().map(|(n, vector)| (doc(n), vector.clone()));
    index.insert_all(numbered, Sequence::ZERO.next()).expect("every vector has 384 dimensions");
    index
}

/// How long a question took.
struct Speed {
    /// The median by the clock, of the best of three rounds.
    p50_ms: f64,
    /// The mean time on the processor, of the best round: what counts when others use the machine.
    cpu_ms: f64,
}

impl Display for Speed {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "p50 {:.3} ms, cpu {:.3} ms", self.p50_ms, self.cpu_ms)
    }
}

/// Asks every question three times.
fn ask(index: &Index, queries: &[UnitVector], allowed: &DocSet) -> (Speed, Vec<Vec<Hit>>) {
    let mut best = Speed { p50_ms: f64::INFINITY, cpu_ms: f64::INFINITY };
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.clear();
        let mut times_ms: Vec<f64> = Vec::new();
        let cpu_started = cpu_ms();
        for query in queries {
            let started = Instant::now();
            answers.push(index.search(query, allowed, 10).expect("the query has 384 dimensions"));
            times_ms.push(started.elapsed().as_secs_f64() * 1e3);
        }
        best.cpu_ms = best.cpu_ms.min((cpu_ms() - cpu_started) / queries.len() as f64);
        times_ms.sort_by(f64::total_cmp);
        best.p50_ms = best.p50_ms.min(times_ms.get(times_ms.len() / 2).copied().unwrap_or(f64::INFINITY));
    }
    (best, answers)
}

/// How long this thread has been on the processor; Linux tells, others get NaN.
fn cpu_ms() -> f64 {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    line.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).map_or(f64::NAN, |n| n / 1e6)
}

fn recall(exact: &[Vec<Hit>], found: &[Vec<Hit>]) -> f64 {
    let hits = exact
        .iter()
        .zip(found)
        .flat_map(|(exact, found)| exact.iter().map(move |hit| found.iter().any(|other| other.doc == hit.doc)));
    let (all, right) = hits.fold((0, 0), |(all, right), hit| (all + 1, right + u32::from(hit)));
    f64::from(right) / f64::from(all)
}

fn doc(n: usize) -> DocId {
    DocId::Message(MessageId::new(n as u64 + 1))
}

fn docs(size: usize, part: usize) -> DocSet {
    (0..size).step_by(part).map(doc).collect()
}

fn read(path: Option<String>) -> Vec<UnitVector> {
    let bytes = path.map(|path| std::fs::read(path).expect("the file can be read")).unwrap_or_default();
    let numbers: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    numbers.chunks_exact(DIMENSION).map(|row| UnitVector::new(row.to_vec()).expect("the file holds vectors")).collect()
}

/// Vectors of the file, then made ones.
struct Source {
    file: Vec<UnitVector>,
    random: u64,
}

impl Source {
    fn vector(&mut self, n: usize) -> UnitVector {
        if let Some(vector) = self.file.get(n) {
            return vector.clone();
        }
        let centre = if self.file.is_empty() { self.centre() } else { self.between() };
        let numbers = centre.into_iter().map(|x| x + 0.02 * self.normal()).collect();
        UnitVector::new(numbers).expect("noise has a direction")
    }

    /// One of a thousand fixed random directions.
    fn centre(&mut self) -> Vec<f32> {
        let mut fixed = Self { file: Vec::new(), random: self.next() % 1000 };
        (0..DIMENSION).map(|_| 0.05 * fixed.normal()).collect()
    }

    fn between(&mut self) -> Vec<f32> {
        let (one, other) = (self.pick(), self.pick());
        one.iter().zip(&other).map(|(a, b)| 0.65 * a + 0.35 * b).collect()
    }

    fn pick(&mut self) -> Vec<f32> {
        let place = self.next() % self.file.len() as u64;
        self.file.get(place as usize).map(|vector| vector.as_slice().to_vec()).unwrap_or_default()
    }

    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Around 0 with variance 1.
    fn normal(&mut self) -> f32 {
        (0..12).map(|_| (self.next() >> 40) as f32 / (1 << 24) as f32).sum::<f32>() - 6.0
    }
}
