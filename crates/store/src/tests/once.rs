//! Writes that happen once: the same key gives the same answer, and writes nothing.

use std::sync::Barrier;

use hupo_types::{Command, EraseTarget, MessageId, NewMessage, Sequence, Stored};

use super::space::{NOW, Space, append, remember, user};
use crate::{Error, ExportLine, Once, Options, Order, Receipt, Store, Write};

fn once(key: &str) -> Once {
    Once { key: key.to_owned(), request: [7; 32], quotes: false }
}

fn said(text: &str) -> Vec<Command> {
    vec![append(NewMessage::user(text))]
}

fn commit(space: &Space, text: &str, once: Once) -> Result<Receipt, Error> {
    space.store().commit_once(Write::new(said(text), NOW), once)
}

/// A write that gives back words, as verdicts do.
fn quote(space: &Space, text: &str, key: &str) -> Result<(Receipt, String), Error> {
    let (command, words) = (append(NewMessage::user(text)), format!("你说了 “{text}”"));
    let once = Once { quotes: true, ..once(key) };
    space.store().transact_once(Order::new(NOW), once, move |txn| {
        txn.carry_out(&command)?.expect("a line of the transcript is not refused");
        Ok(words.clone())
    })
}

/// Leaves two answers, one of them of words.
pub(super) fn answer_two(space: &Space) {
    commit(space, "一次 once", once("ids")).unwrap();
    quote(space, "说一次 say it once", "words").unwrap();
}

fn messages(space: &Space) -> u64 {
    space.store().snapshot().unwrap().counts().messages
}

#[test]
fn the_same_key_gives_the_same_answer_and_writes_nothing() {
    let mut space = Space::new();
    for (n, text) in (1..).zip(["我搬家了", "I moved house.", "搬到 Lisbon 了"]) {
        let first = commit(&space, text, once(text)).unwrap();
        assert!(!first.is_repeated() && first.change.events.len() == 2, "the line and its answer");
        let digest = space.store().table_digest().unwrap();
        space.reopen();
        let again = commit(&space, text, once(text)).unwrap();
        assert_eq!((again.sequence, &again.stored), (first.sequence, &first.stored));
        assert!(again.is_repeated() && again.change.events.is_empty());
        assert_eq!((messages(&space), space.store().table_digest().unwrap()), (n, digest));
    }
    space.is_sound();
}

#[test]
fn what_the_work_of_a_transaction_gave_is_given_again_without_running_it() {
    let mut space = Space::new();
    let first = quote(&space, "叫我小禾 please", "k").unwrap();
    space.reopen();
    let again = quote(&space, "叫我小禾 please", "k").unwrap();
    assert_eq!((again.0.sequence, again.0.stored, again.1), (first.0.sequence, first.0.stored, first.1));
    let never =
        space.store().transact_once(Order::new(NOW), Once { quotes: true, ..once("k") }, |_| -> Result<String, _> {
            panic!("it was run again")
        });
    assert!(never.is_ok());
    assert_eq!(messages(&space), 1);
}

#[test]
fn a_key_is_for_one_request() {
    let space = Space::new();
    commit(&space, "一", once("k")).unwrap();
    let other = Once { request: [8; 32], ..once("k") };
    let digest = space.store().table_digest().unwrap();
    assert!(matches!(commit(&space, "一", other), Err(Error::KeyReused)));
    assert_eq!(space.store().table_digest().unwrap(), digest);
    assert!(commit(&space, "一", once("K")).is_ok(), "another key is another write");
}

#[test]
fn a_key_is_a_text_like_a_name() {
    let space = Space::new();
    let longest = "键".repeat(341);
    for key in ["", "a\0b", "\u{200b}", &format!("{longest}x2"), " \n"] {
        let refused = commit(&space, "一", once(key));
        assert!(matches!(&refused, Err(Error::Refused { refusals }) if refusals.len() == 1), "{key:?}: {refused:?}");
    }
    assert!(commit(&space, "一", once(&longest)).is_ok());
    assert_eq!(messages(&space), 1);
}

#[test]
fn what_is_refused_keeps_no_key() {
    let space = Space::new();
    let bad = Write::new(vec![append(NewMessage::user("好")), append(NewMessage::user(""))], NOW);
    assert!(matches!(space.store().commit_once(bad, once("k")), Err(Error::Refused { .. })));
    assert!(!space.store().snapshot().unwrap().is_answered("k").unwrap());
    assert!(!commit(&space, "好", once("k")).unwrap().is_repeated());
    let failed = space.store().transact_once(Order::new(NOW), once("t"), |txn| {
        txn.carry_out(&append(NewMessage::user("不算 none of it")))?.unwrap();
        Err::<(), _>(Error::Closed)
    });
    assert!(failed.is_err());
    assert_eq!((messages(&space), space.store().snapshot().unwrap().is_answered("t").unwrap()), (1, false));
}

