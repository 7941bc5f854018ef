//! Entities that turn out to be one, and to be two after all.

use std::collections::BTreeMap;

use hupo_types::{
    Command, DocId, Document, EntityId, EntityRef, Event, Interval, MemoryId, MessageId, NewMemory, NewRelation,
    Refusal, RelationId, Stored,
};

use super::random::Random;
use super::space::{Space, entity, fact, remember, says, user};
use crate::table::Table;
use crate::{Read, Store, digest};

const fn ent(number: u64) -> EntityId {
    EntityId::new(number)
}

const fn msg(number: u64) -> DocId {
    DocId::Message(MessageId::new(number))
}

fn merge(keep: u64, merge: u64) -> Command {
    Command::MergeEntities { keep: ent(keep), merge: ent(merge) }
}

fn split(entity: u64) -> Command {
    Command::SplitEntity { entity: ent(entity) }
}

/// Wang Fang (1), 芳姐 (2), the boss (3); a line and more of each.
fn space() -> Space {
    let space = Space::new();
    space.write(vec![entity("Wang Fang", &["小芳"]), entity("芳姐", &["小芳"]), entity("boss", &["老板"])]);
    space.write(vec![user("m1", "Wang Fang called"), user("m2", "芳姐来了"), user("m3", "my boss 老板 smiled")]);
    space
}

fn document(store: &Store, doc: DocId) -> Document {
    store.snapshot().unwrap().document(doc).unwrap().unwrap()
}

fn names(space: &Space, doc: DocId) -> Vec<String> {
    document(space.store(), doc).names
}

/// Hashes of the tables that a merge touches.
fn tables(space: &Space) -> Vec<blake3::Hash> {
    let snapshot = space.store().snapshot().unwrap();
    let tables = [Table::Entities, Table::Merged, Table::EntityNames, Table::EntityAliases, Table::EntityDocs];
    let of = |table: Table| blake3::hash(format!("{:?}", digest::of(&snapshot, table).unwrap()).as_bytes());
    tables.into_iter().map(of).collect()
}

#[test]
fn names_of_the_merged_name_the_kept_one_everywhere() {
    let space = space();
    assert_eq!(space.one(merge(1, 2)), Stored::Done);
    assert!(space.write(vec![merge(1, 2)]).change.events.is_empty(), "they are one already");
    let snapshot = space.store().snapshot().unwrap();
    for name in ["芳姐", "ＷＡＮＧ fang", "小芳"] {
        assert_eq!(snapshot.entities_called(name).unwrap(), [ent(1)], "{name}");
        assert_eq!(snapshot.entities_named(name).unwrap(), [ent(1)], "{name}");
    }
    assert_eq!((snapshot.merged_into(ent(1)).unwrap(), space.entity(2).merged_into), (vec![ent(2)], Some(ent(1))));
    assert_eq!(snapshot.mentions(ent(1)).unwrap(), [msg(1), msg(2)]);
    space.write(vec![user("m4", "小芳 is my sister 姐姐")]);
    let about = |name: &str| EntityRef::Name(name.to_owned());
    let relation = NewRelation {
        from: about("芳姐"),
        predicate: "sister_of".to_owned(),
        to: about("boss"),
        evidence: vec![says("m4", "my sister")],
        valid: Interval::default(),
        replaces: None,
    };
    let memory = NewMemory { entities: vec![about("小芳")], ..fact("has a sister", vec![says("m4", "姐姐")]) };
    space.write(vec![Command::AddRelation(relation), remember(memory)]);
    drop(snapshot);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.relation(RelationId::new(1)).unwrap().unwrap().from, ent(1));
    assert_eq!(snapshot.entities_of(DocId::Memory(MemoryId::new(1))).unwrap(), [ent(1)], "no longer ambiguous");
    drop(snapshot);
    space.is_sound();
}

#[test]
fn documents_carry_the_names_of_the_group_and_the_legs_get_them_anew() {
    let space = space();
    let alone = (names(&space, msg(1)), names(&space, msg(2)), names(&space, msg(3)));
    let receipt = space.write(vec![merge(1, 2)]);
    let told: Vec<DocId> = receipt.change.documents.iter().map(|document| document.id).collect();
    assert_eq!(told, [msg(1), msg(2)]);
    for doc in [msg(1), msg(2)] {
        assert_eq!(names(&space, doc), ["Wang Fang", "小芳", "芳姐"], "each name once, the kept one's first");
    }
    let receipt = space.write(vec![entity("芳姐", &["Sister Fang"])]);
    assert_eq!(receipt.change.documents.len(), 2, "a new name of one is a name of all");
    let receipt = space.write(vec![split(2)]);
    assert_eq!(receipt.change.documents.len(), 2);
    assert_eq!((names(&space, msg(1)), names(&space, msg(3))), (alone.0, alone.2));
    assert_eq!(names(&space, msg(2)), [alone.1, vec!["Sister Fang".to_owned()]].concat());
    space.is_sound();
}

