//! The log, the profile, beliefs, temporal items and pages: what is refused, what is there already, what is kept.

mod beliefs;
mod items;
mod observations;
mod pages;
mod profile;
mod turns;

use hupo_types::{
    About, Basis, Belief, Command, Ending, LogCommand, MessageId, MessageRef, NewBelief, NewClosing, NewEvidence,
    NewObservation, NewPage, NewProfileFact, NewTemporalItem, Observation, ObservationId, ObservationType, PageKind,
    ReviewCommand, Rules, Slot, SlotType, TemporalItemId, TemporalKind, Timestamp, Visibility,
};

use super::space::{NOW, Space, companion, companion_says, says, user};
use crate::Read;

/// A Chinese, an English and a mixed line of the user's, and one of the companion's: `zh`, `en`, `mixed`, `her`.
pub(super) fn said() -> Space {
    let space = Space::new();
    space.write(vec![
        user("zh", "我对花生过敏，别再提我前男友"),
        user("en", "I am allergic to peanuts and I see Dr Lee on Friday"),
        user("mixed", "我下周五去看 Dr Lee，peanuts 我不能吃"),
        companion("her", "你喜欢滑雪，You told me you love skiing"),
    ]);
    space
}

/// A quote of each language with who says it.
pub(super) const QUOTES: [(&str, &str); 3] =
    [("zh", "我对花生过敏"), ("en", "allergic to peanuts"), ("mixed", "peanuts 我不能吃")];

pub(super) fn log(command: LogCommand) -> Command {
    Command::Log(command)
}

pub(super) fn noticed(kind: ObservationType, value: &str, evidence: Vec<NewEvidence>) -> NewObservation {
    let (subject, source) = ("food/peanuts".to_owned(), Basis::Stated);
    NewObservation { kind, about: About::User, subject, value: value.to_owned(), evidence, source, confidence: 1.0 }
}

pub(super) fn observe(new: NewObservation) -> Command {
    log(LogCommand::Observe(new))
}

pub(super) fn fact(attribute: &str, value: &str, evidence: Vec<NewEvidence>) -> NewProfileFact {
    let visibility = Visibility::default();
    NewProfileFact {
        about: About::User,
        attribute: attribute.to_owned(),
        value: value.to_owned(),
        visibility,
        evidence,
    }
}

pub(super) fn state(new: NewProfileFact) -> Command {
    log(LogCommand::State(new))
}

pub(super) fn plan(text: &str, evidence: Vec<NewEvidence>) -> NewTemporalItem {
    let (starts, ends) = (Some(NOW), None);
    let (kind, about, entities) = (TemporalKind::Appointment, About::User, Vec::new());
    NewTemporalItem { kind, about, text: text.to_owned(), starts, ends, entities, evidence }
}

pub(super) fn add(new: NewTemporalItem) -> Command {
    log(LogCommand::AddItem(new))
}

pub(super) fn ended(item: u64, ending: Ending, evidence: Vec<NewEvidence>) -> NewClosing {
    let item = TemporalItemId::new(item);
    NewClosing { item, ending, evidence, outcome: None, importance: None, becomes: None }
}

pub(super) fn close(closing: NewClosing, became: Option<u64>) -> Command {
    log(LogCommand::CloseItem { closing, became: became.map(TemporalItemId::new), memory: None })
}

pub(super) fn page(kind: PageKind, text: &str, from: u64, to: u64) -> Command {
    let [from, to] = [from, to].map(|number| MessageRef::Id(MessageId::new(number)));
    log(LogCommand::WritePage { kind, page: NewPage { text: text.to_owned(), from, to } })
}

pub(super) fn belief(slot: &str, value: &str, cites: &[u64]) -> Belief {
    let cites = cites.iter().map(|number| ObservationId::new(*number)).collect();
    NewBelief { slot: slot.to_owned(), value: value.to_owned(), confidence: 0.5, cites }.try_into().unwrap()
}

pub(super) fn put(beliefs: Vec<Belief>, made_from: u64) -> Command {
    log(LogCommand::PutBeliefs { beliefs, made_from: ObservationId::new(made_from) })
}

/// Rules with a slot of each type, supported by stated facts and preferences.
pub(super) fn slots() -> Command {
    let slot = |name: &str, value_type| Slot {
        name: name.to_owned(),
        about: String::new(),
        value_type,
        supported_by: vec![ObservationType::StatedFact, ObservationType::Preference],
    };
    let words = vec!["安静 calm".to_owned(), "busy".to_owned()];
    let slots = vec![slot("diet", SlotType::Text), slot("age", SlotType::Number), slot("pace", SlotType::OneOf(words))];
    Command::Review(ReviewCommand::SetRules(Rules { slots, ..Rules::default() }))
}

pub(super) fn later(hours: i64) -> Timestamp {
    NOW.plus_ms(hours * 3_600_000)
}

impl Space {
    pub(super) fn observation(&self, number: u64) -> Observation {
        self.store().snapshot().unwrap().observation(ObservationId::new(number)).unwrap().unwrap()
    }

    /// How many events a write had that changes nothing new: none.
    pub(super) fn adds_nothing(&self, command: Command) {
        let before = self.store().snapshot().unwrap().sequence();
        let receipt = self.write(vec![command]);
        assert_eq!((receipt.sequence, receipt.change.events.len()), (before, 0));
    }
}
