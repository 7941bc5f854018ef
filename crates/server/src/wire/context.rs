//! What one turn sees.

use super::checked::{Bad, count, id_or_none, needed, shown, small, text, told};
use super::time::{time, told_time};
use super::v1;
use super::word::{Word, numbers, word, word_or};
use hupo::{
    Entry, EntryReceipt, LeftOut, LeftOutReason, MessageId, Part, PartLimit, Said, Section, Timestamp, Turn,
    TurnContext, TurnLimits,
};

/// A turn; now, if it does not say when.
pub(crate) fn turn(wire: v1::ContextRequest, now: Timestamp) -> Result<Turn, Bad> {
    let limits = limits(wire.preset, wire.budget_tokens, wire.limits)?;
    let now = wire.now.map_or(Ok(now), |now| time(now, "now"))?;
    Ok(Turn {
        speaker: text(wire.speaker),
        message: id_or_none(&wire.message, "message", MessageId::parse)?,
        people: wire.people,
        session: text(wire.session),
        language: if wire.language == 0 { None } else { Some(word(wire.language, "language")?) },
        limits,
        ..Turn::new(wire.text, now)
    })
}

/// Presets that can be asked for.
#[derive(Clone, Copy)]
pub(crate) enum Preset {
    Companion,
    Assistant,
}

fn limits(preset: i32, budget_tokens: u32, changed: Vec<v1::PartLimitOf>) -> Result<TurnLimits, Bad> {
    let mut limits = match word_or(preset, Preset::Companion, "preset")? {
        Preset::Companion => TurnLimits::companion(),
        Preset::Assistant => TurnLimits::assistant(),
    };
    if budget_tokens > 0 {
        limits.tokens = small(budget_tokens, "budget_tokens")?;
    }
    for (place, wire) in changed.into_iter().enumerate() {
        change(&mut limits, wire).map_err(|bad| bad.within(&format!("limits[{place}]")))?;
    }
    Ok(limits)
}

fn change(limits: &mut TurnLimits, wire: v1::PartLimitOf) -> Result<(), Bad> {
    let part: Part = word(wire.part, "part")?;
    let limit: PartLimit = needed(wire.limit, "limit")?;
    let place = match part {
        Part::Profile => &mut limits.profile,
        Part::TemporalItems => &mut limits.temporal_items,
        Part::PersonCard => &mut limits.person_card,
        Part::Continuity => &mut limits.continuity,
        Part::StatusNotes => &mut limits.status_notes,
        Part::Diaries => &mut limits.diaries,
        Part::Bearing => &mut limits.bearing,
        Part::Beliefs => &mut limits.beliefs,
        Part::Memories => &mut limits.memories,
        Part::Segments => &mut limits.segments,
        Part::CarriedNote => &mut limits.carried_note,
        Part::RollingSummary => &mut limits.rolling_summary,
        Part::Baton => &mut limits.baton,
        Part::LiveTail => &mut limits.live_tail,
        Part::LocalTime | Part::CurrentMessage => {
            return Err(Bad::new("part", "it has no limit but budget_tokens"));
        }
    };
    *place = limit;
    Ok(())
}

impl TryFrom<v1::PartLimit> for PartLimit {
    type Error = Bad;

    fn try_from(wire: v1::PartLimit) -> Result<Self, Bad> {
        Ok(Self { entries: small(wire.entries, "entries")?, tokens: small(wire.tokens, "tokens")? })
    }
}

/// What a turn sees; also as plain text, if it was asked for.
pub(crate) fn told_context(context: TurnContext, render: bool) -> v1::ContextResponse {
    v1::ContextResponse {
        applied_seq: 0,
        rendered: if render { context.render().to_owned() } else { String::new() },
        language: context.language.number(),
        sections: told(context.sections),
        left_out: told(context.left_out),
        n_tokens: count(context.n_tokens),
        budget_tokens: count(context.budget_tokens),
    }
}

impl From<Section> for v1::Section {
    fn from(section: Section) -> Self {
        Self { part: section.part.number(), entries: told(section.entries) }
    }
}

impl From<Entry> for v1::Entry {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id.to_string(),
            label: entry.label,
            text: entry.text,
            receipt: Some(entry.receipt.into()),
            stands_for: shown(&entry.stands_for),
            signs: numbers(entry.signs),
            n_cut: count(entry.n_cut),
            n_tokens: count(entry.n_tokens),
        }
    }
}

impl From<Said> for v1::Said {
    fn from(said: Said) -> Self {
        Self {
            message: said.message.to_string(),
            role: said.role.number(),
            speaker: said.speaker.unwrap_or_default(),
            time: said.time.map(told_time),
            quote: said.quote,
        }
    }
}

impl From<EntryReceipt> for v1::EntryReceipt {
    fn from(receipt: EntryReceipt) -> Self {
        let nothing = Self::default();
        match receipt {
            EntryReceipt::Words(words) => Self { words: told(words), ..nothing },
            EntryReceipt::Log { cites, words } => Self { cites: shown(&cites), words: told(words), ..nothing },
            EntryReceipt::Range { from, to } => Self { from: from.to_string(), to: to.to_string(), ..nothing },
            EntryReceipt::Line { message, role, speaker, time } => {
                let line = Said { message, role, speaker, time, quote: String::new() };
                Self { words: vec![line.into()], ..nothing }
            }
            EntryReceipt::Private { fact } => Self { private: fact.to_string(), ..nothing },
            EntryReceipt::Clock { now } => Self { clock: Some(told_time(now)), ..nothing },
            EntryReceipt::Turn { speaker } => Self { turn: true, speaker: speaker.unwrap_or_default(), ..nothing },
        }
    }
}

impl From<LeftOut> for v1::LeftOut {
    fn from(left: LeftOut) -> Self {
        use v1::LeftOutReason as Reason;
        let (reason, by) = match left.reason {
            LeftOutReason::OverLimit => (Reason::OverLimit, String::new()),
            LeftOutReason::OverBudget => (Reason::OverBudget, String::new()),
            LeftOutReason::SaidAlready { by } => (Reason::SaidAlready, by.to_string()),
            LeftOutReason::Private => (Reason::Private, String::new()),
            LeftOutReason::NotRelevant => (Reason::NotRelevant, String::new()),
            LeftOutReason::NotCurrent => (Reason::NotCurrent, String::new()),
        };
        Self { part: left.part.number(), id: left.id.to_string(), reason: reason.into(), by }
    }
}
