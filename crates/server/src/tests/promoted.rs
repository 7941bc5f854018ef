//! Promotion over the wire: what is due is asked for, done and closed once.

use super::served::Served;
use crate::verb::Verb;
use axum::body::Bytes;
use serde_json::{Value, json};

/// A space with lines of the day before yesterday.
async fn with_a_day() -> Served {
    let served = Served::with_space();
    let line = |id: &str, role: &str, text: &str| json!({ "external_id": id, "role": role, "text": text, "time": "2026-09-19T04:00:00Z" });
    let lines = [
        line("m1", "ROLE_USER", "记住，我对花生过敏。Peanuts are dangerous for me."),
        line("m2", "ROLE_COMPANION", "记住了，以后不推荐花生。"),
    ];
    served.ask("append", json!({ "messages": lines })).await;
    served
}

async fn both(served: &Served, verb: Verb, asked: Value) -> Value {
    let over_json = served.ask(verb.name(), asked.clone()).await;
    assert_eq!(over_json, served.grpc(verb, &asked).await.unwrap(), "{verb:?}");
    over_json
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_asks_what_is_due_does_it_and_closes_it_once() {
    let served = with_a_day().await;
    let due = both(&served, Verb::PromotionDue, json!({})).await["due"][0].clone();
    assert_eq!(
        (due["duty"].as_str(), due["occasion"].as_str(), due["day"].as_str()),
        (Some("DUTY_DAY"), Some("OCCASION_DAY_OVER"), Some("2026-09-19"))
    );
    assert_eq!(due["ranges"], json!([{ "from": "msg-1", "to": "msg-2" }]));
    let task = both(&served, Verb::PromotionTask, json!({ "due": due })).await["task"].clone();
    assert_eq!((task["due"].clone(), task["zone"].as_str()), (due.clone(), Some("Asia/Shanghai")));
    assert_eq!(task["messages"][0]["text"], "记住，我对花生过敏。Peanuts are dangerous for me.");
    let memory = json!({ "kind": "KIND_FACT", "scope": "SCOPE_USER", "importance": 8, "text": "用户对花生过敏。",
        "evidence": [{ "message": "m1", "role": "ROLE_USER", "quote": "我对花生过敏" }] });
    let wrong = json!({ "kind": "KIND_FACT", "scope": "SCOPE_USER", "importance": 8, "text": "用户爱喝茶。",
        "evidence": [{ "message": "m1", "role": "ROLE_USER", "quote": "never said 从没说过" }] });
    let run = json!({ "due": due, "by": { "name": "mine", "version": "1", "model": "测试" }, "output_hash": "ab",
        "tokens": { "input": "7", "output": "3" }, "proposals": [{ "memory": memory }, { "memory": wrong }] });
    let report = served.ask("close_run", run.clone()).await["report"].clone();
    assert_eq!((report["outcome"].as_str(), report["run"]["id"].as_str()), (Some("RUN_OUTCOME_CLOSED"), Some("run-1")));
    assert_eq!(report["verdicts"][0]["code"], "VERDICT_CODE_PENDING");
    assert_eq!(report["verdicts"][1]["code"], "VERDICT_CODE_QUOTE_NOT_FOUND");
    let again = both(&served, Verb::CloseRun, run).await["report"].clone();
    assert_eq!((again["outcome"].as_str(), &again["run"]), (Some("RUN_OUTCOME_CLOSED_BEFORE"), &report["run"]));
    assert_eq!(served.ask("review_list", json!({})).await["reviews"].as_array().unwrap().len(), 1);
    let runs = both(&served, Verb::Runs, json!({})).await;
    assert_eq!((&runs["runs"][0], &runs["runs"][1]), (&report["run"], &Value::Null));
    assert_eq!(runs["runs"][0]["by"], json!({ "name": "mine", "version": "1", "model": "测试" }));
    assert_eq!(both(&served, Verb::Runs, json!({ "after": "run-1" })).await["runs"], Value::Null);
    assert_eq!(both(&served, Verb::PromotionDue, json!({})).await["due"], Value::Null);
    assert_eq!(both(&served, Verb::PromotionTask, json!({ "due": due })).await["task"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_built_in_rules_do_what_they_can_and_no_more_when_asked_again() {
    let served = with_a_day().await;
    let (status, problem) = served.json_under("k", "promote", Bytes::from_static(b"{}")).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (400, Some("invalid")), "{problem}");
    let done = served.ask("promote", json!({})).await;
    assert_eq!(done["runs"].as_array().unwrap().len(), 1, "{done}");
    assert!(done["runs"][0]["run"]["by"]["name"].as_str().unwrap().contains("built"), "{done}");
    let sequence = served.space().sequence().unwrap();
    assert_eq!(served.ask("promote", json!({})).await["runs"], Value::Null);
    assert_eq!(served.space().sequence().unwrap(), sequence);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_work_that_is_due_is_refused_by_its_field() {
    let served = with_a_day().await;
    let range = json!([{ "from": "msg-2", "to": "msg-1" }]);
    for (verb, due, field) in [
        ("promotion_task", json!({}), "due.duty"),
        ("promotion_task", json!({ "duty": 99 }), "due.duty"),
        ("promotion_task", json!({ "duty": "DUTY_DAY", "day": "秘密" }), "due.day"),
        ("close_run", json!({ "duty": "DUTY_PAGE", "ranges": range }), "due.ranges[0].to"),
        ("close_run", json!({ "duty": "DUTY_BELIEFS", "made_from": "mem-1" }), "due.made_from"),
        ("close_run", json!({ "duty": "DUTY_TOPIC_SUMMARY", "topic": "top-1", "members": ["秘密"] }), "due.members[0]"),
        ("close_run", json!({ "duty": "DUTY_PAGE" }), "by"),
    ] {
        let (status, problem) = served.json(verb, json!({ "due": due }).to_string()).await;
        let message = problem["error"]["message"].as_str().unwrap();
        assert!(status.as_u16() == 400 && message.starts_with(&format!("{field}: ")), "{field}: {problem}");
        assert!(!message.contains("秘密"), "{problem}");
    }
}
