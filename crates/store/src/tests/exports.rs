//! A space as lines, and a space made of lines.

use hupo_types::{
    CareCommand, Cared, Command, Decision, Due, EntityId, EraseTarget, Event, Evidence, Logged, MemoryId, MessageId,
    NewDecision, NewMemory, NewMessage, ObservationType, PageKind, Proposal, ProposalId, Purpose, ReviewCommand, Role,
    Run, RunId, Standing, Waiting,
};

use super::log;
use super::replay::full;
use super::space::{NOW, Space, append, entity, fact, key, remember, says, user};
use crate::export::{ExportLine, ExportedWrite};
use crate::table::Table;
use crate::{Error, Options, Store};

/// A space with a row in every table, an erased message and an erased memory among them.
pub(super) fn everything() -> Space {
    let space = full();
    space.write(vec![
        log::slots(),
        user("n1", "我对花生过敏 peanuts，下周五看医生"),
        user("n2", "医生看过了 it went well"),
        user("n3", "秘密暗号 canary"),
    ]);
    space.write(vec![
        log::observe(log::noticed(ObservationType::StatedFact, "过敏", vec![says("n1", "我对花生过敏")])),
        log::observe(log::noticed(ObservationType::Context, "暗号 canary", vec![says("n3", "秘密暗号")])),
        log::state(log::fact("allergy", "花生", vec![says("n1", "花生过敏 peanuts")])),
        log::state(log::fact("allergy", "peanuts", vec![says("n1", "我对花生过敏"), says("n3", "canary")])),
        log::put(vec![log::belief("diet", "不吃花生", &[1])], 1),
        log::add(log::plan("看医生 doctor", vec![says("n1", "下周五看医生")])),
        log::close(log::ended(1, hupo_types::Ending::Resolved, vec![says("n2", "it went well")]), None),
        log::page(PageKind::Continuity, "这一段 the story", 1, 2),
        log::page(PageKind::Diary, "暗号那天 canary day", 6, 7),
    ]);
    let keyed = |text: &str, quote: &str| NewMemory { key: key("allergy"), ..fact(text, vec![says("n1", quote)]) };
    let queue = |memory: NewMemory| {
        let proposal = Box::new(Proposal::Memory(Box::new(memory)));
        Command::Review(ReviewCommand::Queue {
            proposal,
            proposer: None,
            waiting: vec![Waiting::Policy],
            conflicts: Vec::new(),
        })
    };
    let rejected = NewDecision::Reject { reason: "不要 no".to_owned(), bar: true };
    let decision = Decision { decision: rejected, by: "小雨".to_owned(), at: NOW, stored: Vec::new() };
    space.write(vec![
        queue(fact("等 waits", vec![says("n2", "it went well")])),
        queue(keyed("定了 decided", "peanuts")),
    ]);
    space.write(vec![
        Command::Review(ReviewCommand::Decide { proposal: ProposalId::new(2), decision }),
        Command::Review(ReviewCommand::Bar(Box::new(fact("定了 decided", vec![says("n1", "peanuts")])))),
        remember(keyed("过敏 allergic", "我对花生过敏")),
        remember(keyed("暗号 canary", "花生过敏 peanuts")),
        Command::SetStanding { memory: MemoryId::new(3), standing: Standing::Disputed },
        entity("阿雨", &["Rain"]),
        entity("小雨", &[]),
    ]);
    space.write(vec![Command::MergeEntities { keep: EntityId::new(4), merge: EntityId::new(5) }]);
    super::care::tend(&space, 5);
    super::promotion::promote(&space);
    super::once::answer_two(&space);
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(7)))]);
    space.write(vec![Command::Erase(EraseTarget::Memory(MemoryId::new(4)))]);
    space
}

/// The lines, through JSON and back.
fn lines(space: &Space) -> Vec<ExportLine> {
    let snapshot = space.store().snapshot().unwrap();
    let through_json = |line: Result<ExportLine, Error>| {
        let json = serde_json::to_string(&line.unwrap()).unwrap();
        assert!(!json.contains('\n'), "one line each");
        serde_json::from_str(&json).unwrap()
    };
    snapshot.export().map(through_json).collect()
}

