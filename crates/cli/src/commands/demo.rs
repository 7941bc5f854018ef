//! `hupo demo`: nine months of one relationship, eight questions, and the words that answer them.

mod check;
mod data;
mod promoted;
pub(crate) mod story;

use super::models::fetch::{self, Fetch};
use crate::failure::{self, Usage};
use crate::folders;
use crate::render::{self, Asked, Remarks};
use crate::shell::Shell;
use crate::source::Sourced;
use anyhow::{Context, Result};
use clap::Args;
use hupo::{Embed, Hupo, Options, Question, Space, Timestamp};
use hupo_eval::dataset::{self, Dataset, Group};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// When the demo's questions are asked: 26 September 2026, nine in the morning in Hangzhou.
const NOW: Timestamp = Timestamp::from_ms(1_790_384_400_000);

#[derive(Args)]
pub(crate) struct Demo {
    /// Keep the space in this folder, to go on with `hupo --root DIR`
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Without models: keywords and the graph alone
    #[arg(long)]
    no_models: bool,
    /// Play a month of proposals, corrections, plans and erasures instead, with every verdict
    #[arg(long, conflicts_with_all = ["check", "at_least"])]
    story: bool,
    /// Play the year after that month: what is used stays warm, what is not goes cold and comes back, summaries stand in
    #[arg(long, conflicts_with_all = ["check", "at_least", "story"])]
    year: bool,
    /// Play that month from nothing but what was said: each day promoted by the built-in rules, settled, and asked about
    #[arg(long, conflicts_with_all = ["check", "at_least", "story", "year"])]
    promoted: bool,
    /// With --promoted: play recorded answers in a model's place
    #[arg(long, requires = "promoted")]
    recorded: bool,
    /// Ask all the questions and count the hits among the first five
    #[arg(long)]
    check: bool,
    /// With --check: fail below this share of hits, such as 0.8
    #[arg(long, requires = "check", value_name = "SHARE")]
    at_least: Option<f64>,
}

impl Demo {
    pub(crate) fn run(self, mut shell: Shell) -> Result<ExitCode> {
        let temporary = tempfile::tempdir().context("a temporary folder could not be made")?;
        let root = self.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
        if self.promoted {
            let options = Options { models: self.models(&shell), ..shell.options() };
            return promoted::run(&mut shell, &root, options, self.recorded);
        }
        if let Some(tale) = self.tale() {
            let options = Options { models: self.models(&shell), ..shell.options() };
            return story::run(&mut shell, &root, options, tale);
        }
        shell.now = shell.globals.now.unwrap_or(NOW);
        let options = Options { models: self.models(&shell), embed: Embed::Later, ..shell.options() };
        let hupo = Hupo::open_with(&root, options).with_context(|| format!("opening {}", root.display()))?;
        let set = data::conversation()?;
        let (space, opening) = fill(&shell, &hupo, &set)?;
        let code = match set.groups.first() {
            Some(group) if self.check => self.check(&mut shell, &space, group)?,
            Some(group) => show(&mut shell, &hupo, (&space, group), &opening)?,
            None => ExitCode::SUCCESS,
        };
        space.close()?;
        self.farewell(&mut shell, &root)?;
        Ok(code)
    }

    const fn tale(&self) -> Option<story::Tale> {
        match (self.story, self.year) {
            (_, true) => Some(story::Tale::Year),
            (true, false) => Some(story::Tale::Month),
            (false, false) => None,
        }
    }

    /// The folder of models, filled on first use; a failure is said, and the demo goes on without.
    fn models(&self, shell: &Shell) -> Option<PathBuf> {
        if self.no_models {
            return None;
        }
        let folder = shell.models();
        if shell.globals.models.is_some() {
            return folder;
        }
        let missing = folder.as_deref().map_or_else(|| vec!["the models".to_owned()], fetch::missing);
        if missing.is_empty() {
            return folder;
        }
        shell.remark(&format!("first use: fetching {} (about 90 MB, once)", missing.join(", ")));
        match Fetch::default().fetch() {
            Ok(folder) => Some(folder),
            Err(error) => {
                shell.remark(&format!("the models could not be fetched ({error:#}); going on with what is there"));
                folder.or_else(folders::checkout_models)
            }
        }
    }

    fn check(&self, shell: &mut Shell, space: &Space, group: &Group) -> Result<ExitCode> {
        let score = check::score(space, &group.questions, shell.now)?;
        if shell.globals.json {
            shell.out.json(&serde_json::to_value(&score)?)?;
        } else {
            let table = score.table(&shell.out);
            shell.out.line(table)?;
        }
        let enough = self.at_least.is_none_or(|floor| score.hit_at_5 >= floor);
        if !enough {
            shell.remark(&format!("hit@5 is {:.3}, below {}", score.hit_at_5, self.at_least.unwrap_or_default()));
        }
        Ok(if enough { ExitCode::SUCCESS } else { failure::not_passed() })
    }

    fn farewell(&self, shell: &mut Shell, root: &Path) -> Result<()> {
        if self.keep.is_some() && !shell.globals.json {
            let root = root.display();
            shell
                .out
                .line(format!("kept: try  hupo --root {root} recall \"糯米现在谁在照顾？\" --scope both --explain"))?;
        }
        Ok(())
    }
}

/// What the demo says before its questions.
struct Opening {
    messages: usize,
    memories: usize,
    embedded: usize,
    seconds: f64,
}

/// Imports the conversation into a space of its own.
fn fill(shell: &Shell, hupo: &Hupo, set: &Dataset) -> Result<(Space, Opening)> {
    let start = Instant::now();
    let group = set.groups.first().ok_or_else(|| Usage("the demo's data are empty".into()))?;
    let space = hupo.space_or_create(set.space(group), shell.now)?;
    shell.write(&space, group.commands().into_iter().map(Sourced::unplaced).collect())?;
    let embedded = shell.embed_waiting(hupo, &space)?;
    let (messages, memories) = (group.documents.len(), group.memories.len());
    Ok((space, Opening { messages, memories, embedded, seconds: start.elapsed().as_secs_f64() }))
}

/// Asks the questions that are marked to be shown.
fn show(shell: &mut Shell, hupo: &Hupo, (space, group): (&Space, &Group), opening: &Opening) -> Result<ExitCode> {
    let questions: Vec<&dataset::Question> = group.questions.iter().filter(|question| question.shown).collect();
    let of = questions.len();
    let asked = questions.into_iter().map(|question| ask(space, question, shell.now));
    if shell.globals.json {
        let answers = asked.map(|asked| render::answer_json(&asked?, None)).collect::<Result<Vec<Value>>>()?;
        shell.out.json(&json!({ "messages": opening.messages, "memories": opening.memories, "answers": answers }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let models = Some(hupo.models());
    let heading =
        render::demo_heading(&shell.out, (opening.messages, opening.memories), (opening.embedded, opening.seconds));
    shell.out.line(heading)?;
    for (asked, number) in asked.zip(1..) {
        let rule = render::rule(&shell.out, &format!("question {number} of {of}"));
        shell.out.line(rule)?;
        render::answer(
            &mut shell.out,
            &asked?,
            &Remarks { explain: false, why_not: None, models: models.filter(|_| number == 1) },
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ask<'a>(space: &'a Space, question: &dataset::Question, now: Timestamp) -> Result<Asked<'a>> {
    Asked::new(space, Question::new(&question.text, now).scope(question.scope), 0)
}
