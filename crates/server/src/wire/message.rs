//! Messages.

use super::checked::{Bad, shown_or_empty, text};
use super::time::{time_or_none, told_time};
use super::v1;
use super::word::{Word, word};
use hupo::{Message, NewMessage};

impl TryFrom<v1::NewMessage> for NewMessage {
    type Error = Bad;

    fn try_from(wire: v1::NewMessage) -> Result<Self, Bad> {
        Ok(Self {
            external_id: text(wire.external_id),
            role: word(wire.role, "role")?,
            speaker: text(wire.speaker),
            text: wire.text,
            time: time_or_none(wire.time, "time")?,
            session: text(wire.session),
            contact: text(wire.contact),
            channel: text(wire.channel),
            title: text(wire.title),
            people: wire.people,
        })
    }
}

impl From<Message> for v1::Message {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.to_string(),
            external_id: message.external_id.unwrap_or_default(),
            role: message.role.number(),
            speaker: message.speaker.unwrap_or_default(),
            text: message.text,
            time: message.time.map(told_time),
            session: message.session.unwrap_or_default(),
            contact: message.contact.unwrap_or_default(),
            channel: message.channel.unwrap_or_default(),
            title: message.title.unwrap_or_default(),
            people: message.people,
            previous: shown_or_empty(message.previous),
            recorded_at: Some(told_time(message.recorded_at)),
            erased: message.erased,
        }
    }
}