struct Imported {
    folder: tempfile::TempDir,
    made: Result<Store, Error>,
}

fn import(lines: Vec<ExportLine>) -> Imported {
    let folder = tempfile::tempdir().unwrap();
    let made = Store::import(&folder.path().join("new"), lines.into_iter().map(Ok), Options::default());
    Imported { folder, made }
}

/// Why the lines are refused; nothing may be left of them.
fn refusal(lines: Vec<ExportLine>) -> (u64, String) {
    let imported = import(lines);
    let left = std::fs::read_dir(imported.folder.path().join("new")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).filter(|name| name != "lock").collect();
    assert_eq!(left, Vec::<std::ffi::OsString>::new(), "something was left behind");
    match imported.made {
        Err(Error::BadLine { line, what }) => (line, what),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was imported"),
    }
}

fn is_equal(space: &Space) {
    let imported = import(lines(space));
    let copy = imported.made.unwrap();
    let (mine, theirs) = (space.store().snapshot().unwrap(), copy.snapshot().unwrap());
    for table in Table::ALL {
        let digests = (crate::digest::of(&mine, table).unwrap(), crate::digest::of(&theirs, table).unwrap());
        assert_eq!(digests.0, digests.1, "{table:?}");
    }
    assert_eq!(mine.head(), theirs.head());
    drop(theirs);
    let report = copy.verify(&mut |_| ()).unwrap();
    assert!(report.is_sound() && report.pages_checked, "{report:#?}");
}

#[test]
fn an_imported_space_is_equal_byte_for_byte() {
    is_equal(&Space::new());
    is_equal(&full());
    is_equal(&log::said());
}

#[test]
fn an_erased_space_is_imported_as_it_was_emptied() {
    let space = everything();
    let snapshot = space.store().snapshot().unwrap();
    for table in Table::ALL {
        let mut rows = snapshot.scan(table).unwrap();
        assert!(rows.next_row(|_, _| Ok(())).is_some(), "{table:?} is not tried");
    }
    drop(snapshot);
    let exported = lines(&space);
    assert!(exported.iter().any(|line| matches!(line, ExportLine::Write(write) if write.emptied)));
    assert!(!serde_json::to_string(&exported).unwrap().contains("秘密暗号"));
    is_equal(&space);
    space.is_sound();
}

#[test]
fn the_space_goes_on_after_an_import() {
    let imported = import(lines(&full()));
    let copy = imported.made.unwrap();
    let receipt = copy.commit(crate::Write::new(vec![append(NewMessage::user("新的一行 a new line"))], NOW)).unwrap();
    assert_eq!(receipt.change.documents.len(), 1);
    copy.close().unwrap();
    let again = Store::open(&imported.folder.path().join("new"), Options::default()).unwrap();
    assert!(again.verify(&mut |_| ()).unwrap().is_sound());
    let refused = Store::import(&imported.folder.path().join("new"), Vec::new(), Options::default());
    assert!(matches!(refused, Err(Error::Locked { .. })));
    drop(again);
    let refused = Store::import(&imported.folder.path().join("new"), Vec::new(), Options::default());
    assert!(matches!(refused, Err(Error::AlreadyExists { .. })));
}

/// The write of one line, to be changed.
fn write_at(lines: &mut [ExportLine], line: usize) -> &mut ExportedWrite {
    match &mut lines[line - 1] {
        ExportLine::Write(write) => write,
        ExportLine::Space(_) => panic!("it is the space"),
    }
}

/// Makes every hash say what the changed events make of it, as whoever doctors a file carefully would.
fn sealed(mut lines: Vec<ExportLine>) -> Vec<ExportLine> {
    let mut chain = crate::ledger::START.1;
    for number in 2..=lines.len() {
        let write = write_at(&mut lines, number);
        if !write.emptied {
            write.body = crate::ledger::body_hash(&write.events);
        }
        let count = write.events.len() as u64;
        let skeleton = crate::ledger::Skeleton { at: write.at, count, body: write.body, chain: write.chain };
        write.chain = skeleton.expected_chain(chain, write.sequence);
        chain = write.chain;
    }
    let ExportLine::Space(space) = &mut lines[0] else { panic!("it is a write") };
    space.chain = chain;
    lines
}

