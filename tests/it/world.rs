//! A small world for tests: a root in a temporary folder, a space with a short conversation, and short words for both.
//!
//! The only test code that knows how the door is called.

use hupo::{
    Answer, Command, DocId, Error, Hupo, Kind, MemoryId, MessageRef, NewEvidence, NewMemory, NewMessage, Question,
    Receipt, Refusal, Role, Scope, SearchScope, SemanticKey, Space, SpaceConfig, Stored, Timestamp,
};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// 2026-09-21T14:13:20Z.
pub(crate) const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// A root of its own.
pub(crate) struct World {
    pub(crate) folder: TempDir,
    pub(crate) hupo: Hupo,
}

pub(crate) fn config(name: &str) -> SpaceConfig {
    SpaceConfig { name: name.into(), zone: "Asia/Shanghai".into() }
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let hupo = Hupo::open(folder.path()).unwrap();
        Self { folder, hupo }
    }

    pub(crate) fn space(&self, name: &str) -> Space {
        self.hupo.space_or_create(config(name), NOW).unwrap()
    }

    /// A space with eight lines of talk, `m1` to `m8`, in both languages.
    pub(crate) fn talk(&self) -> Space {
        let space = self.space("talk");
        space.append(talk(), NOW).unwrap();
        space
    }
}

/// A space with a root to itself, which lives as long as it.
pub(crate) struct Lone {
    space: Space,
    _world: World,
}

impl std::ops::Deref for Lone {
    type Target = Space;

    fn deref(&self) -> &Space {
        &self.space
    }
}

/// An empty space with a root to itself.
pub(crate) fn lone(name: &str) -> Lone {
    let world = World::new();
    Lone { space: world.space(name), _world: world }
}

/// A space with the talk and a root to itself.
pub(crate) fn lone_talk() -> Lone {
    let world = World::new();
    Lone { space: world.talk(), _world: world }
}

/// Eight lines of talk.
pub(crate) fn talk() -> Vec<NewMessage> {
    let lines = [
        ("m1", Role::User, "我妹妹叫林晓，她在里斯本学建筑。"),
        ("m2", Role::Companion, "里斯本！她最喜欢那里的什么？"),
        ("m3", Role::User, "She loves the old trams, and the pastéis de nata."),
        ("m4", Role::Companion, "You told me you love skiing."),
        ("m5", Role::User, "明天上午十点要跟老板过ERP审批的方案。"),
        ("m6", Role::User, "I'm allergic to peanuts, please remember that."),
        ("m7", Role::Companion, "记住了，花生过敏。"),
        ("m8", Role::User, "不对，审批会改到周五下午了。"),
    ];
    let message = |(n, (id, role, text)): (usize, (&str, Role, &str))| {
        let speaker = if role == Role::User { "小禾" } else { "小珀" };
        let time = NOW.plus_ms(-3_600_000 + n as i64 * 60_000);
        NewMessage::new(role, text).external_id(id).speaker(speaker).session("s1").at(time)
    };
    lines.into_iter().enumerate().map(message).collect()
}

/// A statement of the user's, quoted from a line of the talk.
pub(crate) fn says(message: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(message.into()), Role::User, quote)
}

/// A fact about the user.
pub(crate) fn fact(attribute: &str, text: &str, evidence: Vec<NewEvidence>) -> NewMemory {
    let mut memory = NewMemory::new(Kind::Fact, Scope::User, text, evidence);
    memory.key = SemanticKey { subject: "user".into(), attribute: attribute.into(), ..SemanticKey::default() };
    memory
}

/// The allergy of the talk.
pub(crate) fn allergy() -> NewMemory {
    fact("allergy/peanuts", "The user is allergic to peanuts.", vec![says("m6", "allergic to peanuts")])
}

/// The id of the one memory a receipt is for.
pub(crate) fn memory_id(receipt: &Receipt) -> MemoryId {
    match receipt.stored.as_slice() {
        [Stored::Memory { id, .. }] => *id,
        other => panic!("not the receipt of one memory: {other:?}"),
    }
}

/// The refusal of a write's only command.
#[track_caller]
pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> Refusal {
    match result {
        Err(Error::Refused { mut refusals }) if refusals.len() == 1 => refusals.remove(0).1,
        other => panic!("not refused: {other:?}"),
    }
}

/// The transcript asked.
pub(crate) fn ask(space: &Space, question: &str) -> Answer {
    space.recall(&Question::new(question, NOW).scope(SearchScope::Transcript)).unwrap()
}

/// The memories asked.
pub(crate) fn ask_memories(space: &Space, question: &str) -> Answer {
    space.recall(&Question::new(question, NOW)).unwrap()
}

/// The external ids of an answer, in order.
pub(crate) fn ids(answer: &Answer) -> Vec<String> {
    answer.hits.iter().map(|hit| hit.external_id.clone().unwrap_or_else(|| hit.id.to_string())).collect()
}

/// How many documents and writes a space holds: what a refused write leaves unchanged.
pub(crate) fn size(space: &Space) -> (u64, u64) {
    let stats = space.stats().unwrap();
    (stats.counts.documents(), stats.sequence.get())
}

pub(crate) fn append(message: NewMessage) -> Command {
    Command::Append { message, vector: None }
}

pub(crate) fn doc(space: &Space, external_id: &str) -> DocId {
    space.find(external_id).unwrap().into_iter().next().unwrap()
}

/// Every file or folder of this name under a folder; at least one.
pub(crate) fn find(root: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_name() == name {
                found.push(entry.path());
            } else if entry.path().is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    assert!(!found.is_empty(), "no {name} under the root");
    found
}
