//! What comes out of a ledger or an export is held to the promises again, event by event, before it is applied.
//!
//! An event that breaks one was not made by this program, or not from what stands before it.

mod care;
mod promotion;

use std::fmt::Display;

use hupo_text::quote;
use hupo_types::{
    About, Answered, DocId, Event, Evidence, Logged, Memory, Message, Relation, Reviewed, State, UnitVector,
};

use crate::Error;
use crate::apply::SPACE;
use crate::erase::closing_stands;
use crate::records::{self, expected};
use crate::rows::Rows;
use crate::table::Table;
use crate::write::{has_users_words, needs_users_words};

/// Whether an event may follow what the rows hold: its number is the next one, what it names is there, and every quote
/// stands in the message it cites, under the role of who wrote it, with the user's words where promise 2 wants them.
///
/// # Errors
/// [`Error::Damaged`] with what is wrong.
pub(crate) fn check(rows: &impl Rows, event: &Event) -> Result<(), Error> {
    let totals = rows.totals();
    match event {
        Event::SpaceCreated { .. } => begins_once(rows),
        Event::MessageAppended { message } => appended(rows, message),
        Event::EntityAdded { entity } => follows(entity.id.get(), totals.entities, &entity.id),
        Event::RelationAdded { relation } => related(rows, relation),
        Event::TopicAdded { topic } => follows(topic.id.get(), totals.topics, &topic.id),
        Event::MemoryRemembered { memory } => remembered(rows, memory),
        Event::EvidenceAdded { evidence, .. } => all_stand(rows, evidence),
        Event::MemorySuperseded { new, .. } => known(new.get(), totals.memories, new),
        Event::Mentioned { doc, entities } => {
            is_there(rows, *doc)?;
            entities.iter().try_for_each(|entity| known(entity.get(), totals.entities, entity))
        }
        Event::TopicsJoined { memory, topics } => {
            known(memory.get(), totals.memories, memory)?;
            topics.iter().try_for_each(|topic| known(topic.get(), totals.topics, topic))
        }
        Event::Embedded { doc, vector } => is_there(rows, *doc).and_then(|()| fits(rows, vector)),
        Event::Logged(logged) => check_logged(rows, logged),
        Event::Cared(cared) => care::check(rows, cared),
        Event::Promoted(run) => promotion::check(rows, run),
        Event::Answered(answered) => answered_once(rows, answered),
        Event::Reviewed(Reviewed::Queued { review }) => follows(review.id.get(), totals.reviews, &review.id),
        // What else these name is looked for when they are applied.
        Event::EmbedderChosen { .. }
        | Event::EntityAliased { .. }
        | Event::StandingSet { .. }
        | Event::RelationSuperseded { .. }
        | Event::EntitiesMerged { .. }
        | Event::EntitySplit { .. }
        | Event::Reviewed(Reviewed::Decided { .. } | Reviewed::Barred { .. } | Reviewed::RulesSet { .. })
        | Event::Erased(_) => Ok(()),
    }
}

fn check_logged(rows: &impl Rows, logged: &Logged) -> Result<(), Error> {
    let totals = rows.totals();
    match logged {
        Logged::Observed { observation: one } => {
            follows(one.id.get(), totals.observations, &one.id)?;
            let users_words = needs_users_words(one.about, one.kind, one.source);
            let claim = Claim { id: &one.id, words: &one.value, evidence: &one.evidence, users_words };
            claim.check(rows, one.erased)
        }
        Logged::ProfileStated { fact } => {
            follows(fact.id.get(), totals.profile_facts, &fact.id)?;
            let users_words = fact.about == About::User;
            let claim = Claim { id: &fact.id, words: &fact.value, evidence: &fact.evidence, users_words };
            claim.check(rows, fact.erased)
        }
        Logged::ProfileSuperseded { new, .. } => known(new.get(), totals.profile_facts, new),
        Logged::BeliefsPut { set } => {
            let mut cited = set.beliefs.iter().flat_map(|belief| belief.cites());
            cited.try_for_each(|id| known(id.get(), totals.observations, id))
        }
        Logged::ItemAdded { item } => {
            follows(item.id.get(), totals.temporal_items, &item.id)?;
            let users_words = item.about == About::User;
            let claim = Claim { id: &item.id, words: &item.text, evidence: &item.evidence, users_words };
            claim.check(rows, item.erased)
        }
        // A closing whose words were erased is left in the ledger, and closes nothing.
        Logged::ItemClosed { closing, .. } if closing.evidence.is_empty() => Ok(()),
        Logged::ItemClosed { item, closing } if !closing_stands(closing) => Err(no_users_words(item)),
        Logged::ItemClosed { closing, .. } => all_stand(rows, &closing.evidence),
        Logged::PageWritten { page } => {
            follows(page.id.get(), totals.pages, &page.id)?;
            known(page.from.get(), page.to.get(), &page.from)?;
            known(page.to.get(), totals.messages, &page.to)?;
            if page.erased { silent(&page.text, &page.id) } else { Ok(()) }
        }
    }
}

