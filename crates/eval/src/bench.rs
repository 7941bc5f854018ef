//! The bench: every question of a set asked through the door with every recipe, scored and timed.

use crate::dataset::{Dataset, Group, Question};
use crate::fill::fill;
use crate::run::Run;
use crate::score::{Scores, ceiling, score};
use hupo::{Answer, Error, Hupo, Question as Asked, Space, Timestamp};
use std::collections::HashMap;

/// How deep an answer is judged.
const K: usize = 10;

/// One question's result in one run.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The question's id.
    pub question: String,
    /// The set's word for its kind.
    pub category: Option<String>,
    /// How many documents answer it; 0: nobody can.
    pub n_gold: usize,
    /// Its scores; zero without gold.
    pub scores: Scores,
    /// How many documents came back.
    pub n_hits: usize,
    /// Time without the query's embedding and without reranking, in milliseconds.
    pub search_ms: f32,
    /// Time of everything.
    pub total_ms: f32,
    /// Time of each stage.
    pub stages: hupo::Timings,
}

/// One run over one set.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The set's name.
    pub set: String,
    /// The run's name.
    pub run: &'static str,
    /// Every question, in order.
    pub judged: Vec<Judged>,
}

impl Outcome {
    /// The questions somebody can answer and that `counts` keeps.
    pub fn answerable(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| judged.n_gold > 0 && counts(judged))
    }

    /// The questions nobody can answer.
    pub fn unanswerable(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| judged.n_gold == 0)
    }

    /// The best any order could get.
    pub fn ceiling(&self) -> Scores {
        let all: Vec<Scores> = self.answerable().map(|judged| ceiling(judged.n_gold)).collect();
        Scores::mean(&all)
    }
}

/// LoCoMo's adversarial questions have a distractor for gold: reported apart, never in the mean.
pub fn counts(judged: &Judged) -> bool {
    judged.category.as_deref() != Some("adversarial")
}

/// Asks a set under every run. `now` is when it is written; questions are asked at their own time, or then.
///
/// # Errors
/// The set cannot be written, or a question cannot be asked.
pub fn bench(
    hupo: &Hupo,
    set: &Dataset,
    runs: &[Run],
    now: Timestamp,
    progress: &dyn Fn(&str, usize, usize),
) -> Result<Vec<Outcome>, Error> {
    let mut outcomes: Vec<Outcome> =
        runs.iter().map(|run| Outcome { set: set.name.clone(), run: run.name, judged: Vec::new() }).collect();
    for group in &set.groups {
        let space = fill(hupo, set, group, now, &|done, of| progress(&group.name, done, of))?;
        let last = latest(group).unwrap_or(now);
        for (done, question) in group.questions.iter().enumerate() {
            progress(&group.name, done, group.questions.len());
            for (run, outcome) in runs.iter().zip(&mut outcomes) {
                outcome.judged.push(ask(&space, question, run, question.asked.unwrap_or(last))?);
            }
        }
        space.close()?;
    }
    Ok(outcomes)
}

/// When a group's last document was said: questions without a time of their own are asked then.
fn latest(group: &Group) -> Option<Timestamp> {
    group.documents.iter().filter_map(|document| document.time).max()
}

fn ask(space: &Space, question: &Question, run: &Run, at: Timestamp) -> Result<Judged, Error> {
    let mut asked = Asked::new(&question.text, at).scope(question.scope).k(K);
    asked.recipe = run.recipe;
    let answer = space.recall(&asked)?;
    Ok(judge(question, &answer))
}

fn judge(question: &Question, answer: &Answer) -> Judged {
    let gold: HashMap<&str, u32> = question.gold.iter().map(|gold| (gold.external_id.as_str(), gold.grade)).collect();
    let ids: Vec<&str> = answer.hits.iter().map(|hit| hit.external_id.as_deref().unwrap_or_default()).collect();
    let stages = answer.stages.timings;
    Judged {
        question: question.id.clone(),
        category: question.category.clone(),
        n_gold: gold.len(),
        scores: score(&ids, &gold),
        n_hits: answer.hits.len(),
        search_ms: stages.total_ms - stages.embed_ms - stages.rerank_ms,
        total_ms: stages.total_ms,
        stages,
    }
}
