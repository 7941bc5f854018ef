//! The demo's conversation, carried inside the binary.

use hupo_eval::dataset::{Dataset, Error, FileText, read_conversation};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/demo/", $name)))),*]
    };
}

const FILES: [FileText<'static>; 6] = files![
    "transcript.jsonl",
    "entities.jsonl",
    "relations.jsonl",
    "topics.jsonl",
    "memories.jsonl",
    "questions.jsonl",
];

/// The conversation; its days begin in Hangzhou.
pub(super) fn conversation() -> Result<Dataset, Error> {
    read_conversation("demo", &FILES, "Asia/Shanghai")
}

#[cfg(test)]
mod tests;