/// A space begins with its first event, and only there.
fn begins_once(rows: &impl Rows) -> Result<(), Error> {
    match rows.row(Table::Meta, SPACE, |_| Ok(()))? {
        None => Ok(()),
        Some(()) => Err(Error::damaged("the space begins a second time")),
    }
}

/// A key is given to one write.
fn answered_once(rows: &impl Rows, answered: &Answered) -> Result<(), Error> {
    match rows.row(Table::Answers, &answered.key, |_| Ok(()))? {
        None => Ok(()),
        Some(()) => Err(Error::damaged("a write that happens once was answered a second time")),
    }
}

fn appended(rows: &impl Rows, message: &Message) -> Result<(), Error> {
    let (id, before) = (message.id, rows.totals().messages);
    follows(id.get(), before, &id)?;
    message.previous.map_or(Ok(()), |previous| known(previous.get(), before, &previous))?;
    if message.erased { silent(&message.text, &id) } else { Ok(()) }
}

fn related(rows: &impl Rows, relation: &Relation) -> Result<(), Error> {
    let totals = rows.totals();
    follows(relation.id.get(), totals.relations, &relation.id)?;
    known(relation.from.get(), totals.entities, &relation.from)?;
    known(relation.to.get(), totals.entities, &relation.to)?;
    let (words, evidence) = (relation.predicate.as_str(), relation.evidence.as_slice());
    Claim { id: &relation.id, words, evidence, users_words: false }.check(rows, relation.erased)
}

fn remembered(rows: &impl Rows, memory: &Memory) -> Result<(), Error> {
    let (id, before) = (memory.id, rows.totals().memories);
    follows(id.get(), before, &id)?;
    memory.supersedes.iter().chain(&memory.covers).try_for_each(|other| known(other.get(), before, other))?;
    let users_words = memory.scope.needs_user_words();
    let claim = Claim { id: &id, words: &memory.text, evidence: &memory.evidence, users_words };
    claim.check(rows, memory.state == State::Erased)
}

/// What a record says, and what it rests on.
struct Claim<'a> {
    id: &'a dyn Display,
    words: &'a str,
    evidence: &'a [Evidence],
    /// Promise 2: one of the quotes must be the user's.
    users_words: bool,
}

impl Claim<'_> {
    /// Whether it has its receipt; or, if it was erased, says nothing.
    fn check(&self, rows: &impl Rows, erased: bool) -> Result<(), Error> {
        if erased {
            return silent(self.words, self.id);
        }
        if self.evidence.is_empty() {
            return Err(Error::damaged(format!("{} has no receipt", self.id)));
        }
        if self.users_words && !has_users_words(self.evidence) {
            return Err(no_users_words(self.id));
        }
        all_stand(rows, self.evidence)
    }
}

fn no_users_words(id: &dyn Display) -> Error {
    Error::damaged(format!("{id} does not rest on the user's own words"))
}

/// What was erased says nothing.
fn silent(words: &str, id: &dyn Display) -> Result<(), Error> {
    if words.is_empty() { Ok(()) } else { Err(Error::damaged(format!("{id} was erased, and still says something"))) }
}

/// Ids are given out in order.
fn follows(number: u64, before: u64, id: &dyn Display) -> Result<(), Error> {
    if number == before + 1 { Ok(()) } else { Err(Error::damaged(format!("{id} is not the next number"))) }
}

/// Whether a number was given out.
fn known(number: u64, last: u64, id: &dyn Display) -> Result<(), Error> {
    if (1..=last).contains(&number) { Ok(()) } else { Err(Error::damaged(format!("{id} is named, and is not there"))) }
}

fn is_there(rows: &impl Rows, doc: DocId) -> Result<(), Error> {
    let totals = rows.totals();
    match doc {
        DocId::Message(id) => known(id.get(), totals.messages, &id),
        DocId::Memory(id) => known(id.get(), totals.memories, &id),
    }
}

fn fits(rows: &impl Rows, vector: &UnitVector) -> Result<(), Error> {
    match &rows.totals().model {
        Some(model) if model.dimension == vector.dimension() => Ok(()),
        Some(_) | None => Err(Error::damaged("a vector is not of the space's model")),
    }
}

fn all_stand(rows: &impl Rows, evidence: &[Evidence]) -> Result<(), Error> {
    for one in evidence {
        let message = expected(records::message(rows, one.message)?, &one.message)?;
        if !stands(one, &message) {
            return Err(Error::damaged(format!("{} does not hold the quote where it was found", message.id)));
        }
    }
    Ok(())
}

/// Whether the quote stands in the message where its evidence says, in the writer's role, and would be found there today.
pub(crate) fn stands(evidence: &Evidence, message: &Message) -> bool {
    let length = evidence.end.saturating_sub(evidence.start);
    let there = message.text.chars().skip(evidence.start).take(length);
    evidence.role == message.role
        && there.eq(evidence.quote.chars())
        && quote::locate(&message.text, &evidence.quote, Some(evidence.start)).is_ok()
}
