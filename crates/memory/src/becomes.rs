//! What a proposal would become as a memory.

use crate::Error;
use crate::stop::{Checked, answered};
use crate::{summaries, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{
    About, DocId, Ending, EntityRef, Evidence, Interval, Kind, Memory, MemoryRef, MessageRef, NewClosing,
    NewCorrection, NewEvidence, NewMemory, NewTopicSummary, Proposal, Purpose, Role, Scope, TemporalItem, Timestamp,
    Verdict, VerdictCode, limits,
};

/// The memory a proposal would become, so that it can be drafted and embedded before it is written; `None` if it
/// becomes none, or names something that is not there.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn memory_of(view: &impl Read, proposal: &Proposal) -> Result<Option<NewMemory>, Error> {
    Ok(answered(of(view, proposal))?.ok().flatten())
}

fn of(view: &impl Read, proposal: &Proposal) -> Checked<Option<NewMemory>> {
    Ok(match proposal {
        Proposal::Memory(new) => Some(match &new.supersedes {
            Some(meant) => keyed_like(view, new, &target::memory(view, "supersedes", meant)?)?,
            None => (**new).clone(),
        }),
        Proposal::Correction(new) => Some(correction(view, new, &target::memory(view, "corrects", &new.corrects)?)?),
        Proposal::Outcome(new) => match view.temporal_item(new.item)? {
            Some(item) => outcome(view, &item, (new, Timestamp::MAX))?,
            None => None,
        },
        Proposal::TopicSummary(new) => Some(summary(new, &members(view, new)?)),
        Proposal::Relation(_)
        | Proposal::Person(_)
        | Proposal::TemporalItem(_)
        | Proposal::Observation(_)
        | Proposal::Profile(_)
        | Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_) => None,
    })
}

/// A memory that corrects another and says no key of its own takes the other's.
pub(crate) fn keyed_like(view: &impl Read, new: &NewMemory, old: &Memory) -> Checked<NewMemory> {
    let mut new = new.clone();
    if new.key.is_empty() {
        new.key = old.key.clone();
    }
    if new.entities.is_empty() {
        new.entities = entities_of(view, old)?;
    }
    if new.topics.is_empty() {
        new.topics = topics_of(view, old)?;
    }
    Ok(new)
}

/// A correction keeps scope, kind, key, entities and topics of the memory it corrects.
pub(crate) fn correction(view: &impl Read, new: &NewCorrection, old: &Memory) -> Checked<NewMemory> {
    Ok(NewMemory {
        key: old.key.clone(),
        importance: new.importance.unwrap_or(old.importance),
        valid: new.valid,
        supersedes: Some(MemoryRef::Id(old.id)),
        entities: entities_of(view, old)?,
        topics: topics_of(view, old)?,
        ..NewMemory::new(old.kind, old.scope, new.text.clone(), new.evidence.clone())
    })
}

/// The entities it is about, but for those whose name only its text said: the new text names its own.
fn entities_of(view: &impl Read, memory: &Memory) -> Checked<Vec<EntityRef>> {
    let text = fold_str(&memory.text);
    let mut kept = Vec::new();
    for id in view.entities_of(DocId::Memory(memory.id))? {
        let Some(entity) = view.entity(id)?.filter(|entity| !entity.erased) else { continue };
        if !entity.names().any(|name| text.contains(&fold_str(name))) {
            kept.push(EntityRef::Id(id));
        }
    }
    Ok(kept)
}

fn topics_of(view: &impl Read, memory: &Memory) -> Checked<Vec<String>> {
    let mut names = Vec::new();
    for id in view.topics_of(memory.id)? {
        names.extend(view.topic(id)?.map(|topic| topic.name));
    }
    Ok(names)
}

/// The memory of how an item ended: an event that rests on what set it up and on what told its end.
pub(crate) fn outcome(
    view: &impl Read,
    item: &TemporalItem,
    (closing, now): (&NewClosing, Timestamp),
) -> Checked<Option<NewMemory>> {
    let Some(text) = closing.outcome.clone() else { return Ok(None) };
    let scope = match item.about {
        About::User => Scope::User,
        About::Companion => Scope::Companion,
    };
    let mut evidence: Vec<NewEvidence> = closing.evidence.iter().take(limits::EVIDENCE - 1).map(told).collect();
    let room = limits::EVIDENCE - evidence.len();
    evidence.extend(item.evidence.iter().take(room).map(|one| cited(one, Purpose::Setup)));
    let mut memory = NewMemory::new(Kind::Event, scope, text, evidence);
    memory.importance = closing.importance.unwrap_or(memory.importance);
    for id in &item.entities {
        let known = view.entity(*id)?.filter(|entity| !entity.erased);
        memory.entities.extend(known.map(|entity| EntityRef::Id(entity.id)));
    }
    memory.valid = happened(item, closing.ending, now);
    Ok(Some(memory))
}

