//! What is looked at after a kill: the spaces against the book, the bytes of every file, and the legs against a rebuild.

use super::book::{Book, Pages};
use super::deed::{Act, MARK};
use super::life::backup_of;
use crate::world::{ask, ask_memories, ids};
use hupo::{Error, Hupo, MemoryId, MessageId, Space, State};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// What was acknowledged is there, and what was erased is nowhere.
    Rows,
    /// And the ledger, replayed, makes the tables, and the legs are what a rebuild makes.
    Whole,
}

/// Why a kill was not survived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrong {
    Lost(String),
    Torn(String),
    Unopenable(String),
    Unerased(String),
    Unsound(String),
}

/// Opens every space that was touched and holds it against the book, with and without the act that was under way;
/// the book is then what is there. Adds to `reopened` how long each opening took.
pub(super) fn inspect(
    root: &Path,
    (book, under_way): (&mut Book, Option<&Act>),
    slots: &BTreeSet<u64>,
    depth: Depth,
    reopened: &mut Vec<Duration>,
) -> Result<(), Wrong> {
    let hupo = Hupo::open(root).map_err(unopenable)?;
    for slot in slots {
        let act = under_way.filter(|act| act.place.slot == *slot);
        let there = look(&hupo, *slot, (book, act), depth, reopened)?;
        book.spaces.insert(*slot, there);
    }
    drop(hupo);
    no_erased_word_is_left(root, book, slots)
}

fn unopenable(error: Error) -> Wrong {
    Wrong::Unopenable(error.to_string())
}

/// The space as it turns out to be.
fn look(
    hupo: &Hupo,
    slot: u64,
    (book, act): (&Book, Option<&Act>),
    depth: Depth,
    reopened: &mut Vec<Duration>,
) -> Result<Pages, Wrong> {
    let mut after = book.clone();
    act.into_iter().for_each(|act| after.take_in(act));
    let (before, mut after) = (book.pages(slot), after.pages(slot));
    let begun = Instant::now();
    let space = match hupo.space(&before.place(slot).name()) {
        Ok(space) => space,
        Err(Error::UnknownSpace { .. }) if !before.exists => return Ok(before),
        Err(Error::UnknownSpace { .. }) if !after.exists => return Ok(after),
        Err(error) => return Err(unopenable(error)),
    };
    reopened.push(begun.elapsed());
    let there = space.stats().map_err(unopenable)?.sequence.get();
    if there < before.sequence {
        return Err(Wrong::Lost(format!("{} acknowledged, {there} there", before.sequence)));
    }
    let pages = match (compare(&space, slot, &before), compare(&space, slot, &after)) {
        (Ok(()), _) => before,
        (Err(_), Ok(())) => after.clone(),
        (Err(why), Err(_)) if act.is_none() => return Err(Wrong::Lost(why)),
        (Err(one), Err(other)) => return Err(Wrong::Torn(format!("{act:?}: {one}; or {other}"))),
    };
    if depth == Depth::Whole {
        is_whole(&space, slot, &pages)?;
    }
    space.close().map_err(unopenable)?;
    after = pages;
    after.sequence = there;
    Ok(after)
}

/// Whether the space holds just this.
fn compare(space: &Space, slot: u64, pages: &Pages) -> Result<(), String> {
    if !pages.exists {
        return Err("the space is there".to_owned());
    }
    let counts = space.stats().map_err(|error| error.to_string())?.counts;
    let (lines, memories) = (pages.lines.len() as u64, pages.memories.len() as u64);
    if (counts.messages, counts.memories) != (lines, memories) {
        return Err(format!("{} lines and {} memories", counts.messages, counts.memories));
    }
    (1..).zip(&pages.lines).try_for_each(|(number, erased)| line_is(space, (slot, pages), number, *erased))?;
    (1..=memories).try_for_each(|number| memory_is(space, (slot, pages), number))
}

fn line_is(space: &Space, (slot, pages): (u64, &Pages), number: u64, erased: bool) -> Result<(), String> {
    let found = space.message(MessageId::new(number)).map_err(|error| error.to_string())?;
    let text = if erased { String::new() } else { pages.place(slot).line(number) };
    match found {
        Some(message) if message.text == text && message.erased == erased => Ok(()),
        other => Err(format!("line {number}, erased: {erased}, is {other:?}")),
    }
}

fn memory_is(space: &Space, (slot, pages): (u64, &Pages), number: u64) -> Result<(), String> {
    let kept = &pages.memories[number as usize - 1];
    let erased = kept.state == State::Erased;
    let text = if erased { String::new() } else { pages.place(slot).memory(number) };
    let found = space.memory(MemoryId::new(number)).map_err(|error| error.to_string())?;
    match found {
        Some(memory)
            if memory.text == text
                && memory.state == kept.state
                && (erased || memory.care.used_count == kept.uses.len() as u64) =>
        {
            Ok(())
        }
        other => Err(format!("memory {number}, {kept:?}, is {other:?}")),
    }
}

