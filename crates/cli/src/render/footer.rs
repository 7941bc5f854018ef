//! Below an answer: how long each stage took, and what was not there to help.

use super::asked::Asked;
use super::wrap::wrap;
use crate::output::Output;
use hupo::{LegState, ModelsReport, RerankedBy, Stages};
use std::io;

/// Prints the timings; with `models` also what is missing.
pub(super) fn footer(out: &mut Output, asked: &Asked<'_>, models: Option<&ModelsReport>) -> io::Result<()> {
    let (paint, answer) = (out.paint, &asked.answer);
    for line in wrap(&timing(&answer.stages), out.width) {
        out.line(paint.dim(&line))?;
    }
    let missing = models.map(|models| missing(models, answer.waiting_for_vectors));
    for trouble in silent_legs(&answer.stages).into_iter().chain(missing.into_iter().flatten()) {
        for line in wrap(&trouble, out.width) {
            out.line(paint.warn(&line))?;
        }
    }
    Ok(())
}

fn timing(stages: &Stages) -> String {
    let times = &stages.timings;
    let reranked_by = match stages.reranked_by {
        RerankedBy::CrossEncoder => "cross-encoder",
        RerankedBy::MaxSim => "MaxSim",
        RerankedBy::Nobody => "nobody",
    };
    let cut = if stages.cut_by_deadline { ", cut by the deadline" } else { "" };
    format!(
        "{:.1} ms: embed {:.1}, words {:.2}, window {:.2}, vector {:.2}, graph {:.2}, fuse {:.2}, step {:.2}, rerank {:.1} ({reranked_by}{cut}) \
         · {} of {} documents were candidates",
        times.total_ms,
        times.embed_ms,
        times.words_ms,
        times.window_ms,
        times.vector_ms,
        times.graph_ms,
        times.fuse_ms,
        times.step_ms,
        times.rerank_ms,
        stages.candidates,
        stages.eligible
    )
}

/// Legs that did not take part.
fn silent_legs(stages: &Stages) -> Vec<String> {
    let legs = [("keyword", &stages.keyword), ("vector", &stages.vector), ("graph", &stages.graph)];
    let silent = legs.into_iter().filter_map(|(name, state)| match state {
        LegState::Ran => None,
        LegState::Absent { reason } => Some(format!("{name} leg left out: {reason}")),
        LegState::Failed { reason } => Some(format!("{name} leg failed: {reason}")),
    });
    silent.collect()
}

/// Models that are missing, and documents without a vector.
fn missing(models: &ModelsReport, waiting: u64) -> Vec<String> {
    let missing = models.missing.iter().map(|model| format!("no {}: {}; {}", model.what, model.reason, model.remedy));
    let waiting = (waiting > 0).then(|| format!("{waiting} documents wait for their vectors: hupo rebuild --embed"));
    missing.chain(waiting).collect()
}
