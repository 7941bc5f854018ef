//! Requests that ask for more than anybody needs: bounded, or refused by the field.

use crate::world::{NOW, lone_talk};
use hupo::{EntityId, Error, Filter, Kind, PartLimit, Question, SearchScope, TopicId, Turn, TurnLimits};
use std::time::{Duration, Instant};

fn field(question: &Question) -> &'static str {
    match lone_talk().recall(question) {
        Err(Error::BadQuestion { field, .. }) => field,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lists_and_counts_without_end_are_refused_by_their_field() {
    let with = |filter: Filter| Question::new("茶 tea", NOW).filter(filter);
    let many = 100_000;
    assert_eq!(field(&with(Filter { kinds: vec![Kind::Fact; many], ..Filter::default() })), "filter.kinds");
    assert_eq!(field(&with(Filter { speakers: vec!["小雨".into(); many], ..Filter::default() })), "filter.speakers");
    assert_eq!(field(&with(Filter { entities: vec![EntityId::new(1); many], ..Filter::default() })), "filter.entities");
    assert_eq!(field(&with(Filter { topics: vec![TopicId::new(1); many], ..Filter::default() })), "filter.topics");
    let mut question = Question::new("茶 tea", NOW);
    question.people = vec!["小雨".into(); many];
    assert_eq!(field(&question), "people");
    let mut question = Question::new("茶 tea", NOW);
    question.recipe.candidates = usize::MAX;
    assert_eq!(field(&question), "recipe.candidates");
    assert_eq!(field(&Question::new("茶 tea", NOW).k(usize::MAX)), "k");
}

#[test]
fn the_longest_question_is_answered_and_one_that_nobody_waits_for_ends() {
    let space = lone_talk();
    let longest = "花生 peanuts 妹妹 ".repeat(2_900);
    assert!(longest.len() > 60_000);
    let start = Instant::now();
    let answer = space.recall(&Question::new(longest, NOW).scope(SearchScope::Transcript).k(1_000)).unwrap();
    assert!(!answer.hits.is_empty());
    let mut question = Question::new("peanuts 花生", NOW).scope(SearchScope::Both);
    question.deadline = Some(Duration::ZERO);
    question.cancelled = Some(std::sync::Arc::new(true.into()));
    space.recall(&question).unwrap();
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn a_context_without_limits_is_as_large_as_the_space_and_no_larger() {
    let space = lone_talk();
    let all = PartLimit { entries: usize::MAX, tokens: usize::MAX };
    let limits = TurnLimits { tokens: usize::MAX, memories: all, segments: all, bearing: all, ..TurnLimits::default() };
    let mut turn = Turn::new("花生 peanuts", NOW);
    turn.limits = limits;
    let context = space.context(&turn).unwrap();
    let text = context.render();
    assert!(text.contains("peanuts") && text.len() < 20_000, "{text}");
}
