//! What a tool's arguments may look like, and what is said of those that may not.

use super::{Arguments, Parameter, Shape};
use serde_json::{Map, Value, json};

const TABLE: &[Parameter] = &[
    Parameter::required("query", Shape::Text, "what is asked").or(&["q", "text"]),
    Parameter::optional("limit", Shape::Number(1, 50), "how many").or(&["k", "top_k"]),
    Parameter::optional("confirm", Shape::Flag, "true"),
    Parameter::optional("people", Shape::Texts, "names"),
    Parameter::optional("scope", Shape::OneOf(&["memories", "both"]), "where"),
];

fn read(given: Value) -> Result<Arguments, String> {
    let object: Map<String, Value> = given.as_object().cloned().unwrap_or_default();
    Arguments::read(TABLE, object).map_err(|problem| problem.message)
}

#[test]
fn other_names_and_numbers_in_quotation_marks_are_taken_as_they_are_meant() {
    for (given, query) in [
        (json!({ "q": "我妹妹住哪", "k": "3", "confirm": "true", "people": "林晓", "scope": "BOTH" }), "我妹妹住哪"),
        (
            json!({ "text": "where is Lin", "top_k": 3.0, "confirm": true, "people": ["Lin"], "scope": "both" }),
            "where is Lin",
        ),
        (
            json!({ "query": "ERP审批 when", "limit": 3, "confirm": true, "people": ["a", "b"], "scope": "both" }),
            "ERP审批 when",
        ),
    ] {
        let arguments = read(given).unwrap();
        assert_eq!(arguments.required("query"), query);
        assert_eq!(arguments.count("limit"), Some(3));
        assert!(arguments.flag("confirm"));
        assert!(!arguments.texts("people").is_empty());
        assert_eq!(arguments.text("scope"), Some("both"));
    }
}

#[test]
fn nulls_are_left_out_and_strangers_are_counted() {
    let arguments = read(json!({ "query": "茶", "limit": null, "user_id": "bob", "top_p": 1 })).unwrap();
    assert_eq!((arguments.count("limit"), arguments.n_ignored), (None, 2));
}

#[test]
fn what_cannot_be_meant_is_answered_with_what_to_write() {
    for (given, said) in [
        (json!({}), "query: missing or empty; give what is asked"),
        (json!({ "query": "  " }), "query: missing or empty; give what is asked"),
        (json!({ "query": ["a"] }), "query: has another shape; give a string"),
        (json!({ "query": "a", "limit": 51 }), "limit: give a whole number from 1 to 50"),
        (json!({ "query": "a", "limit": 1e300 }), "limit: give a whole number from 1 to 50"),
        (json!({ "query": "a", "limit": "many" }), "limit: give a whole number from 1 to 50"),
        (json!({ "query": "a", "confirm": "yes!" }), "confirm: has another shape; give true or false"),
        (json!({ "query": "a", "people": [1] }), "people: has another shape; give a list of strings"),
        (json!({ "query": "a", "scope": "all" }), "scope: has another shape; give one of memories, both"),
        (json!({ "query": "a", "q": "b" }), "query: given twice, under two names; give it once"),
    ] {
        assert_eq!(read(given).unwrap_err(), said);
    }
}
