//! A small story in both languages, told over JSON, for the tests that ask about it.

use super::served::Served;
use serde_json::{Value, json};

/// A quote of the user's.
pub(super) fn said(message: &str, quote: &str) -> Value {
    json!([{ "message": message, "role": "ROLE_USER", "quote": quote }])
}

fn memory(text: &str, kind: &str, attribute: &str, evidence: Value) -> Value {
    json!({ "memory": {
        "kind": kind, "scope": "SCOPE_USER", "text": text, "importance": 7, "evidence": evidence, "topics": ["food"],
        "key": { "subject": "user", "category": "food", "attribute": attribute },
    } })
}

/// What is proposed; every kind that needs nothing from before.
pub(super) fn proposals() -> Value {
    let lin = said("m1", "我妹妹叫林晓");
    let exam = said("m3", "下周三要考 IELTS");
    json!([
        memory("用户只喝茉莉花茶。", "KIND_PREFERENCE", "tea", said("m2", "我只喝茉莉花茶")),
        memory("The user is allergic to peanuts.", "KIND_FACT", "allergy", said("m4", "I'm allergic to peanuts")),
        { "person": { "name": "林晓", "aliases": ["Lin"], "evidence": lin } },
        { "temporal_item": { "kind": "TEMPORAL_KIND_DEADLINE", "text": "用户要考 IELTS。", "starts": "2026-09-30T01:00:00Z",
            "evidence": exam } },
        { "observation": { "type": "OBSERVATION_TYPE_STATED_FACT", "subject": "allergy", "value": "peanuts",
            "source": "BASIS_STATED", "evidence": said("m4", "I'm allergic to peanuts") } },
        { "profile": { "attribute": "birth_date", "value": "1990-05-17", "evidence": said("m5", "我的生日是 1990-05-17") } },
        { "continuity": { "text": "这周她在准备考试。", "from": "m1", "to": "m5" } },
        { "memory": { "kind": "KIND_FACT", "scope": "SCOPE_USER", "text": "nobody said so", "importance": 7,
            "key": { "subject": "user", "attribute": "x" }, "evidence": said("m1", "nobody said so") } },
    ])
}

pub(super) fn lines() -> Value {
    json!([
        { "external_id": "m1", "role": "ROLE_USER", "speaker": "Mei", "text": "我妹妹叫林晓", "session": "s" },
        { "external_id": "m2", "role": "ROLE_USER", "speaker": "Mei", "text": "我只喝茉莉花茶", "session": "s" },
        { "external_id": "m3", "role": "ROLE_USER", "speaker": "Mei", "text": "我下周三要考 IELTS", "session": "s" },
        { "external_id": "m4", "role": "ROLE_USER", "speaker": "Mei", "text": "I'm allergic to peanuts.", "session": "s" },
        { "external_id": "m5", "role": "ROLE_USER", "speaker": "Mei", "text": "我的生日是 1990-05-17", "session": "s" },
        { "external_id": "m6", "role": "ROLE_COMPANION", "text": "那泡一杯茉莉花茶？", "session": "s" },
    ])
}

/// A space in which the story was told and what passes the rules counts.
pub(super) async fn story() -> Served {
    let served = Served::with_space();
    let slots = json!([{ "name": "mood", "type": { "text": {} }, "supported_by": ["OBSERVATION_TYPE_STATED_FACT"] }]);
    served.ask("set_rules", json!({ "rules": { "review": "REVIEW_POLICY_AUTOMATIC", "slots": slots } })).await;
    served.ask("append", json!({ "messages": lines() })).await;
    served.ask("add_topics", json!({ "topics": [{ "name": "food", "about": "what they eat and drink" }] })).await;
    let said = served.ask("propose", json!({ "proposals": proposals() })).await;
    let codes: Vec<&str> = said["verdicts"].as_array().unwrap().iter().map(|v| v["code"].as_str().unwrap()).collect();
    let accepted = ["VERDICT_CODE_ACCEPTED"; 7];
    assert_eq!(codes, [accepted.as_slice(), &["VERDICT_CODE_QUOTE_NOT_FOUND"]].concat(), "{said:#}");
    served
}
