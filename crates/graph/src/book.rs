//! The book of record: the whole graph in petgraph, written by events and read only to make views.
//!
//! Nodes and edges are only ever added, so their numbers count up without holes and a view knows what is newer than
//! itself by number alone. Erasure, when it comes, has to renumber and drop every view.

use crate::bits::Bits;
use crate::edge::{Fact, Link, MOST_FACTS};
use crate::node::Node;
use crate::stats::Stats;
use crate::{Error, Result};
use hupo_types::{
    DocId, Entity, EntityId, Erasure, Event, Memory, MemoryId, Message, MessageId, Relation, RelationId, Role,
    Sequence, State, Topic, TopicId,
};
use petgraph::graph::NodeIndex;
use petgraph::stable_graph::StableUnGraph;
use petgraph::visit::EdgeRef;
use std::collections::{HashMap, HashSet};

/// Nodes and edges a graph may have: numbers are 32 bits, and the last means "none".
const MOST: usize = u32::MAX as usize - 1;

/// A name as it was learnt.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) node: Node,
    pub(crate) text: String,
    /// The name the node is shown by, not an alias.
    pub(crate) shown: bool,
}

/// Everything the leg knows.
#[derive(Debug, Default)]
pub(crate) struct Book {
    pub(crate) graph: StableUnGraph<Node, Link>,
    pub(crate) facts: Vec<Fact>,
    /// Only grows; the last shown name of a node counts.
    pub(crate) names: Vec<Name>,
    pub(crate) closed: Bits,
    /// Facts whose relation's place was taken, by number: no longer walked.
    pub(crate) gone: Bits,
    /// What an entity was merged into itself.
    pub(crate) merged: HashMap<EntityId, EntityId>,
    /// Counts what changes where edges lie; rows with a smaller one are stale.
    pub(crate) layout: u64,
    pub(crate) stats: Stats,
    /// The last change written; none while the book is empty.
    pub(crate) applied: Option<Sequence>,
    numbers: HashMap<Node, NodeIndex>,
    known_relations: HashMap<RelationId, u32>,
    superseded_relations: HashSet<RelationId>,
}

impl Book {
    /// Refuses what would not fit, before anything is written.
    pub(crate) fn check_room(&self, events: &[Event]) -> Result<()> {
        let ends: usize = events.iter().map(most_edges).sum();
        let relations = self.facts.len() + events.len();
        let nodes = self.graph.node_count().saturating_add(ends.saturating_mul(2)).saturating_add(events.len());
        let edges = self.graph.edge_count().saturating_add(ends);
        if nodes.max(edges) > MOST {
            return Err(Error::Full { limit: MOST });
        }
        if relations > MOST_FACTS { Err(Error::Full { limit: MOST_FACTS }) } else { Ok(()) }
    }

    /// Writes one event. Whatever is there already stays as it is, so writing an event twice changes nothing.
    pub(crate) fn write(&mut self, event: &Event) {
        match event {
            Event::MessageAppended { message } => self.message(message),
            Event::EntityAdded { entity } => self.entity(entity),
            Event::EntityAliased { entity, aliases } => self.aliases(*entity, aliases),
            Event::RelationAdded { relation } => self.relation(relation),
            Event::TopicAdded { topic } => self.topic(topic),
            Event::MemoryRemembered { memory } => self.memory(memory),
            Event::EvidenceAdded { memory, evidence } => self.rests_on(*memory, evidence.iter().map(|e| e.message)),
            Event::MemorySuperseded { old, .. } => self.close(Node::Document(DocId::Memory(*old))),
            Event::Cared(hupo_types::Cared::Withdrawn { summary, .. }) => {
                self.close(Node::Document(DocId::Memory(*summary)))
            }
            Event::Mentioned { doc, entities } => self.mentions(*doc, entities),
            Event::TopicsJoined { memory, topics } => self.belongs_to(*memory, topics),
            Event::RelationSuperseded { old, .. } => self.supersede(*old),
            Event::EntitiesMerged { keep, merged } => self.merge(*keep, *merged),
            Event::EntitySplit { entity, .. } => self.split(*entity),
            Event::SpaceCreated { .. }
            | Event::EmbedderChosen { .. }
            | Event::Embedded { .. }
            | Event::StandingSet { .. }
            | Event::Logged(_)
            | Event::Reviewed(_)
            | Event::Cared(_)
            | Event::Promoted(_)
            | Event::Answered(_) => {}
            Event::Erased(erasure) => self.erase(erasure),
        }
    }

    fn message(&mut self, message: &Message) {
        let node = Node::Document(DocId::Message(message.id));
        self.node(node);
        if message.role == Role::System || message.erased {
            self.close(node);
        }
        let previous = message.previous.map(|previous| Node::Document(DocId::Message(previous)));
        self.join(node, previous.into_iter(), Link::Next);
    }

    /// What was erased is neither returned nor walked. Names stay in memory until the index is made anew, which whoever
    /// erases has to see to.
    fn erase(&mut self, erasure: &Erasure) {
        erasure.messages.iter().for_each(|id| self.close(Node::Document(DocId::Message(*id))));
        erasure.memories.iter().for_each(|id| self.close(Node::Document(DocId::Memory(*id))));
        erasure.entities.iter().for_each(|id| self.close(Node::Entity(*id)));
        erasure.relations.iter().for_each(|id| self.supersede(*id));
    }

    fn memory(&mut self, memory: &Memory) {
        let node = Node::Document(DocId::Memory(memory.id));
        self.node(node);
        match memory.state {
            State::Superseded | State::Erased => self.close(node),
            State::Active | State::Archived | State::Folded => {}
        }
        self.rests_on(memory.id, memory.evidence.iter().map(|e| e.message));
    }

