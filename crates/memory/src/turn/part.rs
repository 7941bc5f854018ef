//! The parts of what one turn sees, in their fixed order.

use serde::Serialize;

/// A part. Their order here is the order in which a turn sees them, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// What is stated of the user and the companion and may always be shown.
    Profile,
    /// The local time, in words.
    LocalTime,
    /// Plans, events, open matters: what is asked about, soon, or now.
    TemporalItems,
    /// The one person the turn names.
    PersonCard,
    /// The one current page of the medium-term story.
    Continuity,
    /// How the person is.
    StatusNotes,
    /// The last days in the companion's words.
    Diaries,
    /// Boundaries, rules and preferences that bear on the turn.
    Bearing,
    /// What is believed, with what it cites.
    Beliefs,
    /// What recall found among the durable memories.
    Memories,
    /// Lossy summaries of old ranges that recall led to.
    Segments,
    /// What the companion carries between exchanges.
    CarriedNote,
    /// What scrolled out of the live tail, in short.
    RollingSummary,
    /// The last lines of what scrolled out, word for word.
    Baton,
    /// The newest lines, word for word.
    LiveTail,
    /// The message that is to be answered. Last, always.
    CurrentMessage,
}

impl Part {
    /// Every part, in order.
    pub const ALL: [Self; 16] = [
        Self::Profile,
        Self::LocalTime,
        Self::TemporalItems,
        Self::PersonCard,
        Self::Continuity,
        Self::StatusNotes,
        Self::Diaries,
        Self::Bearing,
        Self::Beliefs,
        Self::Memories,
        Self::Segments,
        Self::CarriedNote,
        Self::RollingSummary,
        Self::Baton,
        Self::LiveTail,
        Self::CurrentMessage,
    ];

    /// Its name in code and JSON, such as `live_tail`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::LocalTime => "local_time",
            Self::TemporalItems => "temporal_items",
            Self::PersonCard => "person_card",
            Self::Continuity => "continuity",
            Self::StatusNotes => "status_notes",
            Self::Diaries => "diaries",
            Self::Bearing => "bearing",
            Self::Beliefs => "beliefs",
            Self::Memories => "memories",
            Self::Segments => "segments",
            Self::CarriedNote => "carried_note",
            Self::RollingSummary => "rolling_summary",
            Self::Baton => "baton",
            Self::LiveTail => "live_tail",
            Self::CurrentMessage => "current_message",
        }
    }

    /// Whether it holds lines of the transcript themselves.
    pub(super) const fn is_raw(self) -> bool {
        matches!(self, Self::Baton | Self::LiveTail | Self::CurrentMessage)
    }

    /// Whether its entries are shown with the words they rest on.
    pub(super) const fn is_quoted(self) -> bool {
        matches!(self, Self::Bearing | Self::Memories)
    }
}
