//! A space written before tables were added: at open they are there, as a replay makes them.

use hupo_types::{Command, EntityRef, Interval, Kind, MemoryId, NewMemory, NewRelation, Scope};

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

/// Takes away the tables that the first format did not have.
fn make_old(space: &Space) {
    let database = database::open(&space.dir().join(database::FILE), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    for table in Table::ALL.into_iter().filter(|table| table.tag() >= Table::Observations.tag()) {
        assert!(transaction.delete_table(table.definition()).unwrap(), "{table:?}");
    }
    transaction.commit().unwrap();
}

#[test]
fn tables_that_an_old_space_lacks_are_made_as_a_replay_makes_them() {
    let mut space = space();
    let before = space.store().table_digest().unwrap();
    space.close();
    make_old(&space);
    space.open().unwrap();
    assert_eq!(space.store().table_digest().unwrap(), before);
    let living = space.store().snapshot().unwrap().living_of_key(Scope::User, Kind::Fact, &key("city")).unwrap();
    assert_eq!(living.iter().map(|memory| memory.id).collect::<Vec<_>>(), [MemoryId::new(1)]);
    space.is_sound();
    space.write(vec![user("m2", "goes on 继续")]);
    space.reopen();
    space.is_sound();
}
