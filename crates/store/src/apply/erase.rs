//! What an erasure does to the tables: every record it lists is emptied, and every row that was made of its words goes.
//!
//! A replay comes here with records whose events were emptied already. Whatever is removed is therefore looked up by
//! what the record's row says now, full or empty, and both ways end with the same rows.

use hupo_text::fold_str;
use hupo_types::{
    DocId, EntityId, Erasure, Evidence, MemoryId, MessageId, PageId, ProfileFact, ProfileFactId, ProposalId,
    RelationId, Role, State, TemporalItemId, TopicId,
};

use super::life::set_state;
use crate::citations::{self, Citing};
use crate::erase;
use crate::read::{BELIEFS, Read};
use crate::records::{self, entities_of, entities_row, expected, topics_of};
use crate::rows::{Rows, get, with_prefix};
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn apply(tables: &mut Tables, erasure: &Erasure) -> Result<(), Error> {
    lose_quotes(tables, erasure)?;
    records_go(tables, erasure)?;
    log_goes(tables, erasure)?;
    citations::forget(tables, &citing(erasure))?;
    for doc in &erasure.vectors {
        vector(tables, *doc)?;
    }
    super::answered::erase(tables, erasure)?;
    if erasure.beliefs {
        tables.remove(Table::Beliefs, BELIEFS)?;
    }
    let totals = tables.totals_mut();
    totals.erasures += 1;
    let number = totals.erasures;
    tables.put(Table::Erasures, &key::number(number), erasure)
}

fn records_go(tables: &mut Tables, erasure: &Erasure) -> Result<(), Error> {
    erasure.memories.iter().try_for_each(|id| memory(tables, *id))?;
    erasure.messages.iter().try_for_each(|id| message(tables, *id))?;
    erasure.relations.iter().try_for_each(|id| relation(tables, *id))?;
    erasure.entities.iter().try_for_each(|id| entity(tables, *id))
}

fn log_goes(tables: &mut Tables, erasure: &Erasure) -> Result<(), Error> {
    for id in &erasure.observations {
        let full = expected(tables.observation(*id)?, id)?;
        tables.put(Table::Observations, &key::number(id.get()), &erase::observation(&full))?;
    }
    erasure.profile_facts.iter().try_for_each(|id| fact(tables, *id))?;
    for id in &erasure.temporal_items {
        let full = expected(tables.temporal_item(*id)?, id)?;
        tables.put(Table::TemporalItems, &key::number(id.get()), &erase::item(&full))?;
    }
    erasure.pages.iter().try_for_each(|id| page(tables, *id))?;
    erasure.proposals.iter().try_for_each(|id| review(tables, *id))
}

/// The records whose rows of citations go; a page keeps the range it was about.
fn citing(erasure: &Erasure) -> Vec<Citing> {
    let relations = erasure.relations.iter().map(|id| Citing::Relation(*id));
    let observations = erasure.observations.iter().map(|id| Citing::Observation(*id));
    let facts = erasure.profile_facts.iter().map(|id| Citing::ProfileFact(*id));
    let items = erasure.temporal_items.iter().map(|id| Citing::TemporalItem(*id));
    let reviews = erasure.proposals.iter().map(|id| Citing::Review(*id));
    relations.chain(observations).chain(facts).chain(items).chain(reviews).collect()
}

fn message(tables: &mut Tables, id: MessageId) -> Result<(), Error> {
    let full = expected(records::message(tables, id)?, &id)?;
    if let Some(external) = &full.external_id {
        tables.remove(Table::MessagesExternal, external.as_bytes())?;
    }
    unlink(tables, DocId::Message(id))?;
    remove_all(tables, Table::Citations, &key::number(id.get()))?;
    tables.put(Table::Messages, &key::number(id.get()), &erase::message(&full))?;
    tables.totals_mut().erased_messages += u64::from(full.role != Role::System);
    full.session.as_ref().map_or(Ok(()), |session| move_tail(tables, session, id))
}

/// The next message of the session follows the last one that still says something.
fn move_tail(tables: &mut Tables, session: &str, erased: MessageId) -> Result<(), Error> {
    let tail: Option<u64> = get(tables, Table::SessionTails, session.as_bytes())?;
    if tail != Some(erased.get()) {
        return Ok(());
    }
    let mut place = Some(erased);
    while let Some(id) = place {
        let message = expected(records::message(tables, id)?, &id)?;
        if !message.erased {
            return tables.put(Table::SessionTails, session.as_bytes(), &id.get());
        }
        place = message.previous;
    }
    tables.remove(Table::SessionTails, session.as_bytes())
}

