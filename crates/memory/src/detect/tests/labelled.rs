//! Precision and recall on the labelled replies of `data/use`, by part, language and kind.
//!
//! `cargo nextest run -p hupo-memory labelled --no-capture` prints the figures.

use crate::{Exchange, Offered, detect_used};
use hupo_types::MemoryId;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    id: String,
    text: String,
    quotes: Vec<String>,
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Labelled {
    id: String,
    part: String,
    language: String,
    kind: String,
    said: String,
    reply: String,
    offered: Vec<String>,
    used: BTreeSet<String>,
}

fn lines<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/use").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Hits, false alarms and misses.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    hits: usize,
    false_alarms: usize,
    misses: usize,
    replies: usize,
}

impl Score {
    fn precision(self) -> f64 {
        share(self.hits, self.false_alarms)
    }

    fn recall(self) -> f64 {
        share(self.hits, self.misses)
    }
}

fn share(good: usize, bad: usize) -> f64 {
    if good + bad == 0 { 1.0 } else { good as f64 / (good + bad) as f64 }
}

fn detected(one: &Labelled, memories: &HashMap<String, Shown>) -> BTreeMap<String, String> {
    let offered: Vec<Offered> = (1..)
        .zip(&one.offered)
        .map(|(number, id)| {
            let shown = &memories[id];
            let (text, quotes, names) = (shown.text.clone(), shown.quotes.clone(), shown.names.clone());
            Offered { memory: MemoryId::new(number), text, quotes, names }
        })
        .collect();
    let used = detect_used(Exchange { said: &one.said, reply: &one.reply }, &offered);
    let name = |number: u64| one.offered[usize::try_from(number).unwrap() - 1].clone();
    used.into_iter().map(|used| (name(used.memory.get()), format!("{:?}", used.signs))).collect()
}

/// Scores by what is counted together, and what went wrong, one line each.
fn scores() -> (BTreeMap<String, Score>, Vec<String>) {
    let memories: HashMap<String, Shown> =
        lines("memories.jsonl").into_iter().map(|shown: Shown| (shown.id.clone(), shown)).collect();
    let (mut scores, mut wrong) = (BTreeMap::<String, Score>::new(), Vec::new());
    for one in lines::<Labelled>("replies.jsonl") {
        let found = detected(&one, &memories);
        let ids: BTreeSet<&String> = found.keys().collect();
        let labels: BTreeSet<&String> = one.used.iter().collect();
        let (extra, missed) = (ids.difference(&labels).count(), labels.difference(&ids).count());
        let hits = labels.len() - missed;
        for group in [one.part.clone(), format!("{} {}", one.part, one.language), format!("{} {}", one.part, one.kind)]
        {
            let score = scores.entry(group).or_default();
            score.hits += hits;
            score.false_alarms += extra;
            score.misses += missed;
            score.replies += 1;
        }
        if extra + missed > 0 {
            wrong.push(format!(
                "{} {} {}: used {labels:?}, found {found:?}\n    {}",
                one.part, one.id, one.kind, one.reply
            ));
        }
    }
    (scores, wrong)
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are to be read")]
fn labelled_replies_are_detected_with_few_false_alarms() {
    let (scores, wrong) = scores();
    assert!(scores["tune"].replies >= 2 * scores["test"].replies && scores["test"].replies >= 30);
    for (group, score) in &scores {
        println!(
            "{group:<16} {:>3} replies  precision {:.3}  recall {:.3}  ({} hits, {} false alarms, {} misses)",
            score.replies,
            score.precision(),
            score.recall(),
            score.hits,
            score.false_alarms,
            score.misses
        );
    }
    for one in wrong {
        println!("{one}");
    }
    for part in ["tune", "test"] {
        assert!(scores[part].precision() >= 0.95 && scores[part].recall() >= 0.85, "{part}");
    }
}
