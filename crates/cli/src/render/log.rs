//! Cards of the log, the profile, beliefs, temporal items and pages, and rows of entities.

use super::card::{card, under, words};
use super::story::word;
use super::time::local;
use crate::output::Output;
use hupo::{BeliefView, Closing, Entity, Observation, Page, Plan, ProfileView};
use jiff::tz::TimeZone;

/// An entry of the log.
pub(crate) fn observation_card(entry: &Observation, zone: &TimeZone, out: &Output) -> String {
    let mut heading = vec![
        entry.id.to_string(),
        word(entry.kind),
        format!("{} of the {}", entry.subject, word(entry.about)),
        word(entry.source),
    ];
    if entry.confidence < 1.0 {
        heading.push(sure(entry.confidence));
    }
    heading.push(local(Some(entry.observed_at), zone));
    let mut lines = card(&heading, &entry.value, out);
    lines.extend(words(&entry.evidence, out));
    lines.join("\n")
}

/// A belief with the entries of the log it rests on.
pub(crate) fn belief_card(belief: &BeliefView, out: &Output) -> String {
    let cites: Vec<String> = belief.cites.iter().map(ToString::to_string).collect();
    let mut heading = vec![belief.slot.clone(), sure(belief.confidence), format!("because of {}", cites.join(", "))];
    heading.extend(belief.stale.then(|| "stale: the log has moved on since".to_owned()));
    card(&heading, &belief.value, out).join("\n")
}

fn sure(confidence: f32) -> String {
    format!("confidence {confidence:.2}")
}

/// A profile fact; a private one without its value.
pub(crate) fn profile_card(fact: &ProfileView, out: &Output) -> String {
    let heading = [fact.attribute.clone(), format!("of the {}", word(fact.about)), word(fact.visibility)];
    let of_age = match fact.is_adult {
        Some(true) => "of age",
        Some(false) => "not of age",
        None => "",
    };
    let text = match (&fact.value, of_age) {
        (Some(value), "") => value.clone(),
        (Some(value), of_age) => format!("{value} ({of_age})"),
        (None, "") => "not shown; --private shows it".to_owned(),
        (None, of_age) => format!("{of_age}; --private shows the date"),
    };
    let mut lines = card(&heading, &text, out);
    lines.extend(words(&fact.evidence, out));
    lines.join("\n")
}

/// A temporal item at the time it was asked for, and how it ended.
pub(crate) fn plan_card(plan: &Plan, zone: &TimeZone, out: &Output) -> String {
    let item = &plan.item;
    let mut heading = vec![item.id.to_string(), word(item.kind), word(plan.status)];
    heading.extend(item.starts.map(|time| format!("from {}", local(Some(time), zone))));
    heading.extend(item.ends.map(|time| format!("to {}", local(Some(time), zone))));
    let mut lines = card(&heading, &item.text, out);
    lines.extend(words(&item.evidence, out));
    lines.extend(item.closing.iter().flat_map(|closing| ended(closing, zone, out)));
    lines.join("\n")
}

fn ended(closing: &Closing, zone: &TimeZone, out: &Output) -> Vec<String> {
    let memory = closing.memory.map(|id| format!(" · its outcome is {id}")).unwrap_or_default();
    let became = closing.became.map(|id| format!(" · it became {id}")).unwrap_or_default();
    let how = format!("{} on {}{memory}{became}", word(closing.ending), local(Some(closing.at), zone));
    let mut lines = under(&how, out);
    lines.extend(words(&closing.evidence, out));
    lines
}

/// A named thing.
pub(crate) fn entity_row(entity: &Entity) -> Vec<String> {
    vec![entity.id.to_string(), entity.name.clone(), word(entity.kind), entity.aliases.join(", ")]
}

/// A page with the range it is about.
pub(crate) fn page_card(page: &Page, zone: &TimeZone, out: &Output) -> String {
    let range = if page.from == page.to { page.from.to_string() } else { format!("{} to {}", page.from, page.to) };
    let heading = [page.id.to_string(), word(page.kind), range, local(Some(page.recorded_at), zone)];
    card(&heading, &page.text, out).join("\n")
}
