//! Bytes against every door in one process: decoded, converted and carried out on a real space. For tests, and for the
//! fuzzer in `tests/fuzz`. Nothing may panic, and nothing may fail without a reason.

use crate::caller::Caller;
use crate::clock::Clock;
use crate::desk::Desk;
use crate::verb::Verb;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use http_body_util::BodyExt;
use hupo::{Hupo, NewMessage, SpaceConfig, Timestamp};
use std::path::Path;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// The space that is asked where a request names none.
const SPACE: &str = "bytes";
/// The time of every call.
const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// Every door over one root.
pub struct Doors {
    runtime: Runtime,
    grpc: Router,
    json: Router,
    mcp: Router,
}

impl Doors {
    /// Doors over a root with one space that holds a line.
    ///
    /// # Panics
    /// If the root cannot be made.
    pub fn open(root: &Path) -> Self {
        let hupo = Hupo::open(root).expect("the root can be opened");
        let config = SpaceConfig { name: SPACE.into(), zone: "Asia/Shanghai".into() };
        let space = hupo.create_space(config, NOW).expect("the root is empty");
        space.append(vec![NewMessage::user("我对腰果过敏 but shrimp is fine")], NOW).expect("the line is sound");
        drop(space);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("threads start");
        let (grpc, json, mcp) = runtime.block_on(async {
            let desk = Desk::new(hupo, Clock::told_by(|| NOW));
            (crate::grpc::routes(desk.clone()), crate::json::routes(desk.clone()), crate::mcp::routes(desk))
        });
        Self { runtime, grpc, json, mcp }
    }

    /// Sends a message to a verb over gRPC; the gRPC status.
    pub fn grpc(&self, verb: Verb, message: &[u8]) -> i32 {
        let name: String = verb.name().split('_').map(capitalised).collect();
        let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
        let frame = [&[0], length.to_be_bytes().as_slice(), message].concat();
        let request = Request::post(format!("/hupo.v1.Hupo/{name}")).header("content-type", "application/grpc");
        let request = request.header("te", "trailers").body(Body::from(frame)).expect("the parts are sound");
        self.runtime.block_on(async {
            let answer = self.grpc.clone().oneshot(known(request)).await.expect("a router does not fail");
            let headers = answer.headers().clone();
            let trailers = answer.into_body().collect().await.ok().and_then(|body| body.trailers().cloned());
            status(&headers).or_else(|| status(&trailers?)).unwrap_or(tonic::Code::Unknown as i32)
        })
    }

    /// Posts a body to a verb over HTTP; the HTTP status.
    pub fn json(&self, verb: Verb, body: &[u8]) -> u16 {
        self.post(&self.json, &format!("/v1/{}", verb.name()), body)
    }

    /// Posts a body to MCP; the HTTP status.
    pub fn mcp(&self, body: &[u8]) -> u16 {
        self.post(&self.mcp, &format!("/mcp/{SPACE}"), body)
    }

    fn post(&self, router: &Router, path: &str, body: &[u8]) -> u16 {
        let request = Request::post(path).header("content-type", "application/json").header("x-hupo-space", SPACE);
        let request = request.header("accept", "application/json, text/event-stream").body(Body::from(body.to_vec()));
        self.runtime.block_on(async {
            let request = known(request.expect("the parts are sound"));
            let answer = router.clone().oneshot(request).await.expect("a router does not fail");
            let status = answer.status().as_u16();
            // A body may be a stream whose work is still going on.
            drop(to_bytes(answer.into_body(), usize::MAX).await);
            status
        })
    }
}

/// A request of this machine's own caller, as the gate lets it in.
fn known(mut request: Request<Body>) -> Request<Body> {
    request.extensions_mut().insert(Caller::local());
    request
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn status(headers: &HeaderMap) -> Option<i32> {
    headers.get("grpc-status")?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
