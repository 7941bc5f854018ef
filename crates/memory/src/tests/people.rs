//! People and relations: names, merges, validity, supersession.

use super::space::{Space, automatic, json};
use crate::person_card;
use hupo_types::{EntityId, Proposal, RelationId, VerdictCode};

fn family() -> Space {
    let space = automatic();
    space.person("小雨", &["雨儿", "Rain"]);
    space.person("Tom", &["Tommy"]);
    space.person("Thomas", &["Tommy"]);
    space.person("Austin", &[]);
    space.user("a", "我姐姐小雨住在 Austin");
    space.user("b", "no, it's my brother Tom who lives in Austin, not my sister");
    space.user("c", "雨儿就是小雨, Thomas is Tom");
    space.companion("d", "小雨住在 Austin 吧");
    space
}

fn relation(from: &str, to: &str, message: &str, quote: &str) -> Proposal {
    related(from, to, &format!(r#"{{"message":"{message}","role":"user","quote":"{quote}"}}"#), "")
}

fn related(from: &str, to: &str, evidence: &str, more: &str) -> Proposal {
    json(&format!(
        r#"{{"propose":"relation","from":"{from}","predicate":"lives_in","to":"{to}","evidence":[{evidence}]{more}}}"#
    ))
}

#[test]
fn my_brother_lives_in_austin_not_my_sister() {
    let space = family();
    assert_eq!(space.propose(relation("雨儿", "Austin", "a", "小雨住在 Austin")).code, VerdictCode::Accepted);
    let brother = r#"{"message":"b","role":"user","quote":"my brother Tom who lives in Austin"}"#;
    let correction = related("Tom", "Austin", brother, r#","replaces":1"#);
    assert_eq!(space.propose(correction.clone()).code, VerdictCode::Supersedes);
    let old = space.snapshot().relation(RelationId::new(1)).unwrap().unwrap();
    assert_eq!(old.superseded_by, Some(RelationId::new(2)));
    assert!(!old.evidence.is_empty(), "both keep their evidence");
    let sister = person_card(&space.snapshot(), EntityId::new(1)).unwrap().unwrap();
    let tom = person_card(&space.snapshot(), EntityId::new(2)).unwrap().unwrap();
    assert_eq!((sister.relations.len(), tom.relations.len()), (0, 1));
    assert_eq!((tom.relations[0].from.as_str(), tom.relations[0].to.as_str()), ("Tom", "Austin"));
    space.refuses(correction, VerdictCode::UnknownTarget, "replaces");
}

#[test]
fn a_relation_needs_the_user_s_words_two_ends_and_a_time_that_has_begun() {
    let space = family();
    let companion = r#"{"message":"d","role":"companion","quote":"小雨住在 Austin"}"#;
    space.refuses(related("小雨", "Austin", companion, ""), VerdictCode::NoUserSource, "evidence");
    space.refuses(relation("小雨", "雨儿", "a", "小雨住在 Austin"), VerdictCode::Cycle, "to");
    space.refuses(relation("小雨", "Boston", "a", "小雨住在 Austin"), VerdictCode::UnknownTarget, "to");
    let ambiguous =
        space.refuses(relation("Tommy", "Austin", "b", "my brother Tom"), VerdictCode::UnknownTarget, "from");
    assert!(ambiguous.reason.contains("2 entities"), "{ambiguous:?}");
    let user = r#"{"message":"a","role":"user","quote":"小雨住在 Austin"}"#;
    let inverted = r#","valid":{"from":"2024-01-02T00:00:00Z","to":"2024-01-01T00:00:00Z"}"#;
    space.refuses(related("小雨", "Austin", user, inverted), VerdictCode::Invalid, "valid");
    let future = r#","valid":{"from":"2031-01-01T00:00:00Z"}"#;
    space.refuses(related("小雨", "Austin", user, future), VerdictCode::Invalid, "valid.from");
}

#[test]
fn only_what_is_about_the_same_is_replaced() {
    let space = family();
    space.propose(relation("小雨", "Austin", "a", "小雨住在 Austin"));
    let user = r#"{"message":"c","role":"user","quote":"Thomas is Tom"}"#;
    let other = json(&format!(
        r#"{{"propose":"relation","from":"Tom","predicate":"is","to":"Thomas","evidence":[{user}],"replaces":1}}"#
    ));
    space.refuses(other, VerdictCode::Conflict, "replaces");
}

#[test]
fn the_same_relation_again_is_known() {
    let space = family();
    let again = || relation("小雨", "Austin", "a", "我姐姐小雨住在 Austin");
    assert_eq!(space.propose(again()).code, VerdictCode::Accepted);
    assert_eq!(space.propose(again()).code, VerdictCode::Duplicate);
    assert_eq!(space.propose(relation("Rain", "austin", "a", "住在 Austin")).code, VerdictCode::Duplicate);
}

fn person(name: &str, more: &str, message: &str, role: &str, quote: &str) -> Proposal {
    json(&format!(
        r#"{{"propose":"person","name":"{name}"{more},"evidence":[{{"message":"{message}","role":"{role}","quote":"{quote}"}}]}}"#
    ))
}

#[test]
fn names_come_from_the_user_and_go_to_who_goes_by_them() {
    let space = family();
    space.refuses(person("小雪", "", "d", "companion", "小雨住在"), VerdictCode::NoUserSource, "evidence");
    let verdict = space.propose(person("雨儿", r#","aliases":["小雨雨"]"#, "c", "user", "雨儿就是小雨"));
    assert_eq!(verdict.code, VerdictCode::Duplicate, "{verdict:?}");
    assert!(space.snapshot().entity(EntityId::new(1)).unwrap().unwrap().aliases.contains(&"小雨雨".to_owned()));
    space.refuses(person("Tommy", "", "b", "user", "my brother Tom"), VerdictCode::UnknownTarget, "name");
    let place = person("小雨", r#","kind":"place""#, "c", "user", "雨儿就是小雨");
    space.refuses(place, VerdictCode::Conflict, "kind");
}

#[test]
fn two_names_turn_out_to_be_one_person() {
    let space = family();
    let merge = person("Tom", r#","same_as":"Thomas""#, "c", "user", "Thomas is Tom");
    let ambiguous = person("Tom", r#","same_as":"Tommy""#, "c", "user", "Thomas is Tom");
    space.refuses(ambiguous, VerdictCode::UnknownTarget, "same_as");
    space.propose(merge.clone());
    let card = person_card(&space.snapshot(), EntityId::new(3)).unwrap().unwrap();
    assert_eq!((card.entity.name.as_str(), card.merged.len()), ("Tom", 1));
    assert_eq!(card.names, ["Tom", "Tommy", "Thomas"]);
    assert_eq!(space.propose(merge).code, VerdictCode::Duplicate);
}
