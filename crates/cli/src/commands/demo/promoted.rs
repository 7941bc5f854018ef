//! `hupo demo --promoted`: the story's month from nothing but what was said. Each morning the day before is promoted, by the
//! built-in rules or by recorded answers; a person settles what waits; and recall is asked the next day.

mod told;

use crate::shell::Shell;
use anyhow::{Context, Result, anyhow};
use hupo::{
    Due, Hupo, NewDecision, NewMessage, Options, Question, Rules, RunReport, Schedule, Space, SpaceConfig, Task,
    Timestamp, Waiting,
};
use hupo_promoter::{BuiltIn, Extractor, ModelExtractor, ModelOptions, Recorded};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use told::Told;

/// The month, of which only what was said is played.
const MONTH: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/story/script.jsonl"));
/// Answers in a model's place.
const RECORDED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/promotion/story.jsonl"));

/// When the space is made: 1 October 2026, half past nine in the evening in Shanghai.
const BEGINS: Timestamp = Timestamp::from_ms(1_790_861_400_000);
const HOUR_MS: i64 = 60 * 60 * 1_000;

/// What is asked of recall, the morning after which day.
const ASKED: [(&str, &str); 5] = [
    ("2026-10-03", "我哥住在哪里？"),
    ("2026-10-06", "《盐田》什么时候交稿？"),
    ("2026-10-08", "What tea does she drink?"),
    ("2026-10-09", "Did Summer agree to work for free?"),
    ("2026-10-22", "谁的名字不能提？"),
];

/// Plays the month and prints it as it goes.
pub(super) fn run(shell: &mut Shell, root: &Path, options: Options, is_recorded: bool) -> Result<ExitCode> {
    let hupo = Hupo::open_with(root, options).with_context(|| format!("opening {}", root.display()))?;
    let extractor = extractor(is_recorded)?;
    let mut all = Vec::new();
    let mut tell = |told: Told| -> Result<()> {
        if shell.globals.json {
            all.push(serde_json::to_value(&told)?);
            return Ok(());
        }
        Ok(shell.out.line(told.lines())?)
    };
    let tally = play(&hupo, extractor.as_ref(), &mut tell)?;
    if shell.globals.json {
        shell.out.json(&json!({ "extractor": extractor.name(), "steps": all, "tally": tally }))?;
    } else {
        shell.out.line(tally.line())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn extractor(is_recorded: bool) -> Result<Box<dyn Extractor>> {
    if !is_recorded {
        return Ok(Box::new(BuiltIn));
    }
    let recorded = Recorded::read("recorded", RECORDED)
        .map_err(|line| anyhow!("data/promotion/story.jsonl, line {line}: it cannot be read"))?;
    Ok(Box::new(ModelExtractor::new(recorded, ModelOptions::default())))
}

/// What the month came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
struct Tally {
    days: usize,
    proposed: usize,
    refused: usize,
    approved: usize,
    rejected: usize,
    memories: u64,
}

impl Tally {
    fn line(&self) -> String {
        let Self { days, proposed, refused, approved, rejected, memories } = self;
        format!(
            "{days} days: {proposed} proposed, {refused} refused by the rules, {approved} approved and {rejected} \
             rejected by a person; {memories} memories"
        )
    }
}

fn play(hupo: &Hupo, extractor: &dyn Extractor, tell: &mut dyn FnMut(Told) -> Result<()>) -> Result<Tally> {
    let config = SpaceConfig { name: "promoted".into(), zone: "Asia/Shanghai".into() };
    let space = hupo.space_or_create(config, BEGINS)?;
    // Pages need words of a model's own, and the story's answers hold none.
    let promotion = Schedule { page_messages: 0, ..Schedule::default() };
    space.set_rules(Rules { promotion, ..Rules::default() }, BEGINS)?;
    let mut month = Month { space: &space, extractor, tally: Tally::default() };
    for line in said()? {
        let at = line.time.unwrap_or(BEGINS);
        month.morning(at, tell)?;
        space.append(vec![line], at)?;
    }
    month.morning(Timestamp::from_ms(BEGINS.ms() + 31 * 24 * HOUR_MS), tell)?;
    month.tally.memories = space.stats()?.counts.memories;
    let tally = month.tally;
    space.close()?;
    Ok(tally)
}

/// What was said, in order.
fn said() -> Result<Vec<NewMessage>> {
    let steps = MONTH.lines().map(serde_json::from_str::<Value>).collect::<Result<Vec<_>, _>>()?;
    let lines = steps.into_iter().filter(|step| step["do"] == "say").map(|mut step| -> Result<NewMessage> {
        if let Some(fields) = step.as_object_mut() {
            fields.remove("do");
        }
        Ok(serde_json::from_value(step)?)
    });
    lines.collect()
}

struct Month<'m> {
    space: &'m Space,
    extractor: &'m dyn Extractor,
    tally: Tally,
}

impl Month<'_> {
    /// Promotes the days that were over by now, settles what waits, and asks what is asked after them.
    fn morning(&mut self, now: Timestamp, tell: &mut dyn FnMut(Told) -> Result<()>) -> Result<()> {
        for due in self.space.promotion_due(now)? {
            let Due::Day { day, .. } = &due else { continue };
            let Some(task) = self.space.promotion_task(&due, now)? else { continue };
            let day = day.to_string();
            tell(self.promoted(&day, (&due, &task), now)?)?;
            self.settle(now, tell)?;
            for (_, question) in ASKED.iter().filter(|(after, _)| *after == day) {
                tell(self.ask(question, now)?)?;
            }
        }
        Ok(())
    }

    fn promoted(&mut self, day: &str, (due, task): (&Due, &Task), now: Timestamp) -> Result<Told> {
        let extraction = self.extractor.extract(self.space, task, now)?;
        let proposals = extraction.proposals.clone();
        let report: RunReport = self.space.close_run(due, extraction, now)?;
        self.tally.days += 1;
        self.tally.proposed += proposals.len();
        self.tally.refused += report.verdicts.iter().filter(|verdict| !verdict.code.is_welcome()).count();
        let judged = proposals.iter().zip(&report.verdicts).map(told::judged).collect();
        Ok(Told::Promoted { day: day.to_owned(), lines: task.messages.len(), judged })
    }

    /// A person approves what waits, but not what reads like an instruction.
    fn settle(&mut self, now: Timestamp, tell: &mut dyn FnMut(Told) -> Result<()>) -> Result<()> {
        for review in self.space.waiting()? {
            let is_bad = review.waiting.contains(&Waiting::Instruction);
            let decision = match is_bad {
                true => NewDecision::Reject { reason: "it reads like an instruction".to_owned(), bar: false },
                false => NewDecision::Approve,
            };
            let verdict = self.space.decide(review.id, decision, "许知夏", now)?;
            *(if is_bad { &mut self.tally.rejected } else { &mut self.tally.approved }) += 1;
            if is_bad || !verdict.code.is_welcome() {
                tell(Told::Settled { proposal: review.id.get(), rejected: is_bad, verdict: verdict.code.name() })?;
            }
        }
        Ok(())
    }

    fn ask(&self, question: &str, now: Timestamp) -> Result<Told> {
        let answer = self.space.recall(&Question::new(question, now))?;
        let found = answer.hits.iter().take(2).map(told::found).collect();
        Ok(Told::Asked { question: question.to_owned(), found })
    }
}

#[cfg(test)]
mod tests;
