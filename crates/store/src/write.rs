//! One write inside a transaction: commands are checked, become events, and the events are applied.

mod care;
mod check;
mod covers;
mod entity;
mod erase;
mod evidence;
mod life;
mod link;
mod log;
mod lose;
mod memory;
mod message;
mod names;
mod promotion;
mod relation;
mod review;
mod topic;
mod transaction;
mod vector;

use std::collections::{BTreeMap, HashSet};

use hupo_text::fold_str;
use hupo_types::{
    Answered, Change, Command, DocId, EntityId, Event, ModelIdentity, Refusal, Sequence, Stored, Timestamp, limits,
};

use crate::apply::apply;
use crate::ledger::{self, Head};
use crate::rows::Rows;
use crate::tables::Tables;
use crate::totals::Totals;
use crate::{Error, Once, change};

pub(crate) use care::never_cools;
pub(crate) use check::short as check_short;
pub(crate) use log::{has_users_words, needs_users_words};
pub(crate) use names::Names;
pub(crate) use transaction::Done;
pub use transaction::{Order, Transaction};

/// At most this many refusals are reported of one write.
const REFUSALS: usize = 1_000;

/// What a caller asks to be written, all or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    /// What to do, in order; a command may name what an earlier one makes. At most [`limits::COMMANDS`].
    pub commands: Vec<Command>,
    /// The writer's clock.
    pub now: Timestamp,
    /// The model that made the vectors in the commands; needed if there are any.
    pub model: Option<ModelIdentity>,
    /// The vectors in the commands are another model's and take the place of all that the space has.
    pub replaces_vectors: bool,
}

impl Write {
    /// A write without vectors.
    pub const fn new(commands: Vec<Command>, now: Timestamp) -> Self {
        Self { commands, now, model: None, replaces_vectors: false }
    }
}

/// What was written. Given only after it is safe on the disk.
#[derive(Debug, Clone, PartialEq)]
pub struct Receipt {
    /// The write's number; the last one's if nothing new was written.
    pub sequence: Sequence,
    /// What became of each command, in order.
    pub stored: Vec<Stored>,
    /// What happened; without events if everything was there already.
    pub change: Change,
    /// What the work gave when it was done, if it is not done now because it was done before.
    pub(crate) repeated: Option<Vec<u8>>,
}

impl Receipt {
    /// Whether this is the answer of a write that was done before, and nothing was done now.
    pub const fn is_repeated(&self) -> bool {
        self.repeated.is_some()
    }
}

/// Why a command was not carried out.
pub(crate) enum Fault {
    Refused(Refusal),
    Failed(Error),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A write on its way. A command that is refused has recorded nothing.
pub(crate) struct Draft<'a, 't> {
    pub(crate) tables: &'a mut Tables<'t>,
    now: Timestamp,
    model: Option<&'a ModelIdentity>,
    /// What the tables counted before the write.
    before: Totals,
    events: Vec<Event>,
    /// Entities a command names for a document, beside those its text names.
    named: BTreeMap<DocId, Vec<EntityId>>,
    /// Names and aliases that no entity had before.
    new_names: Vec<String>,
    /// The answer that is kept with the write.
    answered: Option<Answered>,
}

impl<'a, 't> Draft<'a, 't> {
    pub(crate) fn new(tables: &'a mut Tables<'t>, now: Timestamp, model: Option<&'a ModelIdentity>) -> Self {
        let before = tables.totals().clone();
        Self {
            tables,
            now,
            model,
            before,
            events: Vec::new(),
            named: BTreeMap::new(),
            new_names: Vec::new(),
            answered: None,
        }
    }

    /// Whether the tables are as they were.
    pub(crate) fn is_untouched(&self) -> bool {
        self.events.is_empty()
    }

    /// Carries out every command, or says which ones are refused.
    pub(crate) fn run(&mut self, commands: &[Command]) -> Result<Vec<Stored>, Error> {
        let mut stored = Vec::with_capacity(commands.len());
        let mut refused = Refused::default();
        if let Err(refusal) = check::write(commands.len(), self.now) {
            refused.all.push((0, refusal));
            return Err(refused.into_error());
        }
        for (number, command) in commands.iter().enumerate() {
            match self.carry_out(command) {
                Ok(one) => stored.push(one),
                Err(Fault::Failed(error)) => return Err(error),
                Err(Fault::Refused(refusal)) => refused.add(number, command, refusal),
            }
            if refused.all.len() >= REFUSALS {
                break;
            }
        }
        if refused.all.is_empty() { Ok(stored) } else { Err(refused.into_error()) }
    }

