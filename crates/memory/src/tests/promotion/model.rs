//! Any order of arrivals, clocks, runs and failures: each line is promoted once for each thing, and nothing is left out.
//! The model knows only ids, days counted by plain division, and what was closed.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
enum Step {
    /// A line of a role, said so many hours before it comes; `None`: it does not say when.
    Line(u8, Option<u16>),
    /// Hours go by.
    Wait(u8),
    /// The due work at a place is closed.
    Close(u8),
    /// What was due a while ago is closed now, by a worker that slept.
    CloseLate(u8),
    /// Work comes to nothing, and so writes nothing.
    Fail,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..7u8, prop::option::weighted(0.9, prop_oneof![3 => Just(0u16), 1 => 0..200u16]))
            .prop_map(|(role, back)| Step::Line(role, back)),
        3 => (0..40u8).prop_map(Step::Wait),
        4 => any::<u8>().prop_map(Step::Close),
        1 => any::<u8>().prop_map(Step::CloseLate),
        1 => Just(Step::Fail),
    ]
}

/// What the model knows.
#[derive(Default)]
struct Model {
    now: i64,
    /// Of each line, its business day, and whether somebody said it.
    lines: Vec<(i64, bool)>,
    /// How often each line was promoted, by track.
    promoted: BTreeMap<(Track, u64), u32>,
    /// What was due when it was last asked.
    asked: Vec<Due>,
}

impl Model {
    fn run(mut self, steps: Vec<Step>, schedule: Schedule) {
        let space = space(schedule.clone());
        for step in steps {
            self.step(&space, step);
        }
        self.now += 49;
        self.finish(&space);
        self.is_complete(&space, &schedule);
    }

    fn step(&mut self, space: &Space, step: Step) {
        match step {
            Step::Line(role, back) => self.line(space, role, back),
            Step::Wait(hours) => self.now += i64::from(hours),
            Step::Close(place) => {
                self.ask(space);
                if let Some(due) = self.pick(place) {
                    self.close(space, &due);
                }
            }
            Step::CloseLate(place) => {
                if let Some(due) = self.pick(place) {
                    self.close(space, &due);
                }
            }
            Step::Fail => self.ask(space),
        }
    }

    fn line(&mut self, space: &Space, role: u8, back: Option<u16>) {
        let role =
            [Role::User, Role::User, Role::User, Role::Companion, Role::Companion, Role::Companion, Role::System]
                [usize::from(role)];
        let back = back.map(i64::from);
        let message = NewMessage::new(role, "一句 words");
        let message = back.map_or(message.clone(), |back| message.at(hours(self.now - back)));
        space.came(message, self.now);
        self.lines.push(((self.now - back.unwrap_or(0)).div_euclid(24), role != Role::System));
    }

    fn pick(&self, place: u8) -> Option<Due> {
        let n = self.asked.len();
        (n > 0).then(|| self.asked[usize::from(place) % n].clone())
    }

    /// Asks what is due, and holds the answer against what is known.
    fn ask(&mut self, space: &Space) {
        self.asked = space.due_at(self.now);
        let mut named = BTreeMap::new();
        for due in &self.asked {
            let track = due.duty().track().unwrap();
            for id in due.ranges().iter().flat_map(|range| range.ids()).map(MessageId::get) {
                assert_eq!(self.promoted.get(&(track, id)), None, "{id} is promoted, and due again: {due:?}");
                assert_eq!(named.insert((track, id), ()), None, "{id} is due twice");
                self.is_of_day(due, id);
            }
            assert!(due.ranges().iter().flat_map(|range| range.ids()).any(|id| self.lines[id.get() as usize - 1].1));
        }
    }

    /// A day that is due is over, and what was said in it was said on that day.
    fn is_of_day(&self, due: &Due, id: u64) {
        let Due::Day { day, .. } = due else { return };
        let (said, is_said) = self.lines[id as usize - 1];
        let first = jiff::civil::date(2024, 5, 8);
        let named = i64::from(first.until(*day).unwrap().get_days());
        assert!(named < self.now.div_euclid(24), "{due:?} at {}", self.now);
        assert!(!is_said || said == named, "{id} was said on day {said}, not on {named}");
    }

    fn close(&mut self, space: &Space, due: &Due) {
        let Some(task) = space.task_at(due, self.now) else { return };
        let report = space.close_at(due, answer(&task), self.now);
        let covered = due.ranges().iter().flat_map(|range| range.ids());
        match report.outcome {
            RunOutcome::Closed { .. } => {
                for id in covered {
                    let n = self.promoted.entry((due.duty().track().unwrap(), id.get())).or_default();
                    *n += 1;
                    assert_eq!(*n, 1, "{id} is promoted twice");
                }
            }
            RunOutcome::ClosedBefore { .. } | RunOutcome::Overtaken { .. } | RunOutcome::NotKept => {
                panic!("a task was given, and nobody came between: {:?}", report.outcome)
            }
        }
        let again = space.close_at(due, answer(&task), self.now).outcome;
        assert!(matches!(again, RunOutcome::ClosedBefore { .. }), "{again:?}");
    }

    /// Does everything that is due until nothing is.
    fn finish(&mut self, space: &Space) {
        self.ask(space);
        while let Some(due) = self.asked.first().cloned() {
            self.close(space, &due);
            self.ask(space);
        }
    }

    /// In the end everything that was said is promoted once, but for the tail and what is too little for a page.
    fn is_complete(&self, space: &Space, schedule: &Schedule) {
        let said = |id: u64| self.lines[id as usize - 1].1;
        let left = |track: Track, below: u64| {
            (1..below).filter(|id| said(*id) && !self.promoted.contains_key(&(track, *id))).count()
        };
        let n = self.lines.len() as u64;
        assert_eq!(left(Track::Facts, n + 1), 0, "a line's facts are never told");
        let mut tail = n + 1;
        let mut n_tail = 0;
        while tail > 1 && n_tail < schedule.tail_messages {
            tail -= 1;
            n_tail += u16::from(said(tail));
        }
        assert!(left(Track::Page, tail) < usize::from(schedule.page_messages));
        use hupo_store::Read;
        let snapshot = space.snapshot();
        let Some(page) = snapshot.pages(hupo_types::PageKind::Continuity).unwrap().pop() else { return };
        let begins = snapshot.page(page).unwrap().unwrap().from.get();
        assert!(left(Track::Segment, begins) < usize::from(schedule.segment_messages));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_promoted_once_whatever_comes_in_whatever_order(
        steps in prop::collection::vec(step(), 1..60),
        after_reply in any::<bool>(),
        page_tokens in 5..60u32,
    ) {
        let schedule = Schedule { after_reply, page_tokens, ..small() };
        Model::default().run(steps, schedule);
    }
}
