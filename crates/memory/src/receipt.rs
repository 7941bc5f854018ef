//! Promise 1: each cited message exists, its writer is who the proposer says, and the quote stands in it.

use crate::stop::{Checked, Stop};
use crate::{shape, target};
use hupo_store::Read;
use hupo_text::quote::{self, QuoteError};
use hupo_types::{Evidence, Message, MessageId, NewEvidence, Refusal, Role, Timestamp, Verdict, limits};

/// A quote that was found, and when its message was said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Receipt {
    pub(crate) evidence: Evidence,
    pub(crate) said_at: Option<Timestamp>,
}

/// Every quote, found where it stands; the same one once.
pub(crate) fn find_all(view: &impl Read, cited: &[NewEvidence]) -> Checked<Vec<Receipt>> {
    if cited.is_empty() {
        return Err(Refusal::NoEvidence.into());
    }
    shape::count("evidence", cited.len(), limits::EVIDENCE)?;
    let mut receipts: Vec<Receipt> = Vec::with_capacity(cited.len());
    for (index, one) in cited.iter().enumerate() {
        let receipt = find(view, &format!("evidence[{index}]"), one)?;
        if !receipts.contains(&receipt) {
            receipts.push(receipt);
        }
    }
    Ok(receipts)
}

/// One quote, found where it stands.
pub(crate) fn find(view: &impl Read, field: &str, cited: &NewEvidence) -> Checked<Receipt> {
    let message = target::message(view, &format!("{field}.message"), &cited.message)?;
    if message.role != cited.role {
        return Err(wrong_role(field, &message, cited.role));
    }
    let located = quote::locate(&message.text, &cited.quote, cited.hint)
        .map_err(|error| refusal(format!("{field}.quote"), message.id, error))?;
    let evidence = Evidence {
        message: message.id,
        role: message.role,
        quote: located.text,
        start: located.start,
        end: located.end,
        purpose: cited.purpose,
        ambiguous: located.occurrences > 1 && cited.hint.is_none(),
    };
    Ok(Receipt { evidence, said_at: message.time })
}

/// Promise 2: whether any of it is the user's own.
pub(crate) fn has_user_words(receipts: &[Receipt]) -> bool {
    receipts.iter().any(|receipt| receipt.evidence.role == Role::User)
}

/// Refuses what rests on nobody's words but the companion's.
pub(crate) fn needs_user_words(receipts: &[Receipt]) -> Checked<()> {
    if has_user_words(receipts) {
        return Ok(());
    }
    Err(Refusal::NeedsUserWords { field: "evidence".to_owned() }.into())
}

fn wrong_role(field: &str, message: &Message, claimed: Role) -> Stop {
    let refusal =
        Refusal::WrongRole { field: format!("{field}.role"), message: message.id, claimed, actual: message.role };
    let mut verdict = Verdict::from(&refusal);
    verdict.message = Some(message.id);
    verdict.into()
}

fn refusal(field: String, message: MessageId, error: QuoteError) -> Refusal {
    match error {
        QuoteError::Empty => shape::bad(&field, &error.to_string()),
        QuoteError::TooLong { limit_bytes, bytes } => Refusal::QuoteTooLong { field, bytes, limit: limit_bytes },
        QuoteError::TooShort => Refusal::QuoteTooShort { field },
        QuoteError::NotFound { nearest } => Refusal::QuoteNotFound { field, message, nearest },
    }
}
