//! What is left of a record that was erased: its id, its times and its links, and no word of what it said.

use hupo_types::{
    Answered, Care, Closing, Decision, Entity, Interval, Kind, Memory, Message, NewDecision, NewMemory, Observation,
    Page, ProfileFact, Proposal, Relation, Review, Role, Scope, SemanticKey, Standing, State, TemporalItem, Visibility,
};

/// The session goes too: a caller may have named it after what was said. The message before it stays its neighbour.
pub(crate) fn message(full: &Message) -> Message {
    Message {
        id: full.id,
        external_id: None,
        role: full.role,
        speaker: None,
        text: String::new(),
        time: full.time,
        session: None,
        contact: None,
        channel: None,
        title: None,
        people: Vec::new(),
        previous: full.previous,
        recorded_at: full.recorded_at,
        erased: true,
    }
}

pub(crate) fn memory(full: &Memory) -> Memory {
    Memory {
        id: full.id,
        external_id: None,
        kind: full.kind,
        scope: full.scope,
        key: SemanticKey::default(),
        text: String::new(),
        summary: None,
        importance: 1,
        valence: 0.0,
        arousal: 0.0,
        standing: Standing::default(),
        state: State::Erased,
        evidence: Vec::new(),
        recorded_at: full.recorded_at,
        valid: Interval::default(),
        supersedes: full.supersedes,
        superseded_by: full.superseded_by,
        superseded_at: full.superseded_at,
        covers: Vec::new(),
        care: Care::default(),
    }
}

pub(crate) fn entity(full: &Entity) -> Entity {
    Entity { name: String::new(), aliases: Vec::new(), erased: true, ..full.clone() }
}

pub(crate) fn relation(full: &Relation) -> Relation {
    Relation {
        id: full.id,
        from: full.from,
        predicate: String::new(),
        to: full.to,
        evidence: Vec::new(),
        valid: Interval::default(),
        recorded_at: full.recorded_at,
        superseded_by: full.superseded_by,
        erased: true,
    }
}

pub(crate) fn observation(full: &Observation) -> Observation {
    Observation {
        id: full.id,
        kind: full.kind,
        about: full.about,
        subject: String::new(),
        value: String::new(),
        evidence: Vec::new(),
        source: full.source,
        confidence: 0.0,
        observed_at: full.observed_at,
        recorded_at: full.recorded_at,
        erased: true,
    }
}

pub(crate) fn fact(full: &ProfileFact) -> ProfileFact {
    ProfileFact {
        id: full.id,
        about: full.about,
        attribute: String::new(),
        value: String::new(),
        visibility: Visibility::Private,
        evidence: Vec::new(),
        recorded_at: full.recorded_at,
        supersedes: full.supersedes,
        superseded_by: full.superseded_by,
        erased: true,
    }
}

pub(crate) fn item(full: &TemporalItem) -> TemporalItem {
    TemporalItem {
        id: full.id,
        kind: full.kind,
        about: full.about,
        text: String::new(),
        starts: None,
        ends: None,
        entities: Vec::new(),
        evidence: Vec::new(),
        closing: None,
        recorded_at: full.recorded_at,
        erased: true,
    }
}

pub(crate) fn page(full: &Page) -> Page {
    Page { text: String::new(), erased: true, ..full.clone() }
}

pub(crate) fn review(full: &Review) -> Review {
    Review {
        id: full.id,
        proposal: nothing(),
        proposer: None,
        waiting: full.waiting.clone(),
        conflicts: Vec::new(),
        queued_at: full.queued_at,
        decision: full.decision.as_ref().map(decision),
        erased: true,
    }
}

/// Who decided, when, and what was stored; not the edit, nor the reason.
pub(crate) fn decision(full: &Decision) -> Decision {
    let decision = match &full.decision {
        NewDecision::Approve => NewDecision::Approve,
        NewDecision::Edit { .. } => NewDecision::Edit { proposal: Box::new(nothing()) },
        NewDecision::Merge { into } => NewDecision::Merge { into: *into },
        NewDecision::Reject { bar, .. } => NewDecision::Reject { reason: String::new(), bar: *bar },
    };
    Decision { decision, by: full.by.clone(), at: full.at, stored: full.stored.clone() }
}

/// What was asked goes too: its hash could be compared with that of a guess.
pub(crate) fn answered(full: &Answered) -> Answered {
    Answered { request: [0; 32], answer: Vec::new(), ..full.clone() }
}

/// What stands where a proposal stood, whatever kind it was.
fn nothing() -> Proposal {
    Proposal::Memory(Box::new(NewMemory::new(Kind::Fact, Scope::Companion, String::new(), Vec::new())))
}

/// Whether what is left of a closing's evidence still says so: a matter ends by the user's words only.
pub(crate) fn closing_stands(closing: &Closing) -> bool {
    closing.evidence.iter().any(|one| one.role == Role::User)
}
