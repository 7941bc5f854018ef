//! The observation log, routing, the profile, a date of birth, and pages.

use super::space::{DAY_MS, NOW, Space, automatic, json, required, zone};
use crate::is_adult;
use hupo_store::Read;
use hupo_types::{About, NewMessage, ObservationId, Proposal, VerdictCode, Visibility};

fn observation(kind: &str, source: &str, subject: &str, value: &str, quote: (&str, &str, &str)) -> Proposal {
    let (message, role, words) = quote;
    json(&format!(
        r#"{{"propose":"observation","type":"{kind}","subject":"{subject}","value":"{value}","source":"{source}",
            "evidence":[{{"message":"{message}","role":"{role}","quote":"{words}"}}]}}"#
    ))
}

fn profile(attribute: &str, value: &str, message: &str, words: &str) -> Proposal {
    json(&format!(
        r#"{{"propose":"profile","attribute":"{attribute}","value":"{value}",
            "evidence":[{{"message":"{message}","role":"user","quote":"{words}"}}]}}"#
    ))
}

fn talk(space: Space) -> Space {
    space.user("a", "我叫小雨，1990年5月17日生的");
    space.user("b", "don't ever ask about my ex 好吗");
    space.user("c", "叫我 Rain 吧, the last one was too strong");
    space.companion("d", "你喜欢浓咖啡 strong coffee");
    space
}

fn living(space: &Space, attribute: &str) -> Option<hupo_types::ProfileFact> {
    space.snapshot().profile_of(About::User, attribute).unwrap()
}

#[test]
fn stated_facts_and_boundaries_go_on_into_the_profile_whatever_the_policy() {
    let space = talk(required());
    let name = space.propose(observation("stated_fact", "stated", "name", "小雨", ("a", "user", "我叫小雨")));
    assert_eq!((name.code, name.stored.len()), (VerdictCode::Accepted, 2), "{name:?}");
    space.propose(observation("boundary", "stated", "my ex", "never ask", ("b", "user", "don't ever ask about my ex")));
    assert_eq!(living(&space, "name").unwrap().value, "小雨");
    assert_eq!(living(&space, "boundary/My Ex").unwrap().value, "never ask");
}

#[test]
fn all_else_stays_in_the_log() {
    let space = talk(automatic());
    for (kind, source) in
        [("stated_fact", "inferred"), ("preference", "stated"), ("outcome", "stated"), ("style", "inferred")]
    {
        let words = ("c", "user", "the last one was too strong");
        let verdict = space.propose(observation(kind, source, "coffee", "太浓 too strong", words));
        assert_eq!((verdict.code, verdict.stored.len()), (VerdictCode::Accepted, 1));
    }
    assert!(space.snapshot().profile().unwrap().is_empty());
    assert_eq!(space.snapshot().n_observations(), 4);
}

#[test]
fn what_the_companion_noticed_of_the_user_is_no_observation() {
    let space = talk(automatic());
    let claim = observation("stated_fact", "stated", "coffee", "浓", ("d", "companion", "你喜欢浓咖啡"));
    space.refuses(claim, VerdictCode::NoUserSource, "evidence");
    let nan = r#"{"propose":"observation","type":"style","subject":"x","value":"y","source":"stated","confidence":7.5,
        "evidence":[{"message":"c","role":"user","quote":"叫我 Rain"}]}"#;
    space.refuses(json(nan), VerdictCode::Invalid, "confidence");
}

#[test]
fn the_latest_statement_counts_and_an_older_one_never_takes_its_place() {
    let space = talk(automatic());
    space.propose(profile("name", "小雨", "a", "我叫小雨"));
    let renamed = space.propose(profile("Name", "Rain", "c", "叫我 Rain 吧"));
    assert_eq!(renamed.code, VerdictCode::Supersedes);
    assert_eq!(space.propose(profile("name", "rain", "c", "叫我 Rain")).code, VerdictCode::Duplicate);
    space.refuses(profile("name", "小雨", "a", "我叫小雨"), VerdictCode::Conflict, "evidence");
    let old = observation("stated_fact", "stated", "name", "小雨", ("a", "user", "我叫小雨"));
    assert_eq!(space.propose(old).stored.len(), 1, "it stays in the log");
    assert_eq!(living(&space, "name").unwrap().value, "Rain");
}

