//! Appending to the transcript.

use hupo_types::{DocId, Event, Message, MessageId, NewMessage, Refusal, Role, Stored, UnitVector};

use super::{Draft, Fault, check};
use crate::records::{self, expected};
use crate::rows::{Rows, get};
use crate::table::Table;

impl Draft<'_, '_> {
    /// Adds a line; one with the same external id and content is there already. Lines of the program get no vector.
    pub(super) fn append(&mut self, new: &NewMessage, vector: Option<&UnitVector>) -> Result<Stored, Fault> {
        check::message(new, self.now)?;
        let vector = vector.filter(|_| new.role != Role::System);
        vector.map_or(Ok(()), |vector| self.check_vector(vector))?;
        let known = self.known(new)?;
        let id = known.unwrap_or_else(|| MessageId::new(self.tables.totals().messages + 1));
        if known.is_none() {
            let message = self.message(id, new)?;
            self.record(Event::MessageAppended { message })?;
        }
        self.give_vector(DocId::Message(id), vector)?;
        Ok(Stored::Message { id, existed: known.is_some() })
    }

    /// The message that has the new one's external id.
    fn known(&self, new: &NewMessage) -> Result<Option<MessageId>, Fault> {
        let Some(external_id) = &new.external_id else { return Ok(None) };
        let Some(id) = records::message_named(self.tables, external_id)? else { return Ok(None) };
        let message = expected(records::message(self.tables, id)?, &id)?;
        if says_the_same(&message, new) {
            return Ok(Some(id));
        }
        Err(Refusal::ExternalIdTaken { external_id: external_id.clone(), existing: DocId::Message(id) }.into())
    }

    fn message(&self, id: MessageId, new: &NewMessage) -> Result<Message, Fault> {
        let tail = |session: &String| get(self.tables, Table::SessionTails, session.as_bytes());
        let previous = new.session.as_ref().map(tail).transpose()?.flatten();
        Ok(Message {
            id,
            external_id: new.external_id.clone(),
            role: new.role,
            speaker: new.speaker.clone(),
            text: new.text.clone(),
            time: new.time,
            session: new.session.clone(),
            contact: new.contact.clone(),
            channel: new.channel.clone(),
            title: new.title.clone(),
            people: new.people.clone(),
            previous: previous.map(MessageId::new),
            recorded_at: self.now,
            erased: false,
        })
    }
}

/// Everything but the id, the place in the session and the time of recording.
fn says_the_same(known: &Message, new: &NewMessage) -> bool {
    known.role == new.role
        && known.speaker == new.speaker
        && known.text == new.text
        && known.time == new.time
        && known.session == new.session
        && known.contact == new.contact
        && known.channel == new.channel
        && known.title == new.title
        && known.people == new.people
}
