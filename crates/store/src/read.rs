//! What the rules of a memory's life read of a space: the same from a snapshot and from inside a write.

use hupo_text::fold_str;
use hupo_types::{
    About, BeliefSet, DocId, Due, Entity, EntityId, Erasure, Kind, Memory, MemoryId, Message, MessageId, MessageRange,
    NewMemory, Observation, ObservationId, Page, PageId, PageKind, ProfileFact, ProfileFactId, ProposalId, Relation,
    RelationId, Review, Rules, Run, RunId, Scope, SemanticKey, Sequence, SpaceConfig, TemporalItem, TemporalItemId,
    Timestamp, Topic, TopicId, Track, Use,
};

use jiff::civil::Date;

use crate::apply::{Birth, SPACE};
use crate::ledger;
use crate::promoted;
use crate::records::{self, expected};
use crate::rows::{Rows, by_number, get, numbers, with_prefix};
use crate::table::Table;
use crate::{Error, key, record};

/// The key of the rules in `meta`; absent while they are the default.
pub(crate) const RULES: &[u8] = b"rules";

/// The key of the one row of `beliefs`.
pub(crate) const BELIEFS: &[u8] = b"set";

/// A space as it stands: a [`crate::Snapshot`], or a [`crate::Transaction`] with what it has written so far.
///
/// Every method answers [`Error::Damaged`] where the disk does not hold what was written.
pub trait Read {
    /// What the space was created with.
    fn space(&self) -> Result<SpaceConfig, Error>;
    /// What the space demands of proposals.
    fn rules(&self) -> Result<Rules, Error>;
    /// The last write before this one.
    fn last_sequence(&self) -> Result<Sequence, Error>;

    /// How many lines the transcript has; the last one's number.
    fn n_messages(&self) -> u64;
    /// The message with this id.
    fn message(&self, id: MessageId) -> Result<Option<Message>, Error>;
    /// The message with the caller's own id.
    fn message_named(&self, external: &str) -> Result<Option<Message>, Error>;
    /// The memory with this id, of any state.
    fn memory(&self, id: MemoryId) -> Result<Option<Memory>, Error>;
    /// The memory with the caller's own id, of any state.
    fn memory_named(&self, external: &str) -> Result<Option<Memory>, Error>;
    /// How many memories there ever were; the last one's number.
    fn n_memories(&self) -> u64;
    /// The memories of this semantic key that hold, archived and folded ones too; compared folded, ascending; none for
    /// an empty key.
    fn living_of_key(&self, scope: Scope, kind: Kind, key: &SemanticKey) -> Result<Vec<Memory>, Error>;
    /// The memories that hold, archived and folded ones too, and say this of this: the same scope, kind, key and text,
    /// compared folded; ascending.
    fn living_saying(&self, new: &NewMemory) -> Result<Vec<Memory>, Error>;
    /// The entities a document mentions, ascending, as they were linked: merged ones are named as they are.
    fn entities_of(&self, doc: DocId) -> Result<Vec<EntityId>, Error>;
    /// The topics a memory belongs to, ascending.
    fn topics_of(&self, memory: MemoryId) -> Result<Vec<TopicId>, Error>;
    /// The memories of this semantic key whatever became of them, compared folded, ascending; none for an empty key.
    fn of_key(&self, scope: Scope, kind: Kind, key: &SemanticKey) -> Result<Vec<Memory>, Error>;
    /// The memories whose place this one took, ascending: the one it corrects, and those it won a conflict against.
    fn forerunners(&self, memory: MemoryId) -> Result<Vec<MemoryId>, Error>;
    /// Since when a fact may not come back, if it may not. A fact without a key is known by its text.
    fn barred(&self, scope: Scope, kind: Kind, key: &SemanticKey, text: &str) -> Result<Option<Timestamp>, Error>;
    /// The memories that cite a message, ascending.
    fn citing(&self, message: MessageId) -> Result<Vec<MemoryId>, Error>;

    /// The turns that used a memory, ascending; none once it was erased.
    fn uses(&self, memory: MemoryId) -> Result<Vec<Use>, Error>;
    /// The topic summaries that were made from a memory, whatever became of them but erasure, ascending.
    fn summaries_of(&self, memory: MemoryId) -> Result<Vec<MemoryId>, Error>;

