//! Many spaces, each with a word of its own in everything it holds, and a key for each.

use super::calls::{Call, Key};
use crate::served::Serving;
use crate::served::client::Answered;
use crate::world::{NOW, append, config};
use hupo::{
    Command, EntityKind, Hupo, Kind, MessageRef, NewEntity, NewEvidence, NewMemory, NewMessage, NewTopic, Proposal,
    Role, Scope,
};
use hupo_server::{CoveredSpaces, KeyFile, NewKey, OwnLimits};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use tempfile::TempDir;

pub(super) struct House {
    folder: TempDir,
    keys: Vec<String>,
    /// How many messages each space holds, and which keys of writes it has seen.
    counts: Mutex<Vec<(u64, BTreeSet<String>)>>,
    /// The places of words, by word.
    words: BTreeMap<String, usize>,
}

/// The word of a space: twelve characters that no other text has.
pub(super) fn word(space: usize) -> String {
    format!("zq{:08x}qz", (space as u32 + 1).wrapping_mul(0x9e37_79b9))
}

pub(super) fn name(space: usize) -> String {
    format!("空间 {} of somebody", word(space))
}

/// How many lines a space begins with; neighbours differ.
fn n_lines(space: usize) -> u64 {
    3 + space as u64 % 7
}

impl House {
    pub(super) fn build(n_spaces: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hupo = Hupo::open(folder.path()).unwrap();
        (0..n_spaces).for_each(|space| furnish(&hupo, space));
        let file = KeyFile::at(folder.path().join("keys.json"));
        let mut keys: Vec<String> =
            (0..n_spaces).map(|space| key(&file, CoveredSpaces::Named(BTreeSet::from([name(space)])))).collect();
        keys.push(key(&file, CoveredSpaces::All));
        let counts = Mutex::new((0..n_spaces).map(|space| (n_lines(space), BTreeSet::new())).collect());
        let words = (0..n_spaces).map(|space| (word(space), space)).collect();
        Self { folder, keys, counts, words }
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn n_spaces(&self) -> usize {
        self.words.len()
    }

    /// The key that covers everything, for looking at the process.
    pub(super) fn keeper(&self) -> usize {
        self.n_spaces()
    }

    pub(super) fn key(&self, key: Key) -> Option<String> {
        match key {
            Key::Of(space) => Some(self.keys[space].clone()),
            Key::Wrong(space) => {
                let right = &self.keys[space];
                let last = if right.ends_with('A') { 'B' } else { 'A' };
                Some(format!("{}{last}", &right[..right.len() - 1]))
            }
            Key::None => None,
        }
    }

    /// The spaces whose words a text holds.
    pub(super) fn words_in(&self, text: &str) -> Vec<usize> {
        let places = text.match_indices("zq").filter_map(|(at, _)| text.get(at..at + 12));
        let found: BTreeSet<usize> = places.filter_map(|word| self.words.get(word).copied()).collect();
        found.into_iter().collect()
    }

    /// Whether a text holds the secret of a key.
    pub(super) fn holds_a_secret(&self, text: &str) -> bool {
        let secret = |key: &String| key.rsplit('_').next().is_some_and(|secret| text.contains(secret));
        self.keys.iter().any(secret)
    }

    /// Notes what a call wrote; says what is wrong with a count it was told.
    pub(super) fn note(&self, call: &Call, answered: &Answered) -> Option<String> {
        let (space, true) = (call.reaches()?, answered.status == 200) else { return None };
        let mut counts = self.counts.lock().unwrap();
        let (n_messages, seen) = counts.get_mut(space)?;
        if call.verb == "append" && seen.insert(call.once.clone()?) {
            *n_messages += 1;
        }
        let (least, told) = (n_lines(space), || told(answered));
        // Other callers may write the space at the same time, never take from it.
        (call.verb == "stats" && told() < least)
            .then(|| format!("{} messages where there are {least} at least", told()))
    }

    /// At rest, each space holds what was put into it, and each key sees one space.
    pub(super) fn check_counts(&self, serving: &Serving) {
        for space in 0..self.n_spaces() {
            let mut client = serving.client(Some(&self.keys[space]));
            let answered = client.ask("stats", &json!({})).unwrap();
            assert_eq!(told(&answered), self.counts.lock().unwrap()[space].0, "space {space}: {}", answered.body);
            let spaces = client.ask("spaces", &json!({})).unwrap().json();
            assert_eq!(spaces["spaces"], json!([name(space)]));
        }
    }
}

fn told(answered: &Answered) -> u64 {
    answered.json()["counts"]["messages"].as_str().unwrap().parse().unwrap()
}

fn key(file: &KeyFile, spaces: CoveredSpaces) -> String {
    let verbs = ["read", "write", "review", "admin"].map(str::to_owned).to_vec();
    let limits = OwnLimits { calls_per_second: std::num::NonZeroU32::new(1_000_000), ..OwnLimits::default() };
    let new = NewKey { name: "a test's".into(), spaces, verbs, expires: None, limits };
    file.create(new, jiff::Timestamp::from_second(1_700_000_000).unwrap()).unwrap().1
}

/// Puts the word into everything a space can hold.
fn furnish(hupo: &Hupo, number: usize) {
    let (space, word) = (hupo.space_or_create(config(&name(number)), NOW).unwrap(), word(number));
    let line = |n: u64| {
        let text = format!("我的暗号是 {word} 第{n}句, my word is {word}");
        let line = NewMessage::user(text).external_id(format!("{word}-m{n}")).session(format!("{word}-s"));
        append(line.speaker(format!("{word} Ann")))
    };
    let quote =
        || NewEvidence::statement(MessageRef::External(format!("{word}-m1")), Role::User, format!("暗号是 {word}"));
    let memory = |text: String| NewMemory::new(Kind::Fact, Scope::User, text, vec![quote()]);
    let mut commands: Vec<Command> = (1..=n_lines(number)).map(line).collect();
    let name = format!("{word} Bo");
    commands.push(Command::AddEntity(NewEntity {
        name,
        kind: EntityKind::Person,
        aliases: vec![format!("{word} 阿波")],
    }));
    commands.push(Command::AddTopic(NewTopic { name: format!("{word} 话题"), about: format!("about {word}") }));
    let kept = NewMemory { topics: vec![format!("{word} 话题")], ..memory(format!("用户的暗号是 {word}")) };
    commands.push(Command::Remember { memory: Box::new(kept), vector: None });
    space.write(commands, NOW).unwrap();
    let waits = Proposal::Memory(Box::new(memory(format!("The word is {word}."))));
    space.propose(vec![waits].into(), NOW).unwrap();
    space.close().unwrap();
}
