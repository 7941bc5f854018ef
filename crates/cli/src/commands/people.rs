//! `hupo people`: who is known, what is known of them, and who is the same.

use crate::failure::Usage;
use crate::render;
use crate::shell::{Shell, zone_of};
use crate::source::Refused;
use anyhow::Result;
use clap::Args;
use hupo::{EntityId, EntityKind, PersonCard, Space};
use serde_json::json;

#[derive(Args)]
pub(crate) struct People {
    /// Name, alias or ent-3: show everything known of them
    name: Option<String>,
    /// List places, events, objects and concepts too
    #[arg(long, conflicts_with = "name")]
    all: bool,
    /// Say that two are one: the first keeps its name
    #[arg(long, num_args = 2, value_names = ["KEEP", "MERGE"], conflicts_with_all = ["name", "split"])]
    merge: Vec<String>,
    /// Say that one that was merged is somebody else after all
    #[arg(long, value_name = "ID", conflicts_with = "name")]
    split: Option<String>,
}

impl People {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        if let [keep, merge] = self.merge.as_slice() {
            let (keep, merge) = (entity(&space, keep)?, entity(&space, merge)?);
            space.merge_entities(keep, merge, shell.now).map_err(|error| Refused::of("merge", error))?;
            shell.remark(&format!("{merge} counts as {keep} from here on; --split {merge} takes that back"));
        }
        if let Some(merged) = &self.split {
            let id = EntityId::parse(merged).ok_or_else(|| Usage(format!("{merged:?} is no id; write ent-3")))?;
            space.split_entity(id, shell.now).map_err(|error| Refused::of("split", error))?;
            shell.remark(&format!("{id} is somebody else from here on"));
        }
        match &self.name {
            Some(name) => cards(shell, &space, name),
            None => list(shell, &space, self.all),
        }
    }
}

fn list(shell: &mut Shell, space: &Space, all: bool) -> Result<()> {
    let known = space.entities((!all).then_some(EntityKind::Person))?;
    if shell.globals.json {
        let known: Vec<_> = known.iter().map(render::entity_json).collect();
        return Ok(shell.out.json(&json!({ "space": space.name(), "entities": known }))?);
    }
    if known.is_empty() {
        return Ok(shell.out.line("nobody is known")?);
    }
    let rows = known.iter().map(render::entity_row);
    let table = render::table(&["id", "name", "kind", "also called"], rows, &shell.out);
    Ok(shell.out.line(table)?)
}

fn cards(shell: &mut Shell, space: &Space, name: &str) -> Result<()> {
    let found = found(space, name)?;
    if found.is_empty() {
        return Err(Usage(format!("nobody is called {name:?} in {:?}", space.name())).into());
    }
    if shell.globals.json {
        let people = found.iter().map(|card| render::person_json(space, card)).collect::<Result<Vec<_>>>()?;
        return Ok(shell.out.json(&json!({ "space": space.name(), "people": people }))?);
    }
    let zone = zone_of(space);
    let cards = found.iter().map(|card| render::person_card(card, &zone, &shell.out)).collect();
    Ok(shell.cards(cards, "nobody is known")?)
}

fn found(space: &Space, name: &str) -> Result<Vec<PersonCard>> {
    let called = space.people_called(name)?;
    match EntityId::parse(name).filter(|_| called.is_empty()) {
        Some(id) => Ok(space.person(id)?.into_iter().collect()),
        None => Ok(called),
    }
}

/// The entity a person names: by its name or alias first, else by its id.
pub(crate) fn entity(space: &Space, name: &str) -> Result<EntityId> {
    let called = space.people_called(name)?;
    match called.as_slice() {
        [one] => Ok(one.entity.id),
        [] => {
            Ok(EntityId::parse(name)
                .ok_or_else(|| Usage(format!("nobody is called {name:?} in {:?}", space.name())))?)
        }
        [..] => {
            let ids: Vec<String> = called.iter().map(|card| card.entity.id.to_string()).collect();
            Err(Usage(format!("{name:?} names several; give one of {}", ids.join(", "))).into())
        }
    }
}
