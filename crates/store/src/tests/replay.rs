//! The tables are only what the events make.

use hupo_types::{Command, EntityRef, Interval, MemoryId, MemoryRef, NewMemory, NewRelation};

use super::space::{Space, companion, entity, fact, key, model, remember, says, system, topic, user, vector};
use crate::table::Table;
use crate::{Error, Finding, Options, Store, Write};

/// A space with a row in every table of the first format.
pub(super) fn full() -> Space {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海，和王芳一起"), companion("m2", "好的 noted"), system("m3", "tick")]);
    space.write(vec![entity("王芳", &["Fang"]), entity("Ann", &[]), entity("北京", &[]), topic("家 home")]);
    let home = |text: &str, quote: &str, source: &str| NewMemory {
        key: key("city"),
        external_id: Some(text.to_owned()),
        topics: vec!["家 HOME".to_owned()],
        ..fact(text, vec![says(source, quote)])
    };
    space.write(vec![remember(home("住在上海", "我住在上海", "m1")), user("m4", "Fang 搬到北京了，我也搬了")]);
    let moved = NewMemory {
        supersedes: Some(MemoryRef::Id(MemoryId::new(1))), ..home("住在北京", "搬到北京了", "m4")
    };
    space.write(vec![remember(moved), entity("王芳", &["阿芳"])]);
    space.write(vec![Command::AddRelation(NewRelation {
        from: EntityRef::Name("ann".to_owned()),
        predicate: "lives_with".to_owned(),
        to: EntityRef::Name("王芳".to_owned()),
        evidence: vec![says("m1", "和王芳一起")],
        valid: Interval::default(),
        replaces: None,
    })]);
    let again = remember(NewMemory { external_id: None, ..home("住在北京", "我也搬了", "m4") });
    let doc = hupo_types::DocId::Memory(MemoryId::new(2));
    let commands = vec![again, Command::Embed { doc, vector: vector(&[1.0, 2.0, 3.0]) }];
    space.store().commit(Write { model: Some(model("e5", 3)), ..Write::new(commands, super::space::NOW) }).unwrap();
    space
}

#[test]
fn a_replay_of_the_ledger_makes_equal_tables_byte_for_byte() {
    let space = super::exports::everything();
    let copy = space.dir().join("copy");
    space.store().replay_into(&copy).unwrap();
    let replayed = Store::open(&copy, Options::default()).unwrap();
    assert_eq!(replayed.table_digest().unwrap(), space.store().table_digest().unwrap());
    let (mine, theirs) = (space.store().snapshot().unwrap(), replayed.snapshot().unwrap());
    for table in Table::ALL {
        let rows = |snapshot: &crate::Snapshot| {
            let mut scan = snapshot.scan(table).unwrap();
            let row = |key: &[u8], row: &[u8]| Ok((key.to_vec(), row.to_vec()));
            std::iter::from_fn(move || scan.next_row(row).map(Result::unwrap)).collect::<Vec<_>>()
        };
        assert_eq!(rows(&mine), rows(&theirs), "{table:?}");
        assert!(!rows(&mine).is_empty(), "{table:?} is not tried");
    }
    assert!(matches!(space.store().replay_into(&copy), Err(Error::Locked { .. })));
    drop((theirs, replayed));
    assert!(matches!(space.store().replay_into(&copy), Err(Error::AlreadyExists { .. })));
}

#[test]
fn a_sound_space_is_found_sound_with_progress_to_the_end() {
    let space = full();
    let mut seen = Vec::new();
    let report = space.store().verify(&mut |progress| seen.push(progress)).unwrap();
    assert!(report.is_sound() && report.pages_checked, "{report:#?}");
    assert!(report.records > 50);
    for step in
        [crate::Step::Records, crate::Step::Chain, crate::Step::Evidence, crate::Step::Replay, crate::Step::Pages]
    {
        assert!(seen.iter().any(|progress| progress.step == step && progress.done == progress.total), "{step:?}");
    }
    let snapshot = space.store().snapshot().unwrap();
    let report = space.store().verify(&mut |_| ()).unwrap();
    assert!(report.is_sound() && !report.pages_checked, "pages need the file alone");
    drop(snapshot);
}

