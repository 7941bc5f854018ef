//! Repair: what is intact comes along, what is lost is named, and nothing is made up.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hupo_types::{Command, EraseTarget, Event, MemoryId, Message, MessageId, NewMemory, Sequence, State};

use super::exports::everything;
use super::space::{NOW, Space, companion, entity, fact, key, remember, says, user};
use crate::table::Table;
use crate::{Error, Extent, Options, Repair, Store, database, record};

const PAGE: usize = 4_096;

/// The files of a closed space, and a place to repair into.
struct Wreck {
    folder: tempfile::TempDir,
    ledger: Vec<u8>,
    head: Vec<u8>,
    messages: Vec<Message>,
    memories: BTreeSet<String>,
}

impl Wreck {
    fn of(space: &mut Space) -> Self {
        let snapshot = space.store().snapshot().unwrap();
        let messages = snapshot.messages().unwrap().map(Result::unwrap).collect();
        let memories = snapshot.memories().unwrap().map(|memory| memory.unwrap().text).collect();
        drop(snapshot);
        space.close();
        let read = |name: &str| fs::read(space.dir().join(name)).unwrap();
        let (ledger, head) = (read("ledger.redb"), read("head"));
        Self { folder: tempfile::tempdir().unwrap(), ledger, head, messages, memories }
    }

    /// Repairs a copy with these bytes; it must not be changed by that.
    fn repaired(&self, ledger: &[u8]) -> Result<(Repair, Store), Error> {
        let (old, new) = (self.folder.path().join("old"), self.folder.path().join("new"));
        for dir in [&old, &new] {
            let _ = fs::remove_dir_all(dir);
            fs::create_dir_all(dir).unwrap();
        }
        fs::write(old.join("ledger.redb"), ledger).unwrap();
        fs::write(old.join("head"), &self.head).unwrap();
        let repair = Store::repair(&old, &new, NOW, &mut |_| ());
        assert_eq!(fs::read(old.join("ledger.redb")).unwrap(), ledger, "the damaged file was changed");
        Ok((repair?, Store::open(&new, Options::default()).unwrap()))
    }

    /// Every message is as it was or named as lost; no memory says what none said; the new space is sound.
    fn holds_to_the_truth(&self, ledger: &[u8], what: &str) -> Repair {
        let (repair, store) = self.repaired(ledger).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(repair.findings.is_empty(), "{what}: {repair:#?}");
        let snapshot = store.snapshot().unwrap();
        for message in &self.messages {
            let there = snapshot.message(message.id).unwrap();
            let is_lost = repair.lost.messages.contains(&message.id);
            match there {
                Some(there) if is_lost => assert!(there.erased && there.text.is_empty(), "{what}: {there:?}"),
                Some(there) => assert_eq!(there, *message, "{what}"),
                None => panic!("{what}: {} has no place any more: {repair:#?}", message.id),
            }
        }
        for memory in snapshot.memories().unwrap().map(Result::unwrap) {
            let is_known = self.memories.contains(&memory.text) || memory.state == State::Erased;
            assert!(is_known, "{what}: nobody ever said {memory:?}");
            assert!(memory.state == State::Erased || memory.has_its_receipt(), "{what}: {memory:?}");
        }
        repair
    }
}

/// Whether `HUPO_REPAIRS=all` asks for the long form.
fn is_long() -> bool {
    std::env::var_os("HUPO_REPAIRS").is_some()
}

