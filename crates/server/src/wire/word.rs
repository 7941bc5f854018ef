//! Enums: each word of ours and its number on the wire. Both ways are total: a new word does not compile without one.

use super::checked::Bad;
use super::v1;

/// A word of ours that has a number on the wire.
pub(crate) trait Word: Sized {
    /// The word of this number; none for 0, which says nothing, and for what is unknown.
    fn of(number: i32) -> Option<Self>;
    /// Its number.
    fn number(self) -> i32;
}

/// The word of this number.
pub(crate) fn word<W: Word>(number: i32, field: &str) -> Result<W, Bad> {
    let why = if number == 0 { "it is not set; choose one" } else { "it is no value of this kind" };
    W::of(number).ok_or_else(|| Bad::new(field, why))
}

/// The word of this number, or the usual one if it is not said.
pub(crate) fn word_or<W: Word>(number: i32, usual: W, field: &str) -> Result<W, Bad> {
    if number == 0 { Ok(usual) } else { word(number, field) }
}

/// The numbers of words.
pub(crate) fn numbers<W: Word>(words: Vec<W>) -> Vec<i32> {
    words.into_iter().map(W::number).collect()
}

macro_rules! words {
    ($($wire:ident = $ours:ty: $($word:ident)+;)+) => {$(
        impl Word for $ours {
            fn of(number: i32) -> Option<Self> {
                match v1::$wire::try_from(number).ok()? {
                    v1::$wire::Unspecified => None,
                    $(v1::$wire::$word => Some(Self::$word),)+
                }
            }

            fn number(self) -> i32 {
                match self {
                    $(Self::$word => v1::$wire::$word as i32,)+
                }
            }
        }
    )+};
}

words! {
    Role = hupo::Role: User Companion System;
    Purpose = hupo::Purpose: Statement Confirmation Correction Setup Outcome Boundary;
    Kind = hupo::Kind: Identity Fact Event Rule Boundary Preference Insight Pattern Milestone Ritual SharedMoment
        Emotion TopicSummary Dream;
    Scope = hupo::Scope: User Companion Shared;
    Standing = hupo::Standing: Stable Disputed Outdated;
    State = hupo::State: Active Superseded Archived Folded Erased;
    EntityKind = hupo::EntityKind: Person Event Place Object Concept;
    TemporalKind = hupo::TemporalKind: Plan Event Deadline Appointment OngoingMatter OpenThread Commitment;
    TemporalStatus = hupo::TemporalStatus: Scheduled Active OutcomeUnknown Resolved Changed Cancelled;
    Ending = hupo::Ending: Resolved Changed Cancelled;
    ObservationType = hupo::ObservationType: Preference Outcome Boundary Context Style StatedFact;
    About = hupo::About: User Companion;
    Basis = hupo::Basis: Stated Inferred;
    Visibility = hupo::Visibility: Always WhenRelevant Private;
    PageKind = hupo::PageKind: Continuity Segment Diary CarriedNote StatusNote RollingSummary;
    ReviewPolicy = hupo::ReviewPolicy: Required Automatic;
    Waiting = hupo::Waiting: Policy Conflict Instruction;
    Sign = hupo::Sign: DropsInstructions AsksForHiddenText DemandsObedience HidesFromUser RoleMarkup ToolCall;
    VerdictCode = hupo::VerdictCode: Accepted Pending Duplicate Supersedes UnknownMessage WrongRole QuoteNotFound
        QuoteTooShort NoUserSource BelowImportanceFloor NeedsRepetition UnknownTarget Cycle Conflict ErasedSource Limit
        Invalid;
    SearchScope = hupo::SearchScope: Memories Transcript Both;
    RankingSource = hupo::Source: Words Window Vector Graph Step Time Company;
    RerankedBy = hupo::RerankedBy: CrossEncoder MaxSim Nobody;
    QuestionForm = hupo::Form: Asking Stating Dialogue;
    Barrier = hupo::Barrier: Unknown OutOfScope Superseded Archived Erased NotYetKnown Filtered;
    UseBasis = hupo::UseBasis: Inferred Told;
    DueWhy = hupo::DueWhy: New Grown Changed;
    Duty = hupo::Duty: AfterReply Day Page PageFacts Segment Beliefs TopicSummary;
    Occasion = hupo::Occasion: Replied DayOver DayReopened LeftTail PageWritten FellBehind LogMoved MonthOver;
    Language = hupo::Language: Chinese English;
    TurnPreset = super::context::Preset: Companion Assistant;
    Part = hupo::Part: Profile LocalTime TemporalItems PersonCard Continuity StatusNotes Diaries Bearing Beliefs Memories
        Segments CarriedNote RollingSummary Baton LiveTail CurrentMessage;
}
