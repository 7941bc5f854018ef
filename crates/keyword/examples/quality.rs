//! How well the keyword leg alone finds what people marked: `quality FOLDER... [--tune]`.
//!
//! A folder is a data set in BEIR layout; one index a group. Prints nDCG@10 and recall@5 for the default weights, with
//! and without the previous turn, and under each rule for common terms, then the speed of a search.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]
#![expect(clippy::indexing_slicing, reason = "a JSON value without the key gives null")]

use hupo_keyword::{Bm25, Common, CommonRule, Index, Options, Query, QueryOptions, Weights};
use hupo_types::{Change, ContextLine, DocId, DocSet, Document, MessageId, Sequence, Timestamp};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

/// One group of a data set.
#[derive(Default)]
struct Space {
    documents: Vec<Document>,
    names: Vec<String>,
    questions: Vec<(String, HashSet<String>)>,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let tune = arguments.iter().any(|argument| argument == "--tune");
    let folders = arguments.iter().filter(|argument| !argument.starts_with("--"));
    let sets: Vec<Set> = folders.map(|folder| Set::load(folder)).collect::<Result<_, _>>()?;
    if tune { tuning(&sets) } else { report(&sets) }
}

/// A data set, indexed.
struct Set {
    name: String,
    spaces: Vec<(Space, Index, DocSet)>,
}

impl Set {
    /// `folder`, or `folder:group` for one group only.
    fn load(argument: &str) -> Result<Self, Failure> {
        let (folder, only) = argument.split_once(':').unwrap_or((argument, ""));
        let mut spaces = Vec::new();
        for (group, space) in read(Path::new(folder))? {
            if only.is_empty() || group == only {
                let index = Index::in_memory(Options::default());
                let documents = space.documents.clone();
                index.apply(&Change { sequence: Sequence::ZERO.next(), events: [].into(), documents })?;
                let allowed = space.documents.iter().map(|document| document.id).collect();
                spaces.push((space, index, allowed));
            }
        }
        let name = argument.rsplit('/').next().unwrap_or(argument).to_owned();
        Ok(Self { name, spaces })
    }

    /// nDCG@10 and recall@5, means over the questions.
    fn measure(&self, options: &QueryOptions) -> Result<Quality, Failure> {
        let mut quality = Quality::default();
        for (space, index, allowed) in &self.spaces {
            for (question, gold) in &space.questions {
                let hits = index.search(&Query::new(question, options), allowed, 100)?;
                let found: Vec<&String> = hits.iter().filter_map(|hit| name(space, hit.doc)).collect();
                quality.add(&found, gold);
            }
        }
        Ok(quality)
    }
}

fn name(space: &Space, doc: DocId) -> Option<&String> {
    space.names.get(usize::try_from(doc.number()).ok()?.checked_sub(1)?)
}

#[derive(Default)]
struct Quality {
    ndcg: f64,
    recall: f64,
    deep: f64,
    questions: usize,
}

impl Quality {
    fn add(&mut self, found: &[&String], gold: &HashSet<String>) {
        let gain = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let at = |place: usize, name: &&String| if gold.contains(*name) { gain(place) } else { 0.0 };
        let reached: f64 = found.iter().take(10).enumerate().map(|(place, name)| at(place, name)).sum();
        let best: f64 = (0..gold.len().min(10)).map(gain).sum();
        let share =
            |k: usize| found.iter().take(k).filter(|name| gold.contains(**name)).count() as f64 / gold.len() as f64;
        self.ndcg += reached / best;
        self.recall += share(5);
        self.deep += share(100);
        self.questions += 1;
    }

    fn means(&self) -> [f64; 3] {
        [self.ndcg, self.recall, self.deep].map(|sum| sum / self.questions.max(1) as f64)
    }
}

fn report(sets: &[Set]) -> Result<(), Failure> {
    println!("{:22} {:>5} {:28} nDCG@10 recall@5 recall@100  p50 of a search", "set", "asked", "how");
    for set in sets {
        for (how, options) in ways() {
            let quality = set.measure(&options)?;
            let [ndcg, recall, deep] = quality.means();
            let time = median_time(set, &options)?;
            println!(
                "{:22} {:5} {how:28} {ndcg:.3}   {recall:.3}    {deep:.3}    {time:?}",
                set.name, quality.questions
            );
        }
    }
    Ok(())
}

fn ways() -> Vec<(&'static str, QueryOptions)> {
    let default = QueryOptions::default();
    let common = |rule| QueryOptions { common: Common { rule, share: 0.05, least_docs: 0 }, ..default };
    let bare = Weights { context: 0.0, ..default.weights };
    vec![
        ("default", default),
        ("without previous turn", QueryOptions { weights: bare, ..default }),
        ("common 5 %: kept", common(CommonRule::Keep)),
        ("common 5 %: score only", common(CommonRule::ScoreOnly)),
        ("common 5 %: left out", common(CommonRule::LeaveOut)),
        ("k1 0.9, b 0.4", QueryOptions { bm25: Bm25 { k1: 0.9, b: 0.4 }, ..default }),
    ]
}

