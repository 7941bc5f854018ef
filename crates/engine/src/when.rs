//! When a write is made, and whether it may happen once only.

use hupo_types::Timestamp;

/// When a write is made: the caller's clock, and the caller's key if the write must not be done twice.
/// A [`Timestamp`] alone is a write that may be done again.
///
/// ```
/// # fn main() -> Result<(), hupo::Error> {
/// # let folder = tempfile::tempdir().expect("a temporary folder");
/// # let hupo = hupo::Hupo::open(folder.path())?;
/// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
/// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
/// # let space = hupo.space_or_create(config, now)?;
/// use hupo::{NewMessage, When};
///
/// let line = || vec![NewMessage::user("茉莉花茶 please")];
/// let first = space.append(line(), When::at(now).once("turn 17"))?;
/// let again = space.append(line(), When::at(now.plus_ms(5_000)).once("turn 17"))?;
/// assert_eq!((again, space.stats()?.counts.messages), (first, 1), "the same answer, and nothing new");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The writer's clock.
    pub now: Timestamp,
    /// What makes the write happen once.
    pub once: Option<Once>,
}

/// A write that must not be done twice.
///
/// The first write under a key is kept with its answer, in one commit. The same key and request again, also after a
/// crash, give the same answer and write nothing. The same key with another request, or for another verb, is
/// [`crate::Error::KeyReused`]. An answer that an erasure emptied since is [`crate::Error::AnswerGone`]: the write was
/// done, and is not done again. What was refused keeps no key; a dry run neither looks for one nor keeps it.
/// A key is a space's own, and kept as long as the space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Once {
    /// The caller's key; a text of 1 to 1,024 bytes, as names are.
    pub key: String,
    /// A hash of what is asked.
    pub request: [u8; 32],
}

impl When {
    /// At this time; the write may be done again.
    pub const fn at(now: Timestamp) -> Self {
        Self { now, once: None }
    }

    /// Once, under a key that the caller gives to one request only: no other request is told apart from it.
    #[must_use]
    pub fn once(self, key: impl Into<String>) -> Self {
        self.once_for(key, [0; 32])
    }

    /// Once, under a key for the request with this hash.
    #[must_use]
    pub fn once_for(self, key: impl Into<String>, request: [u8; 32]) -> Self {
        Self { once: Some(Once { key: key.into(), request }), ..self }
    }
}

impl From<Timestamp> for When {
    fn from(now: Timestamp) -> Self {
        Self::at(now)
    }
}
