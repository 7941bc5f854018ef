//! Reviewing by hand: one proposal after the other, a key for each decision.

use super::{memory_named, settle};
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use hupo::{NewDecision, Proposal, ProposalId, Space};
use std::io::BufRead;
use std::process::ExitCode;

const KEYS: &str = "[a]pprove  [e]dit as JSON  [m]erge into a memory  [r]eject  [b]ar for good  [s]kip  [q]uit";

/// What a person typed.
enum Answer {
    Decided(NewDecision),
    Skip,
    Quit,
}

/// Shows what waits and asks, until each was seen or the person has enough. The end of input is quitting.
pub(super) fn through(shell: &mut Shell, space: &Space, by: &str, input: &mut dyn BufRead) -> Result<ExitCode> {
    for review in space.waiting()? {
        let Some(card) = space.review(review.id, shell.now)? else { continue };
        let text = render::review_card(space, &card, &shell.out);
        shell.out.line(text)?;
        let mut person = Person { shell, space, input };
        if !person.settles(review.id, by)? {
            break;
        }
    }
    let left = match space.waiting()?.len() {
        0 => "nothing waits any more".to_owned(),
        1 => "1 still waits".to_owned(),
        n => format!("{n} still wait"),
    };
    shell.out.line(left)?;
    Ok(ExitCode::SUCCESS)
}

/// The person who is asked.
struct Person<'p> {
    shell: &'p mut Shell,
    space: &'p Space,
    input: &'p mut dyn BufRead,
}

impl Person<'_> {
    /// Asks until the proposal is settled or passed over; false when the person has enough. What cannot be carried
    /// out is asked again.
    fn settles(&mut self, id: ProposalId, by: &str) -> Result<bool> {
        loop {
            let decision = match self.answer()? {
                Answer::Quit => return Ok(false),
                Answer::Skip => return Ok(true),
                Answer::Decided(decision) => decision,
            };
            if settle(self.shell, self.space, (id, decision), by)?.code.is_welcome() {
                return Ok(true);
            }
        }
    }

    /// Asks until the answer means something.
    fn answer(&mut self) -> Result<Answer> {
        loop {
            let Some(key) = self.line(KEYS)? else { return Ok(Answer::Quit) };
            let answer = match key.as_str() {
                "a" => Some(Answer::Decided(NewDecision::Approve)),
                "e" => self.edit()?,
                "m" => self.merge()?,
                "r" => self.reject(false)?,
                "b" => self.reject(true)?,
                "s" => Some(Answer::Skip),
                "q" => Some(Answer::Quit),
                _ => None,
            };
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
    }

    fn edit(&mut self) -> Result<Option<Answer>> {
        let Some(text) = self.line("the proposal as one line of JSON")? else { return Ok(Some(Answer::Quit)) };
        match serde_json::from_str::<Proposal>(&text) {
            Ok(proposal) => Ok(Some(Answer::Decided(NewDecision::Edit { proposal: Box::new(proposal) }))),
            Err(error) => {
                self.shell.out.line(format!("that is no proposal: {error}"))?;
                Ok(None)
            }
        }
    }

    fn merge(&mut self) -> Result<Option<Answer>> {
        let Some(id) = self.line("into which memory? (mem-3, or your own id)")? else { return Ok(Some(Answer::Quit)) };
        match memory_named(self.space, &id) {
            Ok(into) => Ok(Some(Answer::Decided(NewDecision::Merge { into }))),
            Err(error) => {
                self.shell.out.line(error.to_string())?;
                Ok(None)
            }
        }
    }

    fn reject(&mut self, bar: bool) -> Result<Option<Answer>> {
        let Some(reason) = self.line("why?")? else { return Ok(Some(Answer::Quit)) };
        Ok(Some(Answer::Decided(NewDecision::Reject { reason, bar })))
    }

    /// A line from the person; none at the end of input.
    fn line(&mut self, question: &str) -> Result<Option<String>> {
        self.shell.out.line(question)?;
        let mut text = String::new();
        let read = self.input.read_line(&mut text)?;
        Ok((read > 0).then(|| text.trim().to_owned()))
    }
}

#[cfg(test)]
mod tests;
