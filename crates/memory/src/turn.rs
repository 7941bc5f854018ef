//! What one turn sees: the slice of a relationship that a model is given, in a fixed order, within a budget, each
//! entry with what it rests on.

mod bearing;
mod believed;
mod clock;
mod draft;
mod entry;
mod fit;
mod left_out;
mod limits;
mod memories;
mod pages;
mod part;
mod person;
mod privacy;
mod profile;
mod recent;
mod render;
mod request;
mod show;
mod temporal;
mod terms;
mod visible;
mod words;

pub use entry::{Entry, EntryId, EntryReceipt, Said};
pub use left_out::{LeftOut, LeftOutReason};
pub use limits::{PartLimit, TurnLimits};
pub use part::Part;
pub use request::{Recalled, RecalledMemory, Turn};

use crate::Error;
use draft::{Draft, Scene};
use hupo_store::{Read, Snapshot};
use hupo_text::{Language, fold_str};
use hupo_types::{DocId, Entity, EntityId, Timestamp};
use jiff::tz::TimeZone;
use privacy::Privacy;
use recent::Recent;
use serde::Serialize;
use terms::Terms;

/// A part of what a turn sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Which part.
    pub part: Part,
    /// What stands in it; never empty.
    pub entries: Vec<Entry>,
}

/// What one turn sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TurnContext {
    /// The language of headings and labels.
    #[serde(serialize_with = "show::language")]
    pub language: Language,
    /// The time it was made for. RFC 3339 in JSON.
    #[serde(serialize_with = "show::moment")]
    pub now: Timestamp,
    /// The parts that have entries, in their fixed order.
    pub sections: Vec<Section>,
    /// What was left out, and why, in the order of the parts.
    pub left_out: Vec<LeftOut>,
    /// What all of it costs as it is rendered; never more than the budget.
    pub n_tokens: usize,
    /// What it might have cost.
    pub budget_tokens: usize,
    /// The text, as it was counted.
    #[serde(skip)]
    text: String,
}

impl TurnContext {
    /// The context as plain text in its language; every stored text stands inside a fence, as data. Empty if there is
    /// nothing to see.
    pub fn render(&self) -> &str {
        &self.text
    }
}

/// Assembles what one turn sees. The same space, turn and findings give the same context, byte for byte.
///
/// `count` says what a text costs, in tokens; [`hupo_text::estimate_tokens`] where the caller has nothing better.
/// Nothing appears twice: a memory whose words stand in lines that are shown, a page about such lines, and a text that
/// is there already are left out. Superseded, archived, folded and erased memories never appear, nor do private facts
/// uninvited, or what would tell them.
///
/// Where everything together costs more than `turn.limits.tokens`, whole entries give way, the least needed first:
/// segments, beliefs, diaries, the baton, status notes, the rolling summary, the older lines of the live tail, memories,
/// the carried note, the person card, preferences, temporal items, the last lines. Then the middle of the current message
/// is cut out, down to 400 characters; then go the continuity page, boundaries and rules, the profile and the time; and
/// at last the message itself.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn turn_context(
    snapshot: &Snapshot,
    turn: &Turn,
    recalled: &Recalled,
    zone: &TimeZone,
    count: &dyn Fn(&str) -> usize,
) -> Result<TurnContext, Error> {
    let recent = Recent::read(snapshot, turn)?;
    let profile = snapshot.profile()?;
    let terms = Terms::of(recent.said(turn));
    let privacy = Privacy::of(&profile, recent.said(turn), &terms);
    let named = named(snapshot, turn, recalled, &recent)?;
    let names = names(snapshot, &named)?;
    let language = language(turn, &recent);
    let scene = Scene { snapshot, turn, zone, language, count, terms, named, names, privacy };
    let mut draft = Draft::new(&scene);
    recent.put(&mut draft);
    profile::put(&mut draft, &profile)?;
    let items = snapshot.open_items()?;
    clock::put(&mut draft, &items)?;
    temporal::put(&mut draft, &items)?;
    person::put(&mut draft, &themselves(snapshot, turn, &recent)?)?;
    pages::put_continuity(&mut draft)?;
    pages::put_status_notes(&mut draft)?;
    pages::put_diaries(&mut draft)?;
    bearing::put(&mut draft, &profile, recalled)?;
    believed::put(&mut draft)?;
    memories::put_recalled(&mut draft, recalled)?;
    pages::put_segments(&mut draft, &recalled.lines)?;
    pages::put_carried_note(&mut draft)?;
    pages::put_rolling_summary(&mut draft)?;
    Ok(finished(draft))
}

fn finished(mut draft: Draft<'_>) -> TurnContext {
    let fit::Fitted { text, n_tokens } = fit::fit(&mut draft);
    let left_out = fit::settled(&mut draft);
    let scene = draft.scene;
    let sections = draft.parts.into_iter().map(|(part, entries)| Section { part, entries }).collect();
    let (language, now, budget_tokens) = (scene.language, scene.turn.now, scene.turn.limits.tokens);
    TurnContext { language, now, sections, left_out, n_tokens, budget_tokens, text }
}

/// That of the turn; of its text; of what was said last; Chinese where nothing tells.
fn language(turn: &Turn, recent: &Recent) -> Language {
    let said = || Language::of_text(recent.said(turn)).or_else(|| recent.language());
    turn.language.or_else(said).unwrap_or(Language::Chinese)
}

/// Whom and what the turn names: as recall found it, then the people of the turn, then what the stored message is
/// linked to. Each once, as the one it turned out to be.
fn named(snapshot: &Snapshot, turn: &Turn, recalled: &Recalled, recent: &Recent) -> Result<Vec<EntityId>, Error> {
    let mut all = recalled.named.clone();
    for name in &turn.people {
        all.extend(snapshot.entities_called(name)?);
    }
    if let Some(id) = recent.current_id() {
        all.extend(snapshot.entities_of(DocId::Message(id))?);
    }
    let mut named = Vec::new();
    for id in all {
        let entity = snapshot.entity(id)?;
        let root = entity.and_then(|entity| entity.merged_into).unwrap_or(id);
        if !named.contains(&root) {
            named.push(root);
        }
    }
    Ok(named)
}

/// Every name of these, folded; one that is a single letter names nobody.
fn names(snapshot: &Snapshot, named: &[EntityId]) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for id in named {
        for id in snapshot.merged_into(*id)?.into_iter().chain([*id]) {
            let entity = snapshot.entity(id)?.filter(|entity| !entity.erased);
            names.extend(entity.iter().flat_map(Entity::names).map(fold_str));
        }
    }
    names.retain(|name| name.chars().count() > 1);
    Ok(names)
}

/// The two who talk, as far as they are known by name.
fn themselves(snapshot: &Snapshot, turn: &Turn, recent: &Recent) -> Result<Vec<EntityId>, Error> {
    let mut themselves = Vec::new();
    for name in recent.speaker(turn).into_iter().chain(recent.companion()) {
        themselves.extend(snapshot.entities_called(name)?);
    }
    Ok(themselves)
}