#[test]
fn a_file_that_was_cut_off_is_told() {
    let whole = lines(&full());
    for kept in 1..whole.len() {
        let (line, what) = refusal(whole[..kept].to_vec());
        assert_eq!(line, kept as u64 + 1);
        assert!(what.contains("cut off"), "{what}");
    }
    assert_eq!(refusal(Vec::new()).0, 1);
    assert_eq!(refusal(whole[1..].to_vec()).0, 1, "the first line is missing");
    let longer: Vec<ExportLine> = whole.iter().chain(whole.last()).cloned().collect();
    assert_eq!(refusal(longer).0, whole.len() as u64 + 1);
    let twice: Vec<ExportLine> = whole.iter().take(1).chain(&whole).cloned().collect();
    assert_eq!(refusal(twice).0, 2);
}

#[test]
fn missing_and_exchanged_lines_are_named() {
    let whole = lines(&full());
    let mut missing = whole.clone();
    missing.remove(3);
    assert_eq!(refusal(missing).0, 4);
    let mut exchanged = whole.clone();
    exchanged.swap(3, 4);
    assert_eq!(refusal(exchanged).0, 4);
    let mut later = whole.clone();
    write_at(&mut later, 5).at = NOW.plus_ms(1);
    assert_eq!(refusal(later).0, 5);
    let mut other = whole;
    let ExportLine::Space(space) = &mut other[0] else { panic!("it is a write") };
    space.config.name = "别人 somebody".to_owned();
    assert_eq!(refusal(other).0, 2);
}

#[test]
fn a_changed_event_is_refused_by_its_line() {
    let whole = lines(&everything());
    for line in 2..=whole.len() {
        let mut doctored = whole.clone();
        if write_at(&mut doctored, line).events.pop().is_none() {
            continue;
        }
        assert_eq!(refusal(doctored).0, line as u64);
    }
    let mut doctored = whole.clone();
    let place = whole.iter().position(|line| matches!(line, ExportLine::Write(write) if write.emptied)).unwrap();
    write_at(&mut doctored, place + 1).emptied = false;
    assert_eq!(refusal(doctored).0, place as u64 + 1);
    let mut doctored = whole;
    write_at(&mut doctored, 3).emptied = true;
    assert!(refusal(doctored).0 >= 3);
}

/// Changes an event, if it is one it is meant for.
type Change = fn(&mut Event) -> bool;

macro_rules! change {
    ($pattern:pat $(if $guard:expr)? => $change:expr) => {
        |event: &mut Event| match event {
            $pattern $(if $guard)? => {
                $change;
                true
            }
            _ => false,
        }
    };
}

fn first(evidence: &mut [Evidence]) -> &mut Evidence {
    &mut evidence[0]
}

/// A quote of nothing, which stands everywhere.
fn silence(evidence: &mut Evidence) {
    evidence.quote.clear();
    evidence.end = evidence.start;
}

/// Changes the first event that `change` takes, seals all hashes again, and answers why it is refused, and its line.
fn doctored(mut lines: Vec<ExportLine>, change: Change) -> (u64, u64, String) {
    let place = (2..=lines.len()).find(|&line| write_at(&mut lines, line).events.iter_mut().any(change)).unwrap();
    let (line, what) = refusal(sealed(lines));
    (place as u64, line, what)
}