/// Takes a row out of a closed space's ledger, or puts another in its place.
fn change(space: &Space, table: Table, key: &[u8], row: Option<&[u8]>) {
    let database = database::open(&space.dir().join(database::FILE), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut open = transaction.open_table(table.definition()).unwrap();
    match row {
        Some(row) => drop(open.insert(key, row).unwrap()),
        None => drop(open.remove(key).unwrap()),
    }
    drop(open);
    transaction.commit().unwrap();
}

/// Makes every copy of these bytes in a closed space's ledger unreadable.
fn blot(ledger: &mut [u8], bytes: &[u8]) -> usize {
    let places: Vec<usize> = (0..ledger.len() - bytes.len()).filter(|at| ledger[*at..].starts_with(bytes)).collect();
    for at in &places {
        ledger[*at..*at + bytes.len()].fill(b'#');
    }
    places.len()
}

fn nested(dir: &Path, name: &str) -> std::path::PathBuf {
    dir.join(name)
}

#[test]
fn a_whole_ledger_loses_nothing_and_keeps_its_chain() {
    let mut space = everything();
    let (digest, last) = (space.store().table_digest().unwrap(), space.store().snapshot().unwrap().sequence());
    let wreck = Wreck::of(&mut space);
    let (repair, store) = wreck.repaired(&wreck.ledger).unwrap();
    assert!(repair.is_complete() && repair.damaged.is_empty() && repair.findings.is_empty(), "{repair:#?}");
    assert_eq!((repair.sequence, repair.chain_kept_to), (last, last));
    assert_eq!(store.table_digest().unwrap(), digest);
}

#[test]
fn tables_that_are_not_what_the_ledger_makes_are_made_anew() {
    let mut space = everything();
    let digest = space.store().table_digest().unwrap();
    space.close();
    change(&space, Table::Messages, &crate::key::number(2), None);
    let stray = record::seal(Table::NextMessages, &crate::key::number(99), &7_u64);
    change(&space, Table::NextMessages, &crate::key::number(99), Some(&stray));
    let new = nested(space.dir().parent().unwrap(), "new");
    let repair = Store::repair(&space.dir(), &new, NOW, &mut |_| ()).unwrap();
    assert!(repair.is_complete() && repair.findings.is_empty(), "{repair:#?}");
    assert_eq!(Store::open(&new, Options::default()).unwrap().table_digest().unwrap(), digest);
}

#[test]
fn every_page_zeroed_in_turn_costs_what_is_named_and_nothing_else() {
    let wreck = Wreck::of(&mut everything());
    let (mut complete, mut tried) = (0, 0);
    // Every page in turn by hand; every third one otherwise.
    let step = if is_long() { 1 } else { 3 };
    for page in (0..wreck.ledger.len() / PAGE).step_by(step) {
        tried += 1;
        let mut ledger = wreck.ledger.clone();
        ledger[page * PAGE..(page + 1) * PAGE].fill(0);
        let repair = wreck.holds_to_the_truth(&ledger, &format!("page {page} zeroed"));
        complete += usize::from(repair.is_complete());
    }
    println!("{tried} zeroed pages repaired, {complete} without any loss");
    assert!(complete > tried / 2, "most pages hold what is held twice");
}

#[test]
fn bytes_flipped_everywhere_cost_what_is_named_and_nothing_else() {
    let wreck = Wreck::of(&mut everything());
    let (mut complete, mut tried) = (0, 0);
    for place in (0..wreck.ledger.len()).step_by(if is_long() { 331 } else { 6_151 }) {
        let mut ledger = wreck.ledger.clone();
        ledger[place] ^= 0x41;
        let repair = wreck.holds_to_the_truth(&ledger, &format!("byte {place} flipped"));
        (complete, tried) = (complete + usize::from(repair.is_complete()), tried + 1);
    }
    println!("{tried} flipped bytes repaired, {complete} without any loss");
    assert!(tried > 20);
}

#[test]
fn a_ledger_cut_short_or_without_its_header_gives_what_it_has() {
    let mut space = everything();
    // As the door does after an erasure. A file that was never swept and lost its newer half holds erased words, and
    // nothing that says so.
    space.store().sweep().unwrap();
    let wreck = Wreck::of(&mut space);
    let mut headless = wreck.ledger.clone();
    headless[..PAGE].fill(0xff);
    let repair = wreck.holds_to_the_truth(&headless, "without a header");
    assert!(repair.is_complete(), "no row stands in the header: {repair:#?}");
    for part in 2..6 {
        let short = &wreck.ledger[..wreck.ledger.len() * part / 6];
        match wreck.repaired(short) {
            Ok(_) => _ = wreck.holds_to_the_truth(short, &format!("{part} sixths")),
            Err(error) => assert!(matches!(error, Error::Damaged { .. }), "{error}"),
        }
    }
    let empty = wreck.repaired(&[0; 10]);
    assert!(matches!(empty, Err(Error::Damaged { .. })), "nothing is nothing");
}

/// A space with a message in each of eight writes, and memories that rest on the third and the sixth.
fn told() -> Space {
    let space = Space::new();
    for number in 1..=8 {
        let line = format!("第{number}句 line number {number}");
        space.write(vec![if number % 2 == 0 {
            companion(&format!("m{number}"), &line)
        } else {
            user(&format!("m{number}"), &line)
        }]);
    }
    let of = |attribute: &str, text: &str, quotes: &[(&str, &str)]| {
        let evidence = quotes.iter().map(|(message, quote)| says(message, quote)).collect();
        remember(NewMemory { key: key(attribute), ..fact(text, evidence) })
    };
    space.write(vec![of("third", "第三句说过", &[("m3", "line number 3")])]);
    space.write(vec![of("both", "两句都说过", &[("m3", "第3句"), ("m5", "第5句")])]);
    space.write(vec![of("fifth", "the fifth was said", &[("m5", "line number 5")])]);
    space.write(vec![entity("阿宝", &["Bao"]), user("m9", "阿宝 came by")]);
    space
}

#[test]
fn a_lost_message_takes_the_memory_that_rests_on_it_alone_and_both_are_listed() {
    let mut space = told();
    let wreck = Wreck::of(&mut space);
    let mut ledger = wreck.ledger.clone();
    // The words stand in the message's row, and in its event.
    assert!(blot(&mut ledger, "第3句 line number 3".as_bytes()) >= 2);
    let repair = wreck.holds_to_the_truth(&ledger, "the third message");
    assert_eq!(repair.lost.messages, [MessageId::new(3)]);
    assert_eq!(repair.without_ground.memories, [MemoryId::new(1)]);
    assert_eq!(repair.lost_evidence, [MemoryId::new(2)]);
    assert_eq!((repair.damaged[0].sequence, repair.damaged[0].lost), (Sequence::new(4), Extent::All));
    assert_eq!(repair.chain_kept_to, Sequence::new(3));
    let (_, store) = wreck.repaired(&ledger).unwrap();
    let snapshot = store.snapshot().unwrap();
    assert_eq!(snapshot.memory(MemoryId::new(3)).unwrap().unwrap().text, "the fifth was said");
    assert_eq!(snapshot.memory(MemoryId::new(2)).unwrap().unwrap().evidence.len(), 1);
    assert!(snapshot.memory_by_external("m3").unwrap().is_none());
    let receipt = crate::Read::erasures(&snapshot).unwrap().pop().unwrap();
    assert!(receipt.lost && receipt.messages == [MessageId::new(3)], "{receipt:?}");
    drop(snapshot);
    // It goes on: the next number is the next one.
    let receipt = store.commit(crate::Write::new(vec![user("m10", "继续 go on")], NOW)).unwrap();
    assert!(
        matches!(&receipt.change.events[0], Event::MessageAppended { message } if message.id == MessageId::new(10))
    );
    assert!(store.verify(&mut |_| ()).unwrap().is_sound());
}

#[test]
fn a_message_whose_write_is_lost_is_saved_by_its_own_row() {
    let mut space = told();
    space.close();
    change(&space, Table::Bodies, &crate::key::pair(4, 0), None);
    space.open().unwrap();
    space.store().compact().unwrap();
    let mut wreck = Wreck::of(&mut space);
    // Compaction leaves pages as they were; the body must be gone from those too.
    let event = rmp_serde::to_vec_named(&Event::MessageAppended { message: wreck.messages[2].clone() }).unwrap();
    let sealed = record::seal_bytes(Table::Bodies, &crate::key::pair(4, 0), &event);
    blot(&mut wreck.ledger, &sealed);
    let repair = wreck.holds_to_the_truth(&wreck.ledger.clone(), "the body of the fourth write");
    assert_eq!(repair.restored.messages, [MessageId::new(3)]);
    assert!(repair.lost.is_empty() && repair.without_ground.is_empty(), "{repair:#?}");
}

#[test]
fn a_memory_whose_write_is_lost_is_saved_by_its_own_row_and_stays_superseded() {
    let mut space = told();
    let better = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(3))),
        ..fact("改过的 corrected", vec![says("m9", "阿宝 came")])
    };
    space.write(vec![remember(better)]);
    let wreck = Wreck::of(&mut space);
    let mut ledger = wreck.ledger.clone();
    // The event of the correction, which is the only one that says so, and the event of the memory it corrects.
    for sequence in [12_u64, 14] {
        let at = body_of(&ledger, sequence);
        at.iter().for_each(|at| ledger[*at] ^= 0xff);
        assert!(!at.is_empty());
    }
    let repair = wreck.holds_to_the_truth(&ledger, "two writes of memories");
    assert_eq!(repair.restored.memories, [MemoryId::new(3), MemoryId::new(4)], "{repair:#?}");
    assert_eq!(repair.kept_superseded, [MemoryId::new(3)]);
    let (_, store) = wreck.repaired(&ledger).unwrap();
    let old = store.snapshot().unwrap().memory(MemoryId::new(3)).unwrap().unwrap();
    assert_eq!((old.state, old.superseded_by), (State::Superseded, Some(MemoryId::new(4))));
}

