//! `hupo bench`: data sets asked through the door under several recipes, scored, timed, and held to what was reached.

mod gates;
mod memory;
mod promote;
mod shown;

use crate::failure::Usage;
use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use hupo::{Embed, Hupo, Options};
use hupo_eval::dataset::{Dataset, load};
use hupo_eval::report::{Row, rows};
use hupo_eval::{Part, Run, ablations, bench, headline};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Bench {
    #[command(subcommand)]
    other: Option<Other>,
    /// Folders of retrieval sets in BEIR layout, or of conversations; with --gates, folders in which sets are looked for
    #[arg(required = true)]
    sets: Vec<PathBuf>,
    /// Only these runs, by name (repeat it)
    #[arg(long, value_name = "NAME")]
    run: Vec<String>,
    /// Beside the headline runs, those that leave out or exchange one part each
    #[arg(long)]
    ablate: bool,
    /// Rows by kind of question too
    #[arg(long)]
    by_category: bool,
    /// Only this group of each set
    #[arg(long, value_name = "GROUP")]
    group: Option<String>,
    /// Only every so many of the questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Tables in Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Draw quality against latency into this file, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write every answer to this file: JSON Lines of question, run, ids best first, scores, times
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Compare with the figures of this file instead, and fail where one fell
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "ablate", "by_category", "group", "every", "plot", "answers", "dump", "markdown"])]
    gates: Option<PathBuf>,
    /// Write what is reached now into the file of gates
    #[arg(long, requires = "gates")]
    record: bool,
    /// Write what every ranking said of each candidate to this file, for fitting (benches/fit)
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// Candidates the reranker reads for --dump
    #[arg(long, default_value_t = 40, requires = "dump")]
    depth: usize,
    /// Keep the filled spaces here, to run again without embedding [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// What is graded beside recall.
#[derive(Subcommand)]
enum Other {
    /// Grade an extractor over labelled turns, by what the spaces hold afterwards
    Promote(promote::Promote),
}

impl Bench {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let folder = tempfile::tempdir()?;
        if let Some(Other::Promote(promote)) = &self.other {
            return promote.run(shell, folder.path());
        }
        let root = self.keep.clone().unwrap_or_else(|| folder.path().to_owned());
        if let Some(file) = &self.gates {
            return gates::run(shell, &root, (&self.sets, file), self.record);
        }
        let sets = self.sets()?;
        match &self.dump {
            Some(file) => dump(shell, &root, &sets, (file, self.depth)),
            None => self.score(shell, &root, &sets),
        }
    }

    fn sets(&self) -> Result<Vec<Dataset>> {
        let part = Part { group: self.group.clone(), every: self.every };
        self.sets.iter().map(|folder| Ok(part.of(load(folder)?))).collect()
    }

    fn runs(&self) -> Result<Vec<Run>> {
        let mut runs = headline();
        if !self.run.is_empty() {
            let wanted = self.run.iter().map(|name| named(name));
            return wanted.collect();
        }
        if self.ablate {
            runs.extend(ablations().into_iter().map(Run::untimed));
        }
        Ok(runs)
    }

    fn score(&self, shell: &mut Shell, root: &Path, sets: &[Dataset]) -> Result<()> {
        let runs = self.runs()?;
        let mut all: Vec<Row> = Vec::new();
        let mut answers = self.answers.as_ref().map(|file| create(file)).transpose()?;
        for set in sets {
            let benched = ask(shell, root, set, &runs)?;
            if let Some(file) = &mut answers {
                write_answers(file, &benched)?;
            }
            let peak_memory_bytes = memory::peak_bytes();
            all.extend(rows(&benched, self.by_category).into_iter().map(|row| Row { peak_memory_bytes, ..row }));
        }
        if let Some(file) = &self.plot {
            std::fs::write(file, hupo_eval::plot::svg(&all)?).with_context(|| file.display().to_string())?;
        }
        shown::show(shell, &all, self.markdown)
    }
}

/// The run of this name.
fn named(name: &str) -> Result<Run> {
    let runs = || headline().into_iter().chain(ablations());
    let names = || runs().map(|run| run.name).collect::<Vec<_>>().join(", ");
    let unknown = || Usage(format!("there is no run {name:?}; there are {}", names())).into();
    runs().find(|run| run.name == name).ok_or_else(unknown)
}

/// Asks a set under these runs, with a bar.
fn ask(shell: &Shell, root: &Path, set: &Dataset, runs: &[Run]) -> Result<bench::Benched> {
    let bar = shell.progress(&set.name);
    let told = |what: &str, done: usize, of: usize| bar.stage(what, done as u64, of as u64);
    let bench = bench::Bench { open: &|| open(shell, root), now: shell.now, progress: &told };
    Ok(bench.run(set, runs)?)
}

/// The root, with empty caches; writing and embedding are timed apart.
fn open(shell: &Shell, root: &Path) -> Result<Hupo, hupo::Error> {
    Hupo::open_with(root, Options { embed: Embed::Later, ..shell.options() })
}

fn write_answers(file: &mut impl Write, benched: &bench::Benched) -> Result<()> {
    for outcome in &benched.outcomes {
        for answer in outcome.answers() {
            serde_json::to_writer(&mut *file, &answer)?;
            file.write_all(b"\n")?;
        }
    }
    Ok(file.flush()?)
}

fn create(file: &Path) -> Result<std::io::BufWriter<std::fs::File>> {
    let created = std::fs::File::create(file).with_context(|| file.display().to_string())?;
    Ok(std::io::BufWriter::new(created))
}

fn dump(shell: &Shell, root: &Path, sets: &[Dataset], (file, depth): (&Path, usize)) -> Result<()> {
    let mut out = create(file)?;
    let hupo = open(shell, root)?;
    for set in sets {
        let bar = shell.progress(&set.name);
        let mut done = 0;
        let of = set.groups.iter().map(|group| group.questions.len()).sum::<usize>() as u64;
        hupo_eval::dump::dump(&hupo, set, (depth, shell.now), &mut |line| {
            done += 1;
            bar.set(done, of);
            serde_json::to_writer(&mut out, &line).map_err(std::io::Error::from)?;
            out.write_all(b"\n")
        })?;
    }
    Ok(out.flush()?)
}
