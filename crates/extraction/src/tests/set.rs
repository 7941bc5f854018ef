//! The labelled set as it lies in `data/extraction`, and proposals in the short words of its labels.

use crate::{KnownMemory, Line, OpenItem, Talk};
use hupo_text::fold_str;
use hupo_types::{
    Ending, MemoryId, MemoryRef, MessageId, Proposal, Role, SemanticKey, TemporalItemId, TemporalKind, Timestamp,
};
use jiff::tz::TimeZone;
use serde::Deserialize;

/// Which part of the set a turn belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Tune,
    Test,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    pub(super) id: String,
    pub(super) language: String,
    pub(super) text: String,
    time: String,
    #[serde(default)]
    before: Vec<Before>,
    #[serde(default)]
    open: Vec<Open>,
    #[serde(default)]
    memories: Vec<Known>,
    pub(super) expect: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Before {
    role: Role,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Open {
    id: u64,
    text: String,
    starts: Timestamp,
}

#[derive(Debug, Deserialize)]
struct Known {
    id: u64,
    text: String,
    key: SemanticKey,
}

pub(super) fn read() -> Vec<Turn> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/extraction/turns.jsonl");
    let lines = std::fs::read_to_string(path).expect("the labelled set is in the tree");
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of the set is a turn")).collect()
}

impl Turn {
    /// A third is the test part, by the hash of the id (FNV-1a).
    pub(super) fn part(&self) -> Part {
        let hash = self
            .id
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        if hash.is_multiple_of(3) { Part::Test } else { Part::Tune }
    }

    pub(super) fn talk(&self) -> Talk {
        let moment: jiff::Timestamp = self.time.parse().expect("a time");
        let offset = jiff::fmt::temporal::Pieces::parse(&self.time).expect("a time").to_numeric_offset();
        let time = Timestamp::from_ms(moment.as_millisecond());
        let line =
            |id, role, text: &str| Line { id: MessageId::new(id), role, text: text.to_owned(), time: Some(time) };
        let before = self.before.iter().map(|one| line(1, one.role, &one.text)).collect();
        let open = self.open.iter().map(|one| OpenItem {
            id: TemporalItemId::new(one.id),
            text: one.text.clone(),
            starts: Some(one.starts),
        });
        let memories = self.memories.iter().map(|one| KnownMemory {
            id: MemoryId::new(one.id),
            key: one.key.clone(),
            text: one.text.clone(),
        });
        let zone = TimeZone::fixed(offset.expect("a time with its offset"));
        let (open, memories) = (open.collect(), memories.collect());
        Talk { before, open, memories, ..Talk::of(vec![line(2, Role::User, &self.text)], zone) }
    }

    /// Whether one of the expected findings is this one; the person of a family finding is right too.
    pub(super) fn expects(&self, told: &str) -> bool {
        let person = told.strip_prefix("person=");
        self.expect.iter().flatten().any(|want| {
            let named = want.starts_with("who/") || want.starts_with("pet/");
            self.is(want, told) || named && person.is_some() && want.split_once('=').map(|(_, name)| name) == person
        })
    }

    /// Whether a finding is the expected one. Of what is planned, remembered, corrected and drawn as a boundary the
    /// label says words that must occur; times are those of the label, to the day or to the minute.
    pub(super) fn is(&self, want: &str, told: &str) -> bool {
        let ((want, value), (told, found)) = (split(want), split(told));
        let (want, when) = want.split_once('@').map_or((want, None), |(kind, when)| (kind, Some(when)));
        let (told, at) = told.split_once('@').map_or((told, ""), |(kind, at)| (kind, at));
        let timed = when.is_none_or(|when| at.starts_with(when));
        let (value, found) = (fold_str(value), fold_str(found));
        let item = matches!(told, "item" | "deadline" | "commitment");
        match want {
            "item" => item && timed && found.contains(&value),
            "deadline" | "commitment" | "remember" | "boundary" => told == want && timed && found.contains(&value),
            "correct" => {
                told == want
                    && value.split_once(':').is_some_and(|(id, words)| {
                        found.split_once(':').is_some_and(|(target, text)| target == id && text.contains(words))
                    })
            }
            _ => told == want && found == value,
        }
    }
}

