//! How fast the keyword leg is on real text: `speed DOCUMENTS FOLDER...`.
//!
//! Takes the texts of BEIR folders, repeated with edits up to the number asked for, into an index on disk. Questions are
//! eight words of a document each, top 100.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]
#![expect(clippy::indexing_slicing, reason = "a JSON value without the key gives null")]

use hupo_keyword::{CommonRule, Index, Options, Query, QueryOptions, warm};
use hupo_types::{Change, ContextLine, DocId, DocSet, Document, MessageId, Sequence, Timestamp};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let documents: usize = arguments.next().ok_or("how many documents?")?.parse()?;
    let texts = arguments.map(|folder| texts(Path::new(&folder))).collect::<Result<Vec<_>, _>>()?.concat();
    let dir = std::env::temp_dir().join(format!("hupo-keyword-speed-{}", std::process::id()));
    let result = measure(&dir, &texts, documents);
    fs::remove_dir_all(&dir)?;
    result
}

fn measure(dir: &Path, texts: &[String], documents: usize) -> Result<(), Failure> {
    warm();
    let index = Index::open(dir, Options::default())?.index;
    let all: Vec<Document> = (0..documents).map(|n| document(n, texts)).collect();
    let start = Instant::now();
    for (batch, sequence) in all.chunks(10_000).zip(1..) {
        index.apply(&change(sequence, batch.to_vec()))?;
    }
    index.commit()?;
    println!("{documents} documents in batches of 10,000: {:?}", start.elapsed());
    let allowed: DocSet = all.iter().map(|document| document.id).collect();
    searches("on disk", &index, &all, &allowed)?;
    let start = index.applied().get();
    let applied =
        times((1..=500).map(|n| change(start + n, vec![document(documents + n as usize, texts)])), |change| {
            Ok(index.apply(&change)?)
        })?;
    println!("apply of one document: p50 {:?}, p99 {:?}", at(&applied, 50), at(&applied, 99));
    searches("on disk, 500 in memory", &index, &all, &allowed)?;
    println!("{:?}", index.stats()?);
    reopen(dir, index)
}

fn reopen(dir: &Path, index: Index) -> Result<(), Failure> {
    let start = Instant::now();
    index.commit()?;
    println!("commit of 500: {:?}", start.elapsed());
    let start = Instant::now();
    index.close()?;
    let closed = start.elapsed();
    let start = Instant::now();
    Index::open(dir, Options::default())?;
    println!("close {closed:?}, open {:?}", start.elapsed());
    Ok(())
}

fn searches(what: &str, index: &Index, all: &[Document], allowed: &DocSet) -> Result<(), Failure> {
    let texts: Vec<String> =
        all.iter().step_by(all.len() / 500 + 1).map(|document| eight_words(&document.text)).collect();
    for rule in [CommonRule::Keep, CommonRule::ScoreOnly, CommonRule::LeaveOut] {
        let mut options = QueryOptions::default();
        options.common.rule = rule;
        (options.common.share, options.common.least_docs) = (0.05, 0);
        let queries: Vec<Query> = texts.iter().map(|text| Query::new(text, &options)).collect();
        let terms: usize = queries.iter().map(|query| query.terms().count()).sum();
        let times = times(queries.iter().chain(&queries), |query| {
            index.search(query, allowed, 100)?;
            Ok(())
        })?;
        println!(
            "search {what}, common 5 % {rule:?}: p50 {:?}, p99 {:?}, {:.1} terms",
            at(&times, 50),
            at(&times, 99),
            terms as f32 / queries.len() as f32
        );
    }
    Ok(())
}

/// Eight words, or as many Chinese characters as make about eight.
fn eight_words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    if words.len() == 8 { words.join(" ") } else { text.chars().take(14).collect() }
}

fn times<T>(
    of: impl Iterator<Item = T>,
    mut work: impl FnMut(T) -> Result<(), Failure>,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    for item in of {
        let start = Instant::now();
        work(item)?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}

fn at(times: &[Duration], percent: usize) -> Duration {
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

fn change(sequence: u64, documents: Vec<Document>) -> Change {
    Change { sequence: Sequence::new(sequence), events: [].into(), documents }
}

fn document(number: usize, texts: &[String]) -> Document {
    let text = |number: usize| texts.get(number % texts.len()).cloned().unwrap_or_default();
    let edit = number / texts.len();
    let edited = if edit == 0 { text(number) } else { format!("{} v{edit} {}", text(number), number * 7919 % 1009) };
    let before = number.checked_sub(1).map(text);
    Document {
        id: DocId::Message(MessageId::new(number as u64 + 1)),
        text: edited,
        title: None,
        speaker: Some(if number.is_multiple_of(2) { "Caroline" } else { "陈建国" }.into()),
        contact: None,
        channel: None,
        people: Vec::new(),
        time: Some(Timestamp::from_ms(1_683_554_160_000 + number as i64 * 600_000)),
        session: Some("s".into()),
        context: before.into_iter().map(|text| ContextLine { speaker: None, text }).collect(),
        names: Vec::new(),
    }
}

fn texts(folder: &Path) -> Result<Vec<String>, Failure> {
    let corpus = fs::read_to_string(folder.join("corpus.jsonl"))?;
    let text = |line: &str| {
        Ok(serde_json::from_str::<serde_json::Value>(line)?["text"].as_str().unwrap_or_default().to_owned())
    };
    corpus.lines().map(text).collect()
}
