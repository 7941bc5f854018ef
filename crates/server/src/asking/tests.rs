//! What a call is made of.

use super::*;
use crate::caller::Caller;
use http::HeaderValue;

fn transport(headers: &[(&'static str, &str)]) -> Result<Transport, Problem> {
    let mut extensions = Extensions::new();
    extensions.insert(Caller::local());
    let pairs = headers
        .iter()
        .map(|(name, value)| (http::HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).unwrap()));
    Transport::of(&extensions, &pairs.collect())
}

fn head(space: &str, once: &str) -> Head {
    Head { space: space.into(), once: once.into(), ..Head::default() }
}

#[test]
fn what_has_not_passed_the_gate_is_nobodys() {
    let problem = Transport::of(&Extensions::new(), &HeaderMap::new()).unwrap_err();
    assert_eq!(problem.code, Code::Unauthenticated);
}

#[test]
fn the_message_goes_before_the_headers() {
    let from_headers = transport(&[(SPACE, "header"), (IDEMPOTENCY_KEY, "key")]).unwrap();
    let call = from_headers.clone().call(Verb::Append, head("message", "own"));
    assert_eq!((call.space.as_deref(), call.once.as_deref()), (Some("message"), Some("own")));
    let call = from_headers.call(Verb::Append, head("", ""));
    assert_eq!((call.space.as_deref(), call.once.as_deref()), (Some("header"), Some("key")));
}

#[test]
fn a_space_in_a_header_may_be_percent_encoded_or_plain() {
    for (written, expected) in
        [("Mei", Some("Mei")), ("Mei%20%E5%92%8C%20Hu", Some("Mei 和 Hu")), ("梅", Some("梅")), ("", None)]
    {
        let call = transport(&[(SPACE, written)]).unwrap().call(Verb::Stats, Head::default());
        assert_eq!(call.space.as_deref(), expected);
    }
    for broken in ["%", "%4", "%zz", "%ff"] {
        assert_eq!(transport(&[(SPACE, broken)]).unwrap_err().code, Code::Invalid, "{broken}");
    }
}

#[test]
fn the_earlier_of_two_deadlines_counts() {
    let soon = Instant::now() + Duration::from_millis(50);
    let mut extensions = Extensions::new();
    extensions.insert(Caller::local());
    extensions.insert(Deadline(soon));
    let transport = Transport::of(&extensions, &HeaderMap::new()).unwrap();
    let with = |deadline_ms| {
        let head = Head { deadline_ms, ..Head::default() };
        transport.clone().call(Verb::Recall, head).deadline.unwrap()
    };
    assert_eq!(with(0), soon);
    assert_eq!(with(60_000), soon);
    assert!(with(1) < soon);
}

#[test]
fn the_same_request_has_the_same_hash_whatever_is_said_beside_it() {
    let ask = |space: &str, key: &str, text: &str| {
        let line = crate::wire::v1::NewMessage { text: text.into(), ..Default::default() };
        let mut request = crate::wire::v1::AppendRequest { messages: vec![line], ..Default::default() };
        (request.space, request.idempotency_key, request.deadline_ms) = (space.into(), key.into(), 7);
        request.take_head();
        hash(Verb::Append, &request)
    };
    assert_eq!(ask("a", "k1", "我妹妹叫林晓"), ask("b", "k2", "我妹妹叫林晓"));
    assert_ne!(ask("a", "k1", "我妹妹叫林晓"), ask("a", "k1", "我妹妹叫林小"));
    let nothing = crate::wire::v1::StatsRequest::default();
    assert_ne!(hash(Verb::Stats, &nothing), hash(Verb::Verify, &nothing));
}
