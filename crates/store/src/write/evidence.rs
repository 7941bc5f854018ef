//! Promise 1: the words are looked for in the message that is cited, and kept with their place.

use hupo_text::quote::{self, QuoteError};
use hupo_types::{Evidence, Message, MessageId, MessageRef, NewEvidence, Refusal, limits};

use super::{Draft, Fault, check};
use crate::records;

impl Draft<'_, '_> {
    /// The evidence as it is stored, each quote found; the same one once.
    pub(super) fn evidence(&self, cited: &[NewEvidence]) -> Result<Vec<Evidence>, Fault> {
        if cited.is_empty() {
            return Err(Refusal::NoEvidence.into());
        }
        check::count("evidence", cited.len(), limits::EVIDENCE)?;
        let mut evidence = Vec::with_capacity(cited.len());
        for (index, one) in cited.iter().enumerate() {
            let located = self.locate(&format!("evidence[{index}]"), one)?;
            if !evidence.contains(&located) {
                evidence.push(located);
            }
        }
        Ok(evidence)
    }

    fn locate(&self, field: &str, cited: &NewEvidence) -> Result<Evidence, Fault> {
        let message = self.message_meant(&format!("{field}.message"), &cited.message)?;
        if message.role != cited.role {
            let (field, message, actual) = (format!("{field}.role"), message.id, message.role);
            return Err(Refusal::WrongRole { field, message, claimed: cited.role, actual }.into());
        }
        let located = quote::locate(&message.text, &cited.quote, cited.hint)
            .map_err(|error| refusal(format!("{field}.quote"), message.id, error))?;
        Ok(Evidence {
            message: message.id,
            role: message.role,
            quote: located.text,
            start: located.start,
            end: located.end,
            purpose: cited.purpose,
            ambiguous: located.occurrences > 1 && cited.hint.is_none(),
        })
    }

    /// The message that is meant, if there is one and it still says something.
    pub(super) fn message_meant(&self, field: &str, meant: &MessageRef) -> Result<Message, Fault> {
        let (id, name) = match meant {
            MessageRef::Id(id) => (Some(*id), id.to_string()),
            MessageRef::External(name) => {
                (records::message_named(self.tables, name)?.or_else(|| MessageId::parse(name)), name.clone())
            }
        };
        let found = id.map(|id| records::message(self.tables, id)).transpose()?.flatten();
        let field = field.to_owned();
        let Some(message) = found else { return Err(Refusal::UnknownMessage { field, message: name }.into()) };
        if message.erased {
            return Err(Refusal::ErasedSource { field, what: format!("{} was erased", message.id) }.into());
        }
        Ok(message)
    }
}

fn refusal(field: String, message: MessageId, error: QuoteError) -> Refusal {
    match error {
        QuoteError::Empty => check::bad_text(&field, &error.to_string()),
        QuoteError::TooLong { limit_bytes, bytes } => Refusal::QuoteTooLong { field, bytes, limit: limit_bytes },
        QuoteError::TooShort => Refusal::QuoteTooShort { field },
        QuoteError::NotFound { nearest } => Refusal::QuoteNotFound { field, message, nearest },
    }
}

const _: () = assert!(quote::LIMIT_BYTES == limits::QUOTE_BYTES, "the two limits are one");
