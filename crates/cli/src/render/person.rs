//! A person card: names, relations and memories, each with the words it rests on.

use super::card::{card, under, words};
use super::story::word;
use super::time::local;
use crate::output::Output;
use hupo::{CardRelation, Memory, PersonCard, Standing};
use jiff::tz::TimeZone;

/// What is known of an entity.
pub(crate) fn person_card(person: &PersonCard, zone: &TimeZone, out: &Output) -> String {
    let heading = [format!("{} {}", person.entity.id, person.entity.name), word(person.entity.kind)];
    let also: Vec<&str> = person.names.iter().map(String::as_str).filter(|name| *name != person.entity.name).collect();
    let also = if also.is_empty() { String::new() } else { format!("also called {}", also.join(", ")) };
    let mut lines = card(&heading, &also, out);
    for merged in &person.merged {
        lines.extend(under(&format!("{} {} counts as the same", merged.id, merged.name), out));
    }
    lines.extend(person.relations.iter().flat_map(|one| relation(one, zone, out)));
    lines.extend(person.memories.iter().flat_map(|one| memory(one, out)));
    lines.join("\n")
}

fn relation(one: &CardRelation, zone: &TimeZone, out: &Output) -> Vec<String> {
    let relation = &one.relation;
    let since = relation.valid.from.map(|from| format!(" · from {}", local(Some(from), zone))).unwrap_or_default();
    let until = relation.valid.to.map(|to| format!(" · to {}", local(Some(to), zone))).unwrap_or_default();
    let text = format!("{} {} —{}→ {}{since}{until}", relation.id, one.from, relation.predicate, one.to);
    let mut lines = under(&text, out);
    lines.extend(words(&relation.evidence, out));
    lines
}

fn memory(memory: &Memory, out: &Output) -> Vec<String> {
    let standing = match memory.standing {
        Standing::Stable => "",
        Standing::Disputed => " (disputed)",
        Standing::Outdated => " (outdated)",
    };
    let mut lines = under(&format!("{} {}{standing}", memory.id, memory.text), out);
    lines.extend(words(&memory.evidence, out));
    lines
}