#[test]
fn evidence_is_looked_at_again_even_when_every_hash_is_right() {
    let space = everything();
    let changes: [(&str, Change); 9] = [
        (
            "never said",
            change!(Event::MemoryRemembered { memory } => first(&mut memory.evidence).quote = "火星".to_owned()),
        ),
        ("elsewhere", change!(Event::MemoryRemembered { memory } => first(&mut memory.evidence).start += 1)),
        ("nothing", change!(Event::RelationAdded { relation } => silence(first(&mut relation.evidence)))),
        ("no receipt", change!(Event::RelationAdded { relation } => relation.evidence.clear())),
        (
            "another role",
            change!(Event::Logged(Logged::Observed { observation: one }) if !one.erased
            => first(&mut one.evidence).role = Role::Companion),
        ),
        (
            "another message",
            change!(Event::Logged(Logged::ProfileStated { fact }) if !fact.erased
            => first(&mut fact.evidence).message = MessageId::new(2)),
        ),
        (
            "no such message",
            change!(Event::Logged(Logged::ItemAdded { item })
            => first(&mut item.evidence).message = MessageId::new(99)),
        ),
        (
            "an ending's words",
            change!(Event::Logged(Logged::ItemClosed { closing, .. })
            => first(&mut closing.evidence).end -= 1),
        ),
        (
            "a range of nothing",
            change!(Event::Logged(Logged::PageWritten { page })
            => std::mem::swap(&mut page.from, &mut page.to)),
        ),
    ];
    for (name, change) in changes {
        let (place, line, what) = doctored(lines(&space), change);
        assert_eq!(line, place, "{name}: {what}");
    }
}

/// The companion's words instead of the user's.
fn hers() -> Vec<Evidence> {
    let (message, role, purpose) = (MessageId::new(2), Role::Companion, Purpose::Statement);
    let (quote, start, end) = ("好的 noted".to_owned(), 0, 8);
    vec![Evidence { message, role, quote, start, end, purpose, ambiguous: false }]
}

#[test]
fn nothing_about_the_user_comes_in_on_the_companions_words() {
    let changes: [(&str, Change); 3] = [
        ("mem-1", change!(Event::MemoryRemembered { memory } => memory.evidence = hers())),
        ("pro-1", change!(Event::Logged(Logged::ProfileStated { fact }) => fact.evidence = hers())),
        ("item-1", change!(Event::Logged(Logged::ItemClosed { closing, .. }) => closing.evidence = hers())),
    ];
    for (id, change) in changes {
        let (place, line, what) = doctored(lines(&everything()), change);
        assert_eq!((line, what), (place, format!("{id} does not rest on the user's own words")));
    }
}

#[test]
fn a_message_changed_under_its_quotes_is_refused() {
    let change = change!(Event::MessageAppended { message } if message.text.contains("我对花生过敏")
        => message.text = message.text.replace("过敏", "喜欢"));
    let (place, line, what) = doctored(lines(&everything()), change);
    assert!(line > place && what.contains("quote"), "{line}: {what}");
}

#[test]
fn a_number_that_was_not_given_out_is_refused() {
    let changes: [Change; 4] = [
        change!(Event::MessageAppended { message } => message.id = MessageId::new(50)),
        change!(Event::EntityAdded { entity } => entity.id = EntityId::new(50)),
        change!(Event::Mentioned { entities, .. } => entities.push(EntityId::new(50))),
        change!(Event::MemoryRemembered { memory } => memory.supersedes = Some(memory.id)),
    ];
    for change in changes {
        let (place, line, what) = doctored(lines(&full()), change);
        assert_eq!(line, place, "{what}");
    }
}

#[test]
fn care_that_cannot_have_happened_is_refused() {
    let changes: [(&str, Change); 8] = [
        ("unknown", change!(Event::Cared(Cared::Used { memories, .. }) => memories.push(MemoryId::new(99)))),
        ("an unknown turn", change!(Event::Cared(Cared::Used { turn, .. }) => *turn = MessageId::new(99))),
        ("superseded", change!(Event::Cared(Cared::Archived { memories, .. }) => memories.push(MemoryId::new(1)))),
        ("a summary", change!(Event::Cared(Cared::Archived { memories, .. }) => memories.push(MemoryId::new(7)))),
        ("active", change!(Event::Cared(Cared::Restored { memories, .. }) => memories.push(MemoryId::new(2)))),
        ("no member", change!(Event::Cared(Cared::Folded { members, .. }) => members.push(MemoryId::new(2)))),
        ("no summary", change!(Event::Cared(Cared::Folded { summary, .. }) => *summary = MemoryId::new(5))),
        ("nobody", change!(Event::Cared(Cared::Folded { members, .. }) => members.push(MemoryId::new(0)))),
    ];
    for (name, change) in changes {
        let (place, line, what) = doctored(lines(&everything()), change);
        assert_eq!(line, place, "{name}: {what}");
    }
}

