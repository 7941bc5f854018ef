//! On loopback without keys a browser is the way in for strangers: a page may send requests to this machine, under a name of its own
//! that points here. So the host must be this machine's own name, and a page that says where it comes from must come
//! from here. No answer ever allows another site to read it.

use crate::problem::{Code, Problem};
use axum::extract::Request;
use http::header;
use http::uri::Authority;
use std::net::IpAddr;

/// Lets a request through that was sent to this machine by its own name, by no page of another site.
pub(super) fn check(request: &Request) -> Result<(), Problem> {
    let text = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let host = request.uri().authority().map(Authority::as_str).or_else(|| text(header::HOST));
    if !host.is_some_and(is_loopback) {
        return Err(refused("the host is none of this machine's own names; use localhost or 127.0.0.1"));
    }
    let origin = text(header::ORIGIN);
    if !origin.is_none_or(is_of_loopback) {
        return Err(refused("a page of another site may not ask"));
    }
    Ok(())
}

fn refused(words: &str) -> Problem {
    Problem::new(Code::Forbidden, words)
}

fn is_of_loopback(origin: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(is_loopback)
}

/// Whether an authority, with or without a port, names this machine.
fn is_loopback(authority: &str) -> bool {
    let Ok(authority) = authority.parse::<Authority>() else { return false };
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let has_user = authority.as_str().contains('@');
    !has_user
        && (host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()))
}
