//! Whole spaces out and in again, over HTTP and over gRPC.

use super::served::{NAME, Served};
use super::told::story;
use crate::asking::SPACE;
use crate::wire::v1;
use axum::body::Bytes;
use hupo::Hupo;
use serde_json::json;
use tokio_stream::StreamExt;

/// 键 1, as a header has it.
const KEY: &str = "%E9%94%AE%201";

fn digest(hupo: &Hupo) -> [u8; 32] {
    hupo.space(NAME).unwrap().digest().unwrap()
}

async fn taken_out(served: &Served, verb: &str) -> Bytes {
    let (status, bytes) = served.raw(verb, "{}").await;
    assert_eq!(status.as_u16(), 200);
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_and_a_backup_become_the_space_again() {
    let from = story().await;
    for (out, r#in) in [("export", "import"), ("backup", "restore_backup")] {
        let bytes = taken_out(&from, out).await;
        let to = Served::empty();
        let (status, answer) = to.json(r#in, bytes.clone()).await;
        assert_eq!((status.as_u16(), answer["applied_seq"].as_str()), (200, Some("5")), "{answer}");
        assert_eq!(digest(&to.hupo), digest(&from.hupo));
        let (status, problem) = to.json(r#in, bytes).await;
        assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (409, Some("exists")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_is_made_once_under_a_key_however_it_is_made() {
    let from = story().await;
    let (export, backup) = (taken_out(&from, "export").await, taken_out(&from, "backup").await);
    let create = Bytes::from(json!({ "zone": "Asia/Shanghai" }).to_string());
    for (verb, body) in [("import", export), ("restore_backup", backup), ("create_space", create)] {
        let to = Served::empty();
        let (status, first) = to.json_under(KEY, verb, body.clone()).await;
        assert_eq!(status.as_u16(), 200, "{verb}: {first}");
        assert_eq!(to.json_under(KEY, verb, body.clone()).await, (status, first), "{verb}");
        for (key, code) in [("key 2", "exists"), ("", "exists")] {
            let (status, problem) = to.json_under(key, verb, body.clone()).await;
            assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (409, Some(code)), "{verb} {key}");
        }
        let other = if verb == "create_space" { "import" } else { "create_space" };
        let (_, problem) = to.json_under(KEY, other, asked_otherwise(other, &from).await).await;
        assert_eq!(problem["error"]["code"], "conflict_of_key", "{verb}");
    }
}

/// A body that another verb takes.
async fn asked_otherwise(verb: &str, from: &Served) -> Bytes {
    match verb {
        "import" => taken_out(from, "export").await,
        _ => Bytes::from(json!({ "zone": "UTC" }).to_string()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_stream_is_in_its_first_part_too() {
    let from = story().await;
    let lines = taken_out(&from, "export").await.to_vec();
    let to = Served::empty();
    for (idempotency_key, code) in [("k", None), ("k", None), ("l", Some(tonic::Code::AlreadyExists))] {
        let part = v1::ImportRequest {
            space: NAME.into(),
            lines: lines.clone(),
            idempotency_key: idempotency_key.into(),
            ..Default::default()
        };
        let answer = to.client().import(tokio_stream::iter([part])).await;
        assert_eq!(answer.err().map(|status| status.code()), code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_space_takes_no_key_and_says_why() {
    let served = story().await;
    let body = || Bytes::from(json!({ "confirm": NAME }).to_string());
    let (status, problem) = served.json_under("k", "erase_space", body()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (400, Some("invalid")), "{problem}");
    assert!(problem["error"]["message"].as_str().unwrap().contains("idempotency_key"), "{problem}");
    assert!(served.hupo.has_space(NAME).unwrap());
    assert_eq!(served.json("erase_space", body()).await.0.as_u16(), 200);
    let (_, problem) = served.json("erase_space", body()).await;
    assert_eq!(problem["error"]["code"], "unknown_space");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_goes_out_and_in_over_grpc_too() {
    let from = story().await;
    let ask = || v1::ExportRequest { space: NAME.into(), ..Default::default() };
    let mut parts = from.client().export(ask()).await.unwrap().into_inner();
    let mut sent = Vec::new();
    while let Some(part) = parts.next().await {
        // Cut anywhere: the parts in need not be the parts out.
        let pieces = part.unwrap().lines.chunks(1_000).map(<[u8]>::to_vec).collect::<Vec<_>>();
        sent.extend(pieces.into_iter().map(|lines| v1::ImportRequest { lines, ..Default::default() }));
    }
    assert!(sent.len() > 3);
    sent[0].space = NAME.into();
    let to = Served::empty();
    let answer = to.client().import(tokio_stream::iter(sent)).await.unwrap().into_inner();
    assert_eq!((answer.applied_seq, digest(&to.hupo)), (5, digest(&from.hupo)));
    let ask = v1::BackupRequest { space: NAME.into(), ..Default::default() };
    let mut parts = from.client().backup(ask).await.unwrap().into_inner();
    let mut sent = vec![v1::RestoreBackupRequest { space: "梅 restored".into(), ..Default::default() }];
    while let Some(part) = parts.next().await {
        sent.push(v1::RestoreBackupRequest { data: part.unwrap().data, ..Default::default() });
    }
    to.client().restore_backup(tokio_stream::iter(sent)).await.unwrap();
    assert_eq!(to.hupo.spaces().unwrap(), [NAME, "梅 restored"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_cut_changed_or_of_another_name_leaves_no_space_behind() {
    let from = story().await;
    let (export, backup) = (taken_out(&from, "export").await, taken_out(&from, "backup").await);
    let to = Served::empty();
    for (verb, bytes) in [
        ("import", export.slice(..export.len() / 2)),
        ("restore_backup", backup.slice(..backup.len() / 2)),
        ("import", Bytes::from_static("{\"space\": 秘密}".as_bytes())),
        ("import", Bytes::new()),
        ("restore_backup", Bytes::new()),
    ] {
        let (status, problem) = to.json(verb, bytes).await;
        assert_eq!(status.as_u16() / 100, 4, "{verb}: {problem}");
        assert!(!problem.to_string().contains("秘密"), "{problem}");
    }
    let request = axum::http::Request::post("/v1/import").header(SPACE, "another");
    let response = to.send(request.body(export.into()).unwrap()).await;
    assert_eq!(response.status().as_u16(), 400);
    assert!(to.hupo.spaces().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_before_the_first_byte_is_a_problem_like_any() {
    let served = Served::empty();
    let (status, problem) = served.json("export", json!({}).to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (404, Some("unknown_space")));
    let ask = v1::BackupRequest { space: NAME.into(), ..Default::default() };
    let status = match served.client().backup(ask).await {
        Ok(parts) => parts.into_inner().next().await.unwrap().unwrap_err(),
        Err(status) => status,
    };
    assert_eq!(status.code(), tonic::Code::NotFound);
}
