//! Over HTTP: the caller comes with the request, the space with the credential or the path.

use super::super::routes;
use super::talk::{SPACE, caller, desk};
use crate::verb::Group;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;

async fn post(path: &str, body: impl Into<Body>, known: bool) -> (StatusCode, Value) {
    let (_folder, desk) = desk();
    let mut request = Request::post(path)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("host", "memory.example.org")
        .body(body.into())
        .unwrap();
    if known {
        request.extensions_mut().insert(caller(&Group::ALL));
    }
    let answer = routes(desk).oneshot(request).await.unwrap();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

fn call(tool: &str, arguments: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } })
        .to_string()
}

#[tokio::test]
async fn a_credential_of_one_space_needs_no_path() {
    for words in ["我叫小雨", "My name is Rain.", "我在 ERP team"] {
        let (status, answer) = post("/mcp", call("remember", json!({ "words": words })), true).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(answer["result"]["structuredContent"]["verdict"], "pending", "{answer}");
    }
}

#[tokio::test]
async fn the_path_may_name_the_space_and_no_other_is_reached() {
    let encoded: String = SPACE.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let (_, answer) = post(&format!("/mcp/{encoded}"), call("recall", json!({ "query": "小雨" })), true).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let (_, answer) = post("/mcp/other", call("recall", json!({ "query": "a" })), true).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("forbidden: "), "{text}");
}

#[tokio::test]
async fn a_request_without_a_caller_is_not_answered() {
    let (status, _) = post("/mcp", call("recall", json!({ "query": "a" })), false).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn bodies_that_are_no_message_are_the_callers_mistake() {
    let deep = "[".repeat(100_000);
    let huge = "x".repeat(9 << 20);
    for body in ["", "{", "null", "[]", r#"{"jsonrpc":"2.0"}"#, &deep, &huge] {
        let (status, _) = post("/mcp", body.to_owned(), true).await;
        assert!(status.is_client_error(), "{status} for {}", body.get(..20).unwrap_or(body));
    }
}

#[tokio::test]
async fn half_a_character_is_mended_on_the_way_in() {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"cut \ud83d"}}}"#;
    let (_, answer) = post("/mcp", body, true).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}
