//! A question put to recall: what is asked, of which documents, and under which conditions.

use crate::Recipe;
use hupo_types::{DocKind, EntityId, Interval, Kind, Timestamp, TopicId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Which documents a question is put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchScope {
    /// Memories.
    #[default]
    Memories,
    /// Messages of the transcript.
    Transcript,
    /// Both.
    Both,
}

impl SearchScope {
    /// Whether documents of the kind are searched.
    pub const fn includes(self, kind: DocKind) -> bool {
        match (self, kind) {
            (Self::Both, _) | (Self::Memories, DocKind::Memory) | (Self::Transcript, DocKind::Message) => true,
            (Self::Memories, DocKind::Message) | (Self::Transcript, DocKind::Memory) => false,
        }
    }
}

/// Conditions a document must meet; empty lists and `None` ask nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// The document's time lies in here; documents without a time do not.
    pub time: Option<Interval>,
    /// Memories of one of these kinds (messages have none and are left out).
    pub kinds: Vec<Kind>,
    /// Messages said by one of these speakers, compared folded (memories have none and are left out).
    pub speakers: Vec<String>,
    /// Documents that mention one of these entities.
    pub entities: Vec<EntityId>,
    /// Memories that belong to one of these topics.
    pub topics: Vec<TopicId>,
    /// Memories that hold at this moment, as far as is known; messages are not asked. Beside [`Question::as_of`], which
    /// asks what was known then, this asks what was so.
    pub holds_at: Option<Timestamp>,
}

/// States that recall leaves out unless they are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Include {
    /// Memories gone cold.
    pub archived: bool,
    /// Memories a correction took the place of.
    pub superseded: bool,
    /// Memories a topic summary stands for, as answers of their own; else the summary answers in their place and names
    /// them.
    pub folded: bool,
}

/// A question. Build one with [`Question::new`] and set what differs.
#[derive(Debug, Clone)]
pub struct Question {
    /// What is asked, in the user's words.
    pub text: String,
    /// Which documents are searched.
    pub scope: SearchScope,
    /// How many answers at most.
    pub k: usize,
    /// The asker's time; words such as "yesterday" are read against it.
    pub now: Timestamp,
    /// People present or meant, by name; they seed the walk.
    pub people: Vec<String>,
    /// Conditions.
    pub filter: Filter,
    /// Answer as the space knew it then.
    pub as_of: Option<Timestamp>,
    /// States to include.
    pub include: Include,
    /// How long the answer may take; reranking stops in time and says so.
    pub deadline: Option<Duration>,
    /// Set by whoever no longer waits for the answer; reranking stops there, as at the deadline.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// How the answer is made; the default is the one to use.
    pub recipe: Recipe,
}

impl Question {
    /// A question for five memories.
    pub fn new(text: impl Into<String>, now: Timestamp) -> Self {
        Self {
            text: text.into(),
            scope: SearchScope::default(),
            k: 5,
            now,
            people: Vec::new(),
            filter: Filter::default(),
            as_of: None,
            include: Include::default(),
            deadline: None,
            cancelled: None,
            recipe: Recipe::default(),
        }
    }

    /// Put to these documents.
    #[must_use]
    pub fn scope(mut self, scope: SearchScope) -> Self {
        self.scope = scope;
        self
    }

    /// For at most this many answers.
    #[must_use]
    pub fn k(mut self, k: usize) -> Self {
        self.k = k;
        self
    }

    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    /// Under these conditions.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }
}

/// Where the words of a question come from, which decides how far the reranker is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A question: it asks.
    Asking,
    /// A statement or a few words.
    Stating,
    /// A piece of dialogue: several lines with speakers.
    Dialogue,
}

/// Words that open or close a question, folded.
const ASKING: [&str; 30] = [
    "who",
    "what",
    "when",
    "where",
    "which",
    "why",
    "how",
    "whose",
    "did",
    "do",
    "does",
    "is",
    "are",
    "was",
    "were",
    "can",
    "could",
    "has",
    "have",
    "had",
    "吗",
    "呢",
    "谁",
    "什么",
    "哪",
    "怎么",
    "几",
    "多少",
    "为什么",
    "是不是",
];

impl Form {
    /// Reads the form off the text.
    pub fn of(text: &str) -> Self {
        if text.lines().filter(|line| is_spoken_line(line)).count() >= 2 {
            Self::Dialogue
        } else if asks(text) {
            Self::Asking
        } else {
            Self::Stating
        }
    }
}

fn asks(text: &str) -> bool {
    let folded = hupo_text::fold_str(text);
    let first = folded.split_whitespace().next().unwrap_or_default();
    folded.contains('?')
        || ASKING.iter().any(|word| if word.is_ascii() { first == *word } else { folded.contains(word) })
}

/// `Name: words`, the name being short.
pub(crate) fn is_spoken_line(line: &str) -> bool {
    line.split_once([':', '：']).is_some_and(|(name, words)| {
        let length = name.trim().chars().count();
        (1..=24).contains(&length) && !words.trim().is_empty()
    })
}

#[cfg(test)]
mod tests;
