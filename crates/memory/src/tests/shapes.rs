//! Shape, limits, floors and repetition.

use super::space::{DAY_MS, NOW, Space, automatic, companion_quote, fact, json, memory, quote};
use hupo_types::{
    Interval, Kind, MemoryRef, NewMemory, NewMessage, ReviewPolicy, Rules, Scope, Timestamp, VerdictCode,
};

fn said() -> Space {
    let space = automatic();
    space.user("m", "我很喜欢茉莉花茶 I really like jasmine tea");
    space
}

fn tea() -> NewMemory {
    fact("用户喜欢茉莉花茶", vec![quote("m", "喜欢茉莉花茶")])
}

#[test]
fn every_field_has_its_limits() {
    let space = said();
    let cases = [
        (NewMemory { text: " \u{200B}".to_owned(), ..tea() }, VerdictCode::Invalid, "text"),
        (NewMemory { text: "a\u{0}b".to_owned(), ..tea() }, VerdictCode::Invalid, "text"),
        (NewMemory { text: "茶".repeat(30_000), ..tea() }, VerdictCode::Limit, "text"),
        (NewMemory { summary: Some(String::new()), ..tea() }, VerdictCode::Invalid, "summary"),
        (NewMemory { importance: 0, ..tea() }, VerdictCode::Invalid, "importance"),
        (NewMemory { importance: 11, ..tea() }, VerdictCode::Invalid, "importance"),
        (NewMemory { valence: f32::NAN, ..tea() }, VerdictCode::Invalid, "valence"),
        (NewMemory { valence: f32::NEG_INFINITY, ..tea() }, VerdictCode::Invalid, "valence"),
        (NewMemory { arousal: f32::INFINITY, ..tea() }, VerdictCode::Invalid, "arousal"),
        (NewMemory { topics: vec!["茶".to_owned(); 257], ..tea() }, VerdictCode::Limit, "topics"),
        (NewMemory { topics: vec!["茶 tea".to_owned()], ..tea() }, VerdictCode::UnknownTarget, "topics[0]"),
        (NewMemory { kind: Kind::TopicSummary, ..tea() }, VerdictCode::Invalid, "kind"),
        (NewMemory { covers: vec![MemoryRef::External("mem-1".to_owned())], ..tea() }, VerdictCode::Invalid, "covers"),
    ];
    for (new, code, field) in cases {
        space.refuses(memory(new), code, field);
    }
}

#[test]
fn inverted_empty_and_future_times_are_refused() {
    let space = said();
    let valid = |from: i64, to: i64| Interval { from: Some(NOW.plus_ms(from)), to: Some(NOW.plus_ms(to)) };
    for valid in [valid(-DAY_MS, -2 * DAY_MS), valid(-DAY_MS, -DAY_MS)] {
        space.refuses(memory(NewMemory { valid, ..tea() }), VerdictCode::Invalid, "valid");
    }
    let future = NewMemory { valid: valid(3 * DAY_MS, 9 * DAY_MS), ..tea() };
    space.refuses(memory(future), VerdictCode::Invalid, "valid.from");
    let never = Interval { from: None, to: Some(Timestamp::from_ms(i64::MAX)) };
    space.refuses(memory(NewMemory { valid: never, ..tea() }), VerdictCode::Invalid, "valid.to");
    let held = NewMemory { valid: valid(-9 * DAY_MS, 9 * DAY_MS), ..tea() };
    assert_eq!(space.propose(memory(held)).code, VerdictCode::Accepted);
}

#[test]
fn what_matters_too_little_is_refused_and_the_companion_s_feelings_count_sooner() {
    let space = said();
    space.companion("c", "听你这么说我很开心 that made me happy");
    let own = |kind, importance| NewMemory {
        importance,
        ..NewMemory::new(kind, Scope::Companion, "琥珀很开心", vec![companion_quote("c", "我很开心")])
    };
    space.refuses(memory(NewMemory { importance: 4, ..tea() }), VerdictCode::BelowImportanceFloor, "importance");
    let shared = NewMemory { scope: Scope::Shared, importance: 4, ..tea() };
    space.refuses(memory(shared), VerdictCode::BelowImportanceFloor, "importance");
    space.refuses(memory(own(Kind::Emotion, 2)), VerdictCode::BelowImportanceFloor, "importance");
    for accepted in [tea(), own(Kind::Emotion, 3), own(Kind::Fact, 1)] {
        assert_eq!(space.propose(memory(accepted)).code, VerdictCode::Accepted);
    }
}

#[test]
fn a_space_sets_its_own_floors() {
    let rules = Rules { review: ReviewPolicy::Automatic, importance_floor: 8, ..Rules::default() };
    let space = Space::with(rules);
    space.user("m", "我很喜欢茉莉花茶");
    space.refuses(memory(NewMemory { importance: 7, ..tea() }), VerdictCode::BelowImportanceFloor, "importance");
    assert_eq!(space.propose(memory(NewMemory { importance: 8, ..tea() })).code, VerdictCode::Accepted);
}

fn pattern(ids: &[&str]) -> NewMemory {
    let evidence = ids.iter().map(|id| quote(id, "睡不着")).collect();
    NewMemory { kind: Kind::Pattern, ..fact("用户常常 can't sleep", evidence) }
}

#[test]
fn a_pattern_needs_two_messages_on_two_local_days() {
    let space = automatic();
    let at = |id: &str, ms: Option<i64>| {
        let message = NewMessage::user("昨晚又睡不着 insomnia").external_id(id);
        space.says(NewMessage { time: ms.map(|ms| NOW.plus_ms(ms)), ..message });
    };
    at("evening", Some(-DAY_MS));
    at("later", Some(-DAY_MS + 3_600_000));
    at("after midnight", Some(-DAY_MS + 5 * 3_600_000));
    at("undated", None);
    for few in [&["evening"][..], &["evening", "later"], &["evening", "undated"], &["evening", "evening"]] {
        space.refuses(memory(pattern(few)), VerdictCode::NeedsRepetition, "evidence");
    }
    let verdict = space.propose(memory(pattern(&["evening", "after midnight"])));
    assert_eq!(verdict.code, VerdictCode::Accepted, "Shanghai's midnight lies between: {verdict:?}");
}

#[test]
fn a_companion_s_restatement_is_no_second_sighting() {
    let space = automatic();
    space.says(NewMessage::user("昨晚又睡不着").external_id("u").at(NOW.plus_ms(-3 * DAY_MS)));
    space.companion("c", "你总是睡不着");
    let mut new = pattern(&["u"]);
    new.evidence.push(companion_quote("c", "睡不着"));
    space.refuses(memory(new), VerdictCode::NeedsRepetition, "evidence");
}

#[test]
fn nothing_at_all_parses_to_nothing_at_all() {
    for text in ["{}", "[]", r#"{"propose":"spell"}"#, r#"{"propose":"memory"}"#, r#"{"propose":"person","name":"x"}"#]
    {
        assert!(serde_json::from_str::<hupo_types::Proposal>(text).is_err(), "{text}");
    }
    let space = automatic();
    space.refuses(json(r#"{"propose":"person","name":"","evidence":[]}"#), VerdictCode::Invalid, "name");
}
