//! What a model said, as proposals. Words around the JSON are passed over; of an answer that was cut short only what is
//! whole counts; what cannot be read is reported and never guessed at.

mod json;
mod mend;
mod widen;

use crate::shape::{Holds, Output, PageOutput, outputs};
use hupo::{Duty, MemoryRef, MessageRange, MessageRef, NewBelief, NewPage, Proposal, Task};
use serde_json::Value;
use std::fmt;

/// The most proposals that are taken from one answer.
const MOST: usize = 200;

/// Why an answer cannot be used at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadAnswer {
    /// It is no chat completion.
    NoCompletion,
    /// It says nothing.
    Empty,
    /// There is no JSON in it that was asked for.
    NoJson,
    /// It was cut short before anything was whole.
    CutShort,
    /// It is JSON, and nothing in it could be read.
    Unreadable,
}

impl fmt::Display for BadAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoCompletion => "it is no chat completion",
            Self::Empty => "it says nothing",
            Self::NoJson => "it holds none of the JSON that was asked for",
            Self::CutShort => "it was cut short before anything was whole",
            Self::Unreadable => "nothing in it has the shape that was asked for",
        })
    }
}

/// What could be read of an answer.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Told {
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) beliefs: Vec<NewBelief>,
    /// Outputs or entries that could not be read: what they were and why, for the model to see. Never logged.
    pub(crate) unread: Vec<Unread>,
    /// It was cut short; what was whole is here.
    pub(crate) is_cut: bool,
}

/// An entry that could not be read.
#[derive(Clone, PartialEq)]
pub(crate) struct Unread {
    pub(crate) entry: Value,
    pub(crate) why: String,
}

impl Told {
    fn is_empty(&self) -> bool {
        self.proposals.is_empty() && self.beliefs.is_empty()
    }
}

/// Reads an answer to a task.
pub(crate) fn read(text: &str, task: &Task) -> Result<Told, BadAnswer> {
    let outputs = outputs(task.due.duty());
    let names: Vec<&str> = outputs.iter().map(|output| output.name).collect();
    let lists: Vec<&str> = outputs.iter().filter(|output| holds_list(output.holds)).map(|output| output.name).collect();
    let found = json::find(text, &names, &lists)?;
    let mut reader = Reader { task, told: Told { is_cut: found.is_cut, ..Told::default() }, summary: None };
    for output in outputs {
        if let Some(value) = found.fields.get(output.name) {
            reader.output(*output, value.clone());
        }
    }
    let told = reader.finish(&found.fields);
    match (told.is_empty(), told.is_cut, told.unread.is_empty() && !must_say(task.due.duty())) {
        (false, _, _) | (true, false, true) => Ok(told),
        (true, true, true) => Err(BadAnswer::CutShort),
        (true, _, false) => Err(BadAnswer::Unreadable),
    }
}

/// Whether saying nothing is no answer to a duty: there is something to write of every page and every month.
const fn must_say(duty: Duty) -> bool {
    match duty {
        Duty::Page | Duty::Segment | Duty::TopicSummary => true,
        Duty::AfterReply | Duty::Day | Duty::PageFacts | Duty::Beliefs => false,
    }
}

const fn holds_list(holds: Holds) -> bool {
    match holds {
        Holds::Proposals(_) | Holds::Beliefs | Holds::Members => true,
        Holds::Page(_) | Holds::Summary => false,
    }
}

struct Reader<'t> {
    task: &'t Task,
    told: Told,
    summary: Option<String>,
}

