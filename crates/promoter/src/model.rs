//! The extractor that asks a model: one question, at most one second try that shows it what was refused, and no more.

mod review;

use crate::answer::{self, Told};
use crate::budget::{self, Budget, Left, Spent};
use crate::chat::{Answer, Asking, Chat};
use crate::extractor::Extractor;
use crate::prompt::Prompt;
use crate::raw::Raw;
use crate::{Failure, Stop};
use hupo::{Duty, Extraction, ExtractorId, RunId, Space, Task, Timestamp, Tokens};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use review::Review;
use std::path::PathBuf;

/// How a model is asked.
#[derive(Debug, Clone, Default)]
pub struct ModelOptions {
    /// What may be spent.
    pub budget: Budget,
    /// A folder to keep the model's words in; `None` keeps none.
    pub keep_raw: Option<PathBuf>,
    /// Tells it to end.
    pub stop: Stop,
}

/// Asks a model.
pub struct ModelExtractor {
    chat: Box<dyn Chat>,
    options: ModelOptions,
    spent: Spent,
}

impl ModelExtractor {
    /// Asks whoever answers here.
    pub fn new(chat: impl Chat + 'static, options: ModelOptions) -> Self {
        Self { chat: Box::new(chat), options, spent: Spent::default() }
    }

    /// What is left of the budgets for this space today.
    fn left(&self, space: &Space, day: Date, zone: &TimeZone) -> Result<Left, Failure> {
        let of_run = self.options.budget.per_run;
        let Some(per_day) = self.options.budget.per_day else { return Ok(Left { of_run, of_day: None }) };
        let runs = space.runs(None::<RunId>)?;
        let spent = self.spent.on(space.name(), day, budget::spent_on(&runs, day, zone));
        Ok(Left { of_run, of_day: Some(per_day.saturating_sub(spent)) })
    }
}

impl Extractor for ModelExtractor {
    fn name(&self) -> &str {
        "model"
    }

    fn does(&self, _duty: Duty) -> bool {
        true
    }

    fn extract(&self, space: &Space, task: &Task, now: Timestamp) -> Result<Extraction, Failure> {
        let zone = TimeZone::get(&task.zone).unwrap_or(TimeZone::UTC);
        let day = budget::day(now, &zone);
        let left = self.left(space, day, &zone)?;
        let prompt = Prompt::of(task);
        let mut asked = Asked { model: self, space, task, now, left, raw: Raw::default(), tokens: Tokens::default() };
        let extracted = asked.run(&prompt);
        self.spent.add(space.name(), day, budget::total(asked.tokens));
        if let Err(failure) = &extracted {
            let duty = task.due.duty().name();
            tracing::warn!(duty, why = failure.word(), "a run came to nothing; what was due stays due");
        }
        extracted
    }
}

/// One run.
struct Asked<'a> {
    model: &'a ModelExtractor,
    space: &'a Space,
    task: &'a Task,
    now: Timestamp,
    left: Left,
    raw: Raw,
    tokens: Tokens,
}

impl Asked<'_> {
    fn run(&mut self, prompt: &Prompt) -> Result<Extraction, Failure> {
        let first = self.ask(prompt.asking())?;
        let read = answer::read(&first.text, self.task);
        let review = Review::of(read, self.space, self.task, self.now)?;
        let told = match review.wants_another() {
            true => self.second(prompt, &first, review)?,
            false => review.into_told()?,
        };
        self.keep()?;
        self.say(&told);
        Ok(Extraction {
            proposals: told.proposals,
            beliefs: told.beliefs,
            by: ExtractorId {
                name: self.model.name().to_owned(),
                version: prompt.version(),
                model: Some(self.model.chat.model().to_owned()),
            },
            output_hash: Some(self.raw.hash()),
            tokens: self.tokens,
        })
    }

    /// The second try. Where it fails, what was good of the first stands.
    fn second(&mut self, prompt: &Prompt, first: &Answer, review: Review) -> Result<Told, Failure> {
        tracing::info!(
            duty = self.task.due.duty().name(),
            n_refused = review.refused.len(),
            n_good = review.n_good(),
            "the model is asked once more, for what was refused"
        );
        match self.ask(&prompt.again(&first.text, &review.refused)) {
            Ok(second) => review.with(answer::read(&second.text, self.task)),
            Err(Failure::Stopped) => Err(Failure::Stopped),
            Err(failure) if review.n_good() == 0 => Err(failure),
            Err(failure) => {
                tracing::warn!(why = failure.word(), "the second try failed; what was good of the first stands");
                review.into_told()
            }
        }
    }

    fn ask(&mut self, asking: &Asking) -> Result<Answer, Failure> {
        if self.model.options.stop.is_told() {
            return Err(Failure::Stopped);
        }
        self.left.check(asking.tokens().saturating_add(self.model.chat.answer_tokens()))?;
        let answer = self.model.chat.ask(asking)?;
        let cost = answer.cost(asking);
        self.left.spend(cost);
        self.tokens.input = self.tokens.input.saturating_add(cost.input);
        self.tokens.output = self.tokens.output.saturating_add(cost.output);
        self.raw.add(&answer.text);
        if answer.is_cut {
            tracing::info!("the answer was cut at the limit of tokens");
        }
        Ok(answer)
    }

    fn keep(&self) -> Result<(), Failure> {
        self.model.options.keep_raw.as_deref().map_or(Ok(()), |folder| self.raw.keep(folder))
    }

    fn say(&self, told: &Told) {
        tracing::info!(
            duty = self.task.due.duty().name(),
            n_proposals = told.proposals.len(),
            n_beliefs = told.beliefs.len(),
            n_unread = told.unread.len(),
            is_cut = told.is_cut,
            tokens_in = self.tokens.input,
            tokens_out = self.tokens.output,
            "a model answered"
        );
    }
}

#[cfg(test)]
mod tests;