#[test]
fn a_dry_run_neither_keeps_a_key_nor_looks_for_it() {
    let space = Space::new();
    let rehearse = || {
        let order = Order { dry_run: true, ..Order::new(NOW) };
        let (receipt, n) = space.store().transact_once(order, once("k"), |txn| {
            Ok(txn.carry_out(&append(NewMessage::user("试试 a try")))?.is_ok())
        })?;
        Ok::<_, Error>((receipt.is_repeated(), n))
    };
    assert_eq!(rehearse().unwrap(), (false, true));
    commit(&space, "真的", once("k")).unwrap();
    assert_eq!(rehearse().unwrap(), (false, true));
    assert_eq!(messages(&space), 1);
}

#[test]
fn an_answer_is_kept_also_where_nothing_else_was_written() {
    let space = Space::new();
    space.write(vec![user("m1", "你好")]);
    let write = || Write::new(vec![user("m1", "你好")], NOW);
    let first = space.store().commit_once(write(), once("k")).unwrap();
    assert_eq!((first.sequence, first.change.events.len()), (Sequence::new(3), 1));
    assert_eq!(first.stored, [Stored::Message { id: MessageId::new(1), existed: true }]);
    let again = space.store().commit_once(write(), once("k")).unwrap();
    assert_eq!((again.sequence, again.stored), (first.sequence, first.stored));
}

#[test]
fn eight_threads_with_one_key_write_once_and_get_the_same_answer() {
    let space = Space::new();
    for round in 0..25 {
        let start = Barrier::new(8);
        let one = || {
            start.wait();
            let receipt = commit(&space, "一起 together", once(&round.to_string())).unwrap();
            (receipt.sequence, receipt.stored.clone(), receipt.is_repeated())
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|answer| !answer.2).count(), 1, "one wrote");
        assert!(answers.iter().all(|(sequence, stored, _)| (sequence, stored) == (&answers[0].0, &answers[0].1)));
    }
    assert_eq!(messages(&space), 25);
    space.is_sound();
}

#[test]
fn an_answer_that_is_too_long_is_not_kept_and_the_write_is_not_done_again() {
    let space = Space::new();
    let first = quote(&space, &"长".repeat(340_000), "k").unwrap();
    let again = quote(&space, &"长".repeat(340_000), "k");
    assert!(first.1.len() < 1 << 20 && again.is_ok_and(|again| again.1 == first.1), "this one is just kept");
    let long = "long 长".repeat(200_000);
    let work = {
        let long = long.clone();
        move |txn: &mut crate::Transaction<'_, '_>| {
            txn.carry_out(&append(NewMessage::user("短 short")))?.unwrap();
            Ok(long.clone())
        }
    };
    let (receipt, given) = space.store().transact_once(Order::new(NOW), once("l"), work.clone()).unwrap();
    assert_eq!(given.len(), long.len());
    let again = space.store().transact_once(Order::new(NOW), once("l"), work.clone());
    assert!(matches!(again, Err(Error::AnswerGone { sequence }) if sequence == receipt.sequence));
    let other = Once { request: [8; 32], ..once("l") };
    assert!(matches!(space.store().transact_once(Order::new(NOW), other, work), Err(Error::KeyReused)));
    assert_eq!(messages(&space), 2);
}

#[test]
fn an_erasure_empties_answers_that_quote_and_those_of_writes_it_empties() {
    let mut space = Space::new();
    let secret = "我的密码是 swordfish-七";
    commit(&space, "天气不错 fine", once("ids")).unwrap();
    commit(&space, secret, once("its own")).unwrap();
    let quoted = quote(&space, "今天 nothing of it", "quotes").unwrap().0;
    space.store().commit(Write::new(vec![Command::Erase(EraseTarget::Message(MessageId::new(2)))], NOW)).unwrap();
    quote(&space, "明天 later", "later").unwrap();
    for check in 0..2 {
        assert!(commit(&space, "天气不错 fine", once("ids")).unwrap().is_repeated(), "ids alone stay");
        assert!(quote(&space, "明天 later", "later").unwrap().0.is_repeated(), "what came later stays");
        assert!(matches!(commit(&space, secret, once("its own")), Err(Error::AnswerGone { .. })));
        let gone = quote(&space, "今天 nothing of it", "quotes");
        assert!(matches!(gone, Err(Error::AnswerGone { sequence }) if sequence == quoted.sequence));
        let other = Once { request: [9; 32], ..once("its own") };
        assert!(matches!(commit(&space, "x", other), Err(Error::AnswerGone { .. })), "never done again");
        assert_eq!(messages(&space), 4, "check {check}");
        space.reopen();
    }
    space.is_sound();
}

