//! `POST /v1/<verb>`: the same messages as proto3 JSON with the names of the .proto, and the same answers.

pub(crate) mod body;
mod fault;

use crate::asking::{Transport, ask};
use crate::descriptors;
use crate::desk::{Desk, Incoming};
use crate::openapi;
use crate::problem::{Code, Problem};
use crate::verb::Verb;
use crate::verbs::{Ask, Head, for_each_verb, streams};
use crate::wire::v1;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header, request};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use http_body_util::{BodyExt, LengthLimitError};
use prost_reflect::MethodDescriptor;
use std::error::Error;
use tokio_stream::StreamExt;

/// The routes of all verbs, and the document that describes them.
pub(crate) fn routes(desk: Desk) -> Router {
    let mut routes = Router::new().route("/openapi.json", get(document));
    macro_rules! verbs {
        ($($mode:ident $name:ident $verb:ident($request:ident) -> $response:ident = $noun:ident::$work:ident;)+) => {
            $(routes = routes.route(path(Verb::$verb).as_str(), one_answer::<v1::$request>(&desk));)+
        };
    }
    for_each_verb!(verbs);
    routes
        .route(&path(Verb::Export), taken_out::<v1::ExportRequest>(&desk, Verb::Export))
        .route(&path(Verb::Backup), taken_out::<v1::BackupRequest>(&desk, Verb::Backup))
        .route(&path(Verb::Import), put_in(&desk, Verb::Import))
        .route(&path(Verb::RestoreBackup), put_in(&desk, Verb::RestoreBackup))
        .route("/v1/{*verb}", any(no_such_verb))
        .method_not_allowed_fallback(only_post)
}

/// Where a verb is asked for.
pub(crate) fn path(verb: Verb) -> String {
    format!("/v1/{}", verb.name())
}

async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi::text()).into_response()
}

async fn no_such_verb() -> Response {
    Problem::new(Code::NotFound, "there is no such verb; /openapi.json lists them").response()
}

async fn only_post() -> Response {
    let mut response = Problem::new(Code::Invalid, "verbs are asked for by POST").response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

fn one_answer<A: Ask>(desk: &Desk) -> MethodRouter {
    let (desk, method) = (desk.clone(), rpc(A::VERB));
    post(async move |request: Request| answered::<A>(&desk, &method, request).await.unwrap_or_else(|p| p.response()))
}

async fn answered<A: Ask>(desk: &Desk, method: &MethodDescriptor, request: Request) -> Result<Response, Problem> {
    let (parts, body) = taken(request).await?;
    let asked: A = body::read(&body, &method.input())?;
    let answer = ask(desk, transport(&parts)?, asked).await?;
    let json = body::write(&answer, &method.output())?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The answer is the bytes themselves; what fails before the first of them is answered as any problem is.
fn taken_out<R>(desk: &Desk, verb: Verb) -> MethodRouter
where
    R: streams::TakeOut + prost::Message + Default + 'static,
{
    let (desk, method) = (desk.clone(), rpc(verb));
    post(async move |request: Request| {
        let streamed = async {
            let (parts, body) = taken(request).await?;
            let mut asked: R = body::read(&body, &method.input())?;
            stream_out(&desk, (transport(&parts)?, verb, asked.take_head())).await
        };
        streamed.await.unwrap_or_else(|problem| problem.response())
    })
}

async fn stream_out(desk: &Desk, (transport, verb, head): (Transport, Verb, Head)) -> Result<Response, Problem> {
    let mut rest = streams::take_out(desk, transport.call(verb, head)).await?;
    let first = rest.next().await.transpose()?;
    let bytes = tokio_stream::iter(first.map(Ok)).chain(rest);
    let kind = if verb == Verb::Export { "application/x-ndjson" } else { "application/octet-stream" };
    Ok(([(header::CONTENT_TYPE, kind)], Body::from_stream(bytes)).into_response())
}

/// The body is the bytes themselves; the space is named by a header.
fn put_in(desk: &Desk, verb: Verb) -> MethodRouter {
    let (desk, method) = (desk.clone(), rpc(verb));
    post(async move |request: Request| {
        let put = async {
            let (parts, body) = request.into_parts();
            let call = transport(&parts)?.call(verb, Head::default());
            let bytes = body.into_data_stream().map(|part| part.map(Vec::from).map_err(|_| Problem::cancelled()));
            let applied_seq = streams::put_in(&desk, call, Incoming::new(bytes)).await?;
            let json = body::write(&v1::ImportResponse { applied_seq }, &method.output())?;
            Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
        };
        put.await.unwrap_or_else(|problem: Problem| problem.response())
    })
}

fn rpc(verb: Verb) -> MethodDescriptor {
    descriptors::method(verb).expect("the table of verbs is that of the service")
}

fn transport(parts: &request::Parts) -> Result<Transport, Problem> {
    Transport::of(&parts.extensions, &parts.headers)
}

/// The request with its whole body, as far as the gate lets it come.
async fn taken(request: Request) -> Result<(request::Parts, Bytes), Problem> {
    let (parts, body) = request.into_parts();
    let whole = body.collect().await.map_err(|error| match is_too_long(&error) {
        true => Problem::new(Code::TooLarge, "the body is larger than the credential allows"),
        false => Problem::cancelled(),
    })?;
    Ok((parts, whole.to_bytes()))
}

fn is_too_long(error: &(dyn Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_too_long)
}
