//! Deadlines, writes that happen once, and callers that go away.

use super::served::Served;
use super::told::{lines, story};
use crate::asking::{IDEMPOTENCY_KEY, SPACE};
use crate::verb::Verb;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_write_under_the_same_key_happens_once_however_it_comes() {
    let served = Served::with_space();
    let asked = json!({ "idempotency_key": "turn 1", "messages": [{ "role": "ROLE_USER", "text": "明天 standup" }] });
    let first = served.ask("append", asked.clone()).await;
    assert_eq!(served.ask("append", asked.clone()).await, first);
    assert_eq!(served.grpc(Verb::Append, &asked).await.unwrap(), first);
    let bare = json!({ "messages": asked["messages"], "deadline_ms": 9000 }).to_string();
    let request = Request::post("/v1/append").header(SPACE, "Mei%20%E5%92%8C%20Hu").header(IDEMPOTENCY_KEY, "turn 1");
    assert_eq!(served.send(request.body(Body::from(bare)).unwrap()).await.status().as_u16(), 200);
    assert_eq!(served.space().stats().unwrap().counts.messages, 1);
    let other = json!({ "idempotency_key": "turn 1", "messages": lines() });
    let (status, problem) = served.json("append", other.to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (409, Some("conflict_of_key")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_read_under_its_number() {
    let served = Served::with_space();
    let written = served.ask("append", json!({ "messages": lines() })).await;
    let answer = served.ask("observations", json!({ "at_least": written["applied_seq"] })).await;
    assert_eq!(answer["applied_seq"], written["applied_seq"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_has_passed_is_said() {
    let served = story().await;
    let asked = json!({ "deadline_ms": 1 });
    // Checking a whole space takes longer than a millisecond, here and anywhere.
    let (status, problem) = served.json("verify", asked.to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (504, Some("deadline")));
    assert_eq!(served.grpc(Verb::Verify, &asked).await.unwrap_err().code(), tonic::Code::DeadlineExceeded);
}
