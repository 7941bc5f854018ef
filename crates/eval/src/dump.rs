//! Dumps: what every ranking and the reranker said of each candidate, for fitting the weights of the fusion outside.
//!
//! One JSON object a question. Only training parts may be fitted on; `benches/fit/fit.py` reads these lines.

use crate::dataset::{Dataset, Question};
use crate::fill::fill;
use hupo::{Error, Form, Hupo, Question as Asked, Recipe, Source, Space, Timestamp};
use serde::Serialize;
use thiserror::Error as ThisError;

/// Why a dump stopped.
#[derive(Debug, ThisError)]
pub enum DumpError {
    /// The set could not be written or asked.
    #[error(transparent)]
    Engine(#[from] Error),
    /// A line could not be handed on; the machine's fault.
    #[error("writing the dump: {0}")]
    Io(#[from] std::io::Error),
}

/// A question with its candidates.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The set's name.
    pub set: String,
    /// The group's name.
    pub group: String,
    /// The question's id.
    pub question: String,
    /// The set's word for its kind.
    pub category: Option<String>,
    /// What it looks like.
    pub form: Form,
    /// External ids and grades of the documents that answer it.
    pub gold: Vec<(String, u32)>,
    /// The candidates, in the default recipe's order.
    pub candidates: Vec<Dumped>,
}

/// A candidate: its external id, its place and score in each ranking it occurs in, the reranker's score.
#[derive(Debug, Clone, Serialize)]
pub struct Dumped {
    /// External id.
    pub id: String,
    /// (ranking, place from 1, score).
    pub places: Vec<(Source, usize, f32)>,
    /// The reranker's score.
    pub logit: Option<f32>,
}

/// Asks a set with `depth` candidates read by the reranker, and hands each question's line on.
///
/// # Errors
/// The set cannot be written, a question cannot be asked, or `each` fails.
pub fn dump(
    hupo: &Hupo,
    set: &Dataset,
    (depth, now): (usize, Timestamp),
    each: &mut dyn FnMut(Line) -> std::io::Result<()>,
) -> Result<(), DumpError> {
    for group in &set.groups {
        let space = fill(hupo, set.space(group), &group.commands(), now, &|_, _| {})?.space;
        let last = group.documents.iter().filter_map(|document| document.time).max().unwrap_or(now);
        for question in group.questions.iter().filter(|question| !question.gold.is_empty()) {
            let candidates = ask(&space, question, depth, question.asked.unwrap_or(last))?;
            each(Line {
                set: set.name.clone(),
                group: group.name.clone(),
                question: question.id.clone(),
                category: question.category.clone(),
                form: candidates.0,
                gold: question.gold.iter().map(|gold| (gold.external_id.clone(), gold.grade)).collect(),
                candidates: candidates.1,
            })?;
        }
        space.close()?;
    }
    Ok(())
}

fn ask(space: &Space, question: &Question, depth: usize, at: Timestamp) -> Result<(Form, Vec<Dumped>), Error> {
    let mut asked = Asked::new(&question.text, at).scope(question.scope).k(2 * depth);
    asked.recipe = Recipe {
        floor: None,
        priors: false,
        rerank: depth,
        step_seats: depth / 4,
        rerank_least: depth,
        ..Recipe::default()
    };
    let answer = space.recall(&asked)?;
    let dumped = answer.hits.into_iter().map(|hit| Dumped {
        id: hit.external_id.unwrap_or_default(),
        places: hit.why.contributions.iter().map(|part| (part.source, part.rank, part.score)).collect(),
        logit: hit.why.rerank.and_then(|reranked| reranked.score),
    });
    Ok((answer.stages.form, dumped.collect()))
}
