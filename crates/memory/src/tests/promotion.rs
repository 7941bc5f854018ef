//! Promotion: what is due, what a run is given, and that each line is promoted once.

mod close;
mod due;
mod model;
mod task;

use super::space::{Space, zone};
use crate::{Context, Error, Extraction, RunOutcome, RunReport, Task, close_run, promotion_due, promotion_task};
use hupo_store::{Order, Transaction};
use hupo_types::{
    Due, Duty, ExtractorId, MessageId, MessageRange, NewMessage, NewPage, Proposal, ReviewPolicy, Role, Rules,
    Schedule, Timestamp, Track,
};

/// 2024-05-08T04:00:00+08:00, when a business day begins in Shanghai.
const DAWN: Timestamp = Timestamp::from_ms(1_715_112_000_000);
const HOUR_MS: i64 = 3_600_000;

fn hours(n: i64) -> Timestamp {
    DAWN.plus_ms(n * HOUR_MS)
}

fn space(schedule: Schedule) -> Space {
    Space::with(Rules { review: ReviewPolicy::Automatic, promotion: schedule, ..Rules::default() })
}

/// Small enough to see something happen.
fn small() -> Schedule {
    Schedule { tail_messages: 2, page_messages: 3, segment_messages: 2, run_messages: 4, ..Schedule::default() }
}

impl Space {
    /// A line that is said, and comes, so many hours after [`DAWN`].
    fn said(&self, role: Role, text: &str, at: i64) -> MessageId {
        self.came(NewMessage::new(role, text).at(hours(at)), at)
    }

    fn came(&self, message: NewMessage, at: i64) -> MessageId {
        let append = hupo_types::Command::Append { message, vector: None };
        self.store.commit(hupo_store::Write::new(vec![append], hours(at))).unwrap();
        MessageId::new(self.snapshot().counts().messages)
    }

    fn due_at(&self, at: i64) -> Vec<Due> {
        let (rules, zone) = (self.rules.clone(), zone());
        promotion_due(&self.snapshot(), &Context { rules: &rules, zone: &zone, now: hours(at) }).unwrap()
    }

    fn task_at(&self, due: &Due, at: i64) -> Option<Task> {
        let (rules, zone) = (self.rules.clone(), zone());
        promotion_task(&self.snapshot(), due, &Context { rules: &rules, zone: &zone, now: hours(at) }).unwrap()
    }

    fn close_at(&self, due: &Due, extraction: Extraction, at: i64) -> RunReport {
        self.try_close(due, extraction, at).unwrap()
    }

    fn try_close(&self, due: &Due, extraction: Extraction, at: i64) -> Result<RunReport, hupo_store::Error> {
        let (rules, zone, due, now) = (self.rules.clone(), zone(), due.clone(), hours(at));
        let work = move |txn: &mut Transaction<'_, '_>| {
            let ctx = Context { rules: &rules, zone: &zone, now };
            close_run(txn, (&due, &extraction), &[], &ctx).map_err(|error| match error {
                Error::Store(error) => error,
                Error::LateRefusal { refusal } => hupo_store::Error::Refused { refusals: vec![(0, refusal)] },
                Error::MissingSource { .. } => panic!("{error}"),
            })
        };
        self.store.transact(Order::new(now), work).map(|(_, report)| report)
    }

    /// Closes everything that is due, as a good extractor would, until nothing is.
    fn promote_all(&self, at: i64) -> Vec<Due> {
        let mut done = Vec::new();
        while let Some(due) = self.due_at(at).into_iter().next() {
            let task = self.task_at(&due, at).unwrap();
            let report = self.close_at(&due, answer(&task), at);
            assert!(matches!(report.outcome, RunOutcome::Closed { .. }), "{report:?}");
            done.push(due);
            assert!(done.len() < 500, "it never ends");
        }
        done
    }

    fn covered(&self, track: Track) -> Vec<(u64, u64)> {
        use hupo_store::Read;
        self.snapshot().covered(track).unwrap().into_iter().map(|range| (range.from.get(), range.to.get())).collect()
    }
}

fn by() -> ExtractorId {
    ExtractorId { name: "test".to_owned(), version: "1".to_owned(), model: None }
}

fn nothing() -> Extraction {
    Extraction { by: by(), ..Extraction::default() }
}

fn page(task: &Task) -> NewPage {
    let ends = |message: Option<&hupo_types::Message>| hupo_types::MessageRef::Id(message.unwrap().id);
    NewPage { text: "近况 so far".to_owned(), from: ends(task.messages.first()), to: ends(task.messages.last()) }
}

/// A page where one is wanted, and nothing else.
fn answer(task: &Task) -> Extraction {
    let proposals = match task.due.duty() {
        Duty::Page => vec![Proposal::Continuity(page(task))],
        Duty::Segment => vec![Proposal::Segment(page(task))],
        Duty::AfterReply | Duty::Day | Duty::PageFacts | Duty::Beliefs | Duty::TopicSummary => Vec::new(),
    };
    Extraction { proposals, ..nothing() }
}

fn range(from: u64, to: u64) -> MessageRange {
    MessageRange { from: MessageId::new(from), to: MessageId::new(to) }
}

/// What is due, in short: `day 1-3`.
fn told(due: &[Due]) -> Vec<String> {
    let ranges = |one: &Due| {
        one.ranges().iter().map(|range| format!(" {}-{}", range.from.get(), range.to.get())).collect::<String>()
    };
    due.iter().map(|one| format!("{}{}", one.duty(), ranges(one))).collect()
}
