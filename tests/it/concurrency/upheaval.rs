//! Questions while the space is rebuilt, erased from and closed: what is acknowledged is found or the answer says which
//! leg is away; what is erased is never found again; and what was written is there after every opening.

use crate::chance::Chance;
use crate::world::{NOW, World, ids};
use hupo::{Answer, DocId, EraseTarget, Error, LegState, NewMessage, Question, SearchScope, Space, Turn};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;

const LINES: usize = 16;
const READERS: usize = 3;

/// How a line stands.
const UNSAID: u8 = 0;
const SAID: u8 = 1;
/// Its erasure has begun.
const GOING: u8 = 2;
const GONE: u8 = 3;

/// What the threads of a round share.
struct Round {
    space: Space,
    lines: [AtomicU8; LINES],
    changing: AtomicBool,
}

#[test]
fn what_is_said_is_found_and_what_is_erased_is_not_while_all_is_made_anew() {
    super::each_seed(3, |mut chance| {
        let world = World::new();
        let round = Round { space: world.talk(), lines: Default::default(), changing: AtomicBool::new(true) };
        std::thread::scope(|scope| {
            for _ in 0..READERS {
                let (round, chance) = (&round, Chance::new(chance.below(usize::MAX) as u64));
                scope.spawn(move || round.read(chance));
            }
            scope.spawn(|| round.rebuild());
            round.change(&mut chance);
        });
        assert!(round.space.verify(&mut |_, _, _| {}).unwrap().sound);
        (0..LINES).for_each(|n| round.ask(n));
    });
}

impl Round {
    /// Says every line, and erases some of what was said.
    fn change(&self, chance: &mut Chance) {
        let _done = Ended(&self.changing);
        for n in 0..LINES {
            let line = NewMessage::user(format!("{} 并发 at once", token(n))).external_id(token(n));
            self.space.append(vec![line], NOW).unwrap();
            self.lines[n].store(SAID, Ordering::SeqCst);
            if chance.once_in(3) {
                self.erase(chance.below(n + 1));
            }
        }
    }

    fn erase(&self, n: usize) {
        if self.lines[n].load(Ordering::SeqCst) != SAID {
            return;
        }
        self.lines[n].store(GOING, Ordering::SeqCst);
        let doc = self.space.find(&token(n)).unwrap()[0];
        let DocId::Message(id) = doc else { panic!("{doc} is no line") };
        self.space.erase(EraseTarget::Message(id), NOW).unwrap();
        self.lines[n].store(GONE, Ordering::SeqCst);
    }

    fn rebuild(&self) {
        while self.changing.load(Ordering::SeqCst) {
            self.space.rebuild(&mut |_, _, _| {}).unwrap();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn read(&self, mut chance: Chance) {
        while self.changing.load(Ordering::SeqCst) {
            let n = chance.below(LINES);
            match chance.below(4) {
                0 => drop(self.space.context(&Turn::new(token(n), NOW)).unwrap()),
                _ => self.ask(n),
            }
        }
    }

    /// Asks for a line, and holds the answer against how it stood before and after.
    fn ask(&self, n: usize) {
        let before = self.lines[n].load(Ordering::SeqCst);
        let answer = transcript(&self.space, &token(n)).unwrap();
        let after = self.lines[n].load(Ordering::SeqCst);
        let is_found = ids(&answer).contains(&token(n));
        assert!(before != GONE || !is_found, "{n} was erased");
        match &answer.stages.keyword {
            LegState::Ran => assert!(is_found || before == UNSAID || after != SAID, "{n} was said"),
            LegState::Absent { reason } | LegState::Failed { reason } => assert!(!reason.is_empty()),
        }
    }
}

#[test]
fn a_space_that_is_closed_while_it_is_asked_opens_again_with_all_that_was_acknowledged() {
    super::each_seed(3, |mut chance| {
        let world = World::new();
        let mut space = world.talk();
        let said = AtomicUsize::new(0);
        for _ in 0..4 {
            space = use_until_closed(&world, &space, &said, &mut chance);
            for n in 0..said.load(Ordering::SeqCst) {
                assert!(ids(&transcript(&space, &token(n)).unwrap()).contains(&token(n)), "{n} was acknowledged");
            }
        }
    });
}

/// One thread writes, others ask, and one closes the space under them and opens it again at once.
fn use_until_closed(world: &World, space: &Space, said: &AtomicUsize, chance: &mut Chance) -> Space {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while say(space, said.load(Ordering::SeqCst)) {
                said.fetch_add(1, Ordering::SeqCst);
            }
        });
        for _ in 0..READERS {
            scope.spawn(|| while is_open(transcript(space, "peanuts").map(drop)) {});
        }
        std::thread::sleep(Duration::from_micros(chance.below(30_000) as u64));
        space.clone().close().unwrap();
        world.hupo.space("talk").unwrap()
    })
}

/// Says a line, unless the space is closed.
fn say(space: &Space, n: usize) -> bool {
    is_open(space.append(vec![NewMessage::user(token(n)).external_id(token(n))], NOW).map(drop))
}

fn is_open(done: Result<(), Error>) -> bool {
    match done {
        Ok(()) => true,
        Err(Error::Closed { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

fn transcript(space: &Space, words: &str) -> Result<Answer, Error> {
    space.recall(&Question::new(words, NOW).scope(SearchScope::Transcript))
}

fn token(n: usize) -> String {
    format!("token{n}x")
}

/// Says that the changes are over, however they ended.
struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}
