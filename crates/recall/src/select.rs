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
/// Documents looked at beside as many as are wanted: some are copies, some below the floor.
const SPARE: usize = 3;
/// How often as many are looked at, at most.
const PARTS: usize = 6;

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

/// Chooses the answers. The question's words are looked for in a few documents at a time: most often the first will do.
pub(crate) fn select(tools: &Tools<'_>, question: &Question, by: RerankedBy, ordered: &[Ordered]) -> Selection {
    let ordered = with_priors(tools, question, by, ordered);
    let mut selection = Selection::default();
    let mut said: HashMap<String, DocId> = HashMap::new();
    for part in ordered.chunks(question.k + SPARE).take(PARTS) {
        let docs: Vec<DocId> = part.iter().map(|(ordered, _)| ordered.doc()).collect();
        for ((ordered, prior), held) in part.iter().zip(matches(tools, question, &docs)) {
            if selection.chosen.len() == question.k {
                return selection;
            }
            match judge(tools, (question, by), ordered, &held, &said) {
                Ok((document, key)) => {
                    said.insert(key, ordered.doc());
                    selection.chosen.push(Chosen { ordered: (*ordered).clone(), document, held, prior: *prior });
                }
                Err(reason) => {
                    selection.dropped.insert(ordered.doc(), reason);
                }
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
fn with_priors<'o>(
    tools: &Tools<'_>,
    question: &Question,
    by: RerankedBy,
    ordered: &'o [Ordered],
) -> Vec<(&'o Ordered, f32)> {
    let step = match by {
        RerankedBy::CrossEncoder | RerankedBy::MaxSim => PRIOR_STEP,
        RerankedBy::Nobody => FUSED_PRIOR_STEP,
    };
    let prior = |doc| {
        let importance = tools.catalog.facts(doc).map_or(0, |facts| facts.importance);
        if question.recipe.priors && importance > 0 { step * (f32::from(importance) - 5.0) } else { 0.0 }
    };
    let mut with: Vec<(&Ordered, f32)> = ordered.iter().map(|ordered| (ordered, prior(ordered.doc()))).collect();
    with.sort_by(|a, b| (b.0.score + b.1).total_cmp(&(a.0.score + a.1)));
    with
}
