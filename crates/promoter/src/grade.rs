//! Grading: an extractor over labelled turns, each in a space of its own, so that no turn helps or hinders another. What
//! counts is what the space holds afterwards, not what was proposed.

mod label;
mod setting;
mod turn;

pub use turn::Turn;

use crate::{Extractor, Failure};
use hupo::{
    Duty, Extraction, Hupo, NewDecision, Proposal, ReviewPolicy, RunReport, Space, Timestamp, Tokens, VerdictCode,
};
use label::Label;
use setting::Setting;
use std::collections::BTreeMap;

/// Who decides in the name of a person that approves everything.
const APPROVER: &str = "grading: approves everything";

/// What came of turns under one policy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Graded {
    /// Turns that were done.
    pub n_turns: usize,
    /// Turns that came to nothing, by reason.
    pub failures: BTreeMap<&'static str, usize>,
    /// Facts that the turns hold.
    pub n_labels: usize,
    /// Of those, facts that ended up in the space.
    pub n_found: usize,
    /// Proposals that ended up in the space and say what a label says.
    pub n_right: usize,
    /// Proposals that ended up in the space and say what no label says.
    pub n_wrong: usize,
    /// Proposals that wait for a person.
    pub n_waiting: usize,
    /// What code said to all proposals.
    pub verdicts: BTreeMap<VerdictCode, u64>,
    /// What it cost.
    pub tokens: Tokens,
    /// What ended up wrong.
    pub wrong: Vec<Wrong>,
}

/// A proposal that ended up in the space and should not have.
#[derive(Debug, Clone, PartialEq)]
pub struct Wrong {
    /// The turn.
    pub turn: String,
    /// What was said.
    pub said: String,
    /// What was stored for it.
    pub stored: Proposal,
}

impl Graded {
    /// Of what ended up in the space, the part that is right; `None` where there is nothing.
    pub fn precision(&self) -> Option<f64> {
        share(self.n_right, self.n_right + self.n_wrong)
    }

    /// Of the facts, the part that ended up in the space; `None` where there are none.
    pub fn recall(&self) -> Option<f64> {
        share(self.n_found, self.n_labels)
    }

    /// Grades a turn. It makes a space under `hupo` and erases it again.
    ///
    /// # Errors
    /// [`Failure::Space`] if the space cannot be used; a run that comes to nothing is counted, not an error.
    pub fn add(
        &mut self,
        (hupo, policy): (&Hupo, ReviewPolicy),
        turn: &Turn,
        extractor: &dyn Extractor,
    ) -> Result<(), Failure> {
        let setting = Setting::make(hupo, turn, policy)?;
        let done = setting.promote(extractor);
        let settled = match done {
            Ok(done) => self.settle(&setting, turn, done),
            Err(Failure::Space(error)) => Err(error.into()),
            Err(failure) => {
                *self.failures.entry(failure.word()).or_default() += 1;
                Ok(())
            }
        };
        setting.erase(hupo)?;
        settled
    }

    fn settle(&mut self, setting: &Setting, turn: &Turn, done: Vec<Done>) -> Result<(), Failure> {
        self.n_turns += 1;
        let labels: Vec<Vec<Label>> = turn.labels(&setting.numbers);
        let mut is_found = vec![false; labels.len()];
        for one in done {
            self.count(&one);
            for proposal in setting.kept(one)? {
                self.judge(turn, proposal, (&labels, &mut is_found));
            }
        }
        self.n_waiting += setting.space.waiting()?.len();
        self.n_labels += labels.len();
        self.n_found += is_found.into_iter().filter(|found| *found).count();
        Ok(())
    }

    fn count(&mut self, done: &Done) {
        self.tokens.input += done.tokens.input;
        self.tokens.output += done.tokens.output;
        for verdict in &done.report.verdicts {
            *self.verdicts.entry(verdict.code).or_default() += 1;
        }
    }

    /// Holds what the space keeps against the labels; of each, one of several spellings is enough.
    fn judge(&mut self, turn: &Turn, stored: Proposal, (labels, is_found): (&[Vec<Label>], &mut [bool])) {
        let mut is_right = false;
        for (spellings, is_found) in labels.iter().zip(is_found) {
            if spellings.iter().any(|label| label.is_said_by(&stored)) {
                *is_found = true;
                is_right = true;
            }
        }
        match is_right {
            true => self.n_right += 1,
            false => {
                self.n_wrong += 1;
                self.wrong.push(Wrong { turn: turn.id.clone(), said: turn.text.clone(), stored });
            }
        }
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A run of a turn.
struct Done {
    proposals: Vec<Proposal>,
    report: RunReport,
    tokens: Tokens,
}

impl Setting {
    /// Does what is due of the day.
    fn promote(&self, extractor: &dyn Extractor) -> Result<Vec<Done>, Failure> {
        let mut done = Vec::new();
        for due in self.space.promotion_due(self.now)? {
            if due.duty() == Duty::Day
                && let Some(task) = self.space.promotion_task(&due, self.now)?
            {
                let extraction: Extraction = extractor.extract(&self.space, &task, self.now)?;
                let (proposals, tokens) = (extraction.proposals.clone(), extraction.tokens);
                let report = self.space.close_run(&due, extraction, self.now)?;
                done.push(Done { proposals, report, tokens });
            }
        }
        Ok(done)
    }

    /// What of a run the space keeps; under the policy `required`, once a person approved everything.
    fn kept(&self, done: Done) -> Result<Vec<Proposal>, Failure> {
        let mut kept = Vec::new();
        for (proposal, verdict) in done.proposals.into_iter().zip(done.report.verdicts) {
            let stored = match (verdict.code, verdict.proposal) {
                (VerdictCode::Pending | VerdictCode::Conflict, Some(waiting)) if self.approves => {
                    approve(&self.space, waiting, self.now)?
                }
                (code, _) => is_stored(code),
            };
            if stored && label::is_claim(&proposal) {
                kept.push(proposal);
            }
        }
        Ok(kept)
    }
}

fn approve(space: &Space, waiting: hupo::ProposalId, now: Timestamp) -> Result<bool, Failure> {
    let verdict = space.decide(waiting, NewDecision::Approve, APPROVER, now)?;
    Ok(is_stored(verdict.code))
}

const fn is_stored(code: VerdictCode) -> bool {
    matches!(code, VerdictCode::Accepted | VerdictCode::Supersedes | VerdictCode::Duplicate)
}

#[cfg(test)]
mod tests;