#[test]
fn a_date_of_birth_is_a_date_private_and_answers_one_question() {
    let space = talk(automatic());
    for value in ["五月", "1990-13-01", "sometime", "2031-01-01"] {
        space.refuses(profile("birth_date", value, "a", "1990年5月17日生的"), VerdictCode::Invalid, "value");
    }
    let words = ("a", "user", "1990年5月17日生的");
    let vague = space.propose(observation("stated_fact", "stated", "birth_date", "五月 in May", words));
    assert_eq!(vague.stored.len(), 1, "what is no date stays in the log");
    space.propose(observation("stated_fact", "stated", "birth_date", "1990年5月17日", words));
    let fact = living(&space, "birth_date").unwrap();
    assert_eq!((fact.value.as_str(), fact.visibility), ("1990-05-17", Visibility::Private));
    assert_eq!(is_adult(&fact, NOW, &zone()), Some(true));
}

#[test]
fn adulthood_begins_on_the_local_birthday() {
    let space = talk(automatic());
    space.propose(profile("birth_date", "2006-05-09", "a", "1990年5月17日生的"));
    let fact = living(&space, "birth_date").unwrap();
    assert_eq!(is_adult(&fact, NOW, &zone()), Some(false));
    assert_eq!(is_adult(&fact, NOW.plus_ms(4 * 3_600_000), &zone()), Some(true), "midnight in Shanghai");
    let leap = hupo_types::ProfileFact { value: "2004-02-29".to_owned(), ..fact.clone() };
    let feb_28: hupo_types::Timestamp = serde_json::from_str(r#""2022-02-28T12:00:00+08:00""#).unwrap();
    assert_eq!(is_adult(&leap, feb_28, &zone()), Some(false));
    assert_eq!(is_adult(&leap, feb_28.plus_ms(DAY_MS), &zone()), Some(true));
    let name = hupo_types::ProfileFact { attribute: "name".to_owned(), ..fact };
    assert_eq!(is_adult(&name, NOW, &zone()), None);
}

#[test]
fn a_log_entry_is_written_once() {
    let space = talk(automatic());
    let entry = || observation("preference", "stated", "coffee", "太浓", ("c", "user", "too strong"));
    space.propose(entry());
    assert_eq!(space.propose(entry()).code, VerdictCode::Duplicate);
    assert!(space.snapshot().observation(ObservationId::new(2)).unwrap().is_none());
}

fn page(kind: &str, text: &str, from: &str, to: &str) -> Proposal {
    json(&format!(r#"{{"propose":"{kind}","text":"{text}","from":"{from}","to":"{to}"}}"#))
}

#[test]
fn pages_are_kept_at_once_and_the_latest_is_the_current_one() {
    let space = talk(required());
    let kinds = ["continuity", "segment", "diary", "carried_note", "status_note", "rolling_summary"];
    for kind in kinds {
        assert_eq!(space.propose(page(kind, "她今天说 hello 了", "a", "c")).code, VerdictCode::Accepted, "{kind}");
        assert_eq!(space.propose(page(kind, "她今天说 hello 了", "a", "c")).code, VerdictCode::Duplicate, "{kind}");
    }
    space.propose(page("continuity", "新的一页 a new page", "a", "d"));
    let ids = space.snapshot().pages(hupo_types::PageKind::Continuity).unwrap();
    assert_eq!(ids.len(), 2);
    let current = space.snapshot().page(ids[1]).unwrap().unwrap();
    assert_eq!(current.text, "新的一页 a new page");
}

#[test]
fn a_page_has_a_range_that_is_there_and_a_limit() {
    let space = talk(automatic());
    space.refuses(page("diary", "x 日记", "c", "a"), VerdictCode::Invalid, "to");
    space.refuses(page("diary", "x 日记", "a", "nowhere"), VerdictCode::UnknownMessage, "to");
    space.refuses(page("segment", "", "a", "b"), VerdictCode::Invalid, "text");
    space.refuses(page("carried_note", &"心".repeat(401), "a", "b"), VerdictCode::Limit, "text");
    assert_eq!(space.propose(page("carried_note", &"心".repeat(400), "a", "b")).code, VerdictCode::Accepted);
    space.refuses(page("status_note", &"长 long ".repeat(2_000), "a", "b"), VerdictCode::Limit, "text");
}

#[test]
fn a_statement_under_a_lie_of_role_is_refused() {
    let space = talk(automatic());
    space.says(NewMessage::companion("我是琥珀 I am Amber").external_id("me"));
    let own = r#"{"propose":"profile","about":"companion","attribute":"name","value":"琥珀",
        "evidence":[{"message":"me","role":"companion","quote":"我是琥珀"}]}"#;
    assert_eq!(space.propose(json(own)).code, VerdictCode::Accepted, "the companion may speak of itself");
    space.refuses(json(&own.replace("\"about\":\"companion\",", "")), VerdictCode::NoUserSource, "evidence");
    space.refuses(profile("name", "琥珀", "me", "我是琥珀"), VerdictCode::WrongRole, "evidence[0].role");
}
