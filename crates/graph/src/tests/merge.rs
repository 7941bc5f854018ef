//! Entities that are one, and relations whose place was taken: a graph that lived through it equals one made anew.

use super::makers::*;
use crate::{Hit, Index, Neighbour, Options, Seeds, Stats};
use hupo_types::{DocId, EntityId, Event, RelationId};

fn merged(keep: u64, merged: u64) -> Event {
    Event::EntitiesMerged { keep: ent(keep), merged: ent(merged) }
}

fn split(entity: u64, from: u64) -> Event {
    Event::EntitySplit { entity: ent(entity), from: ent(from) }
}

fn replaced(old: u64, new: u64) -> Event {
    Event::RelationSuperseded { old: RelationId::new(old), new: RelationId::new(new) }
}

/// 王芳 and Fang, each in a line of their own, both in the third; 李雷 in the fourth.
fn lines() -> Vec<Event> {
    let mut events = vec![entity(1, "王芳", &["小芳"]), entity(2, "Fang", &["小芳"]), entity(3, "李雷", &[])];
    events.extend([1, 2, 3, 4].map(|number| message(number, None)));
    events.extend([mentioned(msg(1), &[1]), mentioned(msg(2), &[2]), mentioned(msg(3), &[1, 2])]);
    events.push(mentioned(msg(4), &[3]));
    events
}

fn found(index: &Index, question: &str) -> Vec<DocId> {
    let mut found = docs(&index.walk(&index.seeds(question, &[]), &all(), 100, None));
    found.sort();
    found
}

fn entities(seeds: &Seeds) -> Vec<EntityId> {
    seeds.entities.iter().map(|seed| seed.id).collect()
}

/// Everything a reader can tell of a graph.
#[derive(Debug, PartialEq)]
struct Told {
    stats: Stats,
    seeds: Seeds,
    walk: Vec<Hit>,
    expand: Vec<Hit>,
    neighbours: Vec<Vec<String>>,
    documents: Vec<Vec<DocId>>,
}

fn told(index: &Index, question: &str) -> Told {
    let seeds = index.seeds(question, &[]);
    let beside = |number: u64| {
        let shown = |one: &Neighbour| format!("{} {}", one.edge, one.node);
        let mut beside: Vec<String> = index.neighbours(msg(number)).iter().map(shown).collect();
        beside.sort();
        beside
    };
    Told {
        stats: index.stats(),
        walk: index.walk(&seeds, &all(), 1000, None),
        expand: index.expand(&[(msg(1), 1.0), (msg(3), 0.5)], &all(), 1000),
        neighbours: (1..=40).map(beside).collect(),
        documents: (1..=12).map(|number| index.entity_documents(ent(number))).collect(),
        seeds,
    }
}

#[test]
fn merged_entities_are_one_node_by_every_name_in_both_languages() {
    let index = index(lines());
    assert_eq!(index.entity_documents(ent(2)), [msg(2), msg(3)]);
    let apart = told(&index, "小芳 and 李雷");
    index.apply(&change(2, vec![merged(1, 2)])).unwrap();
    for question in ["Fang", "王芳呢", "what of 小芳?"] {
        assert_eq!(found(&index, question), [msg(1), msg(2), msg(3)], "{question}");
        let seeds = index.seeds(question, &[]);
        assert_eq!((entities(&seeds), seeds.entities[0].weight < 1.0), (vec![ent(1)], true), "{question}");
    }
    for of in [1, 2] {
        assert_eq!(index.entity_documents(ent(of)), [msg(1), msg(2), msg(3)]);
    }
    assert_eq!(index.neighbours(msg(3)).len(), 1, "who mentions both mentions one");
    assert_eq!(index.neighbours(msg(2))[0].node.to_string(), "王芳", "shown by the name that is kept");
    index.apply(&change(3, vec![split(2, 1)])).unwrap();
    assert_eq!(told(&index, "小芳 and 李雷"), apart, "and two again, as they were");
}

