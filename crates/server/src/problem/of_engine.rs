//! From the engine's errors and refusals to what a caller is told: their fields and codes, and none of their quotes.

use super::{Code, Problem, RefusedField};
use hupo::{Error, Refusal};
use std::time::Duration;

/// When a space that another handle holds is worth another try.
const SOON: Duration = Duration::from_secs(1);
/// When a disk that is full is worth another try.
const FULL: Duration = Duration::from_secs(60);

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if error.is_damage() {
            tracing::error!("a space is damaged");
            return Self::new(Code::Damaged, "the space is damaged; its keeper must verify it and restore a backup");
        }
        of_caller(&error).unwrap_or_else(|| of_server(&error))
    }
}

/// What the caller can mend.
fn of_caller(error: &Error) -> Option<Problem> {
    let problem = |code, words: &str| Some(Problem::new(code, words));
    if let Error::Refused { refusals } = error {
        let refusals = refusals.iter().map(|(place, refusal)| RefusedField::of(*place, refusal)).collect();
        let message = "refused, and nothing was written; see each refusal";
        return Some(Problem { refusals, ..Problem::new(Code::Refused, message) });
    }
    if let Error::BadQuestion { field, reason } = error {
        return Some(Problem::invalid(field, reason));
    }
    if let Error::BadSpaceName { reason, .. } = error {
        return Some(Problem::invalid("space", reason));
    }
    if let Some(line) = error.bad_line() {
        return Some(Problem::new(Code::Invalid, format!("line {line}: it is not what an export wrote; export again")));
    }
    if matches!(error, Error::UnknownSpace { .. }) {
        return problem(Code::UnknownSpace, "there is no such space; create it first");
    }
    if matches!(error, Error::SpaceExists { .. }) {
        return problem(Code::Exists, "there is such a space already");
    }
    if matches!(error, Error::BadZone { .. }) {
        return problem(Code::Invalid, "zone: it is no IANA time zone; write one such as Asia/Shanghai or UTC");
    }
    if matches!(error, Error::KeyReused) {
        return problem(Code::ConflictOfKey, "the idempotency key was used for another request; use a new one");
    }
    if matches!(error, Error::AnswerGone { .. }) {
        return problem(Code::AnswerGone, "the write was done before, and its answer is not kept any more; read anew");
    }
    if matches!(error, Error::BadBackup { .. }) {
        return problem(Code::Invalid, "the backup is not what was written; nothing was restored; take another");
    }
    None
}

/// What the caller can wait for, or tell the keeper. The words of the cause go to the log's level of detail only.
fn of_server(error: &Error) -> Problem {
    if matches!(error, Error::Locked { .. } | Error::Closed { .. }) {
        return Problem::new(Code::Unavailable, "the space is being opened or closed; try again").after(SOON);
    }
    if error.is_disk_full() {
        tracing::error!("the disk is full");
        return Problem::new(Code::Unavailable, "the server's disk is full; its keeper must make room").after(FULL);
    }
    if matches!(error, Error::NoEmbedder { .. }) {
        return Problem::new(Code::Unavailable, "the server has no embedding model");
    }
    if let Error::Io { source, .. } = error {
        tracing::error!(kind = %source.kind(), "a file could not be read or written");
    } else {
        tracing::error!("the engine failed");
    }
    Problem::failed()
}

impl RefusedField {
    /// A refusal in words that quote nothing.
    pub fn of(place: usize, refusal: &Refusal) -> Self {
        let field = refusal.field().unwrap_or_default().to_owned();
        let code = serde_json::to_value(refusal).ok();
        let code = code.and_then(|all| Some(all.get("code")?.as_str()?.to_owned())).unwrap_or_default();
        Self { place, code, reason: words(refusal), field }
    }
}

/// The refusal's own words, unless these quote the caller or the space.
fn words(refusal: &Refusal) -> String {
    let plain = |words: &str| words.to_owned();
    if let Refusal::QuoteNotFound { field, message, .. } = refusal {
        return format!("{field}: the quote does not occur in {message}; quote its exact words");
    }
    if let Refusal::ExternalIdTaken { existing, .. } = refusal {
        return format!("external_id: it names {existing} already with other content; use a new id");
    }
    if matches!(refusal, Refusal::UnknownMessage { .. }) {
        return plain("there is no such message in this space; append it first");
    }
    if matches!(refusal, Refusal::UnknownMemory { .. }) {
        return plain("there is no such memory in this space");
    }
    if matches!(refusal, Refusal::UnknownEntity { .. } | Refusal::UnknownTopic { .. }) {
        return plain("there is nothing of this name in this space; add it first");
    }
    if matches!(refusal, Refusal::AmbiguousEntity { .. }) {
        return plain("several entities go by this name; name the one meant by its id");
    }
    refusal.to_string()
}
