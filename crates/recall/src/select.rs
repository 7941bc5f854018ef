//! Selection: the last order becomes the answer. The same words once, nothing below the floor, at most `k`.
//!
//! Where a topic summary stands for a document, the summary is the answer and names it: what only a member says is in the
//! answer beside what its summary says.

use crate::catalog::Facts;
use crate::order::Ordered;
use crate::plan::Plan;
use crate::question::Question;
use crate::relevance::{Match, is_relevant, matches};
use crate::stages::RerankedBy;
use crate::tools::Tools;
use hupo_types::{DocId, DocSet, Document, Timestamp};
use std::collections::HashMap;

/// How far importance may move a score: half a hundredth of a deviation each step away from the middle.
const PRIOR_STEP: f32 = 0.005;
/// The same on fused scores, which are about a hundredth as wide.
const FUSED_PRIOR_STEP: f32 = 0.000_02;
/// After so long without use a memory has half its warmth, which moves a score no more than one step of importance does.
const COOLS_MS: f32 = 30.0 * 86_400_000.0;
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
    /// The members that matched, of a summary that stands for them.
    pub(crate) stands_for: Vec<Chosen>,
}

/// What became of a document that was in the last order and is not in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// It is gone from the store.
    Gone,
    /// It says what this answer says already.
    SameAs(DocId),
    /// This summary answers in its place.
    StoodFor(DocId),
    /// It is below the floor.
    BelowFloor,
}

/// The answer, and what was dropped on the way.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) dropped: HashMap<DocId, Dropped>,
}

/// Chooses the answers among documents that are allowed. The question's words are looked for in a few documents at a
/// time: most often the first will do.
pub(crate) fn select(
    tools: &Tools<'_>,
    question: &Question,
    plan: &Plan,
    by: RerankedBy,
    ordered: &[Ordered],
) -> Selection {
    let ordered = with_priors(tools, question, by, ordered);
    let mut choice = Choice::new(tools, question, &plan.allowed, by);
    for part in ordered.chunks(question.k + SPARE).take(PARTS) {
        if choice.is_full() {
            break;
        }
        let docs: Vec<DocId> = part.iter().map(|(ordered, _)| ordered.doc()).collect();
        for ((ordered, prior), held) in part.iter().zip(matches(tools, &plan.wording, &docs)) {
            choice.look_at(ordered, *prior, held);
        }
    }
    choice.selection
}

/// The answers so far, best first.
struct Choice<'a> {
    tools: &'a Tools<'a>,
    question: &'a Question,
    allowed: &'a DocSet,
    by: RerankedBy,
    selection: Selection,
    /// Who said it first.
    said: HashMap<String, DocId>,
    /// Where each answer is.
    places: HashMap<DocId, usize>,
    /// How many members are named beside their summaries.
    n_named: usize,
}

impl<'a> Choice<'a> {
    fn new(tools: &'a Tools<'a>, question: &'a Question, allowed: &'a DocSet, by: RerankedBy) -> Self {
        let (selection, said, places) = (Selection::default(), HashMap::new(), HashMap::new());
        Self { tools, question, allowed, by, selection, said, places, n_named: 0 }
    }

    fn is_full(&self) -> bool {
        self.selection.chosen.len() >= self.question.k
    }

    /// Takes the next document of the order in, or says why not. When there are answers enough, only members of a
    /// summary among them are still named.
    fn look_at(&mut self, ordered: &Ordered, prior: f32, held: Match) {
        let doc = ordered.doc();
        let summary = self.tools.catalog.stand_in(self.question, self.allowed, doc);
        let is_answered = self.places.contains_key(&doc);
        let is_late = self.is_full() && !summary.is_some_and(|summary| self.places.contains_key(&summary));
        if is_answered || is_late {
            return;
        }
        match judge(self.tools, (self.question, self.by), ordered, &held, &self.said) {
            Ok((document, key)) => {
                self.said.insert(key, doc);
                let found = Chosen { ordered: ordered.clone(), document, held, prior, stands_for: Vec::new() };
                match summary {
                    Some(summary) => self.stand_in(summary, found),
                    None => self.choose(found),
                }
            }
            Err(reason) => _ = self.selection.dropped.insert(doc, reason),
        }
    }

    fn choose(&mut self, found: Chosen) {
        self.places.insert(found.document.id, self.selection.chosen.len());
        self.selection.chosen.push(found);
    }

    /// Its summary answers in a member's place, once, and names it: as many as answers are wanted are named, so that
    /// each that would have been an answer by itself is. A summary that is gone stands for nothing.
    fn stand_in(&mut self, summary: DocId, member: Chosen) {
        if !self.places.contains_key(&summary) {
            let Some(document) = (self.tools.document)(summary) else { return self.choose(member) };
            self.said.insert(what_it_says(&document), summary);
            self.choose(Chosen { document, ..member.clone() });
        }
        self.selection.dropped.insert(member.document.id, Dropped::StoodFor(summary));
        let place = self.places.get(&summary).copied();
        let answer = place.and_then(|place| self.selection.chosen.get_mut(place));
        if let Some(answer) = answer.filter(|_| self.n_named < self.question.k) {
            answer.stands_for.push(member);
            self.n_named += 1;
        }
    }
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

/// The order with the memories' importance and temperature let in where it is nearly even.
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
        let facts = tools.catalog.facts(doc).filter(|facts| facts.importance > 0 && question.recipe.priors);
        facts.map_or(0.0, |facts| step * (f32::from(facts.importance) - 5.0 + warmth(facts, question.now)))
    };
    let mut with: Vec<(&Ordered, f32)> = ordered.iter().map(|ordered| (ordered, prior(ordered.doc()))).collect();
    with.sort_by(|a, b| (b.0.score + b.1).total_cmp(&(a.0.score + a.1)));
    with
}

/// How warm a memory is: 1 when it was just used or learnt of, a month later half of that, and so on.
fn warmth(facts: &Facts, now: Timestamp) -> f32 {
    let since_ms = now.ms().saturating_sub(facts.clock().ms()).max(0);
    (-(since_ms as f32) / COOLS_MS).exp2()
}

#[cfg(test)]
mod tests;
