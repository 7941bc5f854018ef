//! What a stranger finds: health, reflection, and the document of the JSON.

use super::served::Served;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use tokio_stream::StreamExt;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus};
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

#[tokio::test]
async fn the_service_is_serving() {
    let served = Served::empty();
    // The word is set by a task of the same runtime, which has not run before this one waits.
    tokio::task::yield_now().await;
    let mut client = HealthClient::new(served.routes_of_grpc());
    for service in ["", "hupo.v1.Hupo"] {
        let answer = client.check(HealthCheckRequest { service: service.into() }).await.unwrap().into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{service:?}");
    }
}

#[tokio::test]
async fn reflection_shows_the_service() {
    let mut client = ServerReflectionClient::new(Served::empty().routes_of_grpc());
    let ask = MessageRequest::FileContainingSymbol("hupo.v1.Hupo.Recall".into());
    let ask = ServerReflectionRequest { host: String::new(), message_request: Some(ask) };
    let mut answers = client.server_reflection_info(tokio_stream::once(ask)).await.unwrap().into_inner();
    let answer = answers.next().await.unwrap().unwrap().message_response;
    assert!(matches!(answer, Some(MessageResponse::FileDescriptorResponse(_))), "{answer:?}");
}

#[tokio::test]
async fn the_document_is_served() {
    let response = Served::empty().send(Request::get("/openapi.json").body(Body::empty()).unwrap()).await;
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
}
