//! What the graph leg can add: `cargo run -p hupo-graph --example headroom -- FOLDER [group=NAME] [alpha=0.2] …`.
//!
//! Reads a BEIR-layout folder, links names to documents by matching alone (of `entities.jsonl`, or of titles where
//! there is none, and of people in the metadata), and prints the share of gold found by plain BM25, by the walk, by
//! the step from the ten best of BM25, and by all together (rank fusion; the walk weighs `0.5 * Seeds::sharpness`, or
//! a flat 0.5 in the row that says so). Any option of the walk may be set by name.
#![expect(clippy::print_stdout, reason = "an example that reports to a person")]

use hupo_graph::{Index, Options};
use hupo_text::{Matcher, fold_str};
use hupo_types::{
    Change, DocId, DocSet, Entity, EntityId, EntityKind, Event, Interval, Message, MessageId, Relation, RelationId,
    Role, Sequence, Timestamp,
};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("name the folder of a data set")?;
    let settings: BTreeMap<String, String> =
        args.filter_map(|arg| arg.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))).collect();
    let options = options(&settings)?;
    let set = Set::read(Path::new(&folder))?;
    let mut table = Table::default();
    for group in set.groups().into_iter().filter(|group| settings.get("group").is_none_or(|name| name == group)) {
        set.measure(&group, options, &mut table)?;
    }
    table.print();
    Ok(())
}

fn options(settings: &BTreeMap<String, String>) -> Result<Options, Failure> {
    let mut options = Options::default();
    for (name, value) in settings {
        match name.as_str() {
            "alpha" => options.alpha = value.parse()?,
            "epsilon" => options.epsilon = value.parse()?,
            "damping" => options.damping = value.parse()?,
            "hub_documents" => options.hub_documents = value.parse()?,
            "hub_share" => options.hub_share = value.parse()?,
            "mention" => options.mention = value.parse()?,
            "relation" => options.relation = value.parse()?,
            "next" => options.next = value.parse()?,
            "expand_from" => options.expand_from = value.parse()?,
            "expand_documents" => options.expand_documents = value.parse()?,
            "group" => {}
            other => return Err(format!("there is no option {other}").into()),
        }
    }
    Ok(options)
}

struct Set {
    corpus: Vec<Value>,
    entities: Vec<Value>,
    relations: Vec<Value>,
    queries: Vec<Value>,
    gold: HashMap<String, HashSet<String>>,
}

impl Set {
    fn read(folder: &Path) -> Result<Self, Failure> {
        let lines = |name: &str| -> Result<Vec<Value>, Failure> {
            let Ok(text) = std::fs::read_to_string(folder.join(name)) else { return Ok(Vec::new()) };
            text.lines().map(|line| serde_json::from_str(line).map_err(Failure::from)).collect()
        };
        let mut gold: HashMap<String, HashSet<String>> = HashMap::new();
        for line in std::fs::read_to_string(folder.join("qrels/test.tsv"))?.lines().skip(1) {
            let mut fields = line.split('\t');
            if let (Some(query), Some(doc)) = (fields.next(), fields.next()) {
                gold.entry(query.to_owned()).or_default().insert(doc.to_owned());
            }
        }
        let (corpus, queries) = (lines("corpus.jsonl")?, lines("queries.jsonl")?);
        Ok(Self { corpus, entities: lines("entities.jsonl")?, relations: lines("relations.jsonl")?, queries, gold })
    }

    fn groups(&self) -> Vec<String> {
        let groups: HashSet<&str> = self.corpus.iter().map(group).collect();
        let mut groups: Vec<String> = groups.into_iter().map(str::to_owned).collect();
        groups.sort();
        groups
    }

    fn measure(&self, name: &str, options: Options, table: &mut Table) -> Result<(), Failure> {
        let docs: Vec<&Value> = self.corpus.iter().filter(|doc| group(doc) == name).collect();
        let names = self.names(name, &docs);
        let index = Index::new(options)?;
        let events = events(&docs, &names, &self.relations).into();
        index.apply(&Change { sequence: Sequence::new(1), events, documents: Vec::new() })?;
        println!("{name}: {:?}", index.stats());
        let texts: Vec<String> = docs.iter().map(|doc| text(doc)).collect();
        let keywords = Keywords::new(&texts);
        for query in self.queries.iter().filter(|query| group(query) == name) {
            let Some(gold) = query.get("_id").and_then(Value::as_str).and_then(|id| self.gold.get(id)) else {
                continue;
            };
            let is_gold = |number: usize| docs.get(number).is_some_and(|doc| gold.contains(string(doc, "_id")));
            table.add(&index, &keywords, string(query, "text"), (0..docs.len()).filter(|n| is_gold(*n)).collect());
        }
        Ok(())
    }