    /// The entity with this id, merged or not.
    fn entity(&self, id: EntityId) -> Result<Option<Entity>, Error>;
    /// The entities that go by this name, compared folded; those merged into another count as that one.
    fn entities_called(&self, name: &str) -> Result<Vec<EntityId>, Error>;
    /// The entities that count as this one, ascending, without itself.
    fn merged_into(&self, entity: EntityId) -> Result<Vec<EntityId>, Error>;
    /// The documents that mention an entity, or one that counts as it, ascending.
    fn mentions(&self, entity: EntityId) -> Result<Vec<DocId>, Error>;
    /// The relation with this id.
    fn relation(&self, id: RelationId) -> Result<Option<Relation>, Error>;
    /// The relations that begin or end at an entity, or one that counts as it, superseded or not, ascending.
    fn relations_at(&self, entity: EntityId) -> Result<Vec<RelationId>, Error>;
    /// The topic with this id.
    fn topic(&self, id: TopicId) -> Result<Option<Topic>, Error>;
    /// How many topics there are; the last one's number.
    fn n_topics(&self) -> u64;
    /// The topic of this name, compared folded.
    fn topic_called(&self, name: &str) -> Result<Option<TopicId>, Error>;
    /// The memories that belong to a topic, ascending.
    fn members(&self, topic: TopicId) -> Result<Vec<MemoryId>, Error>;

    /// The log entry with this id.
    fn observation(&self, id: ObservationId) -> Result<Option<Observation>, Error>;
    /// How many entries the log has; the last one's number.
    fn n_observations(&self) -> u64;
    /// The profile fact with this id, living or not.
    fn profile_fact(&self, id: ProfileFactId) -> Result<Option<ProfileFact>, Error>;
    /// The living profile fact of this attribute, compared folded.
    fn profile_of(&self, about: About, attribute: &str) -> Result<Option<ProfileFact>, Error>;
    /// The living profile facts, by whom they are about and attribute.
    fn profile(&self) -> Result<Vec<ProfileFact>, Error>;
    /// The beliefs that hold.
    fn beliefs(&self) -> Result<Option<BeliefSet>, Error>;
    /// The temporal item with this id.
    fn temporal_item(&self, id: TemporalItemId) -> Result<Option<TemporalItem>, Error>;
    /// How many temporal items there are; the last one's number.
    fn n_temporal_items(&self) -> u64;
    /// The page with this id.
    fn page(&self, id: PageId) -> Result<Option<Page>, Error>;
    /// The pages of a kind, ascending; the last one is the current one.
    fn pages(&self, kind: PageKind) -> Result<Vec<PageId>, Error>;
    /// The proposal with this id, decided or not.
    fn review(&self, id: ProposalId) -> Result<Option<Review>, Error>;
    /// The proposals that wait for a person, ascending.
    fn waiting(&self) -> Result<Vec<ProposalId>, Error>;
    /// How many proposals were ever queued; the last one's number.
    fn n_reviews(&self) -> u64;
    /// The run of the promoter with this id.
    fn run(&self, id: RunId) -> Result<Option<Run>, Error>;
    /// How many runs there were; the last one's number.
    fn n_runs(&self) -> u64;
    /// The lines that are promoted on a track, as ranges that do not touch, ascending.
    fn covered(&self, track: Track) -> Result<Vec<MessageRange>, Error>;
    /// A run that promoted a line that this promotes; or the last that made the beliefs, or a summary of that topic and
    /// month.
    fn run_over(&self, due: &Due) -> Result<Option<Run>, Error>;
    /// The last run that promoted lines of a business day because it was over.
    fn run_of_day(&self, day: Date) -> Result<Option<Run>, Error>;
    /// The receipts of erasures, in order.
    fn erasures(&self) -> Result<Vec<Erasure>, Error>;
}

impl<R: Rows> Read for R {
    fn space(&self) -> Result<SpaceConfig, Error> {
        Ok(birth(self)?.config)
    }

    fn rules(&self) -> Result<Rules, Error> {
        Ok(get(self, Table::Meta, RULES)?.unwrap_or_default())
    }

    fn last_sequence(&self) -> Result<Sequence, Error> {
        Ok(ledger::head(self)?.0)
    }

    fn n_messages(&self) -> u64 {
        self.totals().messages
    }

    fn message(&self, id: MessageId) -> Result<Option<Message>, Error> {
        records::message(self, id)
    }

    fn message_named(&self, external: &str) -> Result<Option<Message>, Error> {
        let id = records::message_named(self, external)?;
        id.map(|id| expected(records::message(self, id)?, &id)).transpose()
    }