/// What was resolved began when the item did; what was changed or cancelled never did.
fn happened(item: &TemporalItem, ending: Ending, now: Timestamp) -> Interval {
    let from = match ending {
        Ending::Resolved => item.starts.filter(|starts| *starts <= now),
        Ending::Changed | Ending::Cancelled => None,
    };
    Interval { from, to: None }
}

/// The closing words, cited for the outcome.
fn told(evidence: &NewEvidence) -> NewEvidence {
    NewEvidence { purpose: Purpose::Outcome, ..evidence.clone() }
}

/// Evidence that was found before, to be cited again.
pub(crate) fn cited(evidence: &Evidence, purpose: Purpose) -> NewEvidence {
    NewEvidence {
        message: MessageRef::Id(evidence.message),
        role: evidence.role,
        quote: evidence.quote.clone(),
        purpose,
        hint: Some(evidence.start),
    }
}

/// The members of a summary, each once, in the order they are named. Cold ones come back with it; those for which
/// another summary stands are its own.
pub(crate) fn members(view: &impl Read, new: &NewTopicSummary) -> Checked<Vec<Memory>> {
    let replaced = summaries::of_topic(view, &new.topic, new.period)?.living;
    let mut members: Vec<Memory> = Vec::new();
    for (index, meant) in new.members.iter().enumerate() {
        let field = format!("members[{index}]");
        let member = target::holding(view, &field, meant)?;
        if !summaries::is_free(&member, &replaced) {
            return Err(folded(&field, &member).into());
        }
        if members.iter().all(|one| one.id != member.id) {
            members.push(member);
        }
    }
    Ok(members)
}

/// A memory is folded into one summary at most, so that one alone stands for it.
fn folded(field: &str, member: &Memory) -> Verdict {
    let by = member.care.folded_into.map(|by| by.to_string()).unwrap_or_default();
    let reason = format!("{field}: {by} stands for {} already; leave it out, or bring it back first", member.id);
    let mut verdict = Verdict::new(VerdictCode::UnknownTarget, reason).at(field);
    verdict.meets = member.care.folded_into.map(DocId::Memory).into_iter().collect();
    verdict
}

/// The memory a summary becomes: keyed by topic and period, resting on its members' quotes.
pub(crate) fn summary(new: &NewTopicSummary, members: &[Memory]) -> NewMemory {
    let most = members.iter().map(|member| member.importance).max();
    let mut memory = NewMemory::new(Kind::TopicSummary, scope_of(members), new.text.clone(), quotes(members));
    memory.importance = new.importance.or(most).unwrap_or(memory.importance);
    memory.key = summaries::key(&new.topic, new.period);
    memory.topics = vec![new.topic.clone()];
    memory.covers = members.iter().map(|member| MemoryRef::Id(member.id)).collect();
    memory
}

/// About whom all the members are; about both if they differ.
fn scope_of(members: &[Memory]) -> Scope {
    let mut scopes = members.iter().map(|member| member.scope);
    let first = scopes.next().unwrap_or(Scope::Shared);
    if scopes.all(|scope| scope == first) { first } else { Scope::Shared }
}

/// The members' quotes up to the limit, one of each member in turn, each member's user quotes first.
fn quotes(members: &[Memory]) -> Vec<NewEvidence> {
    let mut left: Vec<Vec<&Evidence>> = members.iter().map(users_first).collect();
    let mut quotes: Vec<NewEvidence> = Vec::new();
    while quotes.len() < limits::EVIDENCE && left.iter().any(|quotes| !quotes.is_empty()) {
        for evidence in left.iter_mut().filter_map(Vec::pop) {
            let one = cited(evidence, evidence.purpose);
            if quotes.len() < limits::EVIDENCE && !quotes.contains(&one) {
                quotes.push(one);
            }
        }
    }
    quotes
}

/// A member's quotes, to be taken from the end: the user's first, then the others, each in order.
fn users_first(member: &Memory) -> Vec<&Evidence> {
    let fits = |one: &&Evidence| one.quote.len() <= limits::QUOTE_BYTES;
    let mut quotes: Vec<&Evidence> = member.evidence.iter().filter(fits).collect();
    quotes.sort_by_key(|one| one.role != Role::User);
    quotes.reverse();
    quotes
}