    /// Names and aliases by entity.
    fn names(&self, name: &str, docs: &[&Value]) -> Vec<Vec<String>> {
        let own = self.entities.iter().filter(|entity| group(entity) == name);
        let mut names: Vec<Vec<String>> = own
            .map(|entity| {
                let aliases = entity.get("aliases").and_then(Value::as_array).into_iter().flatten();
                let aliases = aliases.filter_map(Value::as_str).map(str::to_owned);
                std::iter::once(string(entity, "entity").to_owned()).chain(aliases).collect()
            })
            .collect();
        if names.is_empty() {
            names.extend(docs.iter().map(|doc| title_names(string(doc, "title"))));
        }
        let known: HashSet<String> = names.iter().flatten().map(|name| fold_str(name)).collect();
        let people: HashSet<&str> = docs.iter().flat_map(|doc| people(doc)).collect();
        let mut new: Vec<&str> = people.into_iter().filter(|person| !known.contains(&fold_str(person))).collect();
        new.sort_unstable();
        names.extend(new.into_iter().map(|person| vec![person.to_owned()]));
        names
    }
}

/// A title, and what stands before its brackets.
fn title_names(title: &str) -> Vec<String> {
    let short = title.split(" (").next().unwrap_or(title);
    let mut names = vec![title.to_owned(), short.to_owned()];
    names.dedup();
    names
}

fn string<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn metadata<'a>(doc: &'a Value, field: &str) -> &'a str {
    doc.get("metadata").map(|metadata| string(metadata, field)).unwrap_or_default()
}

fn group(value: &Value) -> &str {
    let outer = string(value, "group");
    if outer.is_empty() { metadata(value, "group") } else { outer }
}

fn people(doc: &Value) -> Vec<&str> {
    let list = doc.get("metadata").and_then(|m| m.get("persons")).and_then(Value::as_array).into_iter().flatten();
    let named = list.filter_map(Value::as_str).chain([metadata(doc, "speaker"), metadata(doc, "contact")]);
    named.filter(|name| !name.is_empty()).collect()
}

