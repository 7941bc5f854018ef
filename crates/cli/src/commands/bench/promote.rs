//! `hupo bench promote`: an extractor over labelled turns, graded by what the spaces hold afterwards.

use crate::extractor::ModelArgs;
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hupo::{Hupo, Proposal, ReviewPolicy};
use hupo_promoter::{BuiltIn, Extractor, Graded, ModelExtractor, Recorded, Stop, Turn, Wrong};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Promote {
    /// A labelled set: JSON Lines of turns, as data/extraction has them
    set: PathBuf,
    /// Who makes proposals
    #[arg(long, value_enum, default_value_t)]
    extractor: Which,
    /// Recorded answers to play, JSON Lines, as data/promotion has them
    #[arg(long, value_name = "FILE", required_if_eq("extractor", "recorded"))]
    recorded: Option<PathBuf>,
    /// Only every so many of the turns
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Show what ended up wrong, each with what was said
    #[arg(long)]
    wrong: bool,
    #[command(flatten)]
    model: ModelArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The built-in rules
    #[default]
    Builtin,
    /// The model at --endpoint
    Model,
    /// The answers of --recorded, and only the turns they answer
    Recorded,
}

/// Both policies, and the word for each.
const POLICIES: [(ReviewPolicy, &str); 2] =
    [(ReviewPolicy::Automatic, "automatic"), (ReviewPolicy::Required, "required, all approved")];

impl Promote {
    pub(super) fn run(&self, shell: &mut Shell, root: &Path) -> Result<()> {
        let (turns, extractor) = self.chosen(shell)?;
        let turns: Vec<Turn> = turns.into_iter().step_by(self.every.max(1)).collect();
        if turns.is_empty() {
            return Err(Usage(format!("{} holds no turn to grade", self.set.display())).into());
        }
        let hupo = Hupo::open(root)?;
        let mut graded = Vec::new();
        for (policy, word) in POLICIES {
            let bar = shell.progress(word);
            let mut one = Graded::default();
            for (place, turn) in turns.iter().enumerate() {
                bar.set(place as u64, turns.len() as u64);
                one.add((&hupo, policy), turn, extractor.as_ref())?;
            }
            graded.push((word, one));
        }
        self.show(shell, extractor.name(), &graded)
    }

    /// The turns and whoever makes proposals of them.
    fn chosen(&self, shell: &Shell) -> Result<(Vec<Turn>, Box<dyn Extractor>)> {
        let turns = Turn::read_all(&read(&self.set)?).map_err(|line| unreadable(&self.set, line))?;
        let (stop, now) = (Stop::default(), shell.now);
        Ok(match (self.extractor, &self.recorded) {
            (Which::Builtin, _) => (turns, Box::new(BuiltIn)),
            (Which::Model, _) => (turns, Box::new(self.model.extractor(Arc::new(move || now), &stop)?)),
            (Which::Recorded, file) => {
                let file = file.as_deref().ok_or_else(|| Usage("--extractor recorded needs --recorded".to_owned()))?;
                let recorded = Recorded::read("recorded", &read(file)?).map_err(|line| unreadable(file, line))?;
                let answered = |turn: &Turn| recorded.answers(hupo::Duty::Day, &turn.text);
                let turns = turns.into_iter().filter(answered).collect();
                (turns, Box::new(ModelExtractor::new(recorded, self.model.options(&stop))))
            }
        })
    }

    fn show(&self, shell: &mut Shell, extractor: &str, graded: &[(&str, Graded)]) -> Result<()> {
        if shell.globals.json {
            let policies: Vec<Value> = graded.iter().map(|(policy, one)| as_json(policy, one)).collect();
            let shown = json!({ "set": self.set, "extractor": extractor, "policies": policies });
            return Ok(shell.out.json(&shown)?);
        }
        let head = ["policy", "turns", "facts", "found", "right", "wrong", "precision", "recall", "tokens"];
        let table = render::table(&head, graded.iter().map(|(policy, one)| row(policy, one)), &shell.out);
        shell.out.line(table)?;
        for (policy, one) in graded {
            shell.out.line(format!("{policy}: {}", counts(one)))?;
        }
        if self.wrong {
            for (policy, one) in graded {
                for wrong in &one.wrong {
                    shell.out.line(format!("{policy}: {} {:?}: {}", wrong.turn, wrong.said, told(&wrong.stored)))?;
                }
            }
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))
}

fn unreadable(file: &Path, line: usize) -> Usage {
    Usage(format!("{}, line {line}: it cannot be read; see docs/cli.md", file.display()))
}

fn row(policy: &str, graded: &Graded) -> Vec<String> {
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"));
    vec![
        policy.to_owned(),
        graded.n_turns.to_string(),
        graded.n_labels.to_string(),
        graded.n_found.to_string(),
        graded.n_right.to_string(),
        graded.n_wrong.to_string(),
        share(graded.precision()),
        share(graded.recall()),
        (graded.tokens.input + graded.tokens.output).to_string(),
    ]
}

/// Verdicts, failures and what still waits, each with how often.
fn counts(graded: &Graded) -> String {
    let verdicts = graded.verdicts.iter().map(|(code, n)| format!("{} {n}", word(code)));
    let failures = graded.failures.iter().map(|(why, n)| format!("came to nothing ({why}) {n}"));
    let waiting = (graded.n_waiting > 0).then(|| format!("{} still waiting", graded.n_waiting));
    let all: Vec<String> = verdicts.chain(failures).chain(waiting).collect();
    if all.is_empty() { "nothing was proposed".to_owned() } else { all.join(", ") }
}

fn word(code: &hupo::VerdictCode) -> String {
    serde_json::to_value(code).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A proposal in one line.
fn told(proposal: &Proposal) -> String {
    serde_json::to_string(proposal).unwrap_or_default()
}

fn as_json(policy: &str, graded: &Graded) -> Value {
    let wrong = |one: &Wrong| json!({ "turn": one.turn, "said": one.said, "stored": one.stored });
    json!({
        "policy": policy, "turns": graded.n_turns, "facts": graded.n_labels, "found": graded.n_found,
        "right": graded.n_right, "wrong": graded.n_wrong, "waiting": graded.n_waiting,
        "precision": graded.precision(), "recall": graded.recall(), "verdicts": graded.verdicts,
        "failures": graded.failures, "tokens": graded.tokens,
        "stored_wrong": graded.wrong.iter().map(wrong).collect::<Vec<_>>()
    })
}
