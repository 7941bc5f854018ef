//! Whole lives, drawn at random: said, proposed, corrected, decided, erased, merged and split, closed and killed. After
//! every step the space holds what a plain model in memory holds, and gave the verdict that the model gave.
//!
//! `HUPO_LIVES` sets how many (500 without it; 10,000 by night), `HUPO_LIVES_SEED` which.

mod draw;
mod model;
mod subject;
mod words;

use crate::chance::Chance;
use crate::world::NOW;
use draw::{Action, action};
use hupo::{DocId, Question, ReviewPolicy, Rules, State, Timestamp, VerdictCode};
use model::{Message, Model};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use subject::{Subject, proposal, told_by_the_model, told_by_the_space};

/// Steps of a life at most.
const STEPS: usize = 20;
/// Between two steps, so that a life lasts some days.
const STEP_MS: i64 = 5 * 3_600_000;

/// Verdicts that lives come by, all but those of limits and of a quote that says too little.
const MOST_VERDICTS: usize = 15;

/// A space and its model, and what they did so far.
struct Life {
    subject: Subject,
    model: Model,
    now: Timestamp,
    done: String,
    /// Every verdict so far.
    said: BTreeSet<VerdictCode>,
}

impl Life {
    fn new() -> Self {
        Self {
            subject: Subject::new(NOW),
            model: Model::default(),
            now: NOW,
            done: String::new(),
            said: BTreeSet::new(),
        }
    }

    /// Does one thing to both, and compares what they say and hold.
    fn step(&mut self, action: &Action) {
        self.now = self.now.plus_ms(STEP_MS);
        writeln!(self.done, "{action:?}").unwrap();
        let (space, model) = self.both(action);
        self.said.insert(space);
        assert_eq!(space, model, "the verdicts of the space and of the model, after\n{}", self.done);
        let (space, model) = (told_by_the_space(self.subject.space(), self.now), told_by_the_model(&self.model));
        for (space, model) in space.iter().zip(&model) {
            assert_eq!(space, model, "what the space holds and what the model holds, after\n{}", self.done);
        }
        assert_eq!(space.len(), model.len(), "after\n{}", self.done);
    }

    /// The verdict of the space and that of the model; the same word for what gets none.
    fn both(&mut self, action: &Action) -> (VerdictCode, VerdictCode) {
        let (now, done) = (self.now, (VerdictCode::Accepted, VerdictCode::Accepted));
        let (subject, model) = (&mut self.subject, &mut self.model);
        match action {
            Action::Say { users, line } => {
                subject.say(*users, *line, now);
                model.messages.push(Message { users: *users, line: *line, day: local_day(now), erased: false });
            }
            Action::Propose(proposed) => {
                return (subject.propose(proposal(model, proposed), now), model.propose(proposed));
            }
            Action::Decide(id, decision) => return (subject.decide(*id, *decision, now), model.decide(*id, *decision)),
            Action::Policy { required } => {
                let review = if *required { ReviewPolicy::Required } else { ReviewPolicy::Automatic };
                subject.set_rules(Rules { review, ..Rules::default() }, now);
                model.automatic = !required;
            }
            Action::EraseMessage(id) => {
                subject.erase_message(*id, now);
                model.erase_message(*id);
            }
            Action::EraseMemory(id) => {
                subject.erase_memory(*id, now);
                model.erase_memory(*id);
            }
            Action::Join(keep, merge) => return (subject.join(*keep, *merge, now), model.join(*keep, *merge)),
            Action::Split(entity) => return (subject.split(*entity, now), model.split(*entity)),
            Action::Replay => subject.replay(),
            Action::Reopen => subject.reopen(),
            Action::Crash => subject.crash(),
        }
        done
    }

    /// Whatever is asked, only what lives is found, and all of it can be.
    fn ask(&self) {
        for question in ["用户喜欢绿茶", "early bird", "住在Lisbon吗"] {
            for hit in self.subject.space().recall(&Question::new(question, self.now)).unwrap().hits {
                let DocId::Memory(id) = hit.id else { panic!("memories were asked for") };
                let state = self.subject.space().memory(id).unwrap().unwrap().state;
                assert_eq!(state, State::Active, "{question} found {id} after\n{}", self.done);
            }
        }
    }
}

/// The day in Shanghai, where the space's days begin.
const fn local_day(time: Timestamp) -> i64 {
    (time.ms() + 8 * 3_600_000).div_euclid(86_400_000)
}

fn live(seed: u64) -> BTreeSet<VerdictCode> {
    let mut chance = Chance::new(seed);
    let mut life = Life::new();
    for _ in 0..8 + chance.below(STEPS - 8) {
        let action = action(&mut chance, life.model.counts());
        life.step(&action);
    }
    life.ask();
    life.said
}

/// The seed of a life, told when it goes wrong.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        assert!(!std::thread::panicking() || tell(self.0));
    }
}

#[expect(clippy::print_stderr, reason = "whoever reads that a life went wrong wants to live it again")]
fn tell(seed: u64) -> bool {
    eprintln!("live it again with HUPO_LIVES=1 HUPO_LIVES_SEED={seed}");
    true
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The seed that was asked for, the one CI gives to random tests, or any.
fn seed() -> u64 {
    variable("HUPO_LIVES_SEED")
        .or_else(|| variable("PROPTEST_RNG_SEED"))
        .unwrap_or_else(|| RandomState::new().hash_one(0))
}

#[test]
fn every_life_holds_what_a_plain_model_holds() {
    let (lives, seed, next) = (variable("HUPO_LIVES").unwrap_or(500), seed(), AtomicU64::new(0));
    let said = Mutex::new(BTreeSet::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < lives) {
                    let seed = Seed(seed.wrapping_add(at));
                    let verdicts = live(seed.0);
                    said.lock().unwrap().extend(verdicts);
                }
            });
        }
    });
    let said = said.into_inner().unwrap();
    assert!(lives < 100 || said.len() >= MOST_VERDICTS, "lives that meet every verdict test the rules: {said:?}");
}

/// Someone says a line, and it is remembered at once.
fn remembered() -> (Life, Action) {
    let mut life = Life::new();
    let claim = draw::Claim {
        scope: hupo::Scope::User,
        kind: hupo::Kind::Fact,
        key: 1,
        text: 0,
        time: 0,
        importance: 8,
        cites: vec![draw::Cite { message: 1, quote: 0, lie: false }],
    };
    let propose = Action::Propose(draw::Proposed::Memory(claim));
    for action in [Action::Policy { required: false }, Action::Say { users: true, line: 0 }, propose.clone()] {
        life.step(&action);
    }
    (life, propose)
}

#[test]
fn a_model_that_holds_something_else_is_told_apart() {
    let (mut life, _) = remembered();
    let told = |life: &Life| (told_by_the_space(life.subject.space(), life.now), told_by_the_model(&life.model));
    let (space, model) = told(&life);
    assert_eq!(space, model);
    life.model.memories[0].disputed = true;
    let (space, model) = told(&life);
    assert_ne!(space, model);
}

#[test]
fn a_model_that_says_something_else_is_told_apart() {
    let (mut life, propose) = remembered();
    assert_eq!(life.both(&propose), (VerdictCode::Duplicate, VerdictCode::Duplicate));
    life.model.memories[0].text = 2;
    assert_eq!(life.both(&propose), (VerdictCode::Duplicate, VerdictCode::Conflict));
}
