//! Two writers and many readers: sequence numbers, counts and what is found tell one story.

use super::history::{Call, History};
use crate::chance::Chance;
use crate::world::{NOW, World, append, fact, ids, says};
use hupo::{Answer, Command, Error, ExportLine, LegState, NewMessage, Question, SearchScope, Space};
use std::sync::atomic::{AtomicUsize, Ordering};

const WRITERS: usize = 2;
const WRITES: usize = 12;
const READERS: usize = 3;
/// Lines of the talk that the space begins with.
const LINES: u64 = 8;

/// What the threads of a round share.
struct Round {
    space: Space,
    /// The last write before the round.
    first: u64,
    history: History,
    /// How many writes of each writer are acknowledged.
    acknowledged: [AtomicUsize; WRITERS],
    writing: AtomicUsize,
}

#[test]
fn every_thread_sees_the_writes_in_one_order() {
    super::each_seed(4, |mut chance| {
        let world = World::new();
        let space = world.talk();
        let first = space.sequence().unwrap().get();
        let writing = AtomicUsize::new(WRITERS);
        let round = Round { space, first, history: History::default(), acknowledged: Default::default(), writing };
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let round = &round;
                scope.spawn(move || round.write(writer));
            }
            for _ in 0..READERS {
                let (round, chance) = (&round, Chance::new(chance.below(usize::MAX) as u64));
                scope.spawn(move || round.read(chance));
            }
        });
        round.history.check(first);
        assert!(round.space.verify(&mut |_, _, _| {}).unwrap().sound);
    });
}

impl Round {
    /// Every write is a line and a memory that cites it, so that there are as many of the one as of the other.
    fn write(&self, writer: usize) {
        let (space, _done) = (self.space.clone(), Done(&self.writing));
        for n in 0..WRITES {
            let (token, line) = (token(writer, n), format!("w{writer}-{n}"));
            let message = NewMessage::user(format!("{token} 并发 at once")).external_id(&line);
            let mut memory = fact(&token, &format!("用户说了 {token}."), vec![says(&line, &token)]);
            memory.external_id = Some(format!("k{writer}-{n}"));
            let remember = Command::Remember { memory: Box::new(memory), vector: None };
            self.history.note(|| {
                let receipt = space.write(vec![append(message), remember], NOW).unwrap();
                (Call::Wrote(receipt.sequence.get()), ())
            });
            self.acknowledged[writer].store(n + 1, Ordering::SeqCst);
        }
    }

    fn read(&self, mut chance: Chance) {
        let mut last = self.first;
        while self.writing.load(Ordering::SeqCst) > 0 {
            let writer = chance.below(WRITERS);
            let acknowledged = self.acknowledged[writer].load(Ordering::SeqCst);
            let seen = match chance.below(5) {
                0 => self.history.note(|| saw(self.space.sequence().unwrap().get())),
                1 => self.history.note(|| saw(self.count())),
                2 => self.history.note(|| saw(self.export())),
                3 if acknowledged > 0 => self.find(writer, chance.below(acknowledged), true, last),
                _ => self.find(writer, acknowledged, false, last),
            };
            assert!(seen >= last, "write {last} was seen, then {seen}");
            last = seen;
        }
    }

    /// The numbers of one moment: as many lines and memories as there were writes.
    fn count(&self) -> u64 {
        let stats = self.space.stats().unwrap();
        let writes = stats.sequence.get() - self.first;
        assert_eq!((stats.counts.messages - LINES, stats.counts.memories), (writes, writes));
        stats.sequence.get()
    }

    /// An export is of one moment, however long it takes.
    fn export(&self) -> u64 {
        let mut lines = Vec::new();
        let keep = |line| {
            lines.push(line);
            Ok::<(), Error>(())
        };
        self.space.export(keep).unwrap();
        let Some(ExportLine::Space(space)) = lines.first() else { panic!("the first line says what space it is") };
        assert_eq!(space.writes, lines.len() as u64 - 1);
        match lines.last() {
            Some(ExportLine::Write(last)) => assert_eq!(last.sequence.get(), space.writes),
            other => panic!("{other:?}"),
        }
        space.writes
    }

    /// The line and the memory of a write are found together or not at all, and always when it is acknowledged.
    fn find(&self, writer: usize, n: usize, is_acknowledged: bool, last: u64) -> u64 {
        let answer = self.ask(&token(writer, n));
        let found = [format!("k{writer}-{n}"), format!("w{writer}-{n}")].map(|id| ids(&answer).contains(&id));
        assert!(found[0] == found[1], "{n} of {writer}: {found:?}");
        assert!(found[0] || !is_acknowledged, "{n} of {writer} was acknowledged: {:?}", ids(&answer));
        last
    }

    fn ask(&self, words: &str) -> Answer {
        let answer = self.space.recall(&Question::new(words, NOW).scope(SearchScope::Both)).unwrap();
        assert_eq!(answer.stages.keyword, LegState::Ran);
        answer
    }
}

fn token(writer: usize, n: usize) -> String {
    format!("token{writer}x{n}")
}

fn saw(number: u64) -> (Call, u64) {
    (Call::Saw(number), number)
}

/// One writer fewer when it ends, however it ends.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
