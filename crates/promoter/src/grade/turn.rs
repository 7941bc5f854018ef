//! A labelled turn, as a line of `data/extraction` has it.

use super::label::Label;
use super::setting::Numbers;
use hupo::{NewMessage, Role, SemanticKey, Timestamp};
use serde::Deserialize;

/// What a user wrote, what was known before, and the facts it holds.
#[derive(Debug, Clone, Deserialize)]
pub struct Turn {
    /// Its name in the set.
    pub id: String,
    /// `zh`, `en` or `mixed`.
    pub language: String,
    /// What was said.
    pub text: String,
    /// When, with the offset of the place: RFC 3339.
    pub(crate) time: String,
    /// Lines just before it.
    #[serde(default)]
    pub(crate) before: Vec<Before>,
    /// Temporal items that are open.
    #[serde(default)]
    pub(crate) open: Vec<Open>,
    /// Memories that hold.
    #[serde(default)]
    pub(crate) memories: Vec<Known>,
    /// The facts, each in one or more spellings.
    pub(crate) expect: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Before {
    role: Role,
    text: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Open {
    pub(super) id: u64,
    pub(super) text: String,
    pub(super) starts: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Known {
    pub(super) id: u64,
    pub(super) text: String,
    pub(super) key: SemanticKey,
}

impl Turn {
    /// Reads a set, one JSON object a line.
    ///
    /// # Errors
    /// The number of the first line that cannot be read, from 1.
    pub fn read_all(lines: &str) -> Result<Vec<Self>, usize> {
        let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(place, line)| Self::read(line).ok_or(place + 1)).collect()
    }

    fn read(line: &str) -> Option<Self> {
        let turn: Self = serde_json::from_str(line).ok()?;
        turn.moment()?;
        let labels = turn.expect.iter().flatten();
        labels.map(|label| Label::read(label, &Numbers::default())).collect::<Option<Vec<_>>>()?;
        Some(turn)
    }

    /// When it was said, and the zone of its offset.
    pub(super) fn moment(&self) -> Option<(Timestamp, String)> {
        let time = jiff::fmt::temporal::DateTimeParser::new().parse_pieces(&self.time).ok()?;
        let offset = time.to_numeric_offset()?.seconds();
        let at: jiff::Timestamp = self.time.parse().ok()?;
        // POSIX counts these the other way round.
        let zone = if offset == 0 { "UTC".to_owned() } else { format!("Etc/GMT{:+}", -(offset / 3_600)) };
        Some((Timestamp::from_ms(at.as_millisecond()), zone))
    }

    /// The lines as they were said, the turn last.
    pub(super) fn lines(&self, at: Timestamp) -> Vec<NewMessage> {
        let n_before = self.before.len() as i64;
        let line = |place: usize, before: &Before| {
            NewMessage::new(before.role, &before.text).at(at.plus_ms((place as i64 - n_before) * 1_000))
        };
        let before = self.before.iter().enumerate().map(|(place, one)| line(place, one));
        before.chain([NewMessage::user(&self.text).at(at)]).collect()
    }

    /// Its labels, with the numbers that its items and memories have in the space.
    pub(super) fn labels(&self, numbers: &Numbers) -> Vec<Vec<Label>> {
        let spellings = |fact: &Vec<String>| fact.iter().filter_map(|label| Label::read(label, numbers)).collect();
        self.expect.iter().map(spellings).collect()
    }
}