impl Reader<'_> {
    fn output(&mut self, output: Output, value: Value) {
        match output.holds {
            Holds::Proposals(kinds) => self.list(value, |reader, entry| reader.proposal(entry, kinds)),
            Holds::Beliefs => self.list(value, Self::belief),
            Holds::Page(page) => self.page(page, value),
            Holds::Summary => self.summary = self.text(value),
            Holds::Members => {}
        }
    }

    fn list(&mut self, value: Value, mut each: impl FnMut(&mut Self, Value)) {
        let Value::Array(entries) = value else { return self.unread(value, "it is no list") };
        for entry in entries {
            if self.told.proposals.len() + self.told.beliefs.len() >= MOST {
                return self.unread(entry, "there are too many; name the most important");
            }
            each(self, entry);
        }
    }

    fn proposal(&mut self, entry: Value, kinds: &[&str]) {
        let kind = entry.get("propose").and_then(Value::as_str).unwrap_or_default();
        if !kinds.contains(&kind) {
            return self.unread(entry, &format!("`propose` must be one of {}", kinds.join(", ")));
        }
        let mended = mend::proposal(entry.clone());
        match serde_json::from_value(mended) {
            Ok(mut proposal) => {
                widen::quotes(&mut proposal, &self.task.messages);
                self.told.proposals.push(proposal);
            }
            Err(error) => self.unread(entry, &error.to_string()),
        }
    }

    fn belief(&mut self, entry: Value) {
        match serde_json::from_value(mend::belief(entry.clone())) {
            Ok(belief) => self.told.beliefs.push(belief),
            Err(error) => self.unread(entry, &error.to_string()),
        }
    }

    fn page(&mut self, kind: PageOutput, value: Value) {
        let (Some(text), Some(range)) = (self.text(value), about(self.task)) else { return };
        let page = NewPage { text, from: MessageRef::Id(range.from), to: MessageRef::Id(range.to) };
        self.told.proposals.push(match kind {
            PageOutput::Continuity => Proposal::Continuity(page),
            PageOutput::Segment => Proposal::Segment(page),
            PageOutput::Diary => Proposal::Diary(page),
            PageOutput::CarriedNote => Proposal::CarriedNote(page),
            PageOutput::StatusNote => Proposal::StatusNote(page),
        });
    }

    /// A text that says something; none, where the output may be left empty.
    fn text(&mut self, value: Value) -> Option<String> {
        match value {
            Value::Null => None,
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                self.unread(other, "it is no text");
                None
            }
        }
    }

    fn unread(&mut self, entry: Value, why: &str) {
        self.told.unread.push(Unread { entry, why: why.to_owned() });
    }

    fn finish(mut self, fields: &json::Fields) -> Told {
        if let (Duty::TopicSummary, Some(text)) = (self.task.due.duty(), self.summary.take()) {
            let cited = fields.get("members").and_then(Value::as_array).cloned().unwrap_or_default();
            self.topic_summary(text, &cited);
        }
        self.told
    }

    /// A summary of the members it cites; ids that it was not shown are no members.
    fn topic_summary(&mut self, text: String, cited: &[Value]) {
        let Some(topic) = &self.task.topic else { return };
        let cited: Vec<u64> = cited.iter().filter_map(mend::id).collect();
        let mut draft = topic.draft(text);
        let shown = draft.members.len();
        draft.members.retain(|member| matches!(member, MemoryRef::Id(id) if cited.contains(&id.get())));
        let n_invented = cited.iter().filter(|id| !topic.members.iter().any(|m| m.memory.get() == **id)).count();
        if draft.members.len() < 2 {
            let why = format!("`members` must cite at least two of the {shown} ids that were shown");
            return self.unread(Value::from(cited), &why);
        }
        if n_invented > 0 {
            tracing::warn!(n_invented, "a draft cites ids that it was not shown; they are left out");
        }
        self.told.proposals.push(Proposal::TopicSummary(draft));
    }
}

/// The lines that what is written is about: those the task shows, from first to last.
fn about(task: &Task) -> Option<MessageRange> {
    let (first, last) = (task.messages.first()?, task.messages.last()?);
    Some(MessageRange { from: first.id.min(last.id), to: last.id.max(first.id) })
}

#[cfg(test)]
mod tests;
