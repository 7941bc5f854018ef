//! A desk over a folder of its own, and ways to ask it.

use crate::asking::{IDEMPOTENCY_KEY, SPACE};
use crate::json::body;
use crate::verb::Verb;
use crate::verbs::for_each_verb;
use crate::wire::v1::{self, hupo_client::HupoClient};
use crate::{Caller, Clock, Desk, descriptors, grpc, json};
use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode};
use axum::{Extension, Router};
use http_body_util::BodyExt;
use hupo::{Hupo, Space, SpaceConfig, Timestamp};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

/// The clock of every test: 2026-09-21, about two in the afternoon in Shanghai.
pub(super) const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// The space of every test; no name is too much for a header.
pub(super) const NAME: &str = "Mei 和 Hu";

/// A server without a socket.
pub(super) struct Served {
    pub(super) hupo: Hupo,
    routes: Router,
    grpc: Router,
    _root: TempDir,
}

impl Served {
    /// Over an empty folder.
    pub(super) fn empty() -> Self {
        Self::to(Caller::local())
    }

    /// Over an empty folder, for this caller.
    pub(super) fn to(caller: Caller) -> Self {
        let root = tempfile::tempdir().unwrap();
        let hupo = Hupo::open(root.path()).unwrap();
        let desk = Desk::new(hupo.clone(), Clock::told_by(|| NOW));
        let gate = Extension(caller);
        let (routes, grpc) = (json::routes(desk.clone()).layer(gate.clone()), grpc::routes(desk).layer(gate));
        Self { hupo, routes, grpc, _root: root }
    }

    /// With the space, and something in it.
    pub(super) fn with_space() -> Self {
        let served = Self::empty();
        let config = SpaceConfig { name: NAME.into(), zone: "Asia/Shanghai".into() };
        served.hupo.create_space(config, NOW).unwrap();
        served
    }

    /// The space itself, as the library has it.
    pub(super) fn space(&self) -> Space {
        self.hupo.space(NAME).unwrap()
    }

    /// Sends any request to the JSON routes.
    pub(super) async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.routes.clone().oneshot(request).await.unwrap()
    }

    /// Asks over JSON, of the space.
    pub(super) async fn json(&self, verb: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let (status, bytes) = self.raw(verb, body).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// As [`Self::json`], under an idempotency key, which is percent-encoded where need be; none if it is empty.
    pub(super) async fn json_under(&self, key: &str, verb: &str, body: Bytes) -> (StatusCode, Value) {
        let (status, bytes) = self.raw_with(&[(IDEMPOTENCY_KEY, key)], verb, body).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Asks over HTTP, of the space, and gives the bytes of the answer.
    pub(super) async fn raw(&self, verb: &str, body: impl Into<Body>) -> (StatusCode, Bytes) {
        self.raw_with(&[], verb, body).await
    }

    async fn raw_with(&self, headers: &[(&str, &str)], verb: &str, body: impl Into<Body>) -> (StatusCode, Bytes) {
        let mut request = Request::post(format!("/v1/{verb}")).header(SPACE, "Mei%20%E5%92%8C%20Hu");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.send(request.body(body.into()).unwrap()).await;
        let status = response.status();
        (status, response.into_body().collect().await.unwrap().to_bytes())
    }

    /// Asks over JSON what must be answered.
    pub(super) async fn ask(&self, verb: &str, body: Value) -> Value {
        let (status, answer) = self.json(verb, body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{verb}: {answer}");
        answer
    }

    /// The routes of gRPC: the service, health, reflection.
    pub(super) fn routes_of_grpc(&self) -> Router {
        self.grpc.clone()
    }

    /// A client of the gRPC service.
    pub(super) fn client(&self) -> HupoClient<Router> {
        HupoClient::new(self.grpc.clone())
    }

    /// Asks over gRPC the request that this JSON is, of the space; the answer as JSON.
    pub(super) async fn grpc(&self, verb: Verb, body: &Value) -> Result<Value, tonic::Status> {
        let method = descriptors::method(verb).unwrap();
        let (mut client, asked) = (self.client(), body.to_string());
        macro_rules! ask {
            ($($mode:ident $name:ident $verb:ident($request:ident) -> $response:ident = $noun:ident::$work:ident;)+) => {
                match verb {
                    $(Verb::$verb => {
                        let message: v1::$request = body::read(asked.as_bytes(), &method.input()).unwrap();
                        let mut request = tonic::Request::new(message);
                        request.metadata_mut().insert(SPACE, "Mei%20%E5%92%8C%20Hu".parse().unwrap());
                        let answer = client.$name(request).await?.into_inner();
                        body::write(&answer, &method.output()).unwrap()
                    })+
                    other => panic!("{other:?} is not asked for so"),
                }
            };
        }
        let answer = for_each_verb!(ask);
        Ok(serde_json::from_slice(&answer).unwrap())
    }
}
