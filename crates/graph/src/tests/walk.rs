//! What the walk finds, and what it must not.

use super::makers::*;
use crate::{Error, Hit, Index, Options, Seed, Seeds};
use hupo_types::{DocId, DocSet, EntityId, Event, Interval, Role, State, Timestamp, TopicId};

fn walk(index: &Index, question: &str) -> Vec<Hit> {
    index.walk(&index.seeds(question, &[]), &all(), 10, None)
}

fn seed(id: u64) -> Seeds {
    let seed = Seed { id: ent(id), matched: String::new(), weight: 1.0 };
    Seeds { entities: vec![seed], topics: Vec::new() }
}

/// Someone's sister, what was said of her, and of others.
fn family(person: &str, predicate: &str, sister: &str) -> Index {
    index(vec![
        entity(1, person, &[]),
        entity(2, sister, &[]),
        entity(3, "Bob", &["鲍勃"]),
        relation(1, 1, predicate, 2),
        message(1, None),
        mentioned(msg(1), &[3]),
        message(2, None),
        mentioned(msg(2), &[2]),
    ])
}

fn check_two_steps(index: &Index, question: &str, expected: &str) {
    let hits = walk(index, question);
    assert_eq!(docs(&hits), [msg(2)], "{question}");
    assert_eq!(way(&hits[0]), expected);
}

#[test]
fn a_document_two_steps_away_is_found_in_chinese() {
    check_two_steps(&family("小明", "姐姐", "小红"), "小明的姐姐住在哪里？", "小明 -姐姐- 小红 -mentions- msg-2");
}

#[test]
fn a_document_two_steps_away_is_found_in_english() {
    let index = family("Anna Berg", "sister_of", "Clara");
    check_two_steps(&index, "where does ANNA  BERG's sister live", "Anna Berg -sister_of- Clara -mentions- msg-2");
}

#[test]
fn a_document_two_steps_away_is_found_in_a_mixed_sentence() {
    let index = family("小明Ming", "sister", "Clara");
    check_two_steps(&index, "你还记得小明Ming的sister吗", "小明Ming -sister- Clara -mentions- msg-2");
}

#[test]
fn a_relation_is_walked_backwards_and_says_so() {
    check_two_steps_backwards(&family("小明", "姐姐", "小红"));
}

fn check_two_steps_backwards(index: &Index) {
    index.apply(&change(2, vec![message(3, None), mentioned(msg(3), &[1])])).unwrap();
    let hits = walk(index, "小红");
    assert_eq!(docs(&hits), [msg(2), msg(3)]);
    assert_eq!(way(&hits[1]), "小红 -姐姐 (backwards)- 小明 -mentions- msg-3");
}

#[test]
fn topics_neighbours_and_evidence_are_walked() {
    let index = index(vec![
        topic(1, "养猫"),
        memory(1, &[2]),
        joined(1, &[1]),
        message(2, None),
        message(3, Some(2)),
        message(9, None),
    ]);
    let hits = walk(&index, "聊聊養貓的事");
    assert_eq!(docs(&hits), [mem(1), msg(2), msg(3)]);
    assert_eq!(way(&hits[2]), "养猫 -belongs to- mem-1 -rests on- msg-2 -next- msg-3");
}

#[test]
fn a_superseded_memory_is_neither_found_nor_walked() {
    let events = vec![entity(1, "Anna", &[]), memory(1, &[7]), mentioned(mem(1), &[1]), message(7, None)];
    let index = index(events);
    assert_eq!(docs(&walk(&index, "Anna")), [mem(1), msg(7)]);
    index.apply(&change(2, vec![memory(2, &[8]), superseded(1, 2)])).unwrap();
    assert_eq!(walk(&index, "Anna"), []);
    assert_eq!(index.entity_documents(ent(1)), []);
    assert_eq!(index.expand(&[(msg(7), 1.0)], &all(), 10), []);
    assert_eq!(index.expand(&[(mem(1), 1.0)], &all(), 10), []);
}

