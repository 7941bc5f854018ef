//! What the gate lets through, and what it does not.

use super::*;
use axum::body::{Body, Bytes};
use std::time::Instant;

fn request(uri: &str, headers: &[(&str, &str)]) -> Request {
    let mut request = http::Request::post(uri);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).unwrap()
}

#[test]
fn only_this_machines_own_names_are_its_host() {
    let passes = |host: &str| origin::check(&request("/v1/recall", &[("host", host)])).is_ok();
    for host in ["localhost", "LOCALHOST:7413", "127.0.0.1:7413", "127.9.9.9", "[::1]:7413"] {
        assert!(passes(host), "{host}");
    }
    for host in
        ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "x@localhost", "", "琥珀"]
    {
        assert!(!passes(host), "{host}");
    }
    assert!(origin::check(&request("/v1/recall", &[])).is_err(), "a request without a host");
    assert!(origin::check(&request("http://localhost:7413/v1/recall", &[])).is_ok(), "HTTP/2 has it in the address");
    assert!(origin::check(&request("http://evil.example/v1/recall", &[("host", "localhost")])).is_err());
}

#[test]
fn a_page_of_another_site_may_not_ask() {
    let passes =
        |origin: &str| origin::check(&request("/v1/recall", &[("host", "localhost"), ("origin", origin)])).is_ok();
    assert!(passes("http://localhost:7413") && passes("http://127.0.0.1:5173") && passes("https://[::1]"));
    for origin in ["https://evil.example", "null", "http://localhost@evil.example", "file://localhost", ""] {
        assert!(!passes(origin), "{origin}");
    }
}

#[test]
fn a_deadline_is_read_in_grpcs_units_and_in_milliseconds() {
    let wait = |name: &'static str, value: &str| {
        let headers = HeaderMap::from_iter([(name.parse().unwrap(), HeaderValue::from_str(value).unwrap())]);
        deadline::of(&headers).map(|deadline| deadline.map(|Deadline(at)| at - Instant::now()))
    };
    let near = |got: Option<Duration>, ms: u64| {
        let got = u64::try_from(got.unwrap().as_millis()).unwrap();
        assert!(got <= ms && got + 200 >= ms, "{got} {ms}");
    };
    near(wait("grpc-timeout", "1500m").unwrap(), 1_500);
    near(wait("grpc-timeout", "2S").unwrap(), 2_000);
    near(wait("grpc-timeout", "3M").unwrap(), 180_000);
    near(wait("grpc-timeout", "700000u").unwrap(), 700);
    near(wait("hupo-timeout-ms", "250").unwrap(), 250);
    near(wait("hupo-timeout-ms", "99999999999999").unwrap(), 86_400_000);
    for wrong in ["", "S", "5", "-1S", "123456789S", "5é", "1.5S"] {
        assert!(wait("grpc-timeout", wrong).is_err(), "{wrong}");
    }
    assert!(wait("hupo-timeout-ms", "-1").is_err() && wait("accept", "x").unwrap().is_none());
}

#[test]
fn a_key_is_read_off_the_header_and_nothing_else_is() {
    let read = |value: &str| {
        let headers = HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_str(value).unwrap())]);
        bearer(&headers).map(|key| key.map(str::to_owned)).map_err(|problem| problem.code)
    };
    assert_eq!(read("Bearer hupo_a_b"), Ok(Some("hupo_a_b".into())));
    assert_eq!(read("bearer  hupo_a_b"), Ok(Some("hupo_a_b".into())));
    assert_eq!([read("Basic aHVwbw=="), read("hupo_a_b")], [Err(Code::Unauthenticated), Err(Code::Unauthenticated)]);
    assert_eq!(bearer(&HeaderMap::new()).unwrap(), None);
}

#[tokio::test]
async fn a_body_longer_than_the_credential_allows_is_cut_off() {
    let limits = crate::limits::Limits { request_bytes: 1_000, ..Default::default() };
    let caller = Caller::new("k", crate::caller::Grant::everything(), limits);
    let sized = |n: usize| http::Request::post("/v1/append").body(Body::from(vec![b'x'; n])).unwrap();
    let declared = request("/v1/append", &[("content-length", "5000")]);
    assert_eq!(with_limits(declared, caller.clone()).unwrap_err().code, Code::TooLarge);
    let read = |request: Request| async { axum::body::to_bytes(request.into_body(), usize::MAX).await };
    assert!(read(admitted(sized(1_500), caller.clone())).await.is_ok());
    assert!(read(admitted(sized(5_000), caller.clone())).await.is_err(), "whatever it declared");
    let streamed = http::Request::post("/hupo.v1.Hupo/Import").body(Body::from(vec![b'x'; 5_000])).unwrap();
    assert!(read(admitted(streamed, caller)).await.is_ok());
}

#[tokio::test]
async fn a_body_that_stands_still_is_given_up() {
    let never = tokio_stream::pending::<Result<Bytes, std::io::Error>>();
    let body = patient::body(Body::from_stream(never), 1_000, Duration::from_millis(20));
    let read = axum::body::to_bytes(body, usize::MAX);
    assert!(tokio::time::timeout(Duration::from_secs(20), read).await.unwrap().is_err());
}

#[tokio::test]
async fn the_deadline_of_the_headers_goes_on_with_the_request() {
    let caller = Caller::new("k", crate::caller::Grant::everything(), crate::limits::Limits::default());
    let passed = |headers: &[(&str, &str)]| {
        let request = with_limits(request("/v1/recall", headers), caller.clone()).unwrap();
        request.extensions().get::<Deadline>().map(|deadline| deadline.0)
    };
    assert!(passed(&[("hupo-timeout-ms", "60000")]).is_some_and(|at| at > Instant::now()));
    assert!(passed(&[("grpc-timeout", "60S")]).is_some_and(|at| at > Instant::now()));
    assert_eq!(passed(&[]), None);
}
