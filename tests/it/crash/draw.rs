//! Drawing lives: a few deeds that come to the one to be killed in, that one, and more for a kill that comes late.

use super::book::{Book, Pages};
use super::deed::{Act, Deed};
use crate::chance::Chance;

/// Spaces under a root.
const SLOTS: usize = 3;
/// A space with more lines than this is erased, so that spaces stay small.
const MOST_LINES: usize = 40;
/// Lines that the keyword index writes to disk at once.
const FLOOD: u64 = 1_030;
/// Days after which nothing, or everything, is cold.
const LATER: [i64; 2] = [30, 400];

/// Every kind of deed, as the one to be killed in.
pub(super) const AIMS: [&str; 19] = [
    "create",
    "rules",
    "append",
    "remember",
    "propose",
    "used",
    "maintain",
    "restore",
    "erase",
    "forget",
    "erase space",
    "rebuild",
    "flush",
    "compact",
    "backup",
    "verify",
    "ask",
    "close",
    "put away",
];

/// A life, and the number of the act to be killed in.
pub(super) fn life(book: &Book, aim: &str, chance: &mut Chance) -> (Vec<Act>, usize) {
    let mut pen = Pen { book: book.clone(), acts: Vec::new() };
    for _ in 0..chance.below(3) {
        let slot = chance.below(SLOTS) as u64;
        pen.anything(slot, chance);
    }
    let slot = chance.below(SLOTS) as u64;
    pen.aim(slot, aim, chance);
    let aimed = pen.acts.len() - 1;
    for _ in 0..6 {
        pen.anything(slot, chance);
    }
    (pen.acts, aimed)
}

struct Pen {
    book: Book,
    acts: Vec<Act>,
}

impl Pen {
    fn write(&mut self, slot: u64, deed: Deed) {
        let pages = self.book.pages(slot);
        let generation = pages.generation + u64::from(deed == Deed::Create);
        let place = super::deed::Place { slot, generation };
        let (line, memory) = (pages.lines.len() as u64 + 1, pages.memories.len() as u64 + 1);
        let act = Act { place, deed, memory, line };
        self.book.take_in(&act);
        self.acts.push(act);
    }

    /// What a space needs before anything can be done in it.
    fn make_ready(&mut self, slot: u64, chance: &mut Chance) {
        if !self.book.pages(slot).exists {
            self.write(slot, Deed::Create);
        }
        if !self.book.pages(slot).automatic {
            self.write(slot, Deed::Rules);
        }
        while self.book.pages(slot).living_lines().len() < 2 {
            self.write(slot, Deed::Append(1 + chance.below(3) as u64));
        }
        while self.book.pages(slot).living_memories().is_empty() {
            self.write(slot, Deed::Remember(a_line(&self.book.pages(slot), chance)));
        }
    }

    fn anything(&mut self, slot: u64, chance: &mut Chance) {
        if self.book.pages(slot).lines.len() > MOST_LINES {
            return self.write(slot, Deed::EraseSpace);
        }
        let name = chance.of(&["append", "append", "append", "remember", "propose", "used", "flush", "ask"]);
        let name = if chance.once_in(3) { chance.of(&AIMS) } else { name };
        self.aim(slot, name, chance);
    }

    /// Does what leads to a deed of this kind, and then the deed.
    fn aim(&mut self, slot: u64, name: &str, chance: &mut Chance) {
        if name == "create" {
            if self.book.pages(slot).exists {
                self.write(slot, Deed::EraseSpace);
            }
            return self.write(slot, Deed::Create);
        }
        self.make_ready(slot, chance);
        if matches!(name, "flush" | "close") {
            self.write(slot, Deed::Append(1)); // so that there is something to write
        }
        let pages = self.book.pages(slot);
        let (line, memory) = (a_line(&pages, chance), a_memory(&pages, chance));
        let deed = match name {
            "rules" => Deed::Rules,
            "append" => Deed::Append(1 + chance.below(4) as u64),
            "flood" => Deed::Append(FLOOD),
            "remember" => Deed::Remember(line),
            "propose" => Deed::Propose(line),
            "used" => Deed::Used { line, memory },
            "maintain" => Deed::Maintain(chance.of(&LATER)),
            "restore" => Deed::Restore(memory),
            "erase" => Deed::Erase(line),
            "forget" => Deed::Forget(memory),
            "erase space" => Deed::EraseSpace,
            "rebuild" => Deed::Rebuild,
            "flush" => Deed::Flush,
            "compact" => Deed::Compact,
            "backup" => Deed::Backup,
            "verify" => Deed::Verify,
            "ask" => Deed::Ask(line),
            "close" => Deed::Close,
            "put away" => Deed::PutAway,
            other => unreachable!("no deed is called {other}"),
        };
        self.write(slot, deed);
    }
}

fn a_line(pages: &Pages, chance: &mut Chance) -> u64 {
    chance.of(&pages.living_lines())
}

fn a_memory(pages: &Pages, chance: &mut Chance) -> u64 {
    chance.of(&pages.living_memories())
}
