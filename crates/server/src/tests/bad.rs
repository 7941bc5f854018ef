//! Requests that cannot be answered: each is refused with its field and the reason, and without what it held.

use super::served::Served;
use super::told::{said, story};
use crate::verb::Verb;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// Refused both ways, with this field named and nothing of the secret told.
async fn check(served: &Served, verb: Verb, asked: Value, field: &str) {
    let (status, problem) = served.json(verb.name(), asked.to_string()).await;
    assert_eq!(
        (status.as_u16(), problem["error"]["code"].as_str()),
        (400, Some("invalid")),
        "{verb:?} {asked}: {problem}"
    );
    let message = problem["error"]["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("{field}: ")), "{verb:?} {asked}: {message}");
    assert!(!problem.to_string().contains("secret") && !problem.to_string().contains("秘密"), "{problem}");
    let refused = served.grpc(verb, &asked).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (tonic::Code::InvalidArgument, message), "{verb:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_used_is_refused_by_its_field() {
    let served = story().await;
    let memory = |change: Value| {
        let mut memory = json!({ "kind": "KIND_FACT", "scope": "SCOPE_USER", "text": "秘密 secret", "evidence": said("m1", "我妹妹") });
        memory.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!({ "proposals": [{ "memory": memory }] })
    };
    for (verb, asked, field) in [
        (Verb::Append, json!({ "messages": [{ "text": "secret" }] }), "messages[0].role"),
        (Verb::Append, json!({ "messages": [{ "role": 17, "text": "秘密" }] }), "messages[0].role"),
        (Verb::Propose, json!({ "proposals": [{}] }), "proposals[0].propose"),
        (Verb::Propose, memory(json!({ "kind": 0 })), "proposals[0].memory.kind"),
        (Verb::Propose, memory(json!({ "scope": 99 })), "proposals[0].memory.scope"),
        (Verb::Propose, memory(json!({ "importance": 256 })), "proposals[0].memory.importance"),
        (Verb::Propose, memory(json!({ "valence": "NaN" })), "proposals[0].memory.valence"),
        (Verb::Propose, memory(json!({ "arousal": "Infinity" })), "proposals[0].memory.arousal"),
        (
            Verb::Propose,
            memory(json!({ "evidence": [{ "quote": "秘密" }] })),
            "proposals[0].memory.evidence[0].message",
        ),
        (Verb::Propose, memory(json!({ "covers": ["mem-1", ""] })), "proposals[0].memory.covers[1]"),
        (Verb::Propose, json!({ "proposals": [{ "outcome": { "item": "秘密" } }] }), "proposals[0].outcome.item"),
        (Verb::Propose, json!({ "proposals": [{ "relation": { "from": "a" } }] }), "proposals[0].relation.to"),
        (Verb::Observe, json!({}), "observation"),
        (Verb::PutBeliefs, json!({ "made_from": "secret" }), "made_from"),
        (Verb::PutBeliefs, json!({ "made_from": "obs-1", "beliefs": [{ "cites": ["mem-1"] }] }), "beliefs[0].cites[0]"),
        (Verb::ReviewCard, json!({ "proposal": "1" }), "proposal"),
        (Verb::ReviewDecide, json!({ "proposal": "prop-1" }), "decide"),
        (Verb::ReviewDecide, json!({ "proposal": "prop-1", "edit": {} }), "edit.proposal"),
        (Verb::ReviewDecide, json!({ "proposal": "prop-1", "merge": { "memory": "secret" } }), "merge.memory"),
        (Verb::SetRules, json!({}), "rules"),
        (Verb::SetRules, json!({ "rules": { "slots": [{ "name": "秘密" }] } }), "rules.slots[0].type"),
        (Verb::SetRules, json!({ "rules": { "terms": { "hot_days": 70000 } } }), "rules.terms.hot_days"),
        (Verb::Recall, json!({}), "question"),
        (Verb::Recall, json!({ "question": { "text": "secret", "k": 100000 } }), "k"),
        (Verb::Recall, json!({ "question": { "text": "secret", "scope": 9 } }), "question.scope"),
        (Verb::Recall, json!({ "question": { "text": "x", "filter": { "kinds": [0] } } }), "question.filter.kinds[0]"),
        (
            Verb::Recall,
            json!({ "question": { "text": "x", "filter": { "topics": ["food"] } } }),
            "question.filter.topics[0]",
        ),
        (Verb::WhyNot, json!({ "question": { "text": "x" }, "document": "ent-1" }), "document"),
        (Verb::Context, json!({ "message": "m1" }), "message"),
        (Verb::Context, json!({ "limits": [{ "part": "PART_LOCAL_TIME", "limit": {} }] }), "limits[0].part"),
        (Verb::Context, json!({ "limits": [{ "part": "PART_BATON" }] }), "limits[0].limit"),
        (Verb::Get, json!({}), "which"),
        (Verb::Get, json!({ "id": "秘密" }), "id"),
        (Verb::Sources, json!({ "document": "mem-1", "neighbours": 101 }), "neighbours"),
        (Verb::Sources, json!({ "document": "mem--1" }), "document"),
        (Verb::Citing, json!({ "message": "msg-99999999999999999999" }), "message"),
        (Verb::Pages, json!({}), "kind"),
        (Verb::Pages, json!({ "kind": 1, "after": "obs-1" }), "after"),
        (Verb::Person, json!({}), "who"),
        (Verb::Used, json!({ "memories": ["mem-1"] }), "turn"),
        (Verb::TopicsDue, json!({ "month": "2026-13" }), "month"),
        (Verb::Erase, json!({ "target": "all" }), "target"),
    ] {
        check(&served, verb, asked, field).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_store_refuses_names_the_item_and_the_rule() {
    let served = story().await;
    let used = json!({ "turn": "m6", "memories": ["mem-77"] });
    let (status, problem) = served.json("used", used.to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (422, Some("refused")), "{problem}");
    assert!(
        problem["error"]["refusals"][0]["field"].as_str().is_some_and(|field| field.starts_with("memories")),
        "{problem}"
    );
    let refused = served.grpc(Verb::Used, &used).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::FailedPrecondition);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_space_and_no_such_space_are_told_apart() {
    let served = Served::empty();
    let (status, problem) = served.json("stats", "{}").await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (404, Some("unknown_space")));
    let unnamed = served.send(Request::post("/v1/stats").body(Body::empty()).unwrap()).await;
    assert_eq!(unnamed.status().as_u16(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_and_huge_messages_are_taken_or_refused_and_nothing_breaks() {
    let served = story().await;
    let (status, _) = served.json("append", "").await;
    assert_eq!(status.as_u16(), 200, "nothing to append is nothing");
    let huge = json!({ "messages": [{ "role": "ROLE_USER", "text": "长".repeat(2 << 20) }] });
    let (status, problem) = served.json("append", huge.to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (422, Some("refused")));
    assert!(problem.to_string().len() < 1_000);
    let question = json!({ "question": { "text": "x".repeat(70 << 10) } });
    let (status, _) = served.json("recall", question.to_string()).await;
    assert_eq!(status.as_u16(), 400);
    let many = json!({ "proposals": vec![json!({ "person": { "name": "林" } }); 1_200], "dry_run": true });
    let verdicts = served.ask("propose", many).await;
    assert_eq!(verdicts["verdicts"][1_100]["code"], "VERDICT_CODE_LIMIT");
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_and_methods_that_are_none_have_the_shape_of_every_problem() {
    let served = Served::empty();
    for (request, status) in [(Request::post("/v1/nothing"), 404), (Request::get("/v1/recall"), 405)] {
        let response = served.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(response.headers()["content-type"], "application/json");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_ahead_of_the_space_is_not_there_yet() {
    let served = story().await;
    let (status, problem) = served.json("stats", json!({ "at_least": "1000" }).to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (503, Some("unavailable")));
    let applied = served.ask("stats", json!({ "at_least": 1 })).await;
    assert_eq!(applied["counts"]["messages"], "6");
}
