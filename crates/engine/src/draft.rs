//! Drafts: the documents that commands will become, built before the write so that they can be embedded in context.

use crate::Error;
use hupo_store::Snapshot;
use hupo_types::{
    Command, ContextLine, DocId, Document, MemoryId, Message, MessageId, MessageRef, NewEvidence, NewMemory,
    NewMessage, Role,
};
use std::collections::HashMap;

/// Builds drafts in the order of the commands, so that a turn sees the turn before it in the same write.
pub(crate) struct Drafter<'a> {
    snapshot: &'a Snapshot,
    tails: HashMap<String, Option<ContextLine>>,
    fresh: HashMap<String, Option<String>>,
}

impl<'a> Drafter<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, tails: HashMap::new(), fresh: HashMap::new() }
    }

    /// The document a command will become, if it becomes one and lacks a vector.
    pub(crate) fn draft(&mut self, command: &Command) -> Result<Option<Document>, Error> {
        match command {
            Command::Append { message, vector } => {
                let context = self.follow(message)?;
                let wanted = vector.is_none() && message.role != Role::System;
                Ok(wanted.then(|| of_message(message, context)))
            }
            Command::Remember { memory, vector: None } => Ok(Some(self.of_memory(memory)?)),
            Command::Remember { vector: Some(_), .. }
            | Command::AddEntity(_)
            | Command::AddRelation(_)
            | Command::AddTopic(_)
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
            | Command::Erase(_) => Ok(None),
        }
    }

    /// The turn before this one in its session; this one becomes the turn before the next.
    fn follow(&mut self, message: &NewMessage) -> Result<Option<ContextLine>, Error> {
        if let Some(id) = &message.external_id {
            self.fresh.insert(id.clone(), message.speaker.clone());
        }
        let Some(session) = message.session.as_ref().filter(|_| message.role != Role::System) else { return Ok(None) };
        let line = ContextLine { speaker: message.speaker.clone(), text: message.text.clone() };
        match self.tails.insert(session.clone(), Some(line)) {
            Some(previous) => Ok(previous),
            None => Ok(self
                .snapshot
                .session_tail(session)?
                .map(|tail| ContextLine { speaker: tail.speaker, text: tail.text })),
        }
    }

    fn of_memory(&self, memory: &NewMemory) -> Result<Document, Error> {
        let context: Result<Vec<_>, Error> = memory.evidence.iter().map(|evidence| self.quote(evidence)).collect();
        Ok(Document {
            id: DocId::Memory(MemoryId::new(0)),
            text: memory.text.clone(),
            title: None,
            speaker: None,
            contact: None,
            channel: None,
            people: Vec::new(),
            time: memory.valid.from,
            session: None,
            context: context?,
            names: Vec::new(),
        })
    }

    /// A quote with its speaker; an unknown message is the store's to refuse, not ours.
    fn quote(&self, evidence: &NewEvidence) -> Result<ContextLine, Error> {
        let speaker = match &evidence.message {
            MessageRef::Id(id) => self.snapshot.message(*id)?.and_then(|message| message.speaker),
            MessageRef::External(id) => match self.fresh.get(id) {
                Some(speaker) => speaker.clone(),
                None => self.cited(id)?.and_then(|message| message.speaker),
            },
        };
        Ok(ContextLine { speaker, text: evidence.quote.clone() })
    }

    /// The message of this external id, else the one whose number is written so, as the rules look for it.
    fn cited(&self, name: &str) -> Result<Option<Message>, Error> {
        let own = |id| self.snapshot.message(id);
        match self.snapshot.message_by_external(name)? {
            Some(message) => Ok(Some(message)),
            None => Ok(MessageId::parse(name).map(own).transpose()?.flatten()),
        }
    }
}

fn of_message(message: &NewMessage, context: Option<ContextLine>) -> Document {
    Document {
        id: DocId::Message(MessageId::new(0)),
        text: message.text.clone(),
        title: message.title.clone(),
        speaker: message.speaker.clone(),
        contact: message.contact.clone(),
        channel: message.channel.clone(),
        people: message.people.clone(),
        time: message.time,
        session: message.session.clone(),
        context: context.into_iter().collect(),
        names: Vec::new(),
    }
}
