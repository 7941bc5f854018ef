//! Of what was found in a talk: a fact once, the last saying of it; and what changes a known fact as its correction.

use crate::talk::Talk;
use hupo_text::fold_str;
use hupo_types::{Interval, MemoryRef, NewCorrection, NewMemory, Proposal, Purpose, SemanticKey};
use std::collections::HashSet;

/// Keeps the last of each fact, in the order they were said.
pub(crate) fn settled(talk: &Talk, found: Vec<Proposal>) -> Vec<Proposal> {
    let mut seen = HashSet::new();
    let mut kept: Vec<Proposal> = found.into_iter().rev().filter(|proposal| seen.insert(fact(proposal))).collect();
    kept.reverse();
    kept.into_iter().map(|proposal| against(talk, proposal)).collect()
}

/// What makes two proposals speak of the same fact.
fn fact(proposal: &Proposal) -> String {
    match proposal {
        Proposal::Memory(new) => format!("memory {:?} {:?}", new.kind, folded(&new.key)),
        Proposal::Profile(new) => format!("profile {}", fold_str(&new.attribute)),
        Proposal::Person(new) => format!("person {}", fold_str(&new.name)),
        Proposal::TemporalItem(new) => format!("item {} {:?}", fold_str(&new.text), new.starts),
        Proposal::Outcome(new) => format!("outcome {}", new.item),
        Proposal::Correction(new) => format!("correction {:?}", new.corrects),
        Proposal::Relation(_)
        | Proposal::Observation(_)
        | Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_)
        | Proposal::TopicSummary(_) => format!("{proposal:?}"),
    }
}

fn folded(key: &SemanticKey) -> [String; 4] {
    [&key.subject, &key.category, &key.subcategory, &key.attribute].map(|field| fold_str(field))
}

/// A fact of a known key that is said otherwise, in words that say it changed, corrects what is known.
fn against(talk: &Talk, proposal: Proposal) -> Proposal {
    let Proposal::Memory(mut new) = proposal else { return proposal };
    if let Some(correction) = corrects(talk, &new) {
        return Proposal::Correction(correction);
    }
    for cited in &mut new.evidence {
        cited.purpose = Purpose::Statement;
    }
    Proposal::Memory(new)
}

fn corrects(talk: &Talk, new: &NewMemory) -> Option<NewCorrection> {
    let known = talk.memories.iter().find(|memory| folded(&memory.key) == folded(&new.key))?;
    let changes = new.evidence.iter().any(|cited| cited.purpose == Purpose::Correction);
    (changes && fold_str(&known.text) != fold_str(&new.text)).then(|| NewCorrection {
        corrects: MemoryRef::Id(known.id),
        text: new.text.clone(),
        importance: None,
        evidence: new.evidence.clone(),
        valid: Interval::default(),
    })
}