#[test]
fn what_is_learnt_after_a_merge_lies_at_the_one_that_is_kept() {
    let index = index(lines());
    index.apply(&change(2, vec![merged(1, 2)])).unwrap();
    assert_eq!(found(&index, "Fang").len(), 3);
    index.apply(&change(3, vec![message(5, None), mentioned(msg(5), &[2]), mentioned(msg(2), &[1])])).unwrap();
    assert_eq!(found(&index, "王芳"), [msg(1), msg(2), msg(3), msg(5)]);
    assert_eq!(index.neighbours(msg(2)).len(), 1, "the other name in the same line is nothing new");
    index.apply(&change(4, vec![merged(3, 1)])).unwrap();
    assert_eq!(found(&index, "李雷"), [1, 2, 3, 4, 5].map(msg), "chains count as the last");
    index.apply(&change(5, vec![split(1, 3)])).unwrap();
    assert_eq!(found(&index, "Fang"), [msg(1), msg(2), msg(3), msg(5)], "and come apart where they were joined");
    assert_eq!(found(&index, "李雷"), [msg(4)]);
}

#[test]
fn a_relation_whose_place_was_taken_is_no_longer_walked() {
    let mut events = lines();
    events.push(relation(1, 3, "sister_of 妹妹", 1));
    let index = index(events);
    let ways =
        || -> Vec<String> { index.walk(&index.seeds("李雷", &[]), &all(), 100, None).iter().map(way).collect() };
    assert!(ways().iter().any(|way| way.contains("妹妹- 王芳")), "{:?}", ways());
    index.apply(&change(2, vec![relation(2, 3, "sister_of 妹妹", 2), replaced(1, 2)])).unwrap();
    assert!(ways().iter().any(|way| way.contains("妹妹- Fang")), "{:?}", ways());
    assert!(!ways().iter().any(|way| way.contains("妹妹- 王芳")), "{:?}", ways());
}

/// Merges and splits among twelve entities, and relations replaced, over a random graph.
fn history(random: &mut Random) -> (Vec<Event>, Vec<(u64, u64)>, Vec<u64>) {
    let (mut events, mut parents, mut gone) = (Vec::new(), Vec::<(u64, u64)>::new(), Vec::new());
    let root = |parents: &[(u64, u64)], mut of: u64| {
        while let Some((_, parent)) = parents.iter().find(|(one, _)| *one == of) {
            of = *parent;
        }
        of
    };
    for _ in 0..12 {
        let (keep, other) = (random.below(12) + 1, random.below(12) + 1);
        if let Some(at) = parents.iter().position(|(one, _)| *one == keep).filter(|_| random.below(3) == 0) {
            let (one, _) = parents.remove(at);
            events.push(split(one, keep));
        } else if root(&parents, keep) != other && !parents.iter().any(|(one, _)| *one == other) {
            parents.push((other, keep));
            events.push(merged(keep, other));
        }
        if random.below(4) == 0 {
            gone.push(random.below(3) + 1);
            events.extend(gone.last().map(|old| replaced(*old, 3)));
        }
    }
    (events, parents, gone)
}

#[test]
fn a_graph_made_anew_equals_the_one_that_lived_through_it() {
    for seed in 1..=20 {
        let mut random = Random(seed);
        let all_events = random_events(seed, 40, 12, 2);
        let (history, parents, gone) = history(&mut random);
        let live = Index::new(Options::default()).unwrap();
        let (early, late) = all_events.split_at(all_events.len() - 20);
        let mut sequence = 0;
        let mut next = |events: Vec<Event>| {
            sequence += 1;
            live.apply(&change(sequence, events)).unwrap();
            live.stats();
        };
        next(early.to_vec());
        history.into_iter().for_each(|event| next(vec![event]));
        late.iter().for_each(|event| next(vec![event.clone()]));
        let (mut anew, mut merges) = (all_events.clone(), parents.clone());
        random.shuffle(&mut merges);
        anew.extend(merges.into_iter().map(|(other, keep)| merged(keep, other)));
        anew.extend(gone.into_iter().map(|old| replaced(old, 3)));
        let question = "Name1 Name2 Name5 Name11 and theme 1";
        let (mine, theirs) = (told(&live, question), told(&index(anew), question));
        assert_eq!(mine, theirs, "seed {seed}");
        assert!(!mine.walk.is_empty());
    }
}
