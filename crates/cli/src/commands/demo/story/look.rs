//! Looking at what is no answer of recall: the queue, the profile, people, memories, plans, beliefs and pages.

use super::script::{Look, Sight};
use crate::render;
use anyhow::{Context, Result};
use hupo::{DocId, Memory, MemoryId, PageKind, Space, Standing, State, Timestamp};
use serde::Serialize;

/// What was looked at, as rows of text.
#[derive(Debug, Serialize)]
pub(crate) struct Looked {
    pub(crate) title: String,
    pub(crate) rows: Vec<String>,
}

pub(super) fn look(space: &Space, look: &Look) -> Result<Looked> {
    let (title, rows) = match look.at {
        Sight::Queue => ("what waits for a person".to_owned(), queue(space)?),
        Sight::Profile => ("the profile, as a turn may see it".to_owned(), profile(space, look.time)?),
        Sight::People => {
            let name = look.name.as_deref().context("whose card")?;
            (format!("who is {name}"), people(space, name)?)
        }
        Sight::Memory => ("a memory".to_owned(), memory(space, look.of.context("which memory")?)?),
        Sight::History => ("its history".to_owned(), history(space, look.of.context("whose history")?)?),
        Sight::Plans => ("matters with a time".to_owned(), plans(space, look.time)?),
        Sight::Beliefs => ("what is believed".to_owned(), beliefs(space)?),
        Sight::Pages => ("the pages".to_owned(), pages(space)?),
    };
    Ok(Looked { title, rows })
}

fn queue(space: &Space) -> Result<Vec<String>> {
    let waiting = space.waiting()?;
    Ok(waiting
        .iter()
        .map(|review| {
            let why: Vec<String> = review.waiting.iter().map(render::word).collect();
            format!("{} ({}) {}", review.id, why.join(", "), render::title(&review.proposal))
        })
        .collect())
}

/// Private facts have no value here; a date of birth says one thing.
fn profile(space: &Space, now: Timestamp) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    for fact in space.profile(false, now)? {
        let value = fact.value.clone().unwrap_or_else(|| "(private)".to_owned());
        rows.push(format!("{}: {value} · {}", fact.attribute, render::word(fact.visibility)));
    }
    if let Some(adult) = space.is_adult(now)? {
        rows.push(format!("of age: {}", if adult { "yes" } else { "no" }));
    }
    Ok(rows)
}

fn people(space: &Space, name: &str) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    for card in space.people_called(name)? {
        rows.push(card.names.join(" = "));
        rows.extend(
            card.relations.iter().map(|edge| format!("{} —{}→ {}", edge.from, edge.relation.predicate, edge.to)),
        );
        rows.extend(card.memories.iter().map(line));
    }
    Ok(rows)
}

/// `mem-3 (disputed): …`
pub(super) fn line(memory: &Memory) -> String {
    let standing = match memory.standing {
        Standing::Stable => "",
        Standing::Disputed => " (disputed)",
        Standing::Outdated => " (outdated)",
    };
    let state = match memory.state {
        State::Active => "",
        State::Superseded => " (superseded)",
        State::Archived => " (archived)",
        State::Folded => " (folded)",
        State::Erased => " (erased)",
    };
    format!("{}{state}{standing}: {}", memory.id, memory.text)
}

fn memory(space: &Space, id: MemoryId) -> Result<Vec<String>> {
    let memory = space.memory(id)?.context("the memory is there")?;
    let mut rows = vec![line(&memory)];
    for quoted in space.sources(DocId::Memory(id), 0)? {
        let message = quoted.external_id.unwrap_or_else(|| quoted.message.to_string());
        rows.push(format!("{}: “{}” {message}", render::word(quoted.purpose), quoted.quote));
    }
    Ok(rows)
}

fn history(space: &Space, id: MemoryId) -> Result<Vec<String>> {
    Ok(space.history(id)?.iter().map(line).collect())
}

fn plans(space: &Space, now: Timestamp) -> Result<Vec<String>> {
    let plans = space.plans(true, now)?;
    Ok(plans.iter().map(|plan| format!("{} {}: {}", plan.item.id, render::word(plan.status), plan.item.text)).collect())
}

fn beliefs(space: &Space) -> Result<Vec<String>> {
    let beliefs = space.beliefs()?;
    Ok(beliefs
        .iter()
        .map(|belief| {
            let cites: Vec<String> = belief.cites.iter().map(ToString::to_string).collect();
            let stale = if belief.stale { " · stale: the log has moved on since" } else { "" };
            format!(
                "{} = {} ({:.1}) because of {}{stale}",
                belief.slot,
                belief.value,
                belief.confidence,
                cites.join(", ")
            )
        })
        .collect())
}

fn pages(space: &Space) -> Result<Vec<String>> {
    let kinds = [
        PageKind::Continuity,
        PageKind::Segment,
        PageKind::Diary,
        PageKind::CarriedNote,
        PageKind::StatusNote,
        PageKind::RollingSummary,
    ];
    let mut rows = Vec::new();
    for kind in kinds {
        let current = space.pages(kind)?.pop();
        rows.extend(current.map(|page| format!("{} {}: {}", page.id, render::word(kind), page.text)));
    }
    Ok(rows)
}
