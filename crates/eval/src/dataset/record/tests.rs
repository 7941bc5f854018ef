//! Fields of the wrong type, missing and superfluous ones are named with their path.

use super::Record;
use crate::dataset::{Moment, Place};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

fn record(value: Value) -> Record {
    let Value::Object(fields) = value else { panic!("an object") };
    Record::new(Place { file: "f".into(), line: 3 }, fields)
}

#[test]
fn a_missing_field_and_a_null_one_are_the_same() {
    for value in [json!({}), json!({ "text": null })] {
        let bad = record(value).text("text").unwrap_err();
        assert_eq!(bad.to_string(), "f, line 3: text: is missing; give a text");
    }
}

#[test]
fn a_field_of_the_wrong_type_says_what_was_expected_and_found() {
    let said = record(json!({ "text": 7 })).text("text").unwrap_err().to_string();
    assert!(said.contains("f, line 3: text: expected a text") && said.contains("integer `7`"), "{said}");
    assert!(record(json!({ "people": "沈禾" })).texts("people").unwrap_err().reason.contains("a list of texts"));
    assert!(record(json!({ "session": [1] })).label_if("session").is_err());
}

#[test]
fn an_empty_text_is_no_name() {
    assert_eq!(record(json!({ "speaker": "" })).text_if("speaker").unwrap(), None);
}

#[test]
fn a_session_may_be_a_number() {
    assert_eq!(record(json!({ "session": 12 })).label_if("session").unwrap().as_deref(), Some("12"));
    assert_eq!(record(json!({ "session": "2026-01-12" })).label_if("session").unwrap().as_deref(), Some("2026-01-12"));
}

#[test]
fn faults_inside_lists_carry_their_path() {
    let mut outer = record(json!({ "evidence": [{ "quote": "好" }, { "quote": 1 }] }));
    let mut pieces = outer.objects("evidence").unwrap();
    assert!(pieces.first_mut().unwrap().text("quote").is_ok());
    assert_eq!(pieces.last_mut().unwrap().text("quote").unwrap_err().field, "evidence[1].quote");
    assert_eq!(record(json!({ "evidence": [3] })).objects("evidence").unwrap_err().field, "evidence[0]");
    assert_eq!(
        record(json!({ "key": { "subject": 1 } })).object("key").unwrap().text("subject").unwrap_err().field,
        "key.subject"
    );
}

#[test]
fn a_field_nobody_asked_for_is_refused() {
    let mut line = record(json!({ "text": "a", "speeker": "b" }));
    line.text("text").unwrap();
    assert_eq!(line.finish().unwrap_err().field, "speeker");
}

#[test]
fn times_may_be_text_or_milliseconds_and_nothing_else() {
    let zone = TimeZone::UTC;
    let time = |value: Value| record(json!({ "time": value })).time_if("time", &zone, Moment::Noon);
    assert_eq!(time(json!(-5)).unwrap().unwrap().ms(), -5);
    assert_eq!(time(json!("1970-01-01T00:00:01Z")).unwrap().unwrap().ms(), 1000);
    assert!(time(json!(1.5)).is_err());
    assert!(time(json!("yesterday")).unwrap_err().reason.contains("is no time"));
}
