//! `hupo propose`: hand in proposals, get a verdict each.

use crate::failure::Usage;
use crate::input;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::{Batch, Proposal, Proposer, Verdict, VerdictCode};
use hupo_eval::dataset::{BadLine, Record};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Propose {
    /// One JSON object, or JSONL with one proposal a line; "-" or nothing reads stdin (docs/proposals.md)
    file: Option<PathBuf>,
    /// Say what would become of them, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Who proposes: a model's name, or a person's
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// The run it belongs to
    #[arg(long, requires = "by")]
    run: Option<String>,
    /// The version of the prompt
    #[arg(long, requires = "by", value_name = "VERSION")]
    prompt_version: Option<String>,
}

impl Propose {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let (proposals, bad) = parted(read(self.file.as_deref())?);
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let mut said = space.propose(self.batch(proposals), shell.now)?;
        for (place, verdict) in bad {
            said.verdicts.insert(place.min(said.verdicts.len()), verdict);
        }
        render::verdicts(shell, &space, &said, self.dry_run)?;
        space.close()?;
        Ok(render::code_of(&said.verdicts))
    }

    fn batch(&self, proposals: Vec<Proposal>) -> Batch {
        let proposer = self.by.as_ref().map(|name| Proposer {
            name: name.clone(),
            run: self.run.clone(),
            prompt_version: self.prompt_version.clone(),
            output_hash: None,
        });
        Batch { proposals, proposer, dry_run: self.dry_run }
    }
}

/// The objects of a file, each a proposal or why it is none. A line that is no JSON ends it, and nothing is handed in.
fn read(file: Option<&Path>) -> Result<Vec<Result<Proposal, BadLine>>> {
    let objects = input::read_all(input::open_objects(file)?, |line| Ok(proposal(line)))?;
    if objects.is_empty() {
        return Err(Usage("there was nothing to propose; write JSON objects, one a line".into()).into());
    }
    Ok(objects.into_iter().map(|(_, read)| read).collect())
}

/// The proposals, and a verdict with its place for each object that is none.
fn parted(objects: Vec<Result<Proposal, BadLine>>) -> (Vec<Proposal>, Vec<(usize, Verdict)>) {
    let (mut proposals, mut bad) = (Vec::new(), Vec::new());
    for (place, object) in objects.into_iter().enumerate() {
        match object {
            Ok(proposal) => proposals.push(proposal),
            Err(line) => bad.push((place, invalid(&line))),
        }
    }
    (proposals, bad)
}

fn invalid(line: &BadLine) -> Verdict {
    let verdict = Verdict::new(VerdictCode::Invalid, format!("{}: {}", line.place, line.reason));
    match field_in(&line.reason) {
        Some(field) => verdict.at(field),
        None => verdict,
    }
}

/// The field that a reader of JSON complains of, where it names one.
fn field_in(reason: &str) -> Option<&str> {
    let named = ["missing field `", "unknown field `"].iter().find_map(|before| reason.strip_prefix(before))?;
    named.split_once('`').map(|(field, _)| field)
}

/// A proposal from a line. Its kind is named by `propose`.
pub(crate) fn proposal(line: Record) -> Result<Proposal, BadLine> {
    line.parsed("a proposal")
}