#[test]
fn a_split_undoes_a_merge_exactly_chains_and_all() {
    let space = space();
    space.write(vec![entity("D 丁", &[]), entity("E 戊", &[])]);
    let before = tables(&space);
    let chain = [merge(2, 1), merge(3, 2), merge(4, 3)];
    let mut states = vec![before];
    for one in chain {
        space.write(vec![one]);
        states.push(tables(&space));
    }
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.merged_into(ent(4)).unwrap(), [ent(1), ent(2), ent(3)], "all count as the last");
    assert_eq!(snapshot.mentions(ent(4)).unwrap(), [msg(1), msg(2), msg(3)]);
    states.pop();
    for one in [split(3), split(2), split(1)] {
        space.write(vec![one]);
        assert_eq!(Some(tables(&space)), states.pop());
    }
    drop(snapshot);
    space.is_sound();
}

#[test]
fn a_split_in_the_middle_takes_along_what_was_merged_there() {
    let space = space();
    space.write(vec![entity("D 丁", &[]), merge(2, 1), merge(3, 2), merge(2, 4)]);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.merged_into(ent(3)).unwrap(), [ent(1), ent(2), ent(4)]);
    space.write(vec![split(2)]);
    drop(snapshot);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.merged_into(ent(2)).unwrap(), [ent(1), ent(4)], "4 was said to be the same as 2");
    assert_eq!(snapshot.merged_into(ent(3)).unwrap(), []);
    assert_eq!((space.entity(1).merged_into, space.entity(2).merged_into), (Some(ent(2)), None));
    drop(snapshot);
    space.is_sound();
}

#[test]
fn circles_strangers_and_what_was_merged_before_are_refused() {
    let space = space();
    let cycle = |number: u64| Refusal::Cycle { field: "merge".to_owned(), what: ent(number).to_string() };
    let settled = |field: &str, n: u64| Refusal::Settled { field: field.to_owned(), what: ent(n).to_string() };
    assert_eq!(space.refusal(merge(1, 1)), cycle(1));
    assert_eq!(space.refusal(split(1)), settled("entity", 1));
    for (command, field) in [(merge(9, 1), "keep"), (merge(1, 9), "merge"), (split(9), "entity")] {
        let unknown = Refusal::UnknownEntity { field: field.to_owned(), entity: "ent-9".to_owned() };
        assert_eq!(space.refusal(command), unknown);
    }
    space.write(vec![merge(1, 2)]);
    assert_eq!(space.refusal(merge(2, 1)), cycle(1));
    assert_eq!(space.refusal(merge(3, 2)), settled("merge", 2));
    space.write(vec![merge(3, 1)]);
    assert_eq!(space.refusal(merge(2, 3)), cycle(3));
}

#[test]
fn a_leg_that_begins_anew_hears_which_entities_are_the_same() {
    let space = space();
    space.write(vec![merge(2, 1), merge(3, 2)]);
    let snapshot = space.store().snapshot().unwrap();
    let merges = |events: &[Event]| {
        let mut merges: Vec<(u64, u64)> = Vec::new();
        for event in events {
            if let Event::EntitiesMerged { keep, merged } = event {
                merges.push((keep.get(), merged.get()));
            }
        }
        merges.sort_unstable();
        merges
    };
    assert_eq!(merges(&snapshot.outline().unwrap().events), [(2, 1), (3, 2)], "each with the one it was merged into");
    let all: Vec<Event> = snapshot.everything(2).unwrap().flat_map(|change| change.unwrap().events.to_vec()).collect();
    assert_eq!(merges(&all), [(2, 1), (3, 2)]);
}

/// Which entity each was merged into itself.
type Parents = BTreeMap<u64, u64>;

fn root(parents: &Parents, mut entity: u64) -> u64 {
    while let Some(parent) = parents.get(&entity) {
        entity = *parent;
    }
    entity
}

#[test]
fn random_merges_and_splits_agree_with_a_plain_forest() {
    let seed = super::random::seed();
    println!("HUPO_SEED={seed}");
    let mut random = Random(seed);
    let space = Space::new();
    space.write((1..=8).map(|n| entity(&format!("实体 thing {n}"), &[])).collect());
    let mut parents = Parents::new();
    for _ in 0..120 {
        let (one, other) = (random.below(8) + 1, random.below(8) + 1);
        let command = if random.below(3) == 0 { split(one) } else { merge(one, other) };
        let done = space.try_write(vec![command.clone()]).is_ok_and(|receipt| !receipt.change.events.is_empty());
        let expected = match command {
            Command::SplitEntity { .. } => parents.remove(&one).is_some(),
            _ => root(&parents, one) != other && !parents.contains_key(&other) && one != other,
        };
        assert_eq!(done, expected, "{command:?} over {parents:?}");
        if done && matches!(command, Command::MergeEntities { .. }) {
            parents.insert(other, one);
        }
        let snapshot = space.store().snapshot().unwrap();
        for entity in 1..=8 {
            let counted = root(&parents, entity);
            assert_eq!(space.entity(entity).merged_into, (counted != entity).then_some(ent(counted)));
            let below = (1..=8).filter(|other| *other != entity && root(&parents, *other) == entity);
            assert_eq!(snapshot.merged_into(ent(entity)).unwrap(), below.map(ent).collect::<Vec<_>>());
        }
    }
    space.is_sound();
}
