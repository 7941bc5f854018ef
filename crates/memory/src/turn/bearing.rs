//! What bears on the turn: boundaries first, then rules, then preferences and other facts of the profile.

use super::draft::Draft;
use super::entry::EntryId;
use super::left_out::LeftOutReason;
use super::memories;
use super::part::Part;
use super::privacy;
use super::profile;
use super::request::{Recalled, RecalledMemory};
use crate::Error;
use hupo_types::{DocId, Kind, Memory, MemoryId, ProfileFact, Visibility};

/// The attribute of a profile fact that draws a boundary begins so.
const BOUNDARY: &str = "boundary/";

/// Puts what bears on the turn: what is stated in the profile and shown when relevant, and what recall found among
/// boundaries, rules and preferences.
///
/// A boundary always bears: the companion could bring up by itself what must not be brought up. Those that share a word
/// or a person with the turn come first; the others take the places that are left. A rule that recall found counts as
/// it is. A preference, and any other fact, must share a word or a person with the turn.
pub(super) fn put(draft: &mut Draft<'_>, facts: &[ProfileFact], recalled: &Recalled) -> Result<(), Error> {
    let (boundaries, others): (Vec<_>, Vec<_>) = facts.iter().filter(is_conditional).partition(is_boundary);
    let (close, standing): (Vec<_>, Vec<_>) = boundaries.into_iter().partition(|fact| is_close(draft, fact));
    let found = found(draft, recalled)?;
    put_facts(draft, &close)?;
    for kind in [Kind::Boundary, Kind::Rule] {
        for memory in found.iter().filter(|memory| memory.kind == kind) {
            put_memory(draft, memory)?;
        }
    }
    put_facts(draft, &others)?;
    for memory in found.iter().filter(|memory| memory.kind == Kind::Preference) {
        if bears(draft, memory)? {
            put_memory(draft, memory)?;
        } else {
            draft.leave(Part::Bearing, EntryId::Memory(memory.id), LeftOutReason::NotRelevant);
        }
    }
    put_facts(draft, &standing)?;
    draft.boundaries_first();
    Ok(())
}

/// Shown when relevant, or private.
fn is_conditional(fact: &&ProfileFact) -> bool {
    fact.visibility == Visibility::WhenRelevant || privacy::is_private(fact)
}

fn is_boundary(fact: &&ProfileFact) -> bool {
    hupo_text::fold_str(&fact.attribute).starts_with(BOUNDARY)
}

fn put_facts(draft: &mut Draft<'_>, facts: &[&ProfileFact]) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.bearing;
    for fact in facts {
        let id = EntryId::ProfileFact(fact.id);
        if let Err(reason) = may_show(draft, fact) {
            draft.leave(Part::Bearing, id, reason);
            continue;
        }
        let entry = profile::entry(draft, fact)?;
        if draft.offer(Part::Bearing, entry, limit) {
            draft.also_says(&fact.value, &id);
            if is_boundary(fact) {
                draft.boundaries.insert(id);
            }
        }
    }
    Ok(())
}

fn may_show(draft: &Draft<'_>, fact: &ProfileFact) -> Result<(), LeftOutReason> {
    if privacy::is_private(fact) {
        return if draft.scene.privacy.is_invited(fact) { Ok(()) } else { Err(LeftOutReason::Private) };
    }
    if is_boundary(&fact) || is_close(draft, fact) { Ok(()) } else { Err(LeftOutReason::NotRelevant) }
}

/// Whether a fact shares a word with the turn, or names whom the turn names: by its attribute, value or quotes.
fn is_close(draft: &Draft<'_>, fact: &ProfileFact) -> bool {
    let attribute = fact.attribute.replace(['_', '/'], " ");
    let quotes = fact.evidence.iter().map(|one| one.quote.as_str());
    let mut texts = quotes.chain([attribute.as_str(), fact.value.as_str()]);
    texts.any(|text| draft.scene.terms.meet(text) || draft.scene.names_in(text))
}

/// The boundaries, rules and preferences among what was found: those that were looked for, then the boundaries and
/// rules that came up among the memories.
fn found(draft: &Draft<'_>, recalled: &Recalled) -> Result<Vec<Memory>, Error> {
    let mut found: Vec<Memory> = Vec::new();
    let others = recalled.memories.iter().map(|found| found.memory);
    for (id, is_looked_for) in recalled.bearing.iter().map(|id| (*id, true)).chain(others.map(|id| (id, false))) {
        let Some(memory) = draft.scene.snapshot.memory(id)? else { continue };
        let is_wanted = match memory.kind {
            Kind::Boundary | Kind::Rule => true,
            Kind::Preference => is_looked_for,
            Kind::Identity
            | Kind::Fact
            | Kind::Event
            | Kind::Insight
            | Kind::Pattern
            | Kind::Milestone
            | Kind::Ritual
            | Kind::SharedMoment
            | Kind::Emotion
            | Kind::TopicSummary
            | Kind::Dream => false,
        };
        if is_wanted && found.iter().all(|known| known.id != id) {
            found.push(memory);
        }
    }
    Ok(found)
}

/// Whether a memory shares a word, a person or a thing with the turn.
fn bears(draft: &Draft<'_>, memory: &Memory) -> Result<bool, Error> {
    let scene = draft.scene;
    Ok(scene.terms.meet(&memory.text) || names_any(draft, memory.id)?)
}

fn names_any(draft: &Draft<'_>, memory: MemoryId) -> Result<bool, Error> {
    let named = &draft.scene.named;
    Ok(!named.is_empty()
        && draft.scene.snapshot.entities_of(DocId::Memory(memory))?.iter().any(|id| named.contains(id)))
}

fn put_memory(draft: &mut Draft<'_>, memory: &Memory) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.bearing;
    let is_boundary = matches!(memory.kind, Kind::Boundary | Kind::Rule);
    if memories::offer(draft, Part::Bearing, &RecalledMemory::from(memory.id), limit)? && is_boundary {
        draft.boundaries.insert(EntryId::Memory(memory.id));
    }
    Ok(())
}
