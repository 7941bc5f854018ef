//! Selection: the last order becomes the answer. The same words once, nothing below the floor, at most `k`.

use crate::order::Ordered;
use crate::question::Question;
use crate::relevance::{Match, is_relevant, matches};
use crate::stages::RerankedBy;
use crate::tools::Tools;
use hupo_types::{DocId, Document};
use std::collections::HashMap;

/// How far importance may move a score: half a hundredth of a deviation each step away from the middle.
const PRIOR_STEP: f32 = 0.005;
/// The same on fused scores, which are about a hundredth as wide.
const FUSED_PRIOR_STEP: f32 = 0.000_02;
/// Documents looked at for each answer wanted, at least: some are copies, some below the floor.
const LOOKED_AT: usize = 4;

/// An answer, before its sources are fetched.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub(crate) ordered: Ordered,
    pub(crate) document: Document,
    pub(crate) held: Match,
    pub(crate) prior: f32,
}

/// What became of a document that was in the last order and is not in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// It is gone from the store.
    Gone,
    /// It says what this answer says already.
    SameAs(DocId),
    /// It is below the floor.
    BelowFloor,
}

/// The answer, and what was dropped on the way.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) dropped: HashMap<DocId, Dropped>,
}

/// Chooses the answers.
pub(crate) fn select(tools: &Tools<'_>, question: &Question, by: RerankedBy, ordered: &[Ordered]) -> Selection {
    let ordered = with_priors(tools, question, by, ordered);
    let looked_at = ordered.get(..ordered.len().min(question.k * LOOKED_AT + 8)).unwrap_or(&ordered);
    let docs: Vec<DocId> = looked_at.iter().map(|(ordered, _)| ordered.doc()).collect();
    let held = matches(tools, question, &docs);
    let mut selection = Selection::default();
    let mut said: HashMap<String, DocId> = HashMap::new();
    for ((ordered, prior), held) in looked_at.iter().zip(held) {
        if selection.chosen.len() == question.k {
            break;
        }
        let doc = ordered.doc();
        match judge(tools, (question, by), ordered, &held, &said) {
            Ok((document, key)) => {
                said.insert(key, doc);
                selection.chosen.push(Chosen { ordered: ordered.clone(), document, held, prior: *prior });
            }
            Err(reason) => {
                selection.dropped.insert(doc, reason);
            }
        }
    }
    selection
}

/// The document if it is an answer, with what it says; else why not.
fn judge(
    tools: &Tools<'_>,
    (question, by): (&Question, RerankedBy),
    ordered: &Ordered,
    held: &Match,
    said: &HashMap<String, DocId>,
) -> Result<(Document, String), Dropped> {
    if !is_relevant(question.recipe.floor, by, ordered, held) {
        return Err(Dropped::BelowFloor);
    }
    let document = (tools.document)(ordered.doc()).ok_or(Dropped::Gone)?;
    let key = what_it_says(&document);
    match said.get(&key) {
        Some(same) => Err(Dropped::SameAs(*same)),
        None => Ok((document, key)),
    }
}

/// The speaker and the folded words: what makes two documents copies of each other.
fn what_it_says(document: &Document) -> String {
    let speaker = document.speaker.as_deref().unwrap_or_default();
    hupo_text::fold_str(&format!("{speaker}\n{}", document.text))
}

/// The order with the memories' importance let in where it is nearly even.
fn with_priors(tools: &Tools<'_>, question: &Question, by: RerankedBy, ordered: &[Ordered]) -> Vec<(Ordered, f32)> {
    let step = match by {
        RerankedBy::CrossEncoder | RerankedBy::MaxSim => PRIOR_STEP,
        RerankedBy::Nobody => FUSED_PRIOR_STEP,
    };
    let prior = |doc| {
        let importance = tools.catalog.facts(doc).map_or(0, |facts| facts.importance);
        if question.recipe.priors && importance > 0 { step * (f32::from(importance) - 5.0) } else { 0.0 }
    };
    let with_prior = |ordered: &Ordered| (ordered.clone(), prior(ordered.doc()));
    let mut with: Vec<(Ordered, f32)> = ordered.iter().map(with_prior).collect();
    with.sort_by(|a, b| (b.0.score + b.1).total_cmp(&(a.0.score + a.1)));
    with
}