#[test]
fn no_byte_of_an_erased_answer_is_left_in_the_file() {
    let space = Space::new();
    space.write(vec![append(NewMessage::user("记住 kingfisher-九 别告诉人"))]);
    let work = |_: &mut crate::Transaction<'_, '_>| Ok("你说过 kingfisher-九".to_owned());
    let once = Once { quotes: true, ..once("k") };
    space.store().transact_once(Order::new(NOW), once, work).unwrap();
    let holds = |space: &Space| {
        let bytes = std::fs::read(space.dir().join("ledger.redb")).unwrap();
        bytes.windows(10).any(|window| window == b"kingfisher")
    };
    assert!(holds(&space), "else the search finds nothing ever");
    space.store().commit(Write::new(vec![Command::Erase(EraseTarget::Message(MessageId::new(1)))], NOW)).unwrap();
    assert!(space.store().sweep().unwrap());
    assert!(!holds(&space));
    space.is_sound();
}

#[test]
fn keys_and_answers_survive_replay_export_and_import() {
    let space = Space::new();
    commit(&space, "一 one", once("a")).unwrap();
    quote(&space, "二 two", "b").unwrap();
    commit(&space, "三 three", once("c")).unwrap();
    space.store().commit(Write::new(vec![Command::Erase(EraseTarget::Message(MessageId::new(1)))], NOW)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (replayed, imported) = (folder.path().join("replayed"), folder.path().join("imported"));
    space.store().replay_into(&replayed).unwrap();
    let lines: Vec<ExportLine> = space.store().snapshot().unwrap().export().map(Result::unwrap).collect();
    let through_json = lines.iter().map(|line| serde_json::from_str(&serde_json::to_string(line).unwrap()).unwrap());
    let imported = Store::import(&imported, through_json.map(Ok), Options::default()).unwrap();
    for store in [Store::open(&replayed, Options::default()).unwrap(), imported] {
        assert_eq!(store.table_digest().unwrap(), space.store().table_digest().unwrap());
        let again = |text, key| store.commit_once(Write::new(said(text), NOW), once(key));
        assert!(again("三 three", "c").unwrap().is_repeated());
        assert!(matches!(again("一 one", "a"), Err(Error::AnswerGone { .. })));
        assert!(store.verify(&mut |_| ()).unwrap().is_sound());
    }
}

#[test]
fn an_import_with_a_key_that_was_answered_twice_is_refused() {
    let space = Space::new();
    commit(&space, "一", once("a")).unwrap();
    let mut lines: Vec<ExportLine> = space.store().snapshot().unwrap().export().map(Result::unwrap).collect();
    let (line, body) = twice(&lines);
    lines[2] = line;
    let folder = tempfile::tempdir().unwrap();
    let ended = Store::import(folder.path(), lines.into_iter().map(Ok), Options::default());
    assert!(matches!(&ended, Err(Error::BadLine { line: 3, what }) if what.contains("second time")), "{body:?}");
}

/// The first write with its answer in it twice, hashed as it must be.
fn twice(lines: &[ExportLine]) -> (ExportLine, [u8; 32]) {
    let (ExportLine::Write(before), ExportLine::Write(write)) = (&lines[1], &lines[2]) else { panic!("no writes") };
    let mut write = write.clone();
    write.events.push(write.events.last().unwrap().clone());
    write.body = crate::ledger::body_hash(&write.events);
    let skeleton = crate::ledger::Skeleton {
        at: write.at,
        count: write.events.len() as u64,
        body: write.body,
        chain: crate::hash::Hash::default(),
    };
    write.chain = skeleton.expected_chain(before.chain, write.sequence);
    let body = write.body.0;
    (ExportLine::Write(write), body)
}

#[test]
fn a_group_that_is_done_again_keeps_each_answer_once() {
    let space = Space::new();
    let start = Barrier::new(12);
    std::thread::scope(|scope| {
        for n in 0..12_u64 {
            let (space, start) = (&space, &start);
            scope.spawn(move || {
                start.wait();
                for round in 0..10 {
                    let key = (round * 4 + n % 4).to_string();
                    let bad = vec![append(NewMessage::user("好")), append(NewMessage::user("\0"))];
                    match space.store().commit_once(Write::new(bad, NOW), once(&key)) {
                        Ok(receipt) => assert!(receipt.is_repeated(), "another thread was first"),
                        Err(error) => assert!(matches!(error, Error::Refused { .. }), "{error}"),
                    }
                    commit(space, "又 again", once(&key)).unwrap();
                }
            });
        }
    });
    assert_eq!(messages(&space), 40);
    space.is_sound();
}

#[test]
fn a_memory_is_remembered_once() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海 for now")]);
    let memory = super::space::fact("住在上海", vec![super::space::says("m1", "我住在上海")]);
    let write = || Write::new(vec![remember(memory.clone())], NOW);
    let first = space.store().commit_once(write(), once("k")).unwrap();
    assert_eq!(space.store().commit_once(write(), once("k")).unwrap().stored, first.stored);
    assert_eq!(space.store().snapshot().unwrap().counts().memories, 1);
}