    fn entity(&mut self, entity: &Entity) {
        let node = Node::Entity(entity.id);
        self.node(node);
        self.names.push(Name { node, text: entity.name.clone(), shown: true });
        self.aliases(entity.id, &entity.aliases);
    }

    fn aliases(&mut self, entity: EntityId, aliases: &[String]) {
        let node = Node::Entity(entity);
        self.node(node);
        self.names.extend(aliases.iter().map(|alias| Name { node, text: alias.clone(), shown: false }));
    }

    fn topic(&mut self, topic: &Topic) {
        let node = Node::Topic(topic.id);
        self.node(node);
        self.names.push(Name { node, text: topic.name.clone(), shown: true });
    }

    fn relation(&mut self, relation: &Relation) {
        if !self.known_relations.contains_key(&relation.id) {
            let number = u32::try_from(self.facts.len()).expect("check_room keeps facts below 2^28");
            let (from, to) = (self.node(Node::Entity(relation.from)), self.node(Node::Entity(relation.to)));
            self.graph.add_edge(from, to, Link::Relation(number));
            let predicate = relation.predicate.as_str().into();
            self.facts.push(Fact { id: relation.id, predicate, valid: relation.valid });
            self.known_relations.insert(relation.id, number);
            self.stats.relations += 1;
            self.stats.edges += 1;
        }
        if relation.superseded_by.is_some() || self.superseded_relations.contains(&relation.id) {
            self.supersede(relation.id);
        }
    }

    /// Never undone, so events may come in any order.
    fn supersede(&mut self, relation: RelationId) {
        self.superseded_relations.insert(relation);
        if let Some(number) = self.known_relations.get(&relation) {
            self.gone.insert(*number);
        }
    }

    fn merge(&mut self, keep: EntityId, merged: EntityId) {
        [keep, merged].into_iter().for_each(|entity| _ = self.node(Node::Entity(entity)));
        if self.merged.insert(merged, keep) != Some(keep) {
            self.layout += 1;
        }
    }

    fn split(&mut self, entity: EntityId) {
        if self.merged.remove(&entity).is_some() {
            self.layout += 1;
        }
    }

    /// The node this one counts as: itself, unless it was merged.
    pub(crate) fn counts_as(&self, node: Node) -> Node {
        let Node::Entity(mut entity) = node else { return node };
        // No more steps than merges: even a circle, which the store never writes, ends.
        for _ in 0..self.merged.len() {
            let Some(into) = self.merged.get(&entity) else { break };
            entity = *into;
        }
        Node::Entity(entity)
    }

    pub(crate) fn number(&self, node: Node) -> Option<u32> {
        self.numbers.get(&node).map(|number| number.index() as u32)
    }

    fn rests_on(&mut self, memory: MemoryId, messages: impl Iterator<Item = MessageId>) {
        let messages = messages.map(|message| Node::Document(DocId::Message(message)));
        self.join(Node::Document(DocId::Memory(memory)), messages, Link::RestsOn);
    }

    fn mentions(&mut self, doc: DocId, entities: &[EntityId]) {
        self.join(Node::Document(doc), entities.iter().copied().map(Node::Entity), Link::Mentions);
    }

    fn belongs_to(&mut self, memory: MemoryId, topics: &[TopicId]) {
        let memory = Node::Document(DocId::Memory(memory));
        self.join(memory, topics.iter().copied().map(Node::Topic), Link::BelongsTo);
    }

    /// Adds edges, but for those that are there or would lead back to their start. `from` is the end with few edges:
    /// a document.
    fn join(&mut self, from: Node, to: impl Iterator<Item = Node>, link: Link) {
        let from = self.node(from);
        for to in to {
            let to = self.node(to);
            let known = from == to || self.graph.edges(from).any(|e| *e.weight() == link && e.target() == to);
            if !known {
                self.graph.add_edge(from, to, link);
                self.stats.edges += 1;
            }
        }
    }

    fn node(&mut self, node: Node) -> NodeIndex {
        let Self { numbers, graph, stats, .. } = self;
        *numbers.entry(node).or_insert_with(|| {
            match node {
                Node::Document(_) => stats.documents += 1,
                Node::Entity(_) => stats.entities += 1,
                Node::Topic(_) => stats.topics += 1,
            }
            graph.add_node(node)
        })
    }

    /// From here on the node is neither returned nor walked. Never undone, so events may come in any order.
    fn close(&mut self, node: Node) {
        let number = self.node(node);
        self.stats.closed += usize::from(self.closed.insert(number.index() as u32));
    }
}

/// The most edges an event can add.
fn most_edges(event: &Event) -> usize {
    match event {
        Event::MemoryRemembered { memory } => memory.evidence.len(),
        Event::EvidenceAdded { evidence, .. } => evidence.len(),
        Event::Mentioned { entities, .. } => entities.len(),
        Event::TopicsJoined { topics, .. } => topics.len(),
        Event::MessageAppended { .. } | Event::RelationAdded { .. } => 1,
        Event::SpaceCreated { .. }
        | Event::EmbedderChosen { .. }
        | Event::EntityAdded { .. }
        | Event::EntityAliased { .. }
        | Event::TopicAdded { .. }
        | Event::MemorySuperseded { .. }
        | Event::Embedded { .. }
        | Event::StandingSet { .. }
        | Event::RelationSuperseded { .. }
        | Event::EntitiesMerged { .. }
        | Event::EntitySplit { .. }
        | Event::Logged(_)
        | Event::Reviewed(_)
        | Event::Cared(_)
        | Event::Promoted(_)
        | Event::Answered(_)
        | Event::Erased(_) => 0,
    }
}
