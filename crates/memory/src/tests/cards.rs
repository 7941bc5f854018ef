//! Cards: a proposal beside what it contradicts; a person with what is known of them.

use super::space::{NOW, Space, automatic, keyed, memory, quote, zone};
use crate::{Context, Judgement, person_card, review_card};
use hupo_types::{EntityId, NewMemory, ProposalId, VerdictCode};

fn talk() -> Space {
    let space = automatic();
    space.person("小雨", &["Rain"]);
    space.user("a", "小雨住在杭州");
    space.user("b", "Rain lives in Berlin, 我记错了");
    space
}

fn city(text: &str, id: &str, words: &str) -> NewMemory {
    keyed("小雨/city", text, vec![quote(id, words)])
}

#[test]
fn a_review_card_shows_both_sides_with_the_words_they_rest_on() {
    let space = talk();
    space.propose(memory(city("小雨住在杭州", "a", "住在杭州")));
    space.propose(memory(city("Rain lives in Berlin", "b", "lives in Berlin")));
    let (zone, snapshot) = (zone(), space.snapshot());
    let ctx = Context { rules: &space.rules, zone: &zone, now: NOW };
    let card = review_card(&snapshot, ProposalId::new(1), &ctx).unwrap().unwrap();
    assert_eq!(card.evidence[0].found.as_ref().unwrap().quote, "lives in Berlin");
    assert_eq!(card.evidence[0].message.as_deref(), Some("Rain lives in Berlin, 我记错了"));
    assert_eq!(card.conflicts[0].memory.text, "小雨住在杭州");
    assert_eq!(card.conflicts[0].evidence[0].quote, "住在杭州");
    assert!(card.signs.is_empty() && matches!(card.judgement, Judgement::Queue { .. }));
    assert!(review_card(&snapshot, ProposalId::new(2), &ctx).unwrap().is_none());
}

#[test]
fn a_person_card_shows_living_memories_newest_first() {
    let space = talk();
    space.propose(memory(city("小雨住在杭州", "a", "住在杭州")));
    let pet = keyed("小雨/pet", "小雨 has a cat", vec![quote("a", "小雨住在杭州")]);
    space.propose(memory(pet));
    let moved = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::External("mem-1".to_owned())),
        ..city("Rain lives in Berlin", "b", "lives in Berlin")
    };
    assert_eq!(space.propose(memory(moved)).code, VerdictCode::Supersedes);
    let card = person_card(&space.snapshot(), EntityId::new(1)).unwrap().unwrap();
    let texts: Vec<&str> = card.memories.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(texts, ["Rain lives in Berlin", "小雨 has a cat"]);
    assert!(person_card(&space.snapshot(), EntityId::new(9)).unwrap().is_none());
}
