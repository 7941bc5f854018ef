//! A child's life: it does what it is told, and says before each deed that it begins and after it that it is done.

use super::deed::{Act, Deed, Place};
use super::full::{self, Full};
use crate::world::{NOW, config, fact};
use hupo::{
    Batch, EraseTarget, Error, Hupo, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Proposal,
    Question, ReviewPolicy, Role, Rules, SearchScope, Space, UseBasis, VerdictCode,
};
use hupo_types::kill_point::KillPoint;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a child is told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Life {
    pub(super) root: PathBuf,
    pub(super) acts: Vec<Act>,
    /// The child ends itself where this act passes this point of [`KillPoint::ALL`].
    pub(super) end: Option<(usize, usize)>,
    /// The disk is full during this act.
    pub(super) full: Option<(usize, Full)>,
}

/// Where the backup of a space lies: under the root, beside the spaces.
pub(super) fn backup_of(root: &Path, slot: u64) -> PathBuf {
    root.join(format!("backup {slot}"))
}

/// Lives. Says `begun`, the act's number and what begins; `done`, the number and the space's last write; `full`, the
/// number and the error, where an act met a full disk: it is done again when there is room.
pub(super) fn live(life: &Life, out: &mut impl Write) {
    let armed = Arc::new(AtomicBool::new(false));
    listen(life, armed.clone());
    let mut hands = Hands { root: life.root.clone(), hupo: Hupo::open(&life.root).unwrap(), open: HashMap::new() };
    for (number, act) in life.acts.iter().enumerate() {
        if !act.deed.is_of_the_root() && !hands.open.contains_key(&act.place.slot) {
            say(out, &format!("begun {number} open"));
            hands.open(act.place);
        }
        armed.store(life.is_aimed_at(number), Ordering::SeqCst);
        say(out, &format!("begun {number} {}", act.deed.name()));
        let done = match life.full.filter(|(at, _)| *at == number) {
            Some((_, full)) => hands.perform_without_room(act, full, (number, out)),
            None => hands.perform(act),
        };
        let sequence = done.unwrap_or_else(|error| panic!("{act:?}: {error}"));
        say(out, &format!("done {number} {sequence}"));
    }
}

/// Has the child end itself, or the disk be full, at its moment of the act that is aimed at.
fn listen(life: &Life, armed: Arc<AtomicBool>) {
    let end = life.end.map(|(_, point)| KillPoint::ALL[point]);
    let full = life.full.map(|(_, full)| full).filter(|full| matches!(full, Full::LimitOfTheLegs { .. }));
    let root = life.root.clone();
    KillPoint::listen(move |passed| {
        if !armed.load(Ordering::SeqCst) {
        } else if end == Some(passed) {
            super::nursery::kill_me();
        } else if passed == KillPoint::LedgerCommitted {
            full.into_iter().for_each(|full| full.begin(&root));
        }
    });
}

impl Life {
    fn is_aimed_at(&self, number: usize) -> bool {
        self.end.is_some_and(|(at, _)| at == number) || self.full.is_some_and(|(at, _)| at == number)
    }
}

