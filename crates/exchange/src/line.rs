//! A line of the transcript as an export gives it, and what of it cannot be stored.

use crate::place::Complaint;
use hupo_text::clean;
use hupo_types::{NewMessage, Role, Timestamp, limits};

/// The channel of lines that another program remembered and nobody said.
pub const CHANNEL: &str = "import";

/// The channel of titles.
const TITLE: &str = "title";

/// What every line of a conversation shares.
pub(crate) struct Conversation {
    /// The format's name and the conversation's id: `chatgpt:7c4e`.
    pub(crate) id: String,
    /// Whom the companion was, where the lines do not say.
    pub(crate) companion: &'static str,
}

impl Conversation {
    /// A line of it, with the id it has there.
    pub(crate) fn line(&self, id: &str, role: Role, text: String, time: Option<Timestamp>) -> NewMessage {
        let line = NewMessage::new(role, text).external_id(format!("{}:{id}", self.id)).session(&self.id);
        let speaker = (role == Role::Companion).then(|| self.companion.to_owned());
        NewMessage { time, speaker, ..line }
    }

    /// Its title, as a line of the program: kept and quotable, and never a result, for nobody said it. A conversation that
    /// was renamed has another title line, because a line is never edited.
    pub(crate) fn title(&self, title: String) -> NewMessage {
        let line = self.line(&format!("{TITLE}:{}", digest_id(&[&title])), Role::System, title, None);
        NewMessage { channel: Some(TITLE.to_owned()), ..line }
    }
}

/// A short name for a content: 128 bits.
pub(crate) type Digest = [u8; 16];

/// The digest of some texts, each told from the next.
pub(crate) fn digest(parts: &[&str]) -> Digest {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut digest = Digest::default();
    hasher.finalize_xof().fill(&mut digest);
    digest
}

/// The digest as an id: 32 hexadecimal digits.
pub(crate) fn digest_id(parts: &[&str]) -> String {
    digest(parts).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the line can be stored; what is wrong is said of `field`.
pub(crate) fn check(field: &str, line: &NewMessage) -> Result<(), Complaint> {
    check_text(field, "text", &line.text, limits::MESSAGE_BYTES)?;
    let short = [("id", &line.external_id), ("session", &line.session), ("speaker", &line.speaker)];
    let given = short.iter().filter_map(|(what, value)| value.as_ref().map(|value| (what, value)));
    given.into_iter().try_for_each(|(what, value)| check_text(field, what, value, limits::NAME_BYTES))
}

/// Whether a text of at most that many bytes can be stored.
pub(crate) fn check_text(field: &str, what: &str, text: &str, limit: usize) -> Result<(), Complaint> {
    clean::check(what, text, limit).map_err(|error| Complaint::new(field, error.to_string()))
}
