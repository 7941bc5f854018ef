//! MCP over streamable HTTP at `/mcp` and `/mcp/{space}`: each request stands alone and nothing is kept between two.

use super::handler::{Bound, Tools};
use super::mend::mended;
use crate::desk::Desk;
use crate::problem::{Code, Problem};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{RawPathParams, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;

/// The routes of MCP. The gate in front of them says who calls, and refuses hosts and origins of strangers.
pub(crate) fn routes(desk: Desk) -> Router {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(usize::MAX)
        .disable_allowed_hosts();
    let tools = move || Ok(Tools::of_requests(desk.clone()));
    let service = StreamableHttpService::new(tools, Arc::new(NeverSessionManager::default()), config);
    Router::new()
        .route_service("/mcp", service.clone())
        .route_service("/mcp/{space}", service)
        .layer(middleware::from_fn(bound))
}

/// Binds a request to its caller and the space of its path, and mends its JSON.
async fn bound(path: RawPathParams, request: Request, next: Next) -> Response {
    let space = path.iter().find(|(name, _)| *name == "space").map(|(_, space)| space.to_owned());
    let bound = match Bound::of(request.extensions(), request.headers(), space) {
        Ok(bound) => bound,
        Err(problem) => return problem.response(),
    };
    let most = bound.caller.limits().request_bytes;
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, most).await else {
        return Problem::new(Code::TooLarge, "the message is larger than the credential allows").response();
    };
    let body = mended(&body).into_owned();
    // The length that was announced is that of the body before it was mended.
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    parts.extensions.insert(bound);
    next.run(Request::from_parts(parts, Body::from(body))).await
}
