//! A space written before tables were added: at open they are there, as a replay makes them.

use hupo_types::{
    Command, EntityRef, EraseTarget, Interval, Kind, MemoryId, MemoryRef, NewMemory, NewRelation, Scope, State,
};

use super::space::{Space, entity, fact, key, remember, says, user};
use crate::table::Table;
use crate::{Read, database};

/// A space with everything that the first format knew and that later tables follow from.
fn space() -> Space {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海，Bo is my brother"), entity("Ann", &[]), entity("Bo", &["弟弟"])]);
    space.write(vec![
        remember(NewMemory { key: key("city"), ..fact("住在上海", vec![says("m1", "我住在上海")]) }),
        remember(fact("has a brother 弟弟", vec![says("m1", "Bo is my brother")])),
        Command::AddRelation(NewRelation {
            from: EntityRef::Name("Bo".to_owned()),
            predicate: "brother_of".to_owned(),
            to: EntityRef::Name("Ann".to_owned()),
            evidence: vec![says("m1", "my brother")],
            valid: Interval::default(),
            replaces: None,
        }),
    ]);
    space
}

/// Takes away the tables that a program did not know which knew those up to here.
fn make_old(space: &Space, first_unknown: Table) {
    let database = database::open(&space.dir().join(database::FILE), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    for table in Table::ALL.into_iter().filter(|table| table.tag() >= first_unknown.tag()) {
        assert!(transaction.delete_table(table.definition()).unwrap(), "{table:?}");
    }
    transaction.commit().unwrap();
}

#[test]
fn tables_that_an_old_space_lacks_are_made_as_a_replay_makes_them() {
    let mut space = space();
    let before = space.store().table_digest().unwrap();
    space.close();
    make_old(&space, Table::Observations);
    space.open().unwrap();
    assert_eq!(space.store().table_digest().unwrap(), before);
    let living = space.store().snapshot().unwrap().living_of_key(Scope::User, Kind::Fact, &key("city")).unwrap();
    assert_eq!(living.iter().map(|memory| memory.id).collect::<Vec<_>>(), [MemoryId::new(1)]);
    space.is_sound();
    space.write(vec![user("m2", "goes on 继续")]);
    space.reopen();
    space.is_sound();
}

#[test]
fn summaries_of_a_space_that_knew_no_care_go_with_what_they_were_made_from() {
    let mut space = space();
    let covers = [1, 2].map(|number| MemoryRef::Id(MemoryId::new(number))).to_vec();
    let summary =
        NewMemory { kind: Kind::TopicSummary, covers, ..fact("家 home", vec![says("m1", "我住在上海")]) };
    space.write(vec![remember(summary)]);
    let before = space.store().table_digest().unwrap();
    space.close();
    make_old(&space, Table::Uses);
    space.open().unwrap();
    assert_eq!(space.store().table_digest().unwrap(), before);
    assert_eq!(space.store().snapshot().unwrap().summaries_of(MemoryId::new(2)).unwrap(), [MemoryId::new(3)]);
    space.write(vec![Command::Erase(EraseTarget::Memory(MemoryId::new(2)))]);
    assert_eq!(space.memory(3).state, State::Erased);
    space.is_sound();
}
