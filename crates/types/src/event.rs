//! Events: what the ledger keeps. Tables are only what events produce.
//!
//! An event carries everything needed to apply it again: ids, times, positions of quotes, links and vectors.
//! New kinds of record bring new variants; old ones are never changed, only given fields with defaults.

use crate::{
    Answered, BeliefSet, Cared, Closing, Decision, DocId, Entity, EntityId, Erasure, Evidence, Memory, MemoryId,
    Message, ModelIdentity, Observation, Page, ProfileFact, ProfileFactId, ProposalId, Relation, RelationId, Review,
    Rules, Run, SpaceConfig, Standing, TemporalItem, TemporalItemId, Timestamp, Topic, TopicId, UnitVector,
};
use serde::{Deserialize, Serialize};

/// One thing that happened in a space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The space began; always the first event.
    SpaceCreated {
        /// What it was created with.
        config: SpaceConfig,
        /// When.
        at: Timestamp,
    },
    /// From here on vectors are this model's.
    EmbedderChosen {
        /// The model.
        model: ModelIdentity,
    },
    /// A line was added to the transcript.
    MessageAppended {
        /// The line.
        message: Message,
    },
    /// An entity became known.
    EntityAdded {
        /// The entity.
        entity: Entity,
    },
    /// An entity got more names.
    EntityAliased {
        /// The entity.
        entity: EntityId,
        /// The names it did not have before.
        aliases: Vec<String>,
    },
    /// A relation became known.
    RelationAdded {
        /// The relation.
        relation: Relation,
    },
    /// A topic became known.
    TopicAdded {
        /// The topic.
        topic: Topic,
    },
    /// A memory was made.
    MemoryRemembered {
        /// The memory, with its evidence.
        memory: Memory,
    },
    /// A living memory was said again: more evidence.
    EvidenceAdded {
        /// The memory.
        memory: MemoryId,
        /// The evidence it did not have before.
        evidence: Vec<Evidence>,
    },
    /// A correction took a memory's place.
    MemorySuperseded {
        /// The memory that no longer holds.
        old: MemoryId,
        /// The memory that holds now.
        new: MemoryId,
        /// When.
        at: Timestamp,
    },
    /// A document mentions entities.
    Mentioned {
        /// The document.
        doc: DocId,
        /// The entities not linked to it before, ascending.
        entities: Vec<EntityId>,
    },
    /// A memory belongs to topics.
    TopicsJoined {
        /// The memory.
        memory: MemoryId,
        /// The topics it did not belong to before, ascending.
        topics: Vec<TopicId>,
    },
    /// A document got its vector.
    Embedded {
        /// The document.
        doc: DocId,
        /// The vector.
        vector: UnitVector,
    },
    /// How far a memory can be trusted changed.
    StandingSet {
        /// The memory.
        memory: MemoryId,
        /// How far.
        standing: Standing,
    },
    /// A relation took another's place.
    RelationSuperseded {
        /// The relation that no longer holds.
        old: RelationId,
        /// The relation that holds now.
        new: RelationId,
    },
    /// Two entities turned out to be one.
    EntitiesMerged {
        /// The one whose name is shown.
        keep: EntityId,
        /// The one that counts as it from here on.
        merged: EntityId,
    },
    /// They are two after all.
    EntitySplit {
        /// The one that was merged.
        entity: EntityId,
        /// The one it counted as.
        from: EntityId,
    },
    /// Something came to the log, the profile, the calendar or the pages.
    Logged(Logged),
    /// Something happened in the review queue, or to the rules.
    Reviewed(Reviewed),
    /// Something happened to memories as time went by.
    Cared(Cared),
    /// What was due of the transcript, the log or a topic was promoted; what came of it stands in the same write.
    Promoted(Run),
    /// A write that must not be done twice was answered; always the last event of its write.
    Answered(Answered),
    /// Something was emptied for good; the events that said it are emptied where they stand.
    Erased(Erasure),
}

/// What came beside the memories.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are named by what happened, their fields by what they hold")]
pub enum Logged {
    Observed { observation: Observation },
    ProfileStated { fact: ProfileFact },
    ProfileSuperseded { old: ProfileFactId, new: ProfileFactId },
    BeliefsPut { set: BeliefSet },
    ItemAdded { item: TemporalItem },
    ItemClosed { item: TemporalItemId, closing: Closing },
    PageWritten { page: Page },
}

/// What happened in the review queue, and to what governs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are named by what happened, their fields by what they hold")]
#[expect(clippy::large_enum_variant, reason = "proposals are few, and an event lives as long as its write")]
pub enum Reviewed {
    Queued {
        review: Review,
    },
    Decided {
        proposal: ProposalId,
        decision: Decision,
    },
    /// The hash of a fact's key, keyed with the space's birth, so that it tells nothing of the fact.
    Barred {
        hash: [u8; 32],
        at: Timestamp,
    },
    RulesSet {
        rules: Rules,
    },
}