/// Where the bodies of a write begin in the file, whichever page they stand in.
fn body_of(ledger: &[u8], sequence: u64) -> Vec<usize> {
    let found = (0..ledger.len() - record::HEADER).filter(|at| {
        let length = u32::from_le_bytes(ledger[at + 1..at + 5].try_into().unwrap()) as usize;
        let end = at + record::HEADER + length;
        ledger[*at] == record::VERSION
            && length > 0
            && end <= ledger.len()
            && record::body(Table::Bodies, &crate::key::pair(sequence, 0), &ledger[*at..end]).is_ok()
    });
    found.collect()
}

#[test]
fn erased_words_never_come_back_from_pages_that_are_no_longer_used() {
    let space = told();
    // While it is read the file cannot be swept, so the old pages stay.
    let reader = space.store().snapshot().unwrap();
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(3)))]);
    assert!(matches!(space.store().sweep(), Err(Error::InUse)));
    let mut ledger = fs::read(space.dir().join("ledger.redb")).unwrap();
    drop(reader);
    let head = fs::read(space.dir().join("head")).unwrap();
    assert!(ledger.windows(13).any(|bytes| bytes == b"line number 3"), "the old pages are tried");
    let (folder, mut sorts) = (tempfile::tempdir().unwrap(), 0);
    // Whole; without the receipt; without the body that the erasure left.
    for sequence in [None, Some(14), Some(4)] {
        let places = sequence.map(|sequence| body_of(&ledger, sequence)).unwrap_or_default();
        let of_erasure = places.iter().copied().filter(|at| sequence != Some(4) || !said_at(&ledger, *at));
        let blotted: Vec<usize> = of_erasure.collect();
        blotted.iter().for_each(|at| ledger[*at] ^= 0xff);
        let (old, new) = (folder.path().join(format!("old{sorts}")), folder.path().join(format!("new{sorts}")));
        fs::create_dir_all(&old).unwrap();
        fs::write(old.join("ledger.redb"), &ledger).unwrap();
        fs::write(old.join("head"), &head).unwrap();
        let repair = Store::repair(&old, &new, NOW, &mut |_| ()).unwrap();
        assert!(repair.findings.is_empty(), "{sequence:?} {repair:#?}");
        let bytes = fs::read(new.join("ledger.redb")).unwrap();
        assert!(!bytes.windows(13).any(|bytes| bytes == b"line number 3"), "{sequence:?}: the words came back");
        blotted.iter().for_each(|at| ledger[*at] ^= 0xff);
        sorts += 1;
    }
    assert_eq!(sorts, 3);
}

