//! The bench: every question of a set asked through the door with every recipe, scored and timed.

use crate::dataset::{Dataset, Group, Question};
use crate::fill::fill;
use crate::footprint::Footprint;
use crate::run::Run;
use crate::score::{Scores, score};
use crate::without::Without;
use hupo::{Answer, Error, Hupo, Question as Asked, Space, SpaceConfig, Timestamp, Timings};
use serde::Serialize;
use std::collections::HashMap;

/// How deep an answer is judged.
const K: usize = 10;

/// Asked before a timed run, so that no question pays for loading the models.
const WARM_UP: &str = "热身 warm up?";

/// One question's result in one run.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// The group's name.
    pub group: String,
    /// The question's id.
    pub question: String,
    /// The set's word for its kind.
    pub category: Option<String>,
    /// How many documents answer it.
    pub n_gold: usize,
    /// Its scores; zero without gold.
    #[serde(flatten)]
    pub scores: Scores,
    /// External ids of what came back, best first.
    pub answer: Vec<String>,
    /// Time of each stage.
    pub times: Timings,
}

impl Judged {
    /// Whether somebody can answer it. LoCoMo's adversarial questions ask for what was never said: their gold is a
    /// distractor, so they are never in a mean, and silence is right.
    pub fn is_answerable(&self) -> bool {
        self.n_gold > 0 && self.category.as_deref() != Some("adversarial")
    }
}

/// One run over one set.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The set's name.
    pub set: String,
    /// The run's name.
    pub run: &'static str,
    /// Whether its times are its own: see [`Run::timed`].
    pub timed: bool,
    /// Whether it is silent where nothing is relevant.
    pub has_floor: bool,
    /// Every question, in order.
    pub judged: Vec<Judged>,
}

/// A question's result with its set and run, as a line of JSON.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerLine<'a> {
    set: &'a str,
    run: &'a str,
    #[serde(flatten)]
    judged: &'a Judged,
}

impl Outcome {
    /// Every question's result, in order.
    pub fn answers(&self) -> impl Iterator<Item = AnswerLine<'_>> {
        self.judged.iter().map(|judged| AnswerLine { set: &self.set, run: self.run, judged })
    }
}

/// A set, asked.
#[derive(Debug, Clone)]
pub struct Benched {
    /// One a run, in their order.
    pub outcomes: Vec<Outcome>,
    /// What the set takes, whole.
    pub footprint: Footprint,
}

/// A set under the bench: how a root is opened, when the set is written, who is told of progress.
pub struct Bench<'a> {
    /// Opens the root, with empty caches. With [`hupo::Embed::Later`] writing and embedding are timed apart.
    pub open: &'a dyn Fn() -> Result<Hupo, Error>,
    /// When the set is written; a question without a time is asked when the last document of its group was said, or now.
    pub now: Timestamp,
    /// Told what is done of how much.
    pub progress: &'a dyn Fn(&str, usize, usize),
}

impl Bench<'_> {
    /// Fills the root with a set and asks it under every run.
    ///
    /// # Errors
    /// The root cannot be opened, the set cannot be written, or a question cannot be asked.
    pub fn run(&self, set: &Dataset, runs: &[Run]) -> Result<Benched, Error> {
        let mut hupo = (self.open)()?;
        let mut footprint = Footprint::default();
        for group in &set.groups {
            footprint.add(&self.fill(&hupo, Without::Nothing, set, group)?);
            for without in [Without::PreviousTurn, Without::Context] {
                if runs.iter().any(|run| run.without == without) {
                    self.fill(&hupo, without, set, group)?;
                }
            }
        }
        let mut outcomes = Vec::new();
        for run in runs {
            if run.timed {
                hupo = (self.open)()?;
            }
            outcomes.push(self.ask_all(&hupo, set, run)?);
        }
        Ok(Benched { outcomes, footprint })
    }

    fn fill(&self, hupo: &Hupo, without: Without, set: &Dataset, group: &Group) -> Result<Footprint, Error> {
        let stripped = without.strip(group);
        if without != Without::Nothing && stripped.is_none() {
            return Ok(Footprint::default());
        }
        let commands = stripped.as_ref().unwrap_or(group).commands();
        let told = |done, of| (self.progress)(&format!("{}, vectors", group.name), done, of);
        let filled = fill(hupo, config(without, set, group), &commands, self.now, &told)?;
        filled.space.close()?;
        Ok(filled.footprint)
    }

    fn ask_all(&self, hupo: &Hupo, set: &Dataset, run: &Run) -> Result<Outcome, Error> {
        let mut judged = Vec::new();
        for group in &set.groups {
            let space = hupo.space(&config(run.without, set, group).name)?;
            let last = latest(group).unwrap_or(self.now);
            if judged.is_empty() {
                ask(&space, Asked::new(WARM_UP, last), run)?;
            }
            for (done, question) in group.questions.iter().enumerate() {
                (self.progress)(&format!("{}, {}", group.name, run.name), done, group.questions.len());
                let asked = Asked::new(&question.text, question.asked.unwrap_or(last)).scope(question.scope);
                judged.push(judge(&group.name, question, &ask(&space, asked, run)?));
            }
            space.close()?;
        }
        let has_floor = run.recipe.floor.is_some();
        Ok(Outcome { set: set.name.clone(), run: run.name, timed: run.timed, has_floor, judged })
    }
}

/// The space of a group for a run: its own only where something is left out that the group has.
fn config(without: Without, set: &Dataset, group: &Group) -> SpaceConfig {
    match without.strip(group) {
        Some(_) => without.space(set, group),
        None => set.space(group),
    }
}

/// When a group's last document was said: questions without a time of their own are asked then.
fn latest(group: &Group) -> Option<Timestamp> {
    group.documents.iter().filter_map(|document| document.time).max()
}

fn ask(space: &Space, question: Asked, run: &Run) -> Result<Answer, Error> {
    let mut asked = question.k(K);
    asked.recipe = run.recipe;
    space.recall(&asked)
}

fn judge(group: &str, question: &Question, answer: &Answer) -> Judged {
    let gold: HashMap<&str, u32> = question.gold.iter().map(|gold| (gold.external_id.as_str(), gold.grade)).collect();
    let ids: Vec<&str> = answer.hits.iter().map(|hit| hit.external_id.as_deref().unwrap_or_default()).collect();
    Judged {
        group: group.to_owned(),
        question: question.id.clone(),
        category: question.category.clone(),
        n_gold: gold.len(),
        scores: score(&ids, &gold),
        answer: ids.into_iter().map(str::to_owned).collect(),
        times: answer.stages.timings,
    }
}

#[cfg(test)]
mod tests;
