//! Temporal items: status by time alone, endings by the user's words alone.

use super::space::{DAY_MS, NOW, Space, automatic, companion_quote, json, quote, zone};
use crate::status;
use hupo_store::Read;
use hupo_types::{
    Ending, Kind, NewClosing, NewEvidence, Proposal, Purpose, TemporalItem, TemporalItemId, TemporalStatus, Timestamp,
    VerdictCode,
};

fn plans() -> Space {
    let space = automatic();
    space.user("a", "周五我要去看牙 dentist on Friday");
    space.user("b", "牙看完了，不疼了");
    space.user("c", "the trip is off, 改成下个月了");
    space.companion("d", "你周五看牙了吧 how was it");
    let dentist = r#"{"propose":"temporal_item","kind":"appointment","text":"用户周五去看牙医",
        "starts":"2024-05-10T10:00:00+08:00","evidence":[{"message":"a","role":"user","quote":"周五我要去看牙","purpose":"setup"}]}"#;
    assert_eq!(space.propose(json(dentist)).code, VerdictCode::Accepted);
    assert_eq!(space.propose(json(dentist)).code, VerdictCode::Duplicate);
    space
}

fn item(space: &Space, number: u64) -> TemporalItem {
    space.snapshot().temporal_item(TemporalItemId::new(number)).unwrap().unwrap()
}

fn closing(ending: Ending, evidence: Vec<NewEvidence>) -> NewClosing {
    NewClosing { item: TemporalItemId::new(1), ending, evidence, outcome: None, importance: None, becomes: None }
}

#[test]
fn time_alone_never_resolves_anything() {
    let space = plans();
    let item = item(&space, 1);
    let starts = item.starts.unwrap();
    let at = |ms: i64| status(&item, starts.plus_ms(ms), &zone());
    assert_eq!(at(-1), TemporalStatus::Scheduled);
    assert_eq!(at(0), TemporalStatus::Active);
    assert_eq!(at(14 * 3_600_000 - 1), TemporalStatus::Active, "until midnight in Shanghai");
    assert_eq!(at(14 * 3_600_000), TemporalStatus::OutcomeUnknown);
    assert_eq!(at(9_999 * DAY_MS), TemporalStatus::OutcomeUnknown);
    let open = TemporalItem { starts: None, ..item.clone() };
    assert_eq!(status(&open, Timestamp::MAX, &zone()), TemporalStatus::Active);
    let ended = TemporalItem { ends: Some(starts.plus_ms(60_000)), ..item.clone() };
    assert_eq!(status(&ended, starts.plus_ms(60_000), &zone()), TemporalStatus::OutcomeUnknown);
}

#[test]
fn an_outcome_becomes_an_event_with_both_evidences() {
    let space = plans();
    let told = NewClosing {
        outcome: Some("用户看了牙医，不疼了 no more pain".to_owned()),
        importance: Some(6),
        ..closing(Ending::Resolved, vec![quote("b", "牙看完了")])
    };
    let verdict = space.propose(Proposal::Outcome(told.clone()));
    assert_eq!((verdict.code, verdict.stored.len()), (VerdictCode::Accepted, 2), "{verdict:?}");
    let memory = space.memory(1);
    let purposes: Vec<Purpose> = memory.evidence.iter().map(|one| one.purpose).collect();
    assert_eq!((memory.kind, memory.importance, purposes), (Kind::Event, 6, vec![Purpose::Outcome, Purpose::Setup]));
    let closed = item(&space, 1);
    assert_eq!(closed.closing.as_ref().unwrap().memory, Some(memory.id));
    assert_eq!(status(&closed, NOW, &zone()), TemporalStatus::Resolved);
    space.refuses(Proposal::Outcome(told), VerdictCode::UnknownTarget, "item");
}

#[test]
fn only_the_user_s_later_words_end_an_item() {
    let space = plans();
    let by = |evidence| Proposal::Outcome(closing(Ending::Resolved, evidence));
    space.refuses(by(vec![companion_quote("d", "周五看牙了吧")]), VerdictCode::NoUserSource, "evidence");
    space.refuses(by(vec![quote("a", "周五我要去看牙")]), VerdictCode::NoUserSource, "evidence");
    space.refuses(by(vec![]), VerdictCode::Invalid, "evidence");
    let other =
        NewClosing { item: TemporalItemId::new(7), ..closing(Ending::Cancelled, vec![quote("b", "牙看完了")]) };
    space.refuses(Proposal::Outcome(other), VerdictCode::UnknownTarget, "item");
    let trifle = NewClosing {
        outcome: Some("看了牙".to_owned()),
        importance: Some(2),
        ..closing(Ending::Resolved, vec![quote("b", "牙看完了")])
    };
    space.refuses(Proposal::Outcome(trifle), VerdictCode::BelowImportanceFloor, "importance");
    assert!(item(&space, 1).closing.is_none());
}

#[test]
fn what_changed_becomes_another_item() {
    let space = plans();
    let next =
        r#"{"kind":"plan","text":"下个月 trip","evidence":[{"message":"c","role":"user","quote":"改成下个月了"}]}"#;
    let changed = |ending, next: &str| {
        let becomes = Some(Box::new(serde_json::from_str(next).unwrap()));
        Proposal::Outcome(NewClosing { becomes, ..closing(ending, vec![quote("c", "the trip is off")]) })
    };
    space.refuses(changed(Ending::Cancelled, next), VerdictCode::Invalid, "becomes");
    let invented = next.replace("改成下个月了", "改成明年的春天");
    space.refuses(changed(Ending::Changed, &invented), VerdictCode::QuoteNotFound, "becomes.evidence[0].quote");
    let itself = r#"{"kind":"appointment","text":"用户周五去看牙医","starts":"2024-05-10T10:00:00+08:00",
        "evidence":[{"message":"a","role":"user","quote":"周五我要去看牙","purpose":"setup"}]}"#;
    space.refuses(changed(Ending::Changed, itself), VerdictCode::Cycle, "becomes.text");
    assert_eq!(space.propose(changed(Ending::Changed, next)).code, VerdictCode::Accepted);
    assert_eq!(item(&space, 1).closing.unwrap().became, Some(TemporalItemId::new(2)));
    assert!(item(&space, 2).closing.is_none());
}

#[test]
fn an_item_of_the_user_s_needs_the_user_s_words_and_a_time_that_runs_forward() {
    let space = plans();
    let text = r#"{"propose":"temporal_item","kind":"plan","text":"看牙","starts":"2024-05-10T10:00:00Z",
        "ends":"2024-05-10T09:00:00Z","evidence":[{"message":"d","role":"companion","quote":"周五看牙了吧"}]}"#;
    space.refuses(json(text), VerdictCode::Invalid, "ends");
    let forward = text.replace("09:00:00Z", "11:00:00Z");
    space.refuses(json(&forward), VerdictCode::NoUserSource, "evidence");
    let own = forward.replace(r#""text""#, r#""about":"companion","text""#);
    assert_eq!(space.propose(json(&own)).code, VerdictCode::Accepted);
}