/// Changes one row behind the store's back, with a right checksum.
fn with_row(space: &mut Space, table: Table, key: &[u8], row: Option<Vec<u8>>) -> Vec<Finding> {
    space.close();
    let database = crate::database::open(&space.dir().join("ledger.redb"), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut open = transaction.open_table(table.definition()).unwrap();
    match row {
        Some(row) => drop(open.insert(key, &row[..]).unwrap()),
        None => drop(open.remove(key).unwrap()),
    }
    drop(open);
    transaction.commit().unwrap();
    drop(database);
    space.open().unwrap();
    space.store().verify(&mut |_| ()).unwrap().findings
}

#[test]
fn a_row_put_beside_the_ledger_is_found() {
    let mut space = full();
    let key = crate::key::number(99);
    let row = crate::record::seal(Table::NextMessages, &key, &7_u64);
    let findings = with_row(&mut space, Table::NextMessages, &key, Some(row));
    assert_eq!(findings, [Finding::Table { table: "next_messages" }]);
}

#[test]
fn a_changed_event_breaks_the_chain() {
    let mut space = full();
    let key = crate::key::pair(2, 0);
    let event =
        hupo_types::Event::EntityAliased { entity: hupo_types::EntityId::new(1), aliases: vec!["x".to_owned()] };
    let row = crate::record::seal(Table::Bodies, &key, &event);
    let findings = with_row(&mut space, Table::Bodies, &key, Some(row));
    assert!(
        findings.iter().any(|finding| matches!(finding, Finding::Chain { sequence, .. } if sequence.get() == 2)),
        "{findings:#?}"
    );
}

#[test]
fn a_missing_write_breaks_the_chain() {
    let mut space = full();
    let findings = with_row(&mut space, Table::Skeletons, &crate::key::number(3), None);
    assert!(
        findings.iter().any(|finding| matches!(finding, Finding::Chain { sequence, .. } if sequence.get() == 3)),
        "{findings:#?}"
    );
}

#[test]
fn writes_in_another_order_are_named_by_the_first_of_them() {
    let mut space = full();
    let (second, third) = (2_u64, 3_u64);
    let row = |space: &Space, table: Table, key: &[u8]| {
        let snapshot = space.store().snapshot().unwrap();
        let body = |row: &[u8]| crate::record::body(table, key, row).map(<[u8]>::to_vec);
        crate::rows::Rows::row(&snapshot, table, key, body).unwrap().unwrap()
    };
    let mut findings = Vec::new();
    for (table, of) in [(Table::Skeletons, false), (Table::Bodies, true)] {
        let key = |number| if of { crate::key::pair(number, 0).to_vec() } else { crate::key::number(number).to_vec() };
        let (one, other) = (row(&space, table, &key(second)), row(&space, table, &key(third)));
        let sealed = |number, body: &[u8]| Some(crate::record::seal_bytes(table, &key(number), body));
        with_row(&mut space, table, &key(second), sealed(second, &other));
        findings = with_row(&mut space, table, &key(third), sealed(third, &one));
    }
    let chain = findings.iter().find(|finding| matches!(finding, Finding::Chain { .. }));
    assert!(matches!(chain, Some(Finding::Chain { sequence, .. }) if sequence.get() == second), "{findings:#?}");
    assert!(findings.iter().all(|finding| finding.mend() == crate::Mend::Repair));
}

#[test]
fn a_quote_that_is_not_where_it_should_be_is_found() {
    let mut space = full();
    let mut memory = space.memory(2);
    memory.evidence[0].start += 1;
    let key = crate::key::number(2);
    let row = crate::record::seal(Table::Memories, &key, &memory);
    let findings = with_row(&mut space, Table::Memories, &key, Some(row));
    assert!(
        findings.iter().any(|finding| matches!(finding, Finding::Memory { memory, .. } if memory.get() == 2)),
        "{findings:#?}"
    );
}

#[test]
fn a_removed_record_is_damage_and_not_silence() {
    let mut space = full();
    let findings = with_row(&mut space, Table::Messages, &crate::key::number(2), None);
    assert!(!findings.is_empty());
    let snapshot = space.store().snapshot().unwrap();
    assert!(matches!(snapshot.message(hupo_types::MessageId::new(2)), Err(Error::Damaged { .. })));
    let streamed: Vec<_> = snapshot.messages().unwrap().collect();
    assert!(matches!(&streamed[..], [Ok(_), Err(Error::Damaged { .. })]));
    let document = |number| snapshot.document(hupo_types::DocId::Message(hupo_types::MessageId::new(number)));
    assert!(document(1).is_ok() && document(4).is_err(), "its turn before is the one that is gone");
}