fn split(label: &str) -> (&str, &str) {
    label.split_once('=').unwrap_or((label, ""))
}

/// A proposal in the words of the labels.
pub(super) fn told(proposal: &Proposal, zone: &TimeZone) -> String {
    match proposal {
        Proposal::Memory(new) => memory(&new.key, &new.text),
        Proposal::Profile(new) if new.attribute == "form_of_address" => format!("called={}", new.value),
        Proposal::Profile(new) if new.attribute.starts_with("boundary/") => new.attribute.replacen('/', "=", 1),
        Proposal::Profile(new) => format!("{}={}", new.attribute, new.value),
        Proposal::Person(new) => format!("person={}", new.name),
        Proposal::TemporalItem(new) => {
            let kind = match new.kind {
                TemporalKind::Deadline => "deadline",
                TemporalKind::Commitment => "commitment",
                TemporalKind::Plan
                | TemporalKind::Event
                | TemporalKind::Appointment
                | TemporalKind::OngoingMatter
                | TemporalKind::OpenThread => "item",
            };
            let at = new.starts.map(|time| hupo_text::dates::stamp(time.ms(), zone).replace(' ', "T"));
            format!("{kind}@{}={}", at.unwrap_or_default(), new.text)
        }
        Proposal::Outcome(new) => {
            let ending = match new.ending {
                Ending::Resolved => "resolved",
                Ending::Changed => "changed",
                Ending::Cancelled => "cancelled",
            };
            format!("outcome/{ending}=#{}", new.item.get())
        }
        Proposal::Correction(new) => match new.corrects {
            MemoryRef::Id(id) => format!("correct=#{}:{}", id.get(), new.text),
            MemoryRef::External(_) => panic!("a memory is corrected by its id"),
        },
        Proposal::Relation(_)
        | Proposal::Observation(_)
        | Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_)
        | Proposal::TopicSummary(_) => panic!("the rules never propose {proposal:?}"),
    }
}

fn memory(key: &SemanticKey, text: &str) -> String {
    let value =
        |text: &str| text.rsplit_once(['：', ':']).map_or(text.to_owned(), |(_, value)| value.trim().to_owned());
    let after = |marks: &[&str]| {
        let found = marks.iter().find_map(|mark| text.split_once(mark)).map(|(_, value)| value.to_owned());
        found.unwrap_or_else(|| text.to_owned())
    };
    let many = key.attribute.split_once('/');
    match (key.category.as_str(), key.attribute.as_str(), many) {
        (_, "place", _) => format!("home={}", after(&["住在", "lives in "])),
        (_, "hometown", _) => format!("hometown={}", after(&["老家在", "comes from "])),
        (_, "occupation", _) => format!("job={}", value(text)),
        (_, "employer", _) => {
            format!("employer={}", after(&["用户在", "用戶在", "works at "]).trim_end_matches("工作"))
        }
        (_, "school", _) => format!("school={}", after(&["在读：", "studies at "])),
        (_, "diet", _) => format!("diet={}", if text == "用户吃素" { "vegetarian" } else { &text[12..] }),
        ("family", _, Some((_, code))) => format!("who/{code}={}", key.subject),
        ("pet", _, Some((_, code))) => format!("pet/{code}={}", key.subject),
        (_, _, Some(("remember", words))) => format!("remember={words}"),
        (_, _, Some(("avoids", what))) => format!("dislikes={what}"),
        (_, _, Some((attribute, what))) => format!("{attribute}={what}"),
        _ => panic!("a key without a label: {key:?}"),
    }
}