#[test]
fn runs_that_cannot_have_been_closed_are_refused() {
    let changes: [(&str, Change); 4] = [
        (
            "a line that is not there",
            change!(Event::Promoted(Run { due: Due::Page { ranges }, .. }) => ranges[0].to = MessageId::new(99)),
        ),
        (
            "out of order",
            change!(Event::Promoted(Run { due: Due::Day { ranges, .. }, .. }) => ranges[0].to = MessageId::new(3)),
        ),
        (
            "a line again",
            change!(Event::Promoted(Run { due: Due::AfterReply { ranges }, .. }) => ranges[0].from = MessageId::new(1)),
        ),
        ("a number that was given out", change!(Event::Promoted(run) if run.id.get() > 1 => run.id = RunId::new(1))),
    ];
    for (name, change) in changes {
        let (place, line, what) = doctored(lines(&everything()), change);
        assert_eq!(line, place, "{name}: {what}");
    }
}

#[test]
fn a_newer_form_and_what_the_reader_says_are_handed_on() {
    let mut newer = lines(&Space::new());
    let ExportLine::Space(space) = &mut newer[0] else { panic!("it is a write") };
    space.format = 9;
    assert!(matches!(import(newer).made, Err(Error::NewerFormat { found: 9, known: 1 })));
    let folder = tempfile::tempdir().unwrap();
    let cut = Error::BadLine { line: 2, what: "不是 JSON".to_owned() };
    let given = lines(&Space::new()).into_iter().take(1).map(Ok).chain([Err(cut)]);
    let made = Store::import(folder.path(), given, Options::default());
    assert!(matches!(made, Err(Error::BadLine { line: 2, .. })));
    assert!(!Store::exists(folder.path()));
}

/// Events that a space with a row in every table need not have.
pub(super) fn what_is_rare(space: &Space) {
    let last = space.store().snapshot().unwrap().counts().memories;
    let [one, two, summary] = [1, 2, 3].map(|number| MemoryId::new(last + number));
    let covers = [one, two].map(hupo_types::MemoryRef::Id).to_vec();
    let plain = |text: &str| remember(fact(text, vec![says("n2", "it went well")]));
    space.write(vec![
        plain("茶 tea"),
        plain("咖啡 coffee"),
        remember(NewMemory {
            kind: hupo_types::Kind::TopicSummary,
            covers,
            ..fact("喝的 drinks", vec![says("n2", "医生看过了")])
        }),
    ]);
    let care = |command: CareCommand| space.write(vec![Command::Care(command)]);
    care(CareCommand::Archive { memories: vec![one] });
    care(CareCommand::Restore { memories: vec![one] });
    care(CareCommand::Fold { summary, members: vec![one, two] });
    care(CareCommand::Withdraw { summary });
    let relation = |replaces| {
        Command::AddRelation(hupo_types::NewRelation {
            from: hupo_types::EntityRef::Name("Ann".to_owned()),
            predicate: if replaces { "moved_in_with" } else { "knows" }.to_owned(),
            to: hupo_types::EntityRef::Name("王芳".to_owned()),
            evidence: vec![says("n2", "it went well")],
            valid: hupo_types::Interval::default(),
            replaces: replaces.then(|| hupo_types::RelationId::new(2)),
        })
    };
    space.write(vec![relation(false)]);
    space.write(vec![relation(true)]);
    space.write(vec![Command::SplitEntity { entity: EntityId::new(5) }]);
}