/// Whether the body that begins here has the words of the third message.
fn said_at(ledger: &[u8], at: usize) -> bool {
    ledger[at..].iter().take(300).copied().collect::<Vec<u8>>().windows(13).any(|bytes| bytes == b"line number 3")
}

#[test]
fn a_lost_beginning_is_read_off_the_tables_and_without_it_nothing_is_made() {
    let mut space = told();
    let wreck = Wreck::of(&mut space);
    let mut ledger = wreck.ledger.clone();
    body_of(&ledger.clone(), 1).iter().for_each(|at| ledger[*at] ^= 0xff);
    let repair = wreck.holds_to_the_truth(&ledger, "the first write");
    assert!(repair.lost.is_empty(), "{repair:#?}");
    assert!(blot(&mut ledger, "小雨 and Amber".as_bytes()) > 0);
    let refused = wreck.repaired(&ledger).map(|_| ());
    assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
    assert!(!Store::exists(&wreck.folder.path().join("new")), "nothing half made is left");
}

#[test]
fn repair_goes_into_an_empty_place_from_one_that_nobody_has_open() {
    let mut space = told();
    let new = nested(space.dir().parent().unwrap(), "new");
    let locked = Store::repair(&space.dir(), &new, NOW, &mut |_| ());
    assert!(matches!(locked, Err(Error::Locked { .. })), "{locked:?}");
    space.close();
    let itself = Store::repair(&space.dir(), &space.dir(), NOW, &mut |_| ());
    assert!(matches!(itself, Err(Error::Locked { .. } | Error::AlreadyExists { .. })), "{itself:?}");
    let other = Space::new();
    let dir = other.dir();
    let nowhere = Store::repair(&nested(&dir, "none"), &new, NOW, &mut |_| ());
    assert!(matches!(nowhere, Err(Error::NotFound { .. })), "{nowhere:?}");
    let mut steps = BTreeSet::new();
    Store::repair(&space.dir(), &new, NOW, &mut |progress| _ = steps.insert(format!("{:?}", progress.step))).unwrap();
    assert!(steps.contains("Scan") && steps.contains("Sorting") && steps.contains("Salvage"), "{steps:?}");
    let again = Store::repair(&space.dir(), &new, NOW, &mut |_| ());
    assert!(matches!(again, Err(Error::AlreadyExists { .. })), "{again:?}");
}