    /// From here on the space's vectors are this write's model's; those it has go.
    pub(crate) fn replace_vectors(&mut self) -> Result<(), Error> {
        let other = self.model.filter(|model| self.tables.totals().model.as_ref() != Some(model));
        other.map_or(Ok(()), |model| self.record(Event::EmbedderChosen { model: model.clone() }))
    }

    fn carry_out(&mut self, command: &Command) -> Result<Stored, Fault> {
        match command {
            Command::Append { message, vector } => self.append(message, vector.as_ref()),
            Command::AddEntity(entity) => self.add_entity(entity),
            Command::AddRelation(relation) => self.add_relation(relation),
            Command::AddTopic(topic) => self.add_topic(topic),
            Command::Remember { memory, vector } => self.remember(memory, vector.as_ref()),
            Command::Embed { doc, vector } => self.embed(*doc, vector),
            Command::AddEvidence { memory, evidence } => self.add_evidence(*memory, evidence),
            Command::SetStanding { memory, standing } => self.set_standing(*memory, *standing),
            Command::Supersede { old, new } => self.supersede(*old, *new),
            Command::MergeEntities { keep, merge } => self.merge(*keep, *merge),
            Command::SplitEntity { entity } => self.split(*entity),
            Command::Log(command) => self.log(command),
            Command::Review(command) => self.review(command),
            Command::Care(command) => self.care(command),
            Command::CloseRun(run) => self.close_run(run),
            Command::Erase(target) => self.erase(*target),
        }
    }

    /// The answer is kept when the write is finished, also if it wrote nothing else.
    pub(crate) fn answer(&mut self, once: &Once, answer: Vec<u8>) -> Result<(), Error> {
        self.answered = Some(once.answered(self.tables, answer, self.now)?);
        Ok(())
    }

    /// Links what was written to the entities it mentions and appends the events to the ledger.
    ///
    /// `None` if there are no events. Gives the new head and what the legs need to know.
    pub(crate) fn finish(mut self, head: Head, names: &mut Names) -> Result<Option<(Head, Change)>, Error> {
        if !self.events.is_empty() || !self.named.is_empty() {
            self.link(names)?;
        }
        if let Some(answered) = self.answered.take() {
            self.record(Event::Answered(answered))?;
        }
        if self.events.is_empty() {
            return Ok(None);
        }
        let head = ledger::append(self.tables, head, self.now, &self.events)?;
        self.tables.put_totals()?;
        let change = change::of(self.tables, head.0, self.events)?;
        Ok(Some((head, change)))
    }

    /// Keeps an event for the ledger and applies it. Kept first: one that fails half applied has touched the tables.
    fn record(&mut self, event: Event) -> Result<(), Error> {
        self.events.push(event);
        self.events.last().map_or(Ok(()), |event| apply(self.tables, event))
    }
}

/// The refusals of a write so far.
#[derive(Default)]
struct Refused {
    all: Vec<(usize, Refusal)>,
    /// What the refused commands would have made: whoever cites it is not to blame.
    never_made: HashSet<String>,
}

impl Refused {
    fn add(&mut self, number: usize, command: &Command, refusal: Refusal) {
        self.never_made.extend(names_made_by(command));
        let blameless = unknown_name(&refusal).is_some_and(|name| self.never_made.contains(&name));
        if !blameless || self.all.is_empty() {
            self.all.push((number, refusal));
        }
    }

    fn into_error(self) -> Error {
        Error::Refused { refusals: self.all }
    }
}

fn names_made_by(command: &Command) -> Vec<String> {
    match command {
        Command::Append { message, .. } => message.external_id.iter().cloned().collect(),
        Command::AddEntity(entity) => entity.aliases.iter().chain([&entity.name]).map(|name| fold_str(name)).collect(),
        Command::AddTopic(topic) => vec![fold_str(&topic.name)],
        Command::Remember { memory, .. } => memory.external_id.iter().cloned().collect(),
        Command::AddRelation(_)
        | Command::Embed { .. }
        | Command::AddEvidence { .. }
        | Command::SetStanding { .. }
        | Command::Supersede { .. }
        | Command::MergeEntities { .. }
        | Command::SplitEntity { .. }
        | Command::Log(_)
        | Command::Review(_)
        | Command::Care(_)
        | Command::CloseRun(_)
        | Command::Erase(_) => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "of all refusals only these say that a name is unknown")]
fn unknown_name(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::UnknownMessage { message, .. } => Some(message.clone()),
        Refusal::UnknownMemory { memory, .. } => Some(memory.clone()),
        Refusal::UnknownEntity { entity, .. } => Some(fold_str(entity)),
        Refusal::UnknownTopic { topic, .. } => Some(fold_str(topic)),
        _ => None,
    }
}

const _: () = assert!(limits::COMMANDS >= REFUSALS, "more refusals than commands make no sense");
