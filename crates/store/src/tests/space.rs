//! A space in a temporary folder, and short words for what tests write.

use std::path::PathBuf;

use hupo_types::{
    Command, Entity, Kind, Memory, MessageRef, ModelIdentity, NewEntity, NewEvidence, NewMemory, NewMessage, NewTopic,
    Refusal, Role, Scope, SemanticKey, SpaceConfig, Stored, Timestamp, UnitVector,
};

use crate::{Error, Options, Receipt, Store, Write};

/// 2024-05-08T12:00:00Z.
pub(super) const NOW: Timestamp = Timestamp::from_ms(1_715_169_600_000);

pub(super) struct Space {
    folder: tempfile::TempDir,
    store: Option<Store>,
}

pub(super) fn config() -> SpaceConfig {
    SpaceConfig { name: "小雨 and Amber".to_owned(), zone: "Asia/Shanghai".to_owned() }
}

impl Space {
    pub(super) fn new() -> Self {
        Self::with(Options::default())
    }

    pub(super) fn with(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("space"), config(), NOW, options).unwrap();
        Self { folder, store: Some(store) }
    }

    pub(super) fn dir(&self) -> PathBuf {
        self.folder.path().join("space")
    }

    pub(super) fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    pub(super) fn close(&mut self) {
        self.store.take().unwrap().close().unwrap();
    }

    pub(super) fn open(&mut self) -> Result<(), Error> {
        self.store = Some(Store::open(&self.dir(), Options::default())?);
        Ok(())
    }

    pub(super) fn reopen(&mut self) {
        self.close();
        self.open().unwrap();
    }

    pub(super) fn write(&self, commands: Vec<Command>) -> Receipt {
        self.store().commit(Write::new(commands, NOW)).unwrap()
    }

    pub(super) fn try_write(&self, commands: Vec<Command>) -> Result<Receipt, Error> {
        self.store().commit(Write::new(commands, NOW))
    }

    pub(super) fn one(&self, command: Command) -> Stored {
        self.write(vec![command]).stored.into_iter().next().unwrap()
    }

    /// The refusals of a write, which must leave everything as it was.
    pub(super) fn refused(&self, commands: Vec<Command>) -> Vec<(usize, Refusal)> {
        let before = self.store().table_digest().unwrap();
        let Err(Error::Refused { refusals }) = self.try_write(commands) else { panic!("it was written") };
        assert_eq!(before, self.store().table_digest().unwrap(), "a refused write left something behind");
        refusals
    }

    pub(super) fn refusal(&self, command: Command) -> Refusal {
        let refusals = self.refused(vec![command]);
        assert_eq!(refusals.len(), 1);
        refusals.into_iter().next().unwrap().1
    }

    pub(super) fn memory(&self, number: u64) -> Memory {
        self.store().snapshot().unwrap().memory(hupo_types::MemoryId::new(number)).unwrap().unwrap()
    }

    pub(super) fn entity(&self, number: u64) -> Entity {
        self.store().snapshot().unwrap().entity(hupo_types::EntityId::new(number)).unwrap().unwrap()
    }

    pub(super) fn is_sound(&self) {
        let report = self.store().verify(&mut |_| ()).unwrap();
        assert!(report.is_sound() && report.pages_checked, "{report:#?}");
    }
}

/// A line of the user's, in the session `s`.
pub(super) fn user(external: &str, text: &str) -> Command {
    append(NewMessage::user(text).external_id(external).session("s").speaker("Ann").at(NOW))
}

/// A line of the companion's, in the session `s`.
pub(super) fn companion(external: &str, text: &str) -> Command {
    append(NewMessage::companion(text).external_id(external).session("s").speaker("琥珀").at(NOW))
}

pub(super) fn system(external: &str, text: &str) -> Command {
    append(NewMessage::new(Role::System, text).external_id(external).session("s"))
}

pub(super) fn append(message: NewMessage) -> Command {
    Command::Append { message, vector: None }
}

pub(super) fn entity(name: &str, aliases: &[&str]) -> Command {
    let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    Command::AddEntity(NewEntity { name: name.to_owned(), kind: hupo_types::EntityKind::Person, aliases })
}

pub(super) fn topic(name: &str) -> Command {
    Command::AddTopic(NewTopic { name: name.to_owned(), about: String::new() })
}

pub(super) fn says(external: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(external.to_owned()), Role::User, quote)
}

pub(super) fn companion_says(external: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(external.to_owned()), Role::Companion, quote)
}

pub(super) fn fact(text: &str, evidence: Vec<NewEvidence>) -> NewMemory {
    NewMemory::new(Kind::Fact, Scope::User, text, evidence)
}

pub(super) fn key(attribute: &str) -> SemanticKey {
    let category = "home".to_owned();
    SemanticKey { subject: "user".to_owned(), category, attribute: attribute.to_owned(), ..SemanticKey::default() }
}

pub(super) fn remember(memory: NewMemory) -> Command {
    Command::Remember { memory: Box::new(memory), vector: None }
}

pub(super) fn model(name: &str, dimension: usize) -> ModelIdentity {
    ModelIdentity { name: name.to_owned(), hash: "abc123".to_owned(), dimension }
}

pub(super) fn vector(numbers: &[f32]) -> UnitVector {
    UnitVector::new(numbers.to_vec()).unwrap()
}
