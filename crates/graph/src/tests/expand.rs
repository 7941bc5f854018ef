//! The step after fusion.

use super::makers::*;
use crate::{Index, Options};
use hupo_types::{DocId, DocSet};

fn found(index: &Index, from: &[(DocId, f32)]) -> Vec<DocId> {
    docs(&index.expand(from, &all(), 50))
}

#[test]
fn a_shared_entity_leads_on_and_the_rarer_one_first() {
    let mut events = vec![entity(1, "Hangzhou", &[]), entity(2, "Zorblax", &[])];
    events.extend((2..=9).map(|n| mentioned(msg(n), &[1])));
    events.extend([mentioned(msg(1), &[1, 2]), mentioned(msg(50), &[2])]);
    let index = index(events);
    let hits = index.expand(&[(msg(1), 1.0)], &all(), 50);
    assert_eq!(docs(&hits)[..2], [msg(50), msg(2)]);
    assert_eq!(hits.len(), 9, "the source itself is not returned");
    assert_eq!(way(&hits[0]), "msg-1 -mentions- Zorblax -mentions- msg-50");
}

#[test]
fn an_entity_of_many_documents_is_skipped() {
    let events = |n: u64| (1..=n).map(|doc| mentioned(msg(doc), &[1])).collect();
    assert_eq!(found(&index(events(20)), &[(msg(1), 1.0)]).len(), 19);
    assert_eq!(found(&index(events(21)), &[(msg(1), 1.0)]), []);
    let wider = Options { expand_documents: 21, ..Options::default() };
    assert_eq!(found(&index_with(wider, events(21)), &[(msg(1), 1.0)]).len(), 20);
}

#[test]
fn neighbouring_turns_evidence_and_topics_lead_on() {
    let index = index(vec![
        message(1, None),
        message(2, Some(1)),
        message(3, Some(2)),
        message(4, Some(3)),
        memory(1, &[2]),
        topic(1, "cats"),
        joined(1, &[1]),
        memory(2, &[]),
        joined(2, &[1]),
    ]);
    assert_eq!(found(&index, &[(msg(2), 1.0)]), [mem(1), msg(1), msg(3)]);
    assert_eq!(found(&index, &[(mem(1), 1.0)]), [msg(2), mem(2)]);
    let hits = index.expand(&[(mem(1), 1.0)], &all(), 50);
    assert_eq!(way(&hits[1]), "mem-1 -belongs to- cats -belongs to- mem-2");
}

#[test]
fn only_the_best_sources_count_and_more_of_them_count_more() {
    let mut events = vec![mentioned(msg(900), &[900]), mentioned(msg(901), &[900])];
    events.extend((1..=12).map(|n| mentioned(msg(n), &[n])));
    events.extend((1..=12).map(|n| mentioned(msg(100 + n), &[n])));
    events.extend([mentioned(msg(200), &[1, 2]), mentioned(msg(1), &[1])]);
    let index = index(events);
    let from: Vec<(DocId, f32)> = (1..=12).map(|n| (msg(n), 1.0 / n as f32)).collect();
    let found = found(&index, &from);
    assert_eq!(found[0], msg(200));
    assert!(found.contains(&msg(110)) && !found.contains(&msg(111)), "{found:?}");
    assert!(!found.contains(&msg(901)));
}

#[test]
fn what_the_question_names_itself_does_not_lead_on() {
    for (asked, rare) in [("Nomi", "Porto"), ("糯米", "里斯本"), ("糯米 cafe", "里斯本 Lisbon")] {
        let mut events = vec![entity(1, asked, &[]), entity(2, rare, &[])];
        events.extend([mentioned(msg(1), &[1, 2]), mentioned(msg(2), &[1]), mentioned(msg(3), &[2])]);
        let index = index(events);
        let named = index.seeds(&format!("Where is {asked}?"), &[]);
        assert_eq!(docs(&index.expand_past(&named, &[(msg(1), 1.0)], &all(), 9)), [msg(3)]);
        assert_eq!(found(&index, &[(msg(1), 1.0)]), [msg(2), msg(3)]);
    }
}

#[test]
fn a_source_given_twice_counts_once() {
    let index = index(vec![message(1, None), message(2, Some(1))]);
    let once = index.expand(&[(msg(1), 1.0)], &all(), 5);
    assert_eq!(index.expand(&[(msg(1), 1.0), (msg(1), 0.5)], &all(), 5), once);
    assert!(!once.is_empty());
}

#[test]
fn only_allowed_documents_are_returned_and_no_more_than_k() {
    let index = index((1..=9).map(|n| mentioned(msg(n), &[1])).collect());
    let allowed = DocSet::from_iter([msg(1), msg(4), msg(5), msg(6)]);
    assert_eq!(docs(&index.expand(&[(msg(1), 1.0)], &allowed, 2)), [msg(4), msg(5)]);
}