#[test]
fn a_topic_summary_that_was_withdrawn_is_neither_found_nor_walked() {
    let index = index(vec![entity(1, "安娜 Anna", &[]), memory(1, &[7]), mentioned(mem(1), &[1]), message(7, None)]);
    let (summary, at) = (hupo_types::MemoryId::new(1), Timestamp::from_ms(0));
    let withdrawn = hupo_types::Cared::Withdrawn { summary, members: Vec::new(), at };
    assert_eq!(docs(&walk(&index, "安娜 Anna")), [mem(1), msg(7)]);
    index.apply(&change(2, vec![Event::Cared(withdrawn)])).unwrap();
    assert_eq!(walk(&index, "安娜 Anna"), []);
}

#[test]
fn a_memory_that_arrives_superseded_or_erased_stays_closed() {
    for state in [State::Superseded, State::Erased] {
        let index = index(vec![entity(1, "Anna", &[]), memory_in(1, &[7], state), mentioned(mem(1), &[1])]);
        assert_eq!(walk(&index, "Anna"), []);
        assert_eq!(index.stats().closed, 1);
    }
}

#[test]
fn archived_and_folded_memories_are_found_if_allowed() {
    for state in [State::Archived, State::Folded] {
        let index = index(vec![entity(1, "Anna", &[]), memory_in(1, &[], state), mentioned(mem(1), &[1])]);
        assert_eq!(docs(&walk(&index, "Anna")), [mem(1)]);
    }
}

#[test]
fn a_system_message_is_neither_found_nor_walked() {
    let system = message_of(2, Some(1), Role::System);
    let events = vec![entity(1, "Anna", &[]), message(1, None), system, message(3, Some(2)), mentioned(msg(1), &[1])];
    let index = index(events);
    assert_eq!(docs(&walk(&index, "Anna")), [msg(1)]);
    assert_eq!(index.neighbours(msg(3)), []);
}

#[test]
fn only_allowed_documents_are_returned_but_others_are_walked_through() {
    let index = index(vec![entity(1, "Anna", &[]), mentioned(mem(1), &[1]), memory(1, &[5]), message(5, None)]);
    let hits = index.walk(&seed(1), &DocSet::from_iter([msg(5)]), 10, None);
    assert_eq!(docs(&hits), [msg(5)]);
    assert_eq!(way(&hits[0]), "Anna -mentions- mem-1 -rests on- msg-5");
    assert_eq!(index.walk(&seed(1), &DocSet::new(), 10, None), []);
}

#[test]
fn a_relation_is_walked_only_while_it_holds() {
    let at = Timestamp::from_ms;
    let valid = Interval { from: Some(at(100)), to: Some(at(200)) };
    let index = index(vec![relation_during(1, [1, 2], "works_at", valid), mentioned(msg(1), &[2])]);
    let found = |at| !index.walk(&seed(1), &all(), 10, at).is_empty();
    let held = [99, 100, 199, 200].map(|ms| found(Some(at(ms))));
    assert_eq!(held, [false, true, true, false]);
    assert!(found(None));
}

/// Sixty turns that all mention the speaker, one of which mentions someone rare, and the rare one's friend's turn.
fn chatter() -> Vec<Event> {
    let mut events = vec![entity(1, "Melanie", &[]), entity(2, "Zorblax", &[]), entity(3, "Kim", &[])];
    events.extend((1..=60).flat_map(|n| [message(n, None), mentioned(msg(n), &[1])]));
    events.extend([mentioned(msg(30), &[2]), relation(1, 2, "friend", 3), mentioned(msg(40), &[3])]);
    events
}

#[test]
fn who_speaks_in_every_turn_does_not_flood_the_answer() {
    let hits = walk(&index(chatter()), "What did Melanie say about Zorblax?");
    assert_eq!(docs(&hits), [msg(30), msg(40)]);
}

#[test]
fn below_the_hub_limit_the_rare_name_still_leads() {
    let index = index_with(Options { hub_share: 1.0, ..Options::default() }, chatter());
    let hits = walk(&index, "What did Melanie say about Zorblax?");
    assert_eq!(docs(&hits)[..2], [msg(30), msg(40)]);
    assert_eq!(hits.len(), 10);
    assert!(hits[0].score > 10.0 * hits[2].score);
}

#[test]
fn ties_go_to_the_smaller_id() {
    let index = index([5, 3, 9, 1].into_iter().map(|n| mentioned(msg(n), &[1])).collect());
    assert_eq!(docs(&index.walk(&seed(1), &all(), 3, None)), [msg(1), msg(3), msg(5)]);
}

