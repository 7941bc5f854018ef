//! Work inside one write: it reads what it wrote, all of it is written or nothing, and its own failures stay its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hupo_types::{Command, MemoryId, MessageId, NewMessage, Refusal, Sequence, Stored};
use redb::ReadableDatabase;

use super::space::{NOW, Space, append, entity, fact, model, remember, says, user, vector};
use crate::{Error, Options, Order, Read, Transaction, database, key, table};

fn said(space: &Space) -> u64 {
    space.store().snapshot().unwrap().counts().messages
}

fn carried(transaction: &mut Transaction<'_, '_>, command: &Command) -> Stored {
    transaction.carry_out(command).unwrap().unwrap()
}

#[test]
fn work_reads_what_it_wrote_itself_and_all_of_it_is_one_write() {
    let space = Space::new();
    let (receipt, (text, known)) = space
        .store()
        .transact(Order::new(NOW), |txn| {
            assert_eq!(txn.now(), NOW);
            carried(txn, &user("m1", "我住在上海 with 王芳"));
            carried(txn, &remember(fact("住在上海", vec![says("m1", "我住在上海")])));
            let memory = Read::memory(txn, MemoryId::new(1))?.unwrap();
            Ok((memory.text, txn.citing(MessageId::new(1))?))
        })
        .unwrap();
    assert_eq!((text.as_str(), known), ("住在上海", vec![MemoryId::new(1)]));
    assert_eq!((receipt.sequence, receipt.change.events.len(), receipt.stored.len()), (Sequence::new(2), 2, 2));
    assert_eq!(receipt.change.documents.len(), 2, "the legs hear of it as of any write");
    space.is_sound();
}

#[test]
fn a_refused_command_leaves_nothing_and_the_work_goes_on() {
    let (space, plain) = (Space::new(), Space::new());
    let work = |txn: &mut Transaction<'_, '_>| {
        carried(txn, &user("m1", "你好 hello"));
        let refused = txn.carry_out(&remember(fact("好", vec![says("m1", "再见")])))?;
        assert!(matches!(refused, Err(Refusal::QuoteNotFound { .. })), "{refused:?}");
        carried(txn, &user("m2", "again 再来"));
        Ok(())
    };
    let (receipt, ()) = space.store().transact(Order::new(NOW), work).unwrap();
    plain.write(vec![user("m1", "你好 hello"), user("m2", "again 再来")]);
    assert_eq!(receipt.stored.len(), 2, "what was refused is not among what was stored");
    assert_eq!(space.store().table_digest().unwrap(), plain.store().table_digest().unwrap());
}

#[test]
fn work_that_writes_nothing_has_no_sequence() {
    let space = Space::new();
    let before = space.write(vec![user("m1", "你好")]).sequence;
    let known = |txn: &mut Transaction<'_, '_>| Ok(carried(txn, &user("m1", "你好")));
    let (receipt, stored) = space.store().transact(Order::new(NOW), known).unwrap();
    assert_eq!(stored, Stored::Message { id: MessageId::new(1), existed: true });
    assert_eq!((receipt.sequence, receipt.change.events.len()), (before, 0));
}

#[test]
fn an_error_of_the_work_writes_nothing() {
    let space = Space::new();
    let before = space.store().table_digest().unwrap();
    let failed = space.store().transact(Order::new(NOW), |txn| {
        carried(txn, &user("m1", "你好"));
        Err::<(), _>(Error::Closed)
    });
    assert!(matches!(failed, Err(Error::Closed)), "its own error comes back, and breaks nothing");
    assert_eq!(before, space.store().table_digest().unwrap());
    space.write(vec![user("m1", "hello")]);
    space.is_sound();
}

