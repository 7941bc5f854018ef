//! A loaded set: groups, each one space's worth of commands and questions.

use super::BadLine;
use hupo::{Command, NewEntity, NewMemory, NewMessage, NewRelation, NewTopic, SearchScope, SpaceConfig, Timestamp};

/// A set.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The name of its folder.
    pub name: String,
    /// The IANA zone its days are in.
    pub zone: String,
    /// Its groups, in the order they first occur; a set without groups is one group named after the set.
    pub groups: Vec<Group>,
    /// What is not in the groups.
    pub left_out: LeftOut,
}

impl Dataset {
    /// The space of a group: the set's name, and the group's own behind it where there are groups.
    pub fn space(&self, group: &Group) -> SpaceConfig {
        let whole = group.name == self.name;
        let name = if whole { self.name.clone() } else { format!("{}/{}", self.name, group.name) };
        SpaceConfig { name, zone: self.zone.clone() }
    }
}

/// What was left out of a set, and why.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LeftOut {
    /// Lines that cannot be used; only when bad lines are skipped.
    pub bad_lines: Vec<BadLine>,
    /// Relations whose subject and object both do not stand in the documents they name: nothing to quote (promise 1).
    pub relations_without_words: usize,
    /// Relations that are a model's summary of a turn (LoCoMo's observations).
    pub model_made: usize,
}

/// One space's worth: what is written, and what is asked of it.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// Its name in the set.
    pub name: String,
    /// The documents that may be found, in the order they were said.
    pub documents: Vec<NewMessage>,
    /// System lines that relations cite and no document holds; evidence, never results.
    pub sources: Vec<NewMessage>,
    /// Who and what the documents name.
    pub entities: Vec<NewEntity>,
    /// Themes.
    pub topics: Vec<NewTopic>,
    /// Edges between entities, each with its quote.
    pub relations: Vec<NewRelation>,
    /// Memories with their receipts; only conversations have them.
    pub memories: Vec<NewMemory>,
    /// What is asked.
    pub questions: Vec<Question>,
}

impl Group {
    /// Everything to write, in an order in which each command finds what it names. No vectors: the engine makes them.
    pub fn commands(&self) -> Vec<Command> {
        let entities = self.entities.iter().cloned().map(Command::AddEntity);
        let topics = self.topics.iter().cloned().map(Command::AddTopic);
        let messages = self.documents.iter().chain(&self.sources).cloned();
        let messages = messages.map(|message| Command::Append { message, vector: None });
        let relations = self.relations.iter().cloned().map(Command::AddRelation);
        let memories = self.memories.iter().cloned();
        let memories = memories.map(|memory| Command::Remember { memory: Box::new(memory), vector: None });
        entities.chain(topics).chain(messages).chain(relations).chain(memories).collect()
    }
}

/// A question and the documents that answer it. Its answer in words is never loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Its id in the set.
    pub id: String,
    /// What is asked: a question, a statement, or a piece of dialogue.
    pub text: String,
    /// What kind of question it is, in the set's own word.
    pub category: Option<String>,
    /// When it is asked, where the set says so.
    pub asked: Option<Timestamp>,
    /// Which documents it is put to; retrieval sets ask the transcript.
    pub scope: SearchScope,
    /// The documents that answer it; empty where the set knows none, which is never a hit.
    pub gold: Vec<Gold>,
    /// Whether `hupo demo` asks it.
    pub shown: bool,
}

/// A document judged to answer a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gold {
    /// Its external id.
    pub external_id: String,
    /// How well, above 0.
    pub grade: u32,
}
