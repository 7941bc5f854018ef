//! Emptying events where they stand in the ledger.

use hupo_types::{Answered, Event, Logged, Memory, Reviewed, UnitVector};

use super::{Gone, closing_stands, emptied};

/// Empties what an event says of things that go; says whether it said any.
pub(crate) fn empty(event: &mut Event, gone: &Gone) -> bool {
    match event {
        Event::MessageAppended { message } => {
            gone.messages.contains(&message.id) && became(message, emptied::message(message))
        }
        Event::EntityAdded { entity } => gone.entities.contains(&entity.id) && became(entity, emptied::entity(entity)),
        Event::EntityAliased { entity, aliases } => gone.entities.contains(entity) && cleared(aliases),
        Event::RelationAdded { relation } if gone.relations.contains(&relation.id) => {
            became(relation, emptied::relation(relation))
        }
        Event::RelationAdded { relation } => gone.strip(&mut relation.evidence),
        Event::MemoryRemembered { memory } => remembered(memory, gone),
        Event::EvidenceAdded { memory, evidence } if gone.memories.contains(memory) => cleared(evidence),
        Event::EvidenceAdded { evidence, .. } => gone.strip(evidence),
        Event::Mentioned { doc, entities } if gone.has(*doc) => cleared(entities),
        Event::Mentioned { entities, .. } => without(entities, |entity| gone.entities.contains(entity)),
        Event::TopicsJoined { memory, topics } => gone.memories.contains(memory) && cleared(topics),
        Event::Embedded { doc, vector } => gone.vectors.contains(doc) && became(vector, blank(vector)),
        Event::Answered(answered) => answered.quotes && empty_answer(answered),
        Event::Logged(logged) => empty_logged(logged, gone),
        Event::Reviewed(reviewed) => empty_reviewed(reviewed, gone),
        Event::SpaceCreated { .. }
        | Event::EmbedderChosen { .. }
        | Event::TopicAdded { .. }
        | Event::MemorySuperseded { .. }
        | Event::StandingSet { .. }
        | Event::RelationSuperseded { .. }
        | Event::EntitiesMerged { .. }
        | Event::EntitySplit { .. }
        | Event::Cared(_)
        | Event::Promoted(_)
        | Event::Erased(_) => false,
    }
}

/// Empties the answer of a write; says whether there was any.
pub(crate) fn empty_answer(answered: &mut Answered) -> bool {
    became(answered, emptied::answered(answered))
}

fn remembered(memory: &mut Memory, gone: &Gone) -> bool {
    if gone.memories.contains(&memory.id) {
        return became(memory, emptied::memory(memory));
    }
    gone.strip(&mut memory.evidence)
}

fn empty_logged(logged: &mut Logged, gone: &Gone) -> bool {
    match logged {
        Logged::Observed { observation } if gone.observations.contains(&observation.id) => {
            became(observation, emptied::observation(observation))
        }
        Logged::Observed { observation } => gone.strip(&mut observation.evidence),
        Logged::ProfileStated { fact } if gone.profile_facts.contains(&fact.id) => became(fact, emptied::fact(fact)),
        Logged::ProfileStated { fact } => gone.strip(&mut fact.evidence),
        Logged::BeliefsPut { set } => {
            let cites = set.beliefs.iter().flat_map(|belief| belief.cites());
            cites.into_iter().any(|id| gone.observations.contains(id)) && cleared(&mut set.beliefs)
        }
        Logged::ItemAdded { item } if gone.temporal_items.contains(&item.id) => became(item, emptied::item(item)),
        Logged::ItemAdded { item } => gone.strip(&mut item.evidence),
        Logged::ItemClosed { item, closing } if gone.temporal_items.contains(item) => cleared(&mut closing.evidence),
        Logged::ItemClosed { closing, .. } => {
            let lost = gone.strip(&mut closing.evidence);
            if lost && !closing_stands(closing) {
                closing.evidence.clear();
            }
            lost
        }
        Logged::PageWritten { page } => gone.pages.contains(&page.id) && became(page, emptied::page(page)),
        Logged::ProfileSuperseded { .. } => false,
    }
}

fn empty_reviewed(reviewed: &mut Reviewed, gone: &Gone) -> bool {
    match reviewed {
        Reviewed::Queued { review } => gone.proposals.contains(&review.id) && became(review, emptied::review(review)),
        Reviewed::Decided { proposal, decision } => {
            gone.proposals.contains(proposal) && became(decision, emptied::decision(decision))
        }
        Reviewed::Barred { .. } | Reviewed::RulesSet { .. } => false,
    }
}

/// A vector of as many numbers that says nothing.
fn blank(vector: &UnitVector) -> UnitVector {
    let mut numbers = vec![0.0; vector.dimension().max(1)];
    numbers.iter_mut().take(1).for_each(|first| *first = 1.0);
    UnitVector::new(numbers).expect("one number is not zero")
}

fn became<T: PartialEq>(place: &mut T, emptied: T) -> bool {
    let differs = *place != emptied;
    *place = emptied;
    differs
}

fn cleared<T>(list: &mut Vec<T>) -> bool {
    let had = !list.is_empty();
    list.clear();
    had
}

fn without<T>(list: &mut Vec<T>, goes: impl Fn(&T) -> bool) -> bool {
    let before = list.len();
    list.retain(|one| !goes(one));
    list.len() != before
}
