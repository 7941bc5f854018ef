//! A label says which fact a turn holds: `likes=jasmine tea`, `item@2026-06-07=高考`, `outcome/resolved=#1`,
//! `correct=#1:Portland`, `who/sister=Mei`. It is held against a proposal by class, number, day and the words it must
//! hold, so that extractors with other keys and other sentences are graded alike.

use super::setting::Numbers;
use hupo::{Ending, MemoryRef, NewClosing, NewTemporalItem, Proposal, Timestamp};
use hupo_text::fold_str;

/// A fact that a turn holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Label {
    /// A plan, appointment, promise or deadline: with this day, as far as one is said, and these words.
    Item { day: Option<String>, words: String },
    /// How an item ended.
    Outcome { ending: Ending, item: u64 },
    /// A correction of a memory, with these words.
    Correct { memory: u64, words: String },
    /// Anything else that is stated, of a family such as `likes`.
    Fact { family: String, words: String },
}

/// Families of which a proposal that names another says the opposite.
const OPPOSED: [&str; 4] = ["likes", "dislikes", "allergy", "boundary"];

impl Label {
    /// Reads a label, with the numbers that a space gave; a number that it gave none stays as it is.
    pub(super) fn read(label: &str, numbers: &Numbers) -> Option<Self> {
        let (name, value) = label.split_once('=')?;
        let (name, day) = name.split_once('@').map_or((name, None), |(name, day)| (name, Some(day)));
        let (family, sub) = name.split_once('/').unwrap_or((name, ""));
        Some(match family {
            "item" | "commitment" | "deadline" => {
                Self::Item { day: day.map(|day| day.get(..10).unwrap_or(day).to_owned()), words: fold_str(value) }
            }
            "outcome" => {
                Self::Outcome { ending: ending(sub)?, item: number(value.strip_prefix('#')?, &numbers.items)? }
            }
            "correct" => {
                let (memory, words) = value.strip_prefix('#')?.split_once([':', '~'])?;
                Self::Correct { memory: number(memory, &numbers.memories)?, words: fold_str(words) }
            }
            _ => Self::Fact { family: family.to_owned(), words: fold_str(value) },
        })
    }

    /// Whether a proposal says it.
    pub(super) fn is_said_by(&self, proposal: &Proposal) -> bool {
        match self {
            Self::Item { day, words } => {
                matches!(proposal, Proposal::TemporalItem(item) if is_item(item, day.as_deref(), words))
                    || matches!(proposal, Proposal::Memory(memory) if day.is_none() && holds(&memory.text, words))
            }
            Self::Outcome { ending, item } => {
                matches!(proposal, Proposal::Outcome(closing) if is_closing(closing, *ending, *item))
            }
            Self::Correct { memory, words } => {
                let target = MemoryRef::Id((*memory).into());
                matches!(proposal, Proposal::Correction(one) if one.corrects == target && holds(&one.text, words))
                    || matches!(proposal, Proposal::Memory(one)
                        if one.supersedes.as_ref() == Some(&target) && holds(&one.text, words))
            }
            Self::Fact { family, words } => is_fact(proposal, family, words),
        }
    }
}

/// Whether a proposal claims a fact: pages are told, and summaries say again what was claimed.
pub(super) const fn is_claim(proposal: &Proposal) -> bool {
    proposal.page().is_none() && !matches!(proposal, Proposal::TopicSummary(_))
}

fn number(text: &str, numbers: &std::collections::BTreeMap<u64, u64>) -> Option<u64> {
    let own: u64 = text.parse().ok()?;
    Some(numbers.get(&own).copied().unwrap_or(own))
}

fn ending(word: &str) -> Option<Ending> {
    match word {
        "resolved" => Some(Ending::Resolved),
        "changed" => Some(Ending::Changed),
        "cancelled" => Some(Ending::Cancelled),
        _ => None,
    }
}

fn is_closing(closing: &NewClosing, ending: Ending, item: u64) -> bool {
    closing.ending == ending && closing.item.get() == item
}

/// The day may be that of any place on earth: a label is written in the user's.
fn is_item(item: &NewTemporalItem, day: Option<&str>, words: &str) -> bool {
    let is_day = match (day, item.starts) {
        (None, _) => true,
        (Some(day), Some(starts)) => days(starts).iter().any(|one| one == day),
        (Some(_), None) => false,
    };
    is_day && holds(&item.text, words)
}

fn days(time: Timestamp) -> Vec<String> {
    let hours = [-12, 0, 14].map(|hours| time.plus_ms(hours * 3_600_000).ms());
    let day = |ms| jiff::Timestamp::from_millisecond(ms).ok().map(|t| t.strftime("%Y-%m-%d").to_string());
    hours.into_iter().filter_map(day).collect()
}

fn holds(text: &str, words: &str) -> bool {
    fold_str(text).contains(words)
}

fn is_fact(proposal: &Proposal, family: &str, words: &str) -> bool {
    let (key, texts) = match proposal {
        Proposal::Memory(memory) => (
            format!("{}/{}", memory.key.category, memory.key.attribute),
            vec![memory.text.clone(), memory.key.attribute.clone()],
        ),
        Proposal::Observation(one) => {
            let kind = serde_json::to_value(one.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
            (format!("{}/{}", kind.unwrap_or_default(), one.subject), vec![one.value.clone(), one.subject.clone()])
        }
        Proposal::Profile(fact) => (fact.attribute.clone(), vec![fact.value.clone()]),
        Proposal::Person(person) => {
            (String::new(), std::iter::once(&person.name).chain(&person.aliases).cloned().collect())
        }
        Proposal::Relation(relation) => {
            let named = [&relation.from, &relation.to].into_iter().filter_map(|end| match end {
                hupo::EntityRef::Name(name) => Some(name.clone()),
                hupo::EntityRef::Id(_) => None,
            });
            (relation.predicate.clone(), named.collect())
        }
        Proposal::Correction(_)
        | Proposal::TemporalItem(_)
        | Proposal::Outcome(_)
        | Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_)
        | Proposal::TopicSummary(_) => return false,
    };
    !is_opposed(&key, family) && texts.iter().any(|text| holds(text, words))
}

/// The key names one of the families that speak for or against, and it is another one.
fn is_opposed(key: &str, family: &str) -> bool {
    let key = fold_str(key);
    let named = OPPOSED.into_iter().find(|one| key.split('/').any(|part| part == *one));
    OPPOSED.contains(&family) && named.is_some_and(|named| named != family)
}