fn median_time(set: &Set, options: &QueryOptions) -> Result<Duration, Failure> {
    let mut times = Vec::new();
    for (space, index, allowed) in &set.spaces {
        for (question, _) in space.questions.iter().take(200) {
            let query = Query::new(question, options);
            let start = Instant::now();
            index.search(&query, allowed, 100)?;
            times.push(start.elapsed());
        }
    }
    times.sort_unstable();
    Ok(times.get(times.len() / 2).copied().unwrap_or_default())
}

/// Walks one setting at a time to the value that is best over all sets given, until none helps.
fn tuning(sets: &[Set]) -> Result<(), Failure> {
    let mut best = QueryOptions::default();
    let mut top = score(sets, &best)?;
    println!("start {top:.4}");
    for round in 0..3 {
        for (what, set, values) in settings() {
            for value in values {
                let mut options = best;
                set(&mut options, *value);
                let score = score(sets, &options)?;
                println!("  {what} {value}: {score:.4}");
                if score > top + 0.0005 {
                    (top, best) = (score, options);
                }
            }
        }
        println!("round {round}: {top:.4} {best:?}");
    }
    Ok(())
}

type Setting = (&'static str, fn(&mut QueryOptions, f32), &'static [f32]);

fn settings() -> Vec<Setting> {
    vec![
        ("k1", |o, v| o.bm25.k1 = v, &[0.6, 0.9, 1.2, 1.5]),
        ("b", |o, v| o.bm25.b = v, &[0.3, 0.4, 0.5, 0.6, 0.75]),
        ("title", |o, v| o.weights.title = v, &[0.5, 1.0, 1.5, 2.0]),
        ("header", |o, v| o.weights.header = v, &[0.5, 1.0, 1.5, 2.0, 2.5, 3.0]),
        ("context", |o, v| o.weights.context = v, &[0.0, 0.2, 0.4, 0.5, 0.6]),
        ("pair", |o, v| o.pair_weight = v, &[0.0, 0.2, 0.4, 1.0]),
        ("stop words", |o, v| o.stop_words = v > 0.0, &[0.0, 1.0]),
        ("common above", |o, v| o.common.least_docs = v as u32, &[0.0, 1000.0]),
    ]
}

/// The mean over sets of nDCG@10 and recall@5.
fn score(sets: &[Set], options: &QueryOptions) -> Result<f64, Failure> {
    let mut sum = 0.0;
    for set in sets {
        let [ndcg, recall, _] = set.measure(options)?.means();
        sum += (ndcg + recall) / 2.0;
    }
    Ok(sum / sets.len().max(1) as f64)
}

fn read(folder: &Path) -> Result<BTreeMap<String, Space>, Failure> {
    let mut spaces: BTreeMap<String, Space> = BTreeMap::new();
    let mut last: HashMap<String, ContextLine> = HashMap::new();
    for record in lines(&folder.join("corpus.jsonl"))? {
        let space = spaces.entry(group(&record)).or_default();
        let number = space.documents.len() as u64 + 1;
        let mut document = document(&record, number);
        let session = format!("{}/{}", group(&record), record["metadata"]["session"]);
        let line = ContextLine { speaker: document.speaker.clone(), text: document.text.clone() };
        if document.session.is_some() {
            document.context.extend(last.insert(session, line));
        }
        space.names.push(text(&record["_id"]).unwrap_or_default());
        space.documents.push(document);
    }
    let gold = gold(&folder.join("qrels").join("test.tsv"))?;
    for record in lines(&folder.join("queries.jsonl"))? {
        let id = text(&record["_id"]).unwrap_or_default();
        let adversarial = record["metadata"]["category"] == "adversarial";
        if let (Some(gold), false) = (gold.get(&id), adversarial) {
            let space = spaces.entry(group(&record)).or_default();
            space.questions.push((text(&record["text"]).unwrap_or_default(), gold.clone()));
        }
    }
    Ok(spaces)
}

fn group(record: &Value) -> String {
    text(&record["metadata"]["group"]).unwrap_or_default()
}

fn document(record: &Value, number: u64) -> Document {
    let about = &record["metadata"];
    Document {
        id: DocId::Message(MessageId::new(number)),
        text: text(&record["text"]).unwrap_or_default(),
        title: text(&record["title"]),
        speaker: text(&about["speaker"]),
        contact: text(&about["contact"]),
        channel: text(&about["type"]),
        people: Vec::new(),
        time: text(&about["time"]).and_then(|time| moment(&time)),
        session: (!about["session"].is_null()).then(|| about["session"].to_string()),
        context: Vec::new(),
        names: Vec::new(),
    }
}

fn moment(time: &str) -> Option<Timestamp> {
    let at: jiff::civil::DateTime =
        time.parse().ok().or_else(|| Some(time.parse::<jiff::civil::Date>().ok()?.at(12, 0, 0, 0)))?;
    Some(Timestamp::from_ms(at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn lines(path: &Path) -> Result<Vec<Value>, Failure> {
    let content = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    content.lines().filter(|line| !line.trim().is_empty()).map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn gold(path: &Path) -> Result<HashMap<String, HashSet<String>>, Failure> {
    let mut gold: HashMap<String, HashSet<String>> = HashMap::new();
    for line in fs::read_to_string(path)?.lines().skip(1) {
        if let [question, document, score] = line.split('\t').collect::<Vec<_>>()[..]
            && score.trim().parse::<f32>()? > 0.0
        {
            gold.entry(question.to_owned()).or_default().insert(document.to_owned());
        }
    }
    Ok(gold)
}
