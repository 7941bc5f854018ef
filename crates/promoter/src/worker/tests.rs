//! The worker over several spaces, with an extractor that does as it is told.

use super::*;
use crate::{Root, Trouble};
use hupo::{Duty, Extraction, ExtractorId, Hupo, NewMessage, SpaceConfig, Task};
use std::sync::Mutex;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const BEGAN: i64 = 1_714_564_800_000;

/// Whether a run of this space fails, so many having been asked for before.
type Fails = dyn Fn(&str, usize) -> Option<Failure> + Send + Sync;

/// Proposes nothing, and fails as `fails` says.
struct Plain {
    fails: Box<Fails>,
    asked: Mutex<Vec<String>>,
}

impl Plain {
    fn failing(fails: impl Fn(&str, usize) -> Option<Failure> + Send + Sync + 'static) -> Self {
        Self { fails: Box::new(fails), asked: Mutex::default() }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Extractor for Plain {
    fn name(&self) -> &str {
        "plain"
    }

    fn does(&self, duty: Duty) -> bool {
        duty == Duty::Day
    }

    fn extract(&self, space: &Space, _: &Task, _: Timestamp) -> Result<Extraction, Failure> {
        let mut asked = self.asked.lock().unwrap();
        let n_before = asked.len();
        asked.push(space.name().to_owned());
        let by = ExtractorId { name: "plain".into(), version: "1".into(), model: None };
        let nothing = Extraction { by, ..Extraction::default() };
        (self.fails)(space.name(), n_before).map_or(Ok(nothing), Err)
    }
}

/// A root of spaces, each with so many finished days.
fn root(spaces: &[(&str, i64)]) -> (tempfile::TempDir, Hupo) {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    for (name, n_days) in spaces {
        let config = SpaceConfig { name: (*name).into(), zone: "Asia/Shanghai".into() };
        let space = hupo.create_space(config, Timestamp::from_ms(BEGAN)).unwrap();
        for day in 0..*n_days {
            let at = Timestamp::from_ms(BEGAN + day * DAY_MS);
            space.append(vec![NewMessage::user("今天 was fine").at(at)], at).unwrap();
        }
        drop(space);
        assert!(hupo.release(name).unwrap());
    }
    (folder, hupo)
}

fn worker<'w>(places: &'w Root, extractor: &'w Plain, at_once: usize) -> Worker<'w> {
    let now = Arc::new(|| Timestamp::from_ms(BEGAN + 30 * DAY_MS));
    Worker { places, extractor, now, stop: Stop::default(), at_once, tell: &|_| {} }
}

#[test]
fn spaces_take_turns_and_everything_is_done_once() {
    let (_folder, hupo) = root(&[("a", 3), ("b", 1), ("c", 2)]);
    let (places, plain) = (Root::all(hupo.clone()), Plain::failing(|_, _| None));
    let round = worker(&places, &plain, 1).once().unwrap();
    assert_eq!(round, Round { n_closed: 6, ..Round::default() });
    assert_eq!(plain.asked(), ["a", "b", "c", "a", "c", "a"], "no space waits for another's backlog");
    assert_eq!(worker(&places, &plain, 1).once().unwrap(), Round::default(), "and nothing is due");
    assert!(hupo.open_space("a").is_none(), "and no space is left open");
}

#[test]
fn several_threads_do_each_run_once() {
    let names: Vec<String> = (0..6).map(|n| format!("s{n}")).collect();
    let spaces: Vec<(&str, i64)> = names.iter().map(|name| (name.as_str(), 3)).collect();
    let (_folder, hupo) = root(&spaces);
    let (places, plain) = (Root::all(hupo.clone()), Plain::failing(|_, _| None));
    assert_eq!(worker(&places, &plain, 4).once().unwrap().n_closed, 18);
    let mut asked = plain.asked();
    asked.sort();
    assert_eq!(asked.len(), 18);
    assert!(names.iter().all(|name| hupo.space(name).unwrap().runs(None).unwrap().len() == 3));
}

#[test]
fn what_comes_to_nothing_is_left_for_another_round_and_stays_due() {
    let (_folder, hupo) = root(&[("a", 2), ("b", 1)]);
    let bad = || Failure::BadAnswer { what: crate::BadAnswer::NoJson };
    let (places, plain) = (Root::all(hupo.clone()), Plain::failing(move |_, n| (n == 0).then(bad)));
    let round = worker(&places, &plain, 1).once().unwrap();
    assert_eq!((round.n_closed, round.n_failed, round.is_broken_off), (2, 1, false));
    assert_eq!(worker(&places, &plain, 1).once().unwrap().n_closed, 1);
}

#[test]
fn an_endpoint_that_is_down_breaks_the_round_off() {
    let (_folder, hupo) = root(&[("a", 2), ("b", 2)]);
    let down = || Failure::Unreachable { trouble: Trouble::NoConnection, tries: 4 };
    let (places, plain) = (Root::all(hupo), Plain::failing(move |_, _| Some(down())));
    let told = Mutex::new(Vec::new());
    let tell = |told_of: &Told<'_>| {
        if let Told::Failed { space, failure, .. } = told_of {
            told.lock().unwrap().push(format!("{space} {}", failure.word()));
        }
    };
    let worker = Worker { tell: &tell, ..worker(&places, &plain, 1) };
    let round = worker.once().unwrap();
    assert_eq!((round.n_failed, round.is_broken_off, plain.asked().len()), (1, true, 1));
    assert_eq!(told.lock().unwrap().as_slice(), ["a unreachable"]);
}

#[test]
fn a_space_whose_day_is_spent_holds_up_no_other() {
    let (_folder, hupo) = root(&[("a", 3), ("b", 2)]);
    let spent = || Failure::Budget { wanted: 9, left: 0, per: Per::Day };
    let (places, plain) = (Root::all(hupo), Plain::failing(move |space, _| (space == "a").then(spent)));
    let round = worker(&places, &plain, 1).once().unwrap();
    assert_eq!((round.n_closed, round.n_failed), (2, 1));
    assert_eq!(plain.asked(), ["a", "b", "b"]);
}

#[test]
fn a_space_that_is_not_there_holds_up_no_other() {
    let (_folder, hupo) = root(&[("b", 1)]);
    let places = Root::only(hupo, vec!["gone".into(), "b".into()]);
    let round = worker(&places, &Plain::failing(|_, _| None), 1).once().unwrap();
    assert_eq!((round.n_closed, round.n_failed, round.is_broken_off), (1, 1, false));
}

#[test]
fn a_worker_that_is_told_to_stop_ends_between_two_runs() {
    let (_folder, hupo) = root(&[("a", 5)]);
    let stop = Stop::default();
    let told = stop.clone();
    let plain = Plain::failing(move |_, n| {
        if n == 1 {
            told.stop();
        }
        None
    });
    let places = Root::all(hupo);
    let worker = Worker { stop, ..worker(&places, &plain, 2) };
    let round = worker.once().unwrap();
    assert_eq!((round.n_closed, round.is_broken_off), (2, true), "the run that was going is closed");
    worker.watch(Duration::from_secs(3600)).unwrap();
}

#[test]
fn while_watching_what_fails_is_tried_again_after_a_time_that_doubles() {
    let held = Held::waiting(Duration::from_secs(60));
    let due = Due::PageFacts { ranges: Vec::new() };
    let at = |seconds: i64| Timestamp::from_ms(seconds * 1_000);
    let free_at = |from: i64| (from..).find(|second| !held.holds("a", &due, at(*second))).unwrap();
    held.hold("a", due.clone(), at(0));
    assert!(held.holds("a", &due, at(100)), "not again in this round");
    held.begin_round();
    assert_eq!(free_at(0), 60);
    held.hold("a", due.clone(), at(60));
    held.begin_round();
    assert_eq!(free_at(60), 180);
    assert!(!held.holds("b", &due, at(60)), "another space");
    held.let_go("a", &due);
    assert!(!held.holds("a", &due, at(61)));
}

#[test]
fn while_watching_a_space_that_nobody_opens_is_left_alone_for_an_hour() {
    let (_folder, hupo) = root(&[("a", 1), ("b", 1)]);
    let (places, plain) = (Root::all(hupo.clone()), Plain::failing(|_, _| None));
    let held = Held::waiting(Duration::from_secs(60));
    let hours = |hours: i64| {
        let now = Arc::new(move || Timestamp::from_ms(BEGAN + 30 * DAY_MS + hours * 3_600_000));
        Worker { now, ..worker(&places, &plain, 1) }.round(&held).unwrap().n_closed
    };
    let say = |name: &str| {
        let at = Timestamp::from_ms(BEGAN + 2 * DAY_MS);
        let space = hupo.space(name).unwrap();
        space.append(vec![NewMessage::user("今天 was fine too").at(at)], at).unwrap();
        space
    };
    assert_eq!(hours(0), 2);
    drop(say("a"));
    assert!(hupo.release("a").unwrap());
    assert_eq!(hours(0), 0, "nobody has it open, so it is not looked at");
    let open = say("b");
    assert_eq!(hours(0), 1, "this one is open");
    drop(open);
    assert_eq!(hours(1), 1, "an hour later it is looked at");
}
