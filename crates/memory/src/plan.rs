//! Plans: what carrying out a proposal means, once the rules have nothing against it.

use hupo_types::{
    EntityId, MemoryId, NewClosing, NewEntity, NewEvidence, NewMemory, NewObservation, NewPage, NewProfileFact,
    NewRelation, NewTemporalItem, PageKind, Stored,
};

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Plan {
    /// A memory says so already: its words go there.
    Corroborate { memory: MemoryId, evidence: Vec<NewEvidence> },
    /// It is there already, and there is nothing to add.
    Known(Stored),
    /// Keep a memory; what it names under `supersedes` gives way.
    Remember(Box<NewMemory>),
    /// Keep a topic summary, which stands for its members from here on; `aside` are those of the same topic and period
    /// about other people, which no longer hold.
    Summarise { summary: Box<NewMemory>, aside: Vec<MemoryId> },
    /// Keep a relation; `known` if the same edge is there, and this is one more receipt for it.
    Relate { relation: NewRelation, known: bool },
    /// Give an entity names, and let the one that turned out to be the same count as it.
    Name { entity: NewEntity, merge: Option<EntityId>, known: bool },
    /// Keep a temporal item.
    AddItem(NewTemporalItem),
    /// Close a temporal item, with the memory of its outcome.
    Close { closing: NewClosing, outcome: Option<Box<NewMemory>> },
    /// Add to the log, and to the profile what belongs there.
    Observe(NewObservation),
    /// State a fact of the profile; `replaces` if another statement gives way.
    State { fact: NewProfileFact, replaces: bool },
    /// Keep a page.
    Write { kind: PageKind, page: NewPage },
}

impl Plan {
    /// Whether nothing new comes of it.
    pub(crate) const fn is_known(&self) -> bool {
        match self {
            Self::Corroborate { .. } | Self::Known(_) => true,
            Self::Relate { known, .. } | Self::Name { known, .. } => *known,
            Self::Remember(_)
            | Self::Summarise { .. }
            | Self::AddItem(_)
            | Self::Close { .. }
            | Self::Observe(_)
            | Self::State { .. }
            | Self::Write { .. } => false,
        }
    }

    /// Whether something else gives way to it.
    pub(crate) fn replaces(&self) -> bool {
        match self {
            Self::Remember(memory) => memory.supersedes.is_some(),
            Self::Summarise { summary, aside } => summary.supersedes.is_some() || !aside.is_empty(),
            Self::Relate { relation, .. } => relation.replaces.is_some(),
            Self::State { replaces, .. } => *replaces,
            Self::Corroborate { .. }
            | Self::Known(_)
            | Self::Name { .. }
            | Self::AddItem(_)
            | Self::Close { .. }
            | Self::Observe(_)
            | Self::Write { .. } => false,
        }
    }
}

/// What the rules found of a proposal that they do not refuse.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    /// What carrying it out means.
    pub(crate) plan: Plan,
    /// Living memories of the same key that say otherwise.
    pub(crate) conflicts: Vec<MemoryId>,
    /// What it meets without contradiction: the corrected, the duplicate.
    pub(crate) meets: Vec<MemoryId>,
}

impl From<Plan> for Finding {
    fn from(plan: Plan) -> Self {
        let meets = match &plan {
            Plan::Corroborate { memory, .. } => vec![*memory],
            Plan::Known(_)
            | Plan::Remember(_)
            | Plan::Summarise { .. }
            | Plan::Relate { .. }
            | Plan::Name { .. }
            | Plan::AddItem(_)
            | Plan::Close { .. }
            | Plan::Observe(_)
            | Plan::State { .. }
            | Plan::Write { .. } => Vec::new(),
        };
        Self { plan, conflicts: Vec::new(), meets }
    }
}