pub(super) fn say(out: &mut impl Write, line: &str) {
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

struct Hands {
    root: PathBuf,
    hupo: Hupo,
    open: HashMap<u64, Space>,
}

impl Hands {
    fn open(&mut self, place: Place) {
        let space = self.hupo.space(&place.name()).unwrap();
        self.open.insert(place.slot, space);
    }

    /// Does it; the space's last write, 0 where there is no space any more.
    fn perform(&mut self, act: &Act) -> Result<u64, Error> {
        let Act { place, deed, .. } = *act;
        if deed == Deed::Create {
            let space = self.hupo.create_space(config(&place.name()), NOW)?;
            self.open.insert(place.slot, space);
        } else if deed.is_of_the_root() {
            return self.put_away(place, deed).map(|()| 0);
        } else if deed == Deed::Backup {
            self.back_up(place)?;
        } else {
            perform(&self.open[&place.slot], act, deed)?;
        }
        Ok(self.open[&place.slot].stats()?.sequence.get())
    }

    /// After it the space is not open, or not there.
    fn put_away(&mut self, place: Place, deed: Deed) -> Result<(), Error> {
        let space = self.open.remove(&place.slot);
        if deed == Deed::Close {
            return space.map_or(Ok(()), Space::close);
        }
        drop(space);
        if deed == Deed::EraseSpace {
            return self.hupo.erase_space(&place.name());
        }
        assert!(self.hupo.release(&place.name())?, "nobody holds it");
        Ok(())
    }

    /// Does it while there is no room; if that fails, does it again with room: by the same handle, or by a new one
    /// where the handle says so.
    fn perform_without_room(
        &mut self,
        act: &Act,
        full: Full,
        (number, out): (usize, &mut impl Write),
    ) -> Result<u64, Error> {
        if !matches!(full, Full::LimitOfTheLegs { .. }) {
            full.begin(&self.root);
        }
        let done = self.perform(act);
        full.end(&self.root);
        let Err(error) = done else { return done };
        full::tell(out, number, &error);
        match self.perform_again(act) {
            Err(error) if error.to_string().contains("open it again") => {
                let closed = self.open.remove(&act.place.slot).map_or(Ok(()), Space::close);
                closed.unwrap_or_else(|error| full::tell(out, number, &error));
                self.perform_again(act)
            }
            done => done,
        }
    }

    /// The act may have been done in spite of its error.
    fn perform_again(&mut self, act: &Act) -> Result<u64, Error> {
        let is_there = self.hupo.has_space(&act.place.name())?;
        if is_there && !self.open.contains_key(&act.place.slot) {
            self.open(act.place);
        }
        if act.deed == Deed::Create && is_there {
            return Ok(self.open[&act.place.slot].stats()?.sequence.get());
        }
        if act.deed == Deed::EraseSpace && !is_there { Ok(0) } else { self.perform(act) }
    }

    fn back_up(&self, place: Place) -> Result<(), Error> {
        let (path, whole) = (self.root.join("backup under way"), backup_of(&self.root, place.slot));
        let mut file = std::fs::File::create(&path).unwrap();
        self.open[&place.slot].backup(&mut file, &mut |_, _| ())?;
        std::fs::rename(path, whole).unwrap();
        Ok(())
    }
}

/// A deed that needs an open space and nothing else.
fn perform(space: &Space, act: &Act, deed: Deed) -> Result<(), Error> {
    let id = MemoryId::new;
    match deed {
        Deed::Rules => space.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, NOW).map(drop),
        Deed::Append(n) => space.append(lines(act, n), NOW).map(drop),
        Deed::Remember(line) => space.remember(memory(act, line), NOW).map(drop),
        Deed::Propose(line) => propose(space, act, line),
        Deed::Used { line, memory } => space.used(by_id(line), vec![id(memory)], UseBasis::Told, NOW).map(drop),
        Deed::Maintain(days) => space.maintain(false, NOW.plus_ms(days * 86_400_000)).map(drop),
        Deed::Restore(memory) => space.restore(vec![id(memory)], NOW).map(drop),
        Deed::Erase(line) => space.erase(EraseTarget::Message(MessageId::new(line)), NOW).map(drop),
        Deed::Forget(memory) => space.erase(EraseTarget::Memory(id(memory)), NOW).map(drop),
        Deed::Rebuild => space.rebuild(&mut |_, _, _| ()),
        Deed::Flush => space.flush(),
        Deed::Compact => space.compact().map(drop),
        Deed::Verify => verify(space),
        Deed::Ask(line) => ask(space, act.place, line),
        Deed::Create | Deed::EraseSpace | Deed::Close | Deed::PutAway | Deed::Backup => {
            unreachable!("done by the root")
        }
    }
}

fn lines(act: &Act, n: u64) -> Vec<NewMessage> {
    let line = |number: u64| NewMessage::user(act.place.line(number)).external_id(format!("m{number}")).session("s");
    (act.line..act.line + n).map(line).collect()
}

fn by_id(line: u64) -> MessageRef {
    MessageRef::Id(MessageId::new(line))
}

fn memory(act: &Act, line: u64) -> NewMemory {
    let quote = act.place.word_of_line(line);
    let evidence = vec![NewEvidence::statement(by_id(line), Role::User, quote)];
    fact(&act.place.word_of_memory(act.memory), &act.place.memory(act.memory), evidence)
}

fn propose(space: &Space, act: &Act, line: u64) -> Result<(), Error> {
    let verdicts = space.propose(Batch::from(vec![Proposal::Memory(Box::new(memory(act, line)))]), NOW)?.verdicts;
    assert_eq!(verdicts[0].code, VerdictCode::Accepted, "{verdicts:?}");
    Ok(())
}

/// A leg that failed for want of room waits for a question, which makes it anew.
fn verify(space: &Space) -> Result<(), Error> {
    let mut verification = space.verify(&mut |_, _, _| ())?;
    if verification.findings.is_empty() && !verification.legs.is_empty() {
        space.recall(&Question::new("小猫 cat", NOW))?;
        verification = space.verify(&mut |_, _, _| ())?;
    }
    assert!(verification.sound, "{verification:?}");
    Ok(())
}

fn ask(space: &Space, place: Place, line: u64) -> Result<(), Error> {
    let question = Question::new(place.word_of_line(line), NOW).scope(SearchScope::Transcript);
    let hits = space.recall(&question)?.hits;
    assert!(hits.iter().any(|hit| hit.text == place.line(line)), "{line}: {hits:?}");
    Ok(())
}