#[test]
fn of_a_dry_run_nothing_is_written_and_nobody_hears() {
    let heard = Arc::new(AtomicU64::new(0));
    let ears = Arc::clone(&heard);
    let on_commit = Box::new(move |_: &hupo_types::Change| _ = ears.fetch_add(1, Ordering::Relaxed));
    let space = Space::with(Options { on_commit: Some(on_commit), ..Options::default() });
    let before = space.store().table_digest().unwrap();
    let rehearsal = Order { dry_run: true, ..Order::new(NOW) };
    let work = |txn: &mut Transaction<'_, '_>| {
        carried(txn, &entity("王芳", &["Fang"]));
        carried(txn, &user("m1", "Fang 来了"));
        Ok(txn.message_named("m1")?.unwrap().text)
    };
    let (receipt, text) = space.store().transact(rehearsal, work).unwrap();
    assert_eq!(text, "Fang 来了", "it sees what it would write");
    assert_eq!((receipt.sequence, receipt.stored.len(), receipt.change.events.len()), (Sequence::new(1), 2, 0));
    assert_eq!((before, heard.load(Ordering::Relaxed)), (space.store().table_digest().unwrap(), 0));
    let receipt = space.write(vec![entity("李雷", &[]), user("m1", "Fang and 李雷")]);
    let found = space.store().snapshot().unwrap().entities_of(hupo_types::DocId::Message(MessageId::new(1))).unwrap();
    assert_eq!((receipt.sequence, found.len()), (Sequence::new(2), 1), "names that were only tried are not known");
}

#[test]
fn a_panic_of_the_work_goes_on_in_the_caller_and_the_store_lives() {
    let space = Space::new();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        space.store().transact(Order::new(NOW), |txn| -> Result<(), Error> {
            carried(txn, &user("m1", "你好"));
            panic!("as the test wants")
        })
    }));
    let panic = panicked.unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"as the test wants"));
    assert_eq!(said(&space), 0);
    space.write(vec![user("m1", "hello")]);
    space.is_sound();
}

#[test]
fn a_vector_in_a_transaction_needs_the_model_of_the_order() {
    let space = Space::new();
    let embedded = || Command::Append { message: NewMessage::user("你好 hello"), vector: Some(vector(&[1.0, 0.0])) };
    let attempt = move |txn: &mut Transaction<'_, '_>| txn.carry_out(&embedded());
    let (_, refused) = space.store().transact(Order::new(NOW), attempt).unwrap();
    assert_eq!(refused, Err(Refusal::NoModel));
    let order = Order { model: Some(model("e5", 2)), ..Order::new(NOW) };
    let (receipt, stored) = space.store().transact(order, attempt).unwrap();
    assert!(stored.is_ok());
    assert_eq!(receipt.change.events.len(), 3, "the line, the choice of the model, the vector");
}

#[test]
fn a_clock_that_is_no_date_is_refused_by_every_command() {
    let space = Space::new();
    let order = Order::new(hupo_types::Timestamp::from_ms(i64::MAX));
    let (_, refused) = space.store().transact(order, |txn| txn.carry_out(&append(NewMessage::user("早")))).unwrap();
    assert!(matches!(refused, Err(Refusal::OutOfRange { field, .. }) if field == "now"));
}

/// Takes a row away behind the store's back.
fn lose(space: &Space, table: table::Table, row: &[u8]) {
    let database = database::open(&space.dir().join(database::FILE), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let lost = transaction.open_table(table.definition()).unwrap().remove(row).unwrap().is_some();
    assert!(lost);
    transaction.commit().unwrap();
    assert!(database.begin_read().is_ok());
}

#[test]
fn a_command_that_failed_fails_the_transaction_whatever_the_work_says() {
    let mut space = Space::new();
    space.write(vec![user("m1", "我住在上海")]);
    space.close();
    lose(&space, table::Table::Messages, &key::number(1));
    space.open().unwrap();
    let swallowed = space.store().transact(Order::new(NOW), |txn| {
        carried(txn, &user("m2", "before 之前"));
        let failed = txn.carry_out(&remember(fact("住在上海", vec![says("m1", "我住在上海")])));
        assert!(matches!(failed, Err(Error::Damaged { .. })), "{failed:?}");
        assert!(txn.carry_out(&user("m3", "after 之后")).is_err(), "nothing more is carried out");
        Ok(())
    });
    assert!(matches!(swallowed, Err(Error::Damaged { .. })));
    assert_eq!(space.store().snapshot().unwrap().sequence(), Sequence::new(2), "nothing was written");
}