fn memory(tables: &mut Tables, id: MemoryId) -> Result<(), Error> {
    let mut full = expected(records::memory(tables, id)?, &id)?;
    if let Some(external) = &full.external_id {
        tables.remove(Table::MemoriesExternal, external.as_bytes())?;
    }
    tables.remove(Table::MemoryTexts, &key::saying_of(&full))?;
    tables.remove(Table::SemanticKeys, &key::fact_of(&full))?;
    uncite(tables, id, &full.evidence)?;
    unlink(tables, DocId::Memory(id))?;
    leave(tables, id, &topics_of(tables, id)?)?;
    remove_all(tables, Table::Uses, &key::number(id.get()))?;
    for member in &full.covers {
        tables.remove(Table::Summaries, &key::pair(member.get(), id.get()))?;
    }
    set_state(tables, &mut full, State::Erased);
    tables.totals_mut().erased_memories += 1;
    tables.put(Table::Memories, &key::number(id.get()), &erase::memory(&full))
}

fn uncite(tables: &mut Tables, memory: MemoryId, evidence: &[Evidence]) -> Result<(), Error> {
    let mut rows = evidence.iter().map(|one| key::pair(one.message.get(), memory.get()));
    rows.try_for_each(|row| tables.remove(Table::EvidenceByMessage, &row))
}

/// A document no longer mentions anything.
fn unlink(tables: &mut Tables, doc: DocId) -> Result<(), Error> {
    for entity in entities_of(tables, doc)? {
        tables.remove(Table::EntityDocs, &key::pair(entity.get(), doc.to_u64()))?;
    }
    let (table, row) = entities_row(doc);
    tables.remove(table, &row)
}

fn leave(tables: &mut Tables, memory: MemoryId, topics: &[TopicId]) -> Result<(), Error> {
    for topic in topics {
        tables.remove(Table::TopicMemories, &key::pair(topic.get(), memory.get()))?;
    }
    tables.remove(Table::MemoryTopics, &key::number(memory.get()))
}

fn entity(tables: &mut Tables, id: EntityId) -> Result<(), Error> {
    let full = expected(records::entity(tables, id)?, &id)?;
    let name = fold_str(&full.name);
    if records::entity_named(tables, &name)? == Some(id) {
        tables.remove(Table::EntityNames, name.as_bytes())?;
    }
    for alias in &full.aliases {
        tables.remove(Table::EntityAliases, &key::with_number(key::text(&fold_str(alias)), id.get()))?;
    }
    for doc in records::docs_of(tables, id)? {
        no_longer_mentions(tables, doc, id)?;
    }
    tables.put(Table::Entities, &key::number(id.get()), &erase::entity(&full))
}

fn no_longer_mentions(tables: &mut Tables, doc: DocId, entity: EntityId) -> Result<(), Error> {
    let mut left = entities_of(tables, doc)?;
    left.retain(|one| *one != entity);
    tables.remove(Table::EntityDocs, &key::pair(entity.get(), doc.to_u64()))?;
    let (table, row) = entities_row(doc);
    if left.is_empty() { tables.remove(table, &row) } else { tables.put(table, &row, &left) }
}

fn relation(tables: &mut Tables, id: RelationId) -> Result<(), Error> {
    let full = expected(records::relation(tables, id)?, &id)?;
    let same = key::relation(full.from, full.to, &full.predicate);
    tables.remove(Table::RelationKeys, &key::with_number(same, id.get()))?;
    for end in [full.from, full.to] {
        tables.remove(Table::EntityRelations, &key::pair(end.get(), id.get()))?;
    }
    tables.put(Table::Relations, &key::number(id.get()), &erase::relation(&full))
}

fn fact(tables: &mut Tables, id: ProfileFactId) -> Result<(), Error> {
    let full = expected(tables.profile_fact(id)?, &id)?;
    tables.put(Table::ProfileFacts, &key::number(id.get()), &erase::fact(&full))?;
    let row = key::attribute(full.about, &fold_str(&full.attribute));
    let named: Option<u64> = get(tables, Table::ProfileAttributes, &row)?;
    if named != Some(id.get()) {
        return Ok(());
    }
    match latest_before(tables, &full)? {
        Some(before) => tables.put(Table::ProfileAttributes, &row, &before.get()),
        None => tables.remove(Table::ProfileAttributes, &row),
    }
}

