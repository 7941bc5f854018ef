//! The built-in rules as an extractor: they tell facts of lines, and write neither pages nor beliefs nor summaries.

use crate::{Error, When, promote};
use hupo_extraction::{KnownMemory, Line, OpenItem, Talk};
use hupo_memory::{Extraction, RunOutcome, RunReport, Task};
use hupo_types::{Due, Duty, ExtractorId, Message, Timestamp};
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::space::Inner;

/// What a promotion by the built-in rules came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Promotion {
    /// The runs it closed, in order.
    pub runs: Vec<RunReport>,
    /// What is due and needs a model: pages, beliefs, topic summaries.
    pub left: Vec<Due>,
}

/// Whether the built-in rules can do such a duty. They tell facts; what must be written in words of one's own needs a
/// model.
pub const fn built_in_does(duty: Duty) -> bool {
    match duty {
        Duty::AfterReply | Duty::Day | Duty::PageFacts => true,
        Duty::Page | Duty::Segment | Duty::Beliefs | Duty::TopicSummary => false,
    }
}

/// What the built-in rules make of a task. The same task gives the same proposals.
pub fn extract_built_in(task: &Task) -> Extraction {
    let proposals = if built_in_does(task.due.duty()) { hupo_extraction::extract(&talk(task)) } else { Vec::new() };
    let by = ExtractorId {
        name: hupo_extraction::NAME.to_owned(),
        version: hupo_extraction::VERSION.to_owned(),
        model: None,
    };
    Extraction { proposals, by, ..Extraction::default() }
}

/// Does what is due and the built-in rules can do; see [`crate::Space::promote`].
pub(crate) fn all(inner: &Inner, now: Timestamp) -> Result<Promotion, Error> {
    let mut runs = Vec::new();
    loop {
        let due = promote::due(inner, now)?;
        let (ours, left): (Vec<Due>, Vec<Due>) = due.into_iter().partition(|one| built_in_does(one.duty()));
        let n_before = runs.len();
        for one in ours {
            let Some(task) = promote::task(inner, &one, now)? else { continue };
            let report = promote::close(inner, &one, extract_built_in(&task), When::at(now))?;
            runs.extend(matches!(report.outcome, RunOutcome::Closed { .. }).then_some(report));
        }
        // What it did may have made more due; what others did meanwhile is not its own.
        if runs.len() == n_before {
            return Ok(Promotion { runs, left });
        }
    }
}

fn talk(task: &Task) -> Talk {
    Talk {
        messages: task.messages.iter().map(line).collect(),
        before: task.before.iter().map(line).collect(),
        people: task
            .people
            .iter()
            .map(|entity| std::iter::once(&entity.name).chain(&entity.aliases).cloned().collect())
            .collect(),
        open: task
            .open_items
            .iter()
            .map(|item| OpenItem { id: item.id, text: item.text.clone(), starts: item.starts })
            .collect(),
        memories: task
            .memories
            .iter()
            .map(|memory| KnownMemory { id: memory.id, key: memory.key.clone(), text: memory.text.clone() })
            .collect(),
        // A space cannot be opened under a zone that nobody knows.
        zone: TimeZone::get(&task.zone).unwrap_or(TimeZone::UTC),
    }
}

fn line(message: &Message) -> Line {
    Line { id: message.id, role: message.role, text: message.text.clone(), time: message.time }
}
