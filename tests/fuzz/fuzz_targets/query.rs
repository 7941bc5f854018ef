//! A text as a question to the keyword leg over a fixed set of documents: at most as many hits as asked for, ranked, the
//! same twice, explained by its terms. Before the first NUL the question, behind it further words.
#![no_main]

use hupo_fuzz::{halves, text};
use hupo_keyword::{Index, Lookup, Options, Query, QueryOptions};
use hupo_types::{Change, DocId, DocSet, Document, MessageId, Sequence};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Answers asked for.
const K: usize = 5;

static INDEX: LazyLock<(Index, DocSet)> = LazyLock::new(|| {
    let lines = include_str!("../../../data/poison/messages.jsonl").lines().zip(1..);
    let documents: Vec<Document> = lines.map(|(line, number)| document(line, number)).collect();
    let allowed = documents.iter().map(|document| document.id).collect();
    let index = Index::in_memory(Options::default());
    index.apply(&Change { sequence: Sequence::new(1), events: [].into(), documents }).expect("documents are sound");
    (index, allowed)
});

fn document(line: &str, number: u64) -> Document {
    let message: serde_json::Value = serde_json::from_str(line).expect("data of ours");
    let field = |name: &str| message.get(name).and_then(serde_json::Value::as_str).map(str::to_owned);
    Document {
        id: DocId::Message(MessageId::new(number)),
        text: field("text").unwrap_or_default(),
        title: None,
        speaker: field("speaker"),
        contact: None,
        channel: None,
        people: Vec::new(),
        time: None,
        session: field("session"),
        context: Vec::new(),
        names: Vec::new(),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (first, second) = halves(bytes);
    let (question, further) = (text(first), text(second));
    let query = Query::new(&question, &QueryOptions::default()).with_text(&further, 0.5).with_term(&further, 0.25);
    let (index, allowed) = &*INDEX;
    let hits = index.search(&query, allowed, K).expect("a question is answered");
    assert!(hits.len() <= K && hits.windows(2).all(|two| two[0].score >= two[1].score));
    assert_eq!(index.search(&query, allowed, K).expect("again"), hits, "the same twice");
    let docs: Vec<DocId> = hits.iter().map(|hit| hit.doc).collect();
    let terms = index.explain_all(&Lookup::new(query), &docs).expect("hits are explained");
    for (hit, terms) in hits.iter().zip(terms) {
        let sum: f32 = terms.iter().map(|term| term.score).sum();
        assert!((sum - hit.score).abs() <= 1e-3 * hit.score.max(1.0), "{sum} adds up to {}", hit.score);
    }
});
