//! `hupo bench --gates`: the parts of a file of gates asked, and each figure compared with what was reached before.

use super::shown::WIDE;
use super::{ask, named};
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use anyhow::{Context, Result, bail};
use hupo_eval::dataset::load;
use hupo_eval::gate::{Gate, GatedPart, Gates, Verdict};
use hupo_eval::report::{Row, rows};
use hupo_eval::{Part, Run};
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A gate with its verdict; none where its set is not on this machine.
struct Checked<'a> {
    part: &'a GatedPart,
    gate: &'a Gate,
    verdict: Option<Verdict>,
}

/// Asks every part whose set is in one of `folders`. A folder that is not there takes its sets with it: they are
/// skipped, and said to be. With `record` the file takes the figures that are reached now.
pub(super) fn run(shell: &mut Shell, root: &Path, (folders, file): (&[PathBuf], &Path), record: bool) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut gates: Gates = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    whole_models(shell, root)?;
    let reached = reach(shell, root, folders, &gates)?;
    if record {
        for (part, rows) in gates.parts.iter_mut().zip(&reached) {
            part.record(rows.as_deref().unwrap_or_default());
        }
        std::fs::write(file, serde_json::to_string_pretty(&gates)? + "\n")?;
    }
    let checked: Vec<Checked<'_>> =
        gates.parts.iter().zip(&reached).flat_map(|(part, rows)| check(part, rows)).collect();
    show(shell, folders, &checked)?;
    hold(&checked)
}

/// An error if any gate that was asked does not hold.
fn hold(checked: &[Checked<'_>]) -> Result<()> {
    let red = checked.iter().filter(|gate| gate.verdict.is_some_and(|verdict| !verdict.holds())).count();
    if red > 0 {
        bail!("{red} of {} quality gates do not hold", checked.len());
    }
    Ok(())
}

/// Figures are of both models; without one every gate would fall for a reason that is none.
fn whole_models(shell: &Shell, root: &Path) -> Result<()> {
    match super::open(shell, root)?.models().missing.first() {
        Some(missing) => bail!("the gates need the models: {}; {}", missing.reason, missing.remedy),
        None => Ok(()),
    }
}

/// The rows of each part; none for one whose set is not here.
fn reach(shell: &Shell, root: &Path, folders: &[PathBuf], gates: &Gates) -> Result<Vec<Option<Vec<Row>>>> {
    let rows_of = |part: &GatedPart| match find(folders, &part.set)? {
        Some(folder) => {
            let set = part.part().of(load(&folder)?);
            Ok(Some(rows(&ask(shell, root, &set, &runs(part)?)?, false)))
        }
        None => Ok(None),
    };
    gates.parts.iter().map(rows_of).collect()
}

fn runs(part: &GatedPart) -> Result<Vec<Run>> {
    let mut names: Vec<&str> = part.gates.iter().map(|gate| gate.run.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| Ok(named(name)?.untimed())).collect()
}

/// The folder of a set. It may be missing only where one of the folders to look in is.
fn find(folders: &[PathBuf], set: &str) -> Result<Option<PathBuf>> {
    let found = folders.iter().map(|folder| folder.join(set)).find(|folder| folder.is_dir());
    if found.is_none() && folders.iter().all(|folder| folder.is_dir()) {
        return Err(Usage(format!("no folder that was given holds the set {set}")).into());
    }
    Ok(found)
}

fn check<'a>(part: &'a GatedPart, rows: &Option<Vec<Row>>) -> Vec<Checked<'a>> {
    let verdicts = rows.as_ref().map(|rows| part.check(rows));
    let verdict = |at: usize| verdicts.as_ref().and_then(|verdicts| verdicts.get(at).copied());
    part.gates.iter().enumerate().map(|(at, gate)| Checked { part, gate, verdict: verdict(at) }).collect()
}

fn show(shell: &mut Shell, folders: &[PathBuf], checked: &[Checked<'_>]) -> Result<()> {
    if shell.globals.json {
        let lines: Vec<Line<'_>> = checked.iter().map(Line::of).collect();
        return Ok(shell.out.line(serde_json::to_string_pretty(&lines)?)?);
    }
    shell.out.width = WIDE;
    let heading = ["part", "n", "run", "metric", "recorded", "may fall", "reached", "verdict"];
    let table = render::table(&heading, checked.iter().map(cells), &shell.out);
    shell.out.line(table)?;
    let skipped = checked.iter().filter(|gate| gate.verdict.is_none()).count();
    if skipped > 0 {
        let gone = folders.iter().filter(|folder| !folder.is_dir()).map(|folder| folder.display().to_string());
        let gone = gone.collect::<Vec<_>>().join(", ");
        shell.out.line(format!("{skipped} of {} quality gates skipped: there is no folder {gone}", checked.len()))?;
    }
    Ok(())
}

fn cells(checked: &Checked<'_>) -> Vec<String> {
    let reached = reached(checked.verdict).map_or_else(String::new, |figure| format!("{figure:.4}"));
    vec![
        label(checked.part),
        checked.part.n.to_string(),
        checked.gate.run.clone(),
        metric(checked.gate),
        format!("{:.4}", checked.gate.figure),
        format!("{:.3}", checked.gate.allowed_fall),
        reached,
        word(checked.verdict),
    ]
}

fn label(part: &GatedPart) -> String {
    let Part { group, every } = part.part();
    let group = group.map_or_else(String::new, |group| format!(" {group}"));
    let every = if every > 1 { format!(", 1 question in {every}") } else { String::new() };
    format!("{}{group}{every}", part.set)
}

/// The metric's word in JSON.
fn metric(gate: &Gate) -> String {
    json!(gate.metric).as_str().unwrap_or_default().to_owned()
}

const fn reached(verdict: Option<Verdict>) -> Option<f32> {
    match verdict {
        Some(Verdict::Holds { reached } | Verdict::Fell { reached }) => Some(reached),
        Some(Verdict::OtherPart { .. } | Verdict::NotRun) | None => None,
    }
}

fn word(verdict: Option<Verdict>) -> String {
    match verdict {
        Some(Verdict::Holds { .. }) => "holds".to_owned(),
        Some(Verdict::Fell { .. }) => "FELL".to_owned(),
        Some(Verdict::OtherPart { n }) => format!("OTHER PART: {n} questions"),
        Some(Verdict::NotRun) => "NOT RUN".to_owned(),
        None => "skipped".to_owned(),
    }
}

/// A gate and how it stands, for programs.
#[derive(Serialize)]
struct Line<'a> {
    set: &'a str,
    group: Option<&'a str>,
    every: usize,
    n: usize,
    #[serde(flatten)]
    gate: &'a Gate,
    reached: Option<f32>,
    /// None where it was skipped.
    holds: Option<bool>,
}

impl<'a> Line<'a> {
    fn of(checked: &Checked<'a>) -> Self {
        let GatedPart { set, group, every, n, gates: _ } = checked.part;
        Self {
            set,
            group: group.as_deref(),
            every: *every,
            n: *n,
            gate: checked.gate,
            reached: reached(checked.verdict),
            holds: checked.verdict.map(|verdict| verdict.holds()),
        }
    }
}

#[cfg(test)]
mod tests;
