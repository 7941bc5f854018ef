//! Writing: once, in order, whatever the order inside.

use super::makers::*;
use crate::{EdgeKind, Error, Hit, Index, Neighbour, NodeRef, Options, Stats};
use hupo_types::{DocSet, Event, Sequence};

const QUESTION: &str = "Name1, Name2, Name7 and Name41 about theme 3";

fn answer(index: &Index) -> Vec<Hit> {
    index.walk(&index.seeds(QUESTION, &[]), &all(), 50, None)
}

#[test]
fn a_change_applied_twice_changes_nothing() {
    let events = random_events(1, 200, 50, 3);
    let index = index(events.clone());
    let (stats, before) = (index.stats(), answer(&index));
    index.apply(&change(1, events.clone())).unwrap();
    assert_eq!((index.stats(), answer(&index)), (stats, before.clone()));
    index.apply(&change(2, events)).unwrap();
    assert_eq!((index.stats(), answer(&index), index.applied()), (stats, before, Sequence::new(2)));
}

#[test]
fn the_first_change_may_have_any_number_and_the_rest_must_follow() {
    let index = Index::new(Options::default()).unwrap();
    assert_eq!(index.applied(), Sequence::ZERO);
    index.apply(&change(7, vec![message(1, None)])).unwrap();
    index.apply(&change(3, vec![message(2, None)])).unwrap();
    let gap = Error::Gap { expected: Sequence::new(8), given: Sequence::new(9) };
    assert_eq!(index.apply(&change(9, vec![message(3, None)])), Err(gap));
    assert_eq!((index.applied(), index.stats().documents), (Sequence::new(7), 1));
    index.apply(&change(8, vec![])).unwrap();
    assert_eq!(index.applied(), Sequence::new(8));
}

#[test]
fn the_order_of_events_does_not_show() {
    let mut events = random_events(5, 400, 60, 3);
    let (stats, expected) = { (index(events.clone()).stats(), answer(&index(events.clone()))) };
    assert_eq!(expected.len(), 50);
    for seed in 1..=5 {
        Random(seed).shuffle(&mut events);
        let shuffled = index(events.clone());
        assert_eq!(shuffled.stats(), stats);
        let scores = |hits: &[Hit]| hits.iter().map(|hit| (hit.doc, (hit.score * 1e7).round())).collect::<Vec<_>>();
        assert_eq!(scores(&answer(&shuffled)), scores(&expected), "shuffled by {seed}");
    }
}

#[test]
fn a_graph_read_after_every_write_equals_one_written_at_once() {
    let events = random_events(9, 700, 80, 4);
    let at_once = index(events.clone());
    let live = Index::new(Options::default()).unwrap();
    for (sequence, few) in (1..).zip(events.chunks(3)) {
        live.apply(&change(sequence, few.to_vec())).unwrap();
        live.stats();
    }
    assert!(live.stats().edges > 2 * 1024, "so that rows were laid out on the way, and a delta is left");
    assert_eq!(live.stats(), at_once.stats());
    assert_eq!(answer(&live), answer(&at_once));
    let from = [(msg(3), 1.0), (msg(600), 0.5), (mem(4), 0.25)];
    assert_eq!(live.expand(&from, &all(), 50), at_once.expand(&from, &all(), 50));
    assert!((1..=700).all(|n| live.neighbours(msg(n)) == at_once.neighbours(msg(n))));
}

#[test]
fn mentions_before_the_things_they_name_are_kept() {
    let index = index(vec![mentioned(msg(1), &[1]), evidence_added(1, &[1])]);
    let unnamed = NodeRef::Entity { id: ent(1), name: "ent-1".to_owned() };
    let beside = |node| Neighbour { edge: EdgeKind::Mentions, node };
    assert_eq!(index.neighbours(msg(1))[0], beside(unnamed));
    index.apply(&change(2, vec![entity(1, "Anna", &[]), message(1, None), memory(1, &[1])])).unwrap();
    let named = NodeRef::Entity { id: ent(1), name: "Anna".to_owned() };
    let memory = Neighbour { edge: EdgeKind::RestsOn, node: NodeRef::Document(mem(1)) };
    assert_eq!(index.neighbours(msg(1)), [beside(named), memory]);
    assert_eq!(index.stats(), Stats { documents: 2, entities: 1, edges: 2, ..Stats::default() });
}

#[test]
fn ids_of_any_size_are_just_names_of_nodes() {
    let index = index(vec![mentioned(msg(u64::MAX), &[u64::MAX, 0]), entity(u64::MAX, "Anna", &[]), message(0, None)]);
    assert_eq!(index.entity_documents(ent(u64::MAX)), [msg(u64::MAX)]);
    assert!(index.seeds("Anna", &[]).is_empty(), "past the ids that are given out, there is no key for a name");
}

#[test]
fn events_without_a_place_in_the_graph_are_passed_over() {
    let vector = hupo_types::UnitVector::new(vec![1.0]).unwrap();
    let index = index(vec![Event::Embedded { doc: msg(1), vector }]);
    assert_eq!(index.stats(), Stats::default());
    assert_eq!(index.expand(&[(msg(1), 1.0)], &DocSet::from_iter([msg(1)]), 3), []);
}