#[test]
fn circles_and_edges_to_oneself_end() {
    let index = index(vec![
        entity(1, "Anna", &[]),
        relation(1, 1, "admires", 1),
        relation(2, 1, "knows", 2),
        relation(3, 2, "knows", 3),
        relation(4, 3, "knows", 1),
        message(4, Some(4)),
        mentioned(msg(4), &[3]),
    ]);
    let hits = walk(&index, "Anna");
    assert_eq!(docs(&hits), [msg(4)]);
    assert_eq!(way(&hits[0]), "Anna -knows (backwards)- ent-3 -mentions- msg-4");
}

#[test]
fn unknown_ids_lead_nowhere() {
    let index = index(vec![mentioned(msg(1), &[1])]);
    let mut seeds = seed(99);
    seeds.topics.push(Seed { id: TopicId::new(7), matched: String::new(), weight: 1.0 });
    seeds.entities.push(Seed { id: EntityId::new(u64::MAX), matched: String::new(), weight: 1.0 });
    assert_eq!(index.walk(&seeds, &all(), 10, None), []);
    assert_eq!(index.neighbours(msg(99)), []);
    assert_eq!(index.entity_documents(ent(99)), []);
    assert_eq!(index.expand(&[(DocId::Memory(hupo_types::MemoryId::new(u64::MAX)), 1.0)], &all(), 10), []);
}

#[test]
fn unusable_weights_are_passed_over() {
    let index = index(vec![mentioned(msg(1), &[1]), mentioned(msg(2), &[2])]);
    for weight in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
        let mut seeds = seed(1);
        seeds.entities.push(Seed { id: ent(2), matched: String::new(), weight });
        assert_eq!(docs(&index.walk(&seeds, &all(), 10, None)), [msg(1)], "{weight}");
        assert_eq!(index.expand(&[(msg(1), weight)], &all(), 10), []);
    }
}

#[test]
fn an_empty_graph_finds_nothing() {
    let index = Index::new(Options::default()).unwrap();
    assert!(index.seeds("Anna 小明", &["Bob".to_owned()]).is_empty());
    assert_eq!(index.walk(&seed(1), &all(), 10, None), []);
    assert_eq!(index.walk(&Seeds::default(), &all(), 0, None), []);
}

#[test]
fn no_more_than_k_are_returned() {
    let index = index((1..=30).map(|n| mentioned(msg(n), &[1])).collect());
    assert_eq!([0, 1, 7, 99].map(|k| index.walk(&seed(1), &all(), k, None).len()), [0, 1, 7, 30]);
}

#[test]
fn options_out_of_range_are_refused_by_name() {
    let refused = |options| match Index::new(options) {
        Err(Error::Option { name, .. }) => name,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(Options { alpha: 1.0, ..Options::default() }), "alpha");
    assert_eq!(refused(Options { epsilon: f32::NAN, ..Options::default() }), "epsilon");
    assert_eq!(refused(Options { relation: -1.0, ..Options::default() }), "relation");
    assert_eq!(refused(Options { people: f32::INFINITY, ..Options::default() }), "people");
}

#[test]
fn what_was_erased_is_neither_found_nor_walked() {
    let events = vec![entity(1, "Anna", &[]), memory(1, &[7]), mentioned(mem(1), &[1]), message(7, None)];
    let index = index(events);
    assert_eq!(docs(&walk(&index, "Anna")), [mem(1), msg(7)]);
    let erasure = hupo_types::Erasure {
        lost: false,
        target: hupo_types::EraseTarget::Message(hupo_types::MessageId::new(7)),
        at: hupo_types::Timestamp::from_ms(1),
        messages: vec![hupo_types::MessageId::new(7)],
        memories: vec![hupo_types::MemoryId::new(1)],
        lost_evidence: vec![],
        entities: vec![],
        relations: vec![],
        observations: vec![],
        profile_facts: vec![],
        temporal_items: vec![],
        pages: vec![],
        proposals: vec![],
        vectors: vec![],
        beliefs: false,
        rewritten: vec![],
    };
    index.apply(&change(2, vec![hupo_types::Event::Erased(erasure)])).unwrap();
    assert_eq!(walk(&index, "Anna"), []);
    assert_eq!(index.entity_documents(ent(1)), []);
}