    fn memory(&self, id: MemoryId) -> Result<Option<Memory>, Error> {
        records::memory(self, id)
    }

    fn memory_named(&self, external: &str) -> Result<Option<Memory>, Error> {
        let id = records::memory_named(self, external)?;
        id.map(|id| expected(records::memory(self, id)?, &id)).transpose()
    }

    fn n_memories(&self) -> u64 {
        self.totals().memories
    }

    fn living_of_key(&self, scope: Scope, kind: Kind, key: &SemanticKey) -> Result<Vec<Memory>, Error> {
        let mut living = self.of_key(scope, kind, key)?;
        living.retain(|memory| memory.state.holds());
        Ok(living)
    }

    fn living_saying(&self, new: &NewMemory) -> Result<Vec<Memory>, Error> {
        let mut living = Vec::new();
        for number in numbers(self, Table::MemoryTexts, &key::saying(new))? {
            let id = MemoryId::new(number);
            living.push(expected(records::memory(self, id)?, &id)?);
        }
        living.retain(|memory| memory.state.holds());
        Ok(living)
    }

    fn entities_of(&self, doc: DocId) -> Result<Vec<EntityId>, Error> {
        records::entities_of(self, doc)
    }

    fn topics_of(&self, memory: MemoryId) -> Result<Vec<TopicId>, Error> {
        records::topics_of(self, memory)
    }

    fn of_key(&self, scope: Scope, kind: Kind, key: &SemanticKey) -> Result<Vec<Memory>, Error> {
        if key.is_empty() {
            return Ok(Vec::new());
        }
        let numbers = numbers(self, Table::SemanticKeys, &key::fact_hash(scope, kind, key))?;
        let ids = numbers.into_iter().map(MemoryId::new);
        ids.map(|id| expected(records::memory(self, id)?, &id)).collect()
    }

    fn forerunners(&self, id: MemoryId) -> Result<Vec<MemoryId>, Error> {
        let Some(memory) = records::memory(self, id)? else { return Ok(Vec::new()) };
        let mut before = self.of_key(memory.scope, memory.kind, &memory.key)?;
        before.retain(|other| other.superseded_by == Some(id));
        let mut before: Vec<MemoryId> = before.iter().map(|other| other.id).chain(memory.supersedes).collect();
        before.sort_unstable();
        before.dedup();
        Ok(before)
    }

    fn barred(&self, scope: Scope, kind: Kind, key: &SemanticKey, text: &str) -> Result<Option<Timestamp>, Error> {
        let hash = key::barred(&birth(self)?, key::Fact { scope, kind, key, text });
        get(self, Table::Barred, &hash)
    }

    fn citing(&self, message: MessageId) -> Result<Vec<MemoryId>, Error> {
        ids(self, Table::EvidenceByMessage, message.get(), MemoryId::new)
    }

    fn uses(&self, memory: MemoryId) -> Result<Vec<Use>, Error> {
        let mut scan = with_prefix(self, Table::Uses, &key::number(memory.get()))?;
        std::iter::from_fn(|| scan.next_body(|key, body| record::decode(Table::Uses, key, body))).collect()
    }

    fn summaries_of(&self, memory: MemoryId) -> Result<Vec<MemoryId>, Error> {
        ids(self, Table::Summaries, memory.get(), MemoryId::new)
    }

    fn entity(&self, id: EntityId) -> Result<Option<Entity>, Error> {
        records::entity(self, id)
    }

    fn entities_called(&self, name: &str) -> Result<Vec<EntityId>, Error> {
        let mut called: Vec<EntityId> = Vec::new();
        for id in records::entities_called(self, name)? {
            let root = records::root(self, id)?;
            if !called.contains(&root) {
                called.push(root);
            }
        }
        Ok(called)
    }

    fn merged_into(&self, entity: EntityId) -> Result<Vec<EntityId>, Error> {
        ids(self, Table::Merged, entity.get(), EntityId::new)
    }

    fn mentions(&self, entity: EntityId) -> Result<Vec<DocId>, Error> {
        records::of_group(self, entity, |one| records::docs_of(self, one))
    }

    fn relation(&self, id: RelationId) -> Result<Option<Relation>, Error> {
        records::relation(self, id)
    }

    fn relations_at(&self, entity: EntityId) -> Result<Vec<RelationId>, Error> {
        records::of_group(self, entity, |one| ids(self, Table::EntityRelations, one.get(), RelationId::new))
    }