/// The last statement of the same attribute that still says something.
fn latest_before(rows: &impl Rows, fact: &ProfileFact) -> Result<Option<ProfileFactId>, Error> {
    let attribute = fold_str(&fact.attribute);
    for number in (1..fact.id.get()).rev() {
        let id = ProfileFactId::new(number);
        let earlier = expected(rows.profile_fact(id)?, &id)?;
        if !earlier.erased && earlier.about == fact.about && fold_str(&earlier.attribute) == attribute {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

fn page(tables: &mut Tables, id: PageId) -> Result<(), Error> {
    let full = expected(tables.page(id)?, &id)?;
    tables.remove(Table::PagesByKind, &key::with_number(key::page_kind(full.kind).to_vec(), id.get()))?;
    tables.put(Table::Pages, &key::number(id.get()), &erase::page(&full))
}

fn review(tables: &mut Tables, id: ProposalId) -> Result<(), Error> {
    let full = expected(tables.review(id)?, &id)?;
    tables.remove(Table::ReviewsWaiting, &key::waiting(&full))?;
    tables.put(Table::Reviews, &key::number(id.get()), &erase::review(&full))
}

fn vector(tables: &mut Tables, doc: DocId) -> Result<(), Error> {
    let row = key::doc(doc);
    if tables.row(Table::Vectors, &row, |_| Ok(()))?.is_some() {
        tables.remove(Table::Vectors, &row)?;
        tables.totals_mut().vectors -= 1;
    }
    Ok(())
}

fn remove_all(tables: &mut Tables, table: Table, prefix: &[u8]) -> Result<(), Error> {
    for row in keys(tables, table, prefix)? {
        tables.remove(table, &row)?;
    }
    Ok(())
}

fn keys(rows: &impl Rows, table: Table, prefix: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let mut scan = with_prefix(rows, table, prefix)?;
    std::iter::from_fn(|| scan.next_body(|key, _| Ok(key.to_vec()))).collect()
}

/// Records that stay lose the quotes of messages that go.
fn lose_quotes(tables: &mut Tables, erasure: &Erasure) -> Result<(), Error> {
    for id in &erasure.lost_evidence {
        memory_loses(tables, *id, erasure)?;
    }
    for message in &erasure.messages {
        for citing in citations::quoting(tables, *message)? {
            loses(tables, citing, *message)?;
        }
    }
    Ok(())
}

fn memory_loses(tables: &mut Tables, id: MemoryId, erasure: &Erasure) -> Result<(), Error> {
    let mut memory = expected(records::memory(tables, id)?, &id)?;
    let (gone, left) = std::mem::take(&mut memory.evidence)
        .into_iter()
        .partition::<Vec<_>, _>(|one| erasure.messages.contains(&one.message));
    uncite(tables, id, &gone)?;
    memory.evidence = left;
    tables.put(Table::Memories, &key::number(id.get()), &memory)
}

fn loses(tables: &mut Tables, citing: Citing, message: MessageId) -> Result<(), Error> {
    match citing {
        Citing::Relation(id) => {
            let mut relation = expected(records::relation(tables, id)?, &id)?;
            relation.evidence.retain(|one| one.message != message);
            tables.put(Table::Relations, &key::number(id.get()), &relation)
        }
        Citing::Observation(id) => {
            let mut observation = expected(tables.observation(id)?, &id)?;
            observation.evidence.retain(|one| one.message != message);
            tables.put(Table::Observations, &key::number(id.get()), &observation)
        }
        Citing::ProfileFact(id) => {
            let mut fact = expected(tables.profile_fact(id)?, &id)?;
            fact.evidence.retain(|one| one.message != message);
            tables.put(Table::ProfileFacts, &key::number(id.get()), &fact)
        }
        Citing::TemporalItem(id) => item_loses(tables, id, message),
        Citing::Page(_) | Citing::Review(_) => Ok(()),
    }
}

/// An item whose ending is no longer said by the user is open again.
fn item_loses(tables: &mut Tables, id: TemporalItemId, message: MessageId) -> Result<(), Error> {
    let mut item = expected(tables.temporal_item(id)?, &id)?;
    item.evidence.retain(|one| one.message != message);
    if let Some(closing) = &mut item.closing {
        let before = closing.evidence.clone();
        closing.evidence.retain(|one| one.message != message);
        if closing.evidence.len() < before.len() && !erase::closing_stands(closing) {
            let own = |one: &Evidence| item.evidence.iter().any(|kept| kept.message == one.message);
            let only_here = before.iter().filter(|one| !own(one)).map(|one| one.message);
            citations::uncite(tables, Citing::TemporalItem(id), only_here)?;
            item.closing = None;
        }
    }
    tables.put(Table::TemporalItems, &key::number(id.get()), &item)
}
