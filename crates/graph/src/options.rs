//! How the walk behaves.

use crate::{Error, Result};

/// The numbers behind the walk; the defaults are explained in the crate's `examples/headroom.rs`.
///
/// The five edge weights are relative to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Share of the mass that stays at every node it passes, 0.01 to 0.99. Larger: nearer to the seeds.
    pub alpha: f32,
    /// A node passes its mass on while it holds at least this much an edge, 1e-7 to 0.1. Smaller: farther, slower.
    /// A walk looks at no more than about `1 / (alpha * epsilon)` edges.
    pub epsilon: f32,
    /// An entity or topic of `n` documents gives each of its edges the weight `n^-damping`, 0 to 2.
    pub damping: f32,
    /// The edges of an entity or topic with more documents than this, and than `hub_share`, are not walked: what is
    /// in every turn leads nowhere.
    pub hub_documents: usize,
    /// See `hub_documents`; a share of the documents of the space, 0 to 1.
    pub hub_share: f32,
    /// Weight of an edge between a document and an entity, before damping.
    pub mention: f32,
    /// Weight of an edge between a memory and its topic, before damping.
    pub topic: f32,
    /// Weight of a relation between two entities.
    pub relation: f32,
    /// Weight of an edge between neighbouring turns.
    pub next: f32,
    /// Weight of an edge between a memory and a message it rests on.
    pub evidence: f32,
    /// Weight of a seed that only the people of the turn name; one in the question has 1. 0 to 1.
    pub people: f32,
    /// How many of the documents given to `expand` it starts from: the ones with the largest weights.
    pub expand_from: usize,
    /// `expand` passes through an entity or topic only if it has at most this many documents.
    pub expand_documents: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            alpha: 0.2,
            epsilon: 1e-4,
            damping: 0.5,
            hub_documents: 50,
            hub_share: 0.2,
            mention: 1.0,
            topic: 0.5,
            relation: 0.5,
            next: 0.1,
            evidence: 0.5,
            people: 0.5,
            expand_from: 10,
            expand_documents: 20,
        }
    }
}

impl Options {
    /// The options, if each of them makes sense.
    pub(crate) fn checked(self) -> Result<Self> {
        inside("alpha", self.alpha, 0.01, 0.99, "0.01 to 0.99")?;
        inside("epsilon", self.epsilon, 1e-7, 0.1, "1e-7 to 0.1")?;
        inside("damping", self.damping, 0.0, 2.0, "0 to 2")?;
        inside("hub_share", self.hub_share, 0.0, 1.0, "0 to 1")?;
        inside("people", self.people, 0.0, 1.0, "0 to 1")?;
        let weights = [
            ("mention", self.mention),
            ("topic", self.topic),
            ("relation", self.relation),
            ("next", self.next),
            ("evidence", self.evidence),
        ];
        weights.into_iter().try_for_each(|(name, value)| inside(name, value, 0.0, 1000.0, "0 to 1000"))?;
        Ok(self)
    }

    /// The weight of each edge of an entity or topic with that many documents.
    pub(crate) fn rarity(&self, documents: u32) -> f32 {
        (documents.max(1) as f32).powf(-self.damping)
    }

    /// More documents than this and an entity or topic is a hub, in a space of so many documents.
    pub(crate) fn hub_limit(&self, documents: usize) -> u32 {
        let share = (self.hub_share * documents as f32) as usize;
        u32::try_from(share.max(self.hub_documents)).unwrap_or(u32::MAX)
    }
}

fn inside(name: &'static str, value: f32, least: f32, most: f32, range: &'static str) -> Result<()> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(Error::Option { name, value: f64::from(value), range }) }
}
