//! Relations that take another's place: "my brother lives in Austin, not my sister".

use hupo_types::{Command, EntityRef, Interval, NewEvidence, NewRelation, Refusal, RelationId, Stored};

use super::space::{Space, companion, companion_says, entity, says, user};
use crate::Read;

const fn rel(number: u64) -> RelationId {
    RelationId::new(number)
}

fn relation(ends: [&str; 2], predicate: &str, evidence: NewEvidence, replaces: Option<u64>) -> Command {
    let [from, to] = ends.map(|name| EntityRef::Name(name.to_owned()));
    let (predicate, evidence, replaces) = (predicate.to_owned(), vec![evidence], replaces.map(rel));
    Command::AddRelation(NewRelation { from, predicate, to, evidence, valid: Interval::default(), replaces })
}

/// The sister lives in Austin: relation 1.
fn space() -> Space {
    let space = Space::new();
    let names = [("sister", "妹妹"), ("brother", "哥哥"), ("Austin", "奥斯汀"), ("Dallas", "达拉斯")];
    space.write(names.iter().map(|(name, alias)| entity(name, &[alias])).collect());
    space.write(vec![
        user("m1", "我妹妹住在 Austin"),
        user("m2", "是我哥哥, my brother lives in Austin, not my sister"),
        companion("m3", "哦 your brother lives in Dallas"),
    ]);
    space.write(vec![relation(["妹妹", "Austin"], "lives_in", says("m1", "住在 Austin"), None)]);
    space
}

fn brother() -> Command {
    relation(["brother", "奥斯汀"], "Lives_in", says("m2", "my brother lives in Austin"), Some(1))
}

#[test]
fn a_correction_takes_a_relations_place_and_both_stay_readable() {
    let space = space();
    assert_eq!(space.one(brother()), Stored::Relation { id: rel(2), existed: false });
    let snapshot = space.store().snapshot().unwrap();
    let (old, new) = (snapshot.relation(rel(1)).unwrap().unwrap(), snapshot.relation(rel(2)).unwrap().unwrap());
    assert_eq!((old.superseded_by, new.superseded_by, old.evidence.len()), (Some(rel(2)), None, 1));
    let austin = snapshot.entities_called("AUSTIN").unwrap()[0];
    assert_eq!(snapshot.relations_at(austin).unwrap(), [rel(1), rel(2)], "what no longer holds can be read");
    let again = space.write(vec![brother()]);
    assert_eq!((again.stored, again.change.events.len()), (vec![Stored::Relation { id: rel(2), existed: true }], 0));
    drop(snapshot);
    space.is_sound();
}

#[test]
fn a_known_relation_may_take_a_place_too() {
    let space = space();
    space.write(vec![relation(["brother", "Austin"], "lives_in", says("m2", "my brother lives in Austin"), None)]);
    let receipt = space.write(vec![brother()]);
    assert_eq!(receipt.stored, [Stored::Relation { id: rel(2), existed: true }]);
    assert_eq!(receipt.change.events.len(), 1, "only the old one changes");
    let old = space.store().snapshot().unwrap().relation(rel(1)).unwrap().unwrap();
    assert_eq!(old.superseded_by, Some(rel(2)));
}

#[test]
fn only_the_users_words_replace_and_only_what_lives_and_is_about_the_same() {
    let space = space();
    let by_companion = companion_says("m3", "your brother lives in Dallas");
    let replacing = |ends, predicate, evidence, old| space.refusal(relation(ends, predicate, evidence, Some(old)));
    let brothers = || says("m2", "my brother lives in Austin");
    assert_eq!(replacing(["sister", "Dallas"], "lives_in", by_companion, 1), Refusal::NoUserCorrection);
    let refused = replacing(["brother", "Dallas"], "lives_in", brothers(), 1);
    assert!(matches!(refused, Refusal::Unsupported { .. }), "another beginning and another end: {refused:?}");
    let refused = replacing(["brother", "Austin"], "works_in", brothers(), 1);
    assert!(matches!(refused, Refusal::Unsupported { .. }), "another beginning and predicate: {refused:?}");
    let unknown = Refusal::UnknownTarget { field: "replaces".to_owned(), what: "rel-9".to_owned() };
    assert_eq!(replacing(["brother", "Austin"], "lives_in", brothers(), 9), unknown);
    let same = replacing(["sister", "Austin"], "lives_in", says("m1", "住在 Austin"), 1);
    assert_eq!(same, Refusal::Cycle { field: "replaces".to_owned(), what: "rel-1".to_owned() });
    space.write(vec![brother()]);
    let settled = Refusal::Settled { field: "replaces".to_owned(), what: "rel-1".to_owned() };
    assert_eq!(replacing(["sister", "Dallas"], "lives_in", brothers(), 1), settled);
    space.write(vec![relation(["brother", "Dallas"], "lives_in", brothers(), Some(2))]);
    space.is_sound();
}

#[test]
fn what_was_replaced_may_come_back_as_a_new_relation_and_no_chain_closes() {
    let space = space();
    space.write(vec![brother()]);
    let back = relation(["sister", "Austin"], "lives_in", says("m1", "住在 Austin"), Some(2));
    assert_eq!(space.one(back), Stored::Relation { id: rel(3), existed: false });
    let snapshot = space.store().snapshot().unwrap();
    let by = |number| snapshot.relation(rel(number)).unwrap().unwrap().superseded_by;
    assert_eq!((by(1), by(2), by(3)), (Some(rel(2)), Some(rel(3)), None));
}