fn text(doc: &Value) -> String {
    let header = [string(doc, "title"), metadata(doc, "speaker"), metadata(doc, "contact")];
    header.into_iter().chain([string(doc, "text")]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ")
}

fn message_id(number: usize) -> MessageId {
    MessageId::new(number as u64 + 1)
}

fn events(docs: &[&Value], names: &[Vec<String>], relations: &[Value]) -> Vec<Event> {
    let keyed = (1..).zip(names).flat_map(|(key, names)| names.iter().map(move |name| (key, name.clone())));
    let matcher = Matcher::new(keyed);
    let mut events: Vec<Event> = (1..).zip(names).filter_map(|(id, names)| entity(id, names)).collect();
    let mut last: HashMap<String, MessageId> = HashMap::new();
    for (number, doc) in docs.iter().enumerate() {
        let id = message_id(number);
        let session = doc.get("metadata").and_then(|m| m.get("session")).map(Value::to_string);
        let previous = session.and_then(|session| last.insert(session, id));
        events.push(message(id, previous));
        let named = format!("{}. {}", text(doc), people(doc).join(". "));
        let entities: std::collections::BTreeSet<u64> = matcher.find(&named).into_iter().map(|m| m.key).collect();
        let entities = entities.into_iter().map(EntityId::new).collect();
        events.push(Event::Mentioned { doc: DocId::Message(id), entities });
    }
    let ids: HashMap<String, u64> =
        (1..).zip(names).flat_map(|(id, names)| names.iter().map(move |name| (fold_str(name), id))).collect();
    events.extend((1..).zip(relations).filter_map(|(id, value)| relation(id, value, &ids)));
    events
}

fn entity(id: u64, names: &[String]) -> Option<Event> {
    let (name, aliases) = names.split_first()?;
    let (id, recorded_at) = (EntityId::new(id), Timestamp::from_ms(0));
    let entity = Entity {
        id,
        name: name.clone(),
        kind: EntityKind::Concept,
        aliases: aliases.to_vec(),
        recorded_at,
        merged_into: None,
        erased: false,
    };
    Some(Event::EntityAdded { entity })
}

fn relation(id: u64, value: &Value, ids: &HashMap<String, u64>) -> Option<Event> {
    let end = |field| ids.get(&fold_str(string(value, field))).map(|id| EntityId::new(*id));
    let (from, to) = (end("subject")?, end("object")?);
    let (id, predicate) = (RelationId::new(id), string(value, "relation").to_owned());
    let (evidence, valid, recorded_at) = (Vec::new(), Interval::default(), Timestamp::from_ms(0));
    Some(Event::RelationAdded {
        relation: Relation {
            id,
            from,
            predicate,
            to,
            evidence,
            valid,
            recorded_at,
            superseded_by: None,
            erased: false,
        },
    })
}

fn message(id: MessageId, previous: Option<MessageId>) -> Event {
    Event::MessageAppended {
        message: Message {
            id,
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

/// BM25 with k1 1.2 and b 0.75 over lower-case words and Han bigrams.
struct Keywords {
    postings: HashMap<String, Vec<(usize, f32)>>,
    lengths: Vec<f32>,
}

impl Keywords {
    fn new(texts: &[String]) -> Self {
        let mut postings: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
        let mut lengths = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let words = words(text);
            lengths.push(words.len() as f32);
            let mut counts: BTreeMap<String, f32> = BTreeMap::new();
            words.into_iter().for_each(|word| *counts.entry(word).or_default() += 1.0);
            counts.into_iter().for_each(|(word, count)| postings.entry(word).or_default().push((number, count)));
        }
        Self { postings, lengths }
    }

    fn search(&self, question: &str, k: usize) -> Vec<usize> {
        let n = self.lengths.len() as f32;
        let average = self.lengths.iter().sum::<f32>() / n.max(1.0);
        let mut scores: BTreeMap<usize, f32> = BTreeMap::new();
        for list in words(question).iter().filter_map(|word| self.postings.get(word)) {
            let idf = ((n - list.len() as f32 + 0.5) / (list.len() as f32 + 0.5)).ln_1p();
            for (number, count) in list {
                let length = self.lengths.get(*number).copied().unwrap_or_default() / average;
                *scores.entry(*number).or_default() += idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length));
            }
        }
        let mut ranked: Vec<(usize, f32)> = scores.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.into_iter().take(k).map(|(number, _)| number).collect()
    }
}

fn words(text: &str) -> Vec<String> {
    let folded = fold_str(text);
    let runs = folded.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.flat_map(|run| {
        let chars: Vec<char> = run.chars().collect();
        if run.is_ascii() { vec![run.to_owned()] } else { chars.windows(2).map(|pair| pair.iter().collect()).collect() }
    })
    .collect()
}

/// Shares of gold found, summed over questions, by row and depth.
#[derive(Default)]
struct Table {
    questions: f64,
    rows: BTreeMap<&'static str, [f64; 4]>,
}

const DEPTHS: [usize; 4] = [5, 10, 24, 50];

impl Table {
    fn add(&mut self, index: &Index, keywords: &Keywords, question: &str, gold: HashSet<usize>) {
        if gold.is_empty() {
            return;
        }
        let allowed: DocSet = (0..keywords.lengths.len()).map(|number| DocId::Message(message_id(number))).collect();
        let numbers = |hits: Vec<hupo_graph::Hit>| -> Vec<usize> {
            hits.iter().filter_map(|hit| usize::try_from(hit.doc.number()).ok()?.checked_sub(1)).collect()
        };
        let bm25 = keywords.search(question, 100);
        let walk = numbers(index.walk(&index.seeds(question, &[]), &allowed, 100, None));
        let expanded = |fused: &[usize]| {
            let from: Vec<(DocId, f32)> =
                (1..).zip(fused).map(|(rank, n)| (DocId::Message(message_id(*n)), 1.0 / (9 + rank) as f32)).collect();
            numbers(index.expand(&from, &allowed, 100))
        };
        let step = expanded(&bm25);
        let sharpness = index.seeds(question, &[]).sharpness();
        let both = fuse(&[(&bm25, 1.0), (&walk, 0.5 * sharpness)]);
        let whole = fuse(&[(&bm25, 1.0), (&walk, 0.5 * sharpness), (&expanded(&both), 0.5)]);
        self.row("1 bm25", &bm25, &gold);
        self.row("2 walk", &walk, &gold);
        self.row("3 step from bm25", &step, &gold);
        self.row("4 bm25 + walk, flat weight", &fuse(&[(&bm25, 1.0), (&walk, 0.5)]), &gold);
        self.row("5 bm25 + walk", &both, &gold);
        self.row("6 bm25 + step", &fuse(&[(&bm25, 1.0), (&step, 0.5)]), &gold);
        self.row("7 bm25 + walk + step", &whole, &gold);
        self.questions += 1.0;
    }

    fn row(&mut self, name: &'static str, ranked: &[usize], gold: &HashSet<usize>) {
        let shares = self.rows.entry(name).or_default();
        for (share, depth) in shares.iter_mut().zip(DEPTHS) {
            *share +=
                ranked.iter().take(depth).filter(|number| gold.contains(number)).count() as f64 / gold.len() as f64;
        }
    }

    fn print(&self) {
        println!("{} questions; recall at {DEPTHS:?}", self.questions);
        for (name, shares) in &self.rows {
            let shares: Vec<String> = shares.iter().map(|share| format!("{:.3}", share / self.questions)).collect();
            println!("{name:<26} {}", shares.join("  "));
        }
    }
}

/// Weighted reciprocal rank fusion, k = 60.
fn fuse(lists: &[(&[usize], f32)]) -> Vec<usize> {
    let mut scores: BTreeMap<usize, f32> = BTreeMap::new();
    for (list, weight) in lists {
        for (rank, number) in (1..).zip(*list) {
            *scores.entry(*number).or_default() += weight / (60 + rank) as f32;
        }
    }
    let mut fused: Vec<(usize, f32)> = scores.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused.into_iter().map(|(number, _)| number).collect()
}
