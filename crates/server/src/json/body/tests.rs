//! Bodies that can be read, and bodies that cannot.

use super::*;
use crate::descriptors;
use crate::verb::Verb;
use crate::wire::v1;

fn read_as_append(body: &str) -> Result<v1::AppendRequest, String> {
    let of = descriptors::method(Verb::Append).unwrap().input();
    read(body.as_bytes(), &of).map_err(|problem| problem.message)
}

fn check_fault(body: &str, expected: &str) {
    assert_eq!(read_as_append(body).unwrap_err(), expected, "{body}");
}

#[test]
fn names_are_taken_as_in_the_proto_or_in_camel_case() {
    let snake = r#"{"idempotency_key":"k","messages":[{"external_id":"m1","role":"ROLE_USER","text":"明天 standup"}]}"#;
    let camel = r#"{"idempotencyKey":"k","messages":[{"externalId":"m1","role":"ROLE_USER","text":"明天 standup"}]}"#;
    let read = read_as_append(snake).unwrap();
    assert_eq!((read.idempotency_key.as_str(), read.messages[0].external_id.as_str()), ("k", "m1"));
    assert_eq!(read_as_append(camel).unwrap(), read);
}

#[test]
fn an_empty_body_says_nothing() {
    assert_eq!(read_as_append("").unwrap(), v1::AppendRequest::default());
    assert_eq!(read_as_append("{}").unwrap(), v1::AppendRequest::default());
}

#[test]
fn a_fault_is_told_by_its_place_and_never_by_its_content() {
    check_fault(r#"{"spaec":"a"}"#, "spaec: there is no such field");
    check_fault(r#"{"messages":[{"role":"ROLE_USER"},{"txt":"秘密"}]}"#, "messages[1].txt: there is no such field");
    check_fault(r#"{"messages":[{"text":["秘密"]}]}"#, "messages[0].text: it is not what this field holds");
    check_fault(r#"{"messages":[{"role":"ROLE_NOBODY"}]}"#, "messages[0].role: it is not what this field holds");
    check_fault(r#"{"messages":[{"time":"gestern"}]}"#, "messages[0].time: it is not what this field holds");
    check_fault(r#"{"messages":{"role":1}}"#, "messages: it is not what this field holds");
    check_fault(r#"{"messages":["secret"]}"#, "messages[0]: it is no JSON object");
    check_fault(r#"{"deadline_ms":-1}"#, "deadline_ms: it is not what this field holds");
    check_fault("[]", "body: it is no JSON object");
    check_fault("null", "body: it is no JSON object");
    check_fault("{\"space\": 秘密}", "body: it is no JSON, from line 1, column 11 on");
    check_fault(r#"{} {}"#, "body: it is no JSON, from line 1, column 4 on");
}

#[test]
fn a_long_name_is_cut_before_it_is_told() {
    let body = format!(r#"{{"{}":1}}"#, "长".repeat(5_000));
    assert!(read_as_append(&body).unwrap_err().chars().count() < 120);
}

#[test]
fn two_of_what_exclude_each_other_are_refused() {
    let of = descriptors::method(Verb::Get).unwrap().input();
    let problem = read::<v1::GetRequest>(br#"{"id":"msg-1","external_id":"m1"}"#, &of).unwrap_err();
    assert_eq!(
        (problem.code, problem.message.as_str()),
        (Code::Invalid, "body: it sets two of what exclude each other")
    );
}

#[test]
fn deep_nesting_is_refused_and_harms_nobody() {
    let body = format!("{}{}", r#"{"question":"#.repeat(5_000), "}".repeat(5_000));
    let of = descriptors::method(Verb::Recall).unwrap().input();
    assert_eq!(read::<v1::RecallRequest>(body.as_bytes(), &of).unwrap_err().code, Code::Invalid);
}

#[test]
fn what_is_empty_is_left_out_and_large_numbers_are_texts() {
    let of = descriptors::method(Verb::Append).unwrap().output();
    let stored = vec![v1::Stored { id: "msg-1".into(), existed: false }];
    let answer = v1::AppendResponse { applied_seq: u64::MAX, stored };
    let json = String::from_utf8(write(&answer, &of).unwrap()).unwrap();
    assert_eq!(json, r#"{"applied_seq":"18446744073709551615","stored":[{"id":"msg-1"}]}"#);
}