/// Replays the ledger, and makes the legs anew and compares what they answer; and the last backup is a whole one.
fn is_whole(space: &Space, slot: u64, pages: &Pages) -> Result<(), Wrong> {
    let verification = space.verify(&mut |_, _, _| ()).map_err(unopenable)?;
    if !verification.sound {
        return Err(Wrong::Unsound(format!("{verification:?}")));
    }
    let before = answers(space, slot, pages);
    space.rebuild(&mut |_, _, _| ()).map_err(unopenable)?;
    let after = answers(space, slot, pages);
    if before == after { Ok(()) } else { Err(Wrong::Unsound(format!("{before:?} are {after:?} after a rebuild"))) }
}

/// What is answered to words of one line, and of many.
fn answers(space: &Space, slot: u64, pages: &Pages) -> Vec<Vec<String>> {
    let place = pages.place(slot);
    let lines = pages.living_lines();
    let some = [0, lines.len() / 2, lines.len().saturating_sub(1)].map(|at| lines.get(at).copied().unwrap_or(1));
    let mut words: Vec<String> = some.iter().map(|line| place.word_of_line(*line)).collect();
    words.extend(["小猫 number 3".to_owned(), "the cat 行1".to_owned()]);
    let ask = |word: &String| [ids(&ask(space, word)), ids(&ask_memories(space, word))];
    words.iter().flat_map(ask).collect()
}

/// No file of a space holds a word of what is erased, of an erased space, or of a space that was in its place before.
/// (A write that was killed before its commit was never said: its words may lie in free pages.)
fn no_erased_word_is_left(root: &Path, book: &Book, slots: &BTreeSet<u64>) -> Result<(), Wrong> {
    let mut erased: BTreeSet<String> = BTreeSet::new();
    for slot in slots {
        let pages = book.pages(*slot);
        let place = pages.place(*slot);
        let lines = (1..).zip(&pages.lines).filter(|(_, erased)| **erased);
        erased.extend(lines.map(|(line, _)| place.word_of_line(line)));
        let memories = (1..).zip(&pages.memories).filter(|(_, kept)| kept.state == State::Erased);
        erased.extend(memories.map(|(memory, _)| place.word_of_memory(memory)));
    }
    let of_an_erased_space = |word: &str| slots.iter().any(|slot| is_of_the_past(word, *slot, &book.pages(*slot)));
    let mut left = words_under(&root.join("spaces")).into_iter();
    match left.find(|(word, _)| erased.contains(word) || of_an_erased_space(word)) {
        Some((word, file)) => Err(Wrong::Unerased(format!("{word} in {file}"))),
        None => Ok(()),
    }
}

/// Whether the word is of a space that was in this slot, and is erased.
fn is_of_the_past(word: &str, slot: u64, pages: &Pages) -> bool {
    let generation = word.strip_prefix(&format!("{MARK}s{slot}g")).map(|rest| rest.trim_end_matches('w'));
    let generation = generation.and_then(|rest| rest.split(['m', 'k']).next()?.parse::<u64>().ok());
    generation.is_some_and(|generation| generation < pages.generation || !pages.exists)
}

/// Every marked word in every file under a folder, with one file it is in.
fn words_under(folder: &Path) -> std::collections::BTreeMap<String, String> {
    let (mut words, mut waiting) = (std::collections::BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            words.extend(words_of(&bytes).into_iter().map(|word| (word, path.display().to_string())));
        }
    }
    words
}

fn words_of(bytes: &[u8]) -> BTreeSet<String> {
    let mark = format!("{MARK}s");
    let places = memchr::memmem::find_iter(bytes, mark.as_bytes());
    places.filter_map(|at| word_at(bytes.get(at..)?)).collect()
}

/// The marked word that begins here, if it is whole.
fn word_at(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().take(40).position(|byte| *byte == b'w')?;
    let word = String::from_utf8(bytes.get(..=end)?.to_vec()).ok()?;
    word.get(MARK.len()..word.len() - 1)?.chars().all(|c| c.is_ascii_alphanumeric()).then_some(word)
}

/// Every backup that was acknowledged is whole.
pub(super) fn backups_are_whole(root: &Path, book: &Book) -> Result<(), Wrong> {
    for (slot, pages) in &book.spaces {
        let Some(sequence) = pages.backed_up else { continue };
        let mut file = std::io::BufReader::new(std::fs::File::open(backup_of(root, *slot)).unwrap());
        let receipt = hupo::verify_backup(&mut file, &mut |_, _| ()).map_err(|error| Wrong::Torn(error.to_string()))?;
        if receipt.sequence.get() != sequence {
            return Err(Wrong::Torn(format!("a backup of {sequence} says {}", receipt.sequence)));
        }
    }
    Ok(())
}
