//! `hupo bench`: data sets asked through the door under several recipes, scored and timed.

use crate::failure::Usage;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::{Hupo, Options};
use hupo_eval::dataset::{Dataset, load};
use hupo_eval::report::{Row, markdown, rows};
use hupo_eval::{Run, ablations, bench, headline};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Bench {
    /// Folders of retrieval sets in BEIR layout, or of conversations
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

impl Bench {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let sets = self.sets()?;
        let folder = tempfile::tempdir()?;
        let root = self.keep.clone().unwrap_or_else(|| folder.path().to_owned());
        let hupo = Hupo::open_with(root, Options { models: shell.models(), ..Options::default() })?;
        match &self.dump {
            Some(file) => self.dump(shell, &hupo, &sets, file),
            None => self.score(shell, &hupo, &sets),
        }
    }

    fn sets(&self) -> Result<Vec<Dataset>> {
        let mut sets = Vec::new();
        for folder in &self.sets {
            let mut set = load(folder)?;
            set.groups.retain(|group| self.group.as_ref().is_none_or(|only| group.name == *only));
            sets.push(set);
        }
        Ok(sets)
    }

    fn runs(&self) -> Result<Vec<Run>> {
        let mut runs = headline();
        if self.ablate || !self.run.is_empty() {
            runs.extend(ablations());
        }
        if let Some(unknown) = self.run.iter().find(|name| runs.iter().all(|run| run.name != **name)) {
            let names: Vec<&str> = runs.iter().map(|run| run.name).collect();
            return Err(Usage(format!("there is no run {unknown:?}; there are {}", names.join(", "))).into());
        }
        runs.retain(|run| self.run.is_empty() || self.run.iter().any(|name| name == run.name));
        Ok(runs)
    }

    fn score(&self, shell: &mut Shell, hupo: &Hupo, sets: &[Dataset]) -> Result<()> {
        let runs = self.runs()?;
        let mut all: Vec<Row> = Vec::new();
        for set in sets {
            let bar = shell.progress(&set.name);
            let told = |group: &str, done: usize, of: usize| bar.stage(group, done as u64, of as u64);
            let outcomes = bench::bench(hupo, set, &runs, shell.now, &told)?;
            all.extend(rows(&outcomes, self.by_category));
        }
        if shell.globals.json {
            return Ok(shell.out.json(&json!(all))?);
        }
        Ok(shell.out.line(markdown(&all).trim_end())?)
    }

    fn dump(&self, shell: &Shell, hupo: &Hupo, sets: &[Dataset], file: &PathBuf) -> Result<()> {
        let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
        for set in sets {
            let bar = shell.progress(&set.name);
            let mut done = 0;
            let of = set.groups.iter().map(|group| group.questions.len()).sum::<usize>() as u64;
            hupo_eval::dump::dump(hupo, set, (self.depth, shell.now), &mut |line| {
                done += 1;
                bar.set(done, of);
                serde_json::to_writer(&mut out, &line).map_err(std::io::Error::from)?;
                out.write_all(b"\n")
            })?;
        }
        Ok(out.flush()?)
    }
}
