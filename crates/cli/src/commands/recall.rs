//! `hupo recall`: a question, and the best answers with the words they rest on.

use crate::args::word;
use crate::failure::Usage;
use crate::input;
use crate::render::{self, Asked};
use crate::shell::{Shell, zone_of};
use anyhow::{Result, bail};
use clap::Args;
use hupo::{DocId, Include, Interval, Kind, MemoryId, MessageId, Question, Reranking, SearchScope, Space, Timestamp};
use hupo_eval::dataset::{Moment, read_time};
use jiff::tz::TimeZone;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Recall {
    /// The question; "-" reads it from stdin
    question: String,
    /// Show each answer's place in every leg and what it was worth
    #[arg(long)]
    explain: bool,
    /// How many answers at most
    #[arg(short, default_value_t = 5, value_name = "N")]
    k: usize,
    /// What is searched: memories, transcript or both
    #[arg(long, default_value = "memories", value_parser = word::<SearchScope>)]
    scope: SearchScope,
    /// People present or meant, with commas between
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    people: Vec<String>,
    /// Answer as the space knew it at this time
    #[arg(long, value_name = "TIME")]
    as_of: Option<String>,
    /// Only what was so at this time, whenever it became known; "--as-of" asks what was known then
    #[arg(long, value_name = "TIME")]
    holds_at: Option<String>,
    /// Only what is dated at this time or later
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Only what is dated before this time; a date alone means that day too
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Only memories of this kind; may be given again
    #[arg(long, value_parser = word::<Kind>)]
    kind: Vec<Kind>,
    /// Only messages of this speaker; may be given again
    #[arg(long, value_name = "NAME")]
    speaker: Vec<String>,
    /// Also memories in this state; may be given again
    #[arg(long, value_name = "STATE", value_parser = ["archived", "superseded", "folded"])]
    include: Vec<String>,
    /// Who puts the candidates in their last order: best, max_sim or off
    #[arg(long, default_value = "best", value_parser = word::<Reranking>, value_name = "WHO")]
    rerank: Reranking,
    /// Say at which step this document was lost (mem-3, msg-7, or your own id)
    #[arg(long, value_name = "ID")]
    why_not: Option<String>,
    /// Stop reranking in time for an answer after so many milliseconds
    #[arg(long, value_name = "MS")]
    deadline_ms: Option<u64>,
    /// Show so many turns on either side of each quote
    #[arg(long, default_value_t = 0, value_name = "N")]
    neighbours: usize,
}

impl Recall {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let text = input::question(&self.question)?;
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let question = self.ask(text, shell.now, &zone_of(&space))?;
        let asked = Asked::new(&space, question, self.neighbours)?;
        let why_not = self.why_not.as_deref().map(|id| self.follow(&space, &asked.question, id)).transpose()?;
        if shell.globals.json {
            return Ok(shell.out.json(&render::answer_json(&asked, why_not.as_ref())?)?);
        }
        let remarks = render::Remarks { explain: self.explain, why_not: why_not.as_ref(), models: Some(hupo.models()) };
        Ok(render::answer(&mut shell.out, &asked, &remarks)?)
    }

    fn ask(&self, text: String, now: Timestamp, zone: &TimeZone) -> Result<Question> {
        let mut question = Question::new(text, now).scope(self.scope).k(self.k);
        question.people.clone_from(&self.people);
        question.filter.kinds.clone_from(&self.kind);
        question.filter.speakers.clone_from(&self.speaker);
        question.include = self.include();
        question.recipe.reranking = self.rerank;
        question.as_of = time("--as-of", self.as_of.as_deref(), zone, Moment::DayEnds)?;
        question.deadline = self.deadline_ms.map(Duration::from_millis);
        question.filter.holds_at = time("--holds-at", self.holds_at.as_deref(), zone, Moment::Noon)?;
        let from = time("--since", self.since.as_deref(), zone, Moment::DayBegins)?;
        let to = time("--until", self.until.as_deref(), zone, Moment::DayEnds)?;
        question.filter.time = (from.is_some() || to.is_some()).then_some(Interval { from, to });
        Ok(question)
    }

    fn include(&self) -> Include {
        let named = |state: &str| self.include.iter().any(|name| name == state);
        Include { archived: named("archived"), superseded: named("superseded"), folded: named("folded") }
    }

    fn follow(&self, space: &Space, question: &Question, id: &str) -> Result<render::WhyNot> {
        let doc = document(space, id)?;
        Ok(render::WhyNot { doc, fate: space.why_not(question, doc)? })
    }
}

fn time(option: &str, text: Option<&str>, zone: &TimeZone, moment: Moment) -> Result<Option<Timestamp>> {
    let read = text.map(|text| read_time(text, zone, moment)).transpose();
    Ok(read.map_err(|reason| Usage(format!("{option}: {reason}")))?)
}

/// The document a person names: by the caller's own id first, else by the space's.
pub(crate) fn document(space: &Space, id: &str) -> Result<DocId> {
    let found = space.find(id)?;
    match found.as_slice() {
        [doc] => Ok(*doc),
        [] => own_id(id).ok_or_else(|| Usage(format!("there is no document {id:?} in {:?}", space.name())).into()),
        [doc, other, ..] => bail!(Usage(format!("{id:?} names {doc} and {other}; give one of those"))),
    }
}

/// The memory a person names, as [`document`].
pub(crate) fn memory(space: &Space, id: &str) -> Result<MemoryId> {
    match document(space, id)? {
        DocId::Memory(id) => Ok(id),
        DocId::Message(_) => bail!(Usage(format!("{id} is a message; name a memory"))),
    }
}

/// `mem-3` or `msg-7`.
fn own_id(text: &str) -> Option<DocId> {
    let number = |digits: &str| digits.parse().ok();
    let memory = text.strip_prefix("mem-").and_then(number).map(|n| DocId::Memory(MemoryId::new(n)));
    memory.or_else(|| text.strip_prefix("msg-").and_then(number).map(|n| DocId::Message(MessageId::new(n))))
}

#[cfg(test)]
mod tests;
