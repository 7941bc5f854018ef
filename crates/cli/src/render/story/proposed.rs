//! A proposal in a few lines: what it would store, and the words it cites.

use super::Sheet;
use super::word;
use hupo::{
    EntityRef, MemoryRef, MessageRef, NewClosing, NewCorrection, NewEvidence, NewMemory, NewObservation, NewPerson,
    NewProfileFact, NewRelation, NewTemporalItem, NewTopicSummary, Proposal,
};

/// Columns before what goes on from the line before.
const UNDER: &str = "      ";

/// What is proposed, and the words it cites.
pub(super) fn proposed(proposal: &Proposal, sheet: Sheet) -> Vec<String> {
    let (what, evidence) = parts(proposal);
    let mut lines = sheet.set(&what, "propose  ", UNDER);
    lines.extend(evidence.iter().flat_map(|one| sheet.quoted(&one.quote, &message(one))));
    lines
}

/// What a proposal says, in a line, without the words it cites.
pub(crate) fn title(proposal: &Proposal) -> String {
    parts(proposal).0
}

fn parts(proposal: &Proposal) -> (String, &[NewEvidence]) {
    match proposal {
        Proposal::Memory(new) => (memory(new), &new.evidence),
        Proposal::Correction(new) => (correction(new), &new.evidence),
        Proposal::Relation(new) => (relation(new), &new.evidence),
        Proposal::Person(new) => (person(new), &new.evidence),
        Proposal::TemporalItem(new) => (item(new), &new.evidence),
        Proposal::Outcome(new) => (outcome(new), &new.evidence),
        Proposal::Observation(new) => (observation(new), &new.evidence),
        Proposal::Profile(new) => (profile(new), &new.evidence),
        Proposal::Continuity(page) => (format!("continuity: {}", page.text), &[]),
        Proposal::Segment(page) => (format!("segment: {}", page.text), &[]),
        Proposal::Diary(page) => (format!("diary: {}", page.text), &[]),
        Proposal::CarriedNote(page) => (format!("carried note: {}", page.text), &[]),
        Proposal::StatusNote(page) => (format!("status note: {}", page.text), &[]),
        Proposal::RollingSummary(page) => (format!("rolling summary: {}", page.text), &[]),
        Proposal::TopicSummary(new) => (summary(new), &[]),
    }
}

fn memory(new: &NewMemory) -> String {
    let key = [&new.key.subject, &new.key.category, &new.key.subcategory, &new.key.attribute];
    let key: Vec<&str> = key.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    format!("{} {} [{}]: {}", word(new.scope), word(new.kind), key.join(" · "), new.text)
}

fn correction(new: &NewCorrection) -> String {
    let old = match &new.corrects {
        MemoryRef::Id(id) => id.to_string(),
        MemoryRef::External(name) => name.clone(),
    };
    format!("correction of {old}: {}", new.text)
}

fn entity(meant: &EntityRef) -> String {
    match meant {
        EntityRef::Id(id) => id.to_string(),
        EntityRef::Name(name) => name.clone(),
    }
}

fn relation(new: &NewRelation) -> String {
    let replaces = new.replaces.map_or_else(String::new, |old| format!(", instead of {old}"));
    format!("relation: {} —{}→ {}{replaces}", entity(&new.from), new.predicate, entity(&new.to))
}

fn person(new: &NewPerson) -> String {
    let aliases = if new.aliases.is_empty() { String::new() } else { format!(" = {}", new.aliases.join(" = ")) };
    let same = new.same_as.as_ref().map_or_else(String::new, |other| format!(", the same as {}", entity(other)));
    format!("{} {}{aliases}{same}", word(new.kind), new.name)
}

fn item(new: &NewTemporalItem) -> String {
    format!("{}: {}", word(new.kind), new.text)
}

fn outcome(new: &NewClosing) -> String {
    let outcome = new.outcome.as_ref().map_or_else(String::new, |text| format!(": {text}"));
    let becomes = new.becomes.as_ref().map_or_else(String::new, |next| format!(", becomes {}", item(next)));
    format!("outcome of {}: {}{becomes}{outcome}", new.item, word(new.ending))
}

fn observation(new: &NewObservation) -> String {
    format!("{} {} ({}): {}", word(new.source), word(new.kind), new.subject, new.value)
}

fn profile(new: &NewProfileFact) -> String {
    format!("profile {} of the {} ({}): {}", new.attribute, word(new.about), word(new.visibility), new.value)
}

fn summary(new: &NewTopicSummary) -> String {
    format!("topic summary of {}: {}", new.topic, new.text)
}

fn message(evidence: &NewEvidence) -> String {
    match &evidence.message {
        MessageRef::Id(id) => id.to_string(),
        MessageRef::External(name) => name.clone(),
    }
}