    fn topic(&self, id: TopicId) -> Result<Option<Topic>, Error> {
        records::topic(self, id)
    }

    fn n_topics(&self) -> u64 {
        self.totals().topics
    }

    fn topic_called(&self, name: &str) -> Result<Option<TopicId>, Error> {
        records::topic_named(self, name)
    }

    fn members(&self, topic: TopicId) -> Result<Vec<MemoryId>, Error> {
        ids(self, Table::TopicMemories, topic.get(), MemoryId::new)
    }

    fn observation(&self, id: ObservationId) -> Result<Option<Observation>, Error> {
        by_number(self, Table::Observations, id.get(), self.totals().observations)
    }

    fn n_observations(&self) -> u64 {
        self.totals().observations
    }

    fn profile_fact(&self, id: ProfileFactId) -> Result<Option<ProfileFact>, Error> {
        by_number(self, Table::ProfileFacts, id.get(), self.totals().profile_facts)
    }

    fn profile_of(&self, about: About, attribute: &str) -> Result<Option<ProfileFact>, Error> {
        let id: Option<u64> = get(self, Table::ProfileAttributes, &key::attribute(about, &fold_str(attribute)))?;
        let fact = id.map(|id| expected(self.profile_fact(ProfileFactId::new(id))?, &id)).transpose()?;
        Ok(fact.filter(ProfileFact::is_living))
    }

    fn profile(&self) -> Result<Vec<ProfileFact>, Error> {
        let mut living = Vec::new();
        for number in 1..=self.totals().profile_facts {
            living.extend(self.profile_fact(ProfileFactId::new(number))?.filter(ProfileFact::is_living));
        }
        living.sort_by(|a, b| (a.about, &a.attribute).cmp(&(b.about, &b.attribute)));
        Ok(living)
    }

    fn beliefs(&self) -> Result<Option<BeliefSet>, Error> {
        get(self, Table::Beliefs, BELIEFS)
    }

    fn temporal_item(&self, id: TemporalItemId) -> Result<Option<TemporalItem>, Error> {
        by_number(self, Table::TemporalItems, id.get(), self.totals().temporal_items)
    }

    fn n_temporal_items(&self) -> u64 {
        self.totals().temporal_items
    }

    fn page(&self, id: PageId) -> Result<Option<Page>, Error> {
        by_number(self, Table::Pages, id.get(), self.totals().pages)
    }

    fn pages(&self, kind: PageKind) -> Result<Vec<PageId>, Error> {
        let numbers = numbers(self, Table::PagesByKind, &key::page_kind(kind))?;
        Ok(numbers.into_iter().map(PageId::new).collect())
    }

    fn review(&self, id: ProposalId) -> Result<Option<Review>, Error> {
        by_number(self, Table::Reviews, id.get(), self.totals().reviews)
    }

    fn waiting(&self) -> Result<Vec<ProposalId>, Error> {
        let mut waiting = numbers(self, Table::ReviewsWaiting, &[])?;
        waiting.sort_unstable();
        Ok(waiting.into_iter().map(ProposalId::new).collect())
    }

    fn n_reviews(&self) -> u64 {
        self.totals().reviews
    }

    fn run(&self, id: RunId) -> Result<Option<Run>, Error> {
        promoted::run(self, id)
    }

    fn n_runs(&self) -> u64 {
        self.totals().runs
    }

    fn covered(&self, track: Track) -> Result<Vec<MessageRange>, Error> {
        promoted::covered(self, track)
    }

    fn run_over(&self, due: &Due) -> Result<Option<Run>, Error> {
        promoted::run_over(self, due)
    }

    fn run_of_day(&self, day: Date) -> Result<Option<Run>, Error> {
        promoted::run_of_day(self, day)
    }

    fn erasures(&self) -> Result<Vec<Erasure>, Error> {
        let numbers = 1..=self.totals().erasures;
        numbers.map(|number| expected(get(self, Table::Erasures, &key::number(number))?, &number)).collect()
    }
}

/// What the space was created with, and when.
pub(crate) fn birth(rows: &impl Rows) -> Result<Birth, Error> {
    get(rows, Table::Meta, SPACE)?.ok_or_else(|| Error::damaged("what the space was created with is missing"))
}

/// The ids that rows under a number end with.
fn ids<T>(rows: &impl Rows, table: Table, number: u64, new: fn(u64) -> T) -> Result<Vec<T>, Error> {
    Ok(numbers(rows, table, &key::number(number))?.into_iter().map(new).collect())
}
