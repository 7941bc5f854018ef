//! From a request of any transport to a call of the desk: who asks, of which space, until when, and under which key.

use crate::caller::Caller;
use crate::desk::{Call, Desk};
use crate::gate::Deadline;
use crate::problem::{Code, Problem};
use crate::verb::Verb;
use crate::verbs::{Ask, Head};
use crate::wire::Bad;
use http::{Extensions, HeaderMap};
use hupo::Sequence;
use std::time::{Duration, Instant};

/// The header that names the space: UTF-8, where need be percent-encoded as in a URL.
pub(crate) const SPACE: &str = "x-hupo-space";
/// The header that makes a write happen once.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// What a transport knows of a request beside its message.
#[derive(Debug, Clone)]
pub(crate) struct Transport {
    caller: Caller,
    space: Option<String>,
    once: Option<String>,
    deadline: Option<Instant>,
}

impl Transport {
    /// Reads what the gate left in the extensions, and the headers. Nobody comes by without having passed the gate.
    pub(crate) fn of(extensions: &Extensions, headers: &HeaderMap) -> Result<Self, Problem> {
        let nobody = || Problem::new(Code::Unauthenticated, "no credential was given");
        Ok(Self {
            caller: extensions.get::<Caller>().cloned().ok_or_else(nobody)?,
            space: header(headers, SPACE)?,
            once: header(headers, IDEMPOTENCY_KEY)?,
            deadline: extensions.get::<Deadline>().map(|deadline| deadline.0),
        })
    }

    /// The call. What the message says goes before what the headers say; of two deadlines the earlier counts.
    pub(crate) fn call(self, verb: Verb, head: Head) -> Call {
        let own = (head.deadline_ms > 0).then(|| Instant::now() + Duration::from_millis(head.deadline_ms.into()));
        Call {
            once: said(head.once).or(self.once),
            deadline: own.into_iter().chain(self.deadline).min(),
            at_least: (head.at_least > 0).then(|| Sequence::new(head.at_least)),
            ..Call::new(self.caller, said(head.space).or(self.space), verb)
        }
    }
}

fn said(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// A header's text, percent-decoded; none if it is empty or not there.
fn header(headers: &HeaderMap, name: &'static str) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = percent_decoded(value.as_bytes()).and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(said).ok_or_else(|| Bad::new(name, "it is no UTF-8, percent-encoded where need be").into())
}

fn percent_decoded(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut rest = bytes.iter();
    let mut decoded = Vec::with_capacity(bytes.len());
    while let Some(byte) = rest.next() {
        decoded.push(match byte {
            b'%' => hex_digit(*rest.next()?)? << 4 | hex_digit(*rest.next()?)?,
            other => *other,
        });
    }
    Some(decoded)
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Has a request answered, whatever brought it.
pub(crate) async fn ask<A: Ask>(desk: &Desk, transport: Transport, mut request: A) -> Result<A::Answer, Problem> {
    let n_bytes = request.encoded_len();
    let head = request.take_head();
    let request_hash = hash(A::VERB, &request);
    let call = Call { request_hash, n_bytes, ..transport.call(A::VERB, head) };
    request.carry_out(desk, call).await
}

/// Equal for equal requests of a verb, however they came; what is said beside the request is taken out before.
fn hash(verb: Verb, request: &impl prost::Message) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(verb.name().as_bytes());
    hasher.update(&[0]);
    hasher.update(&request.encode_to_vec());
    hasher.finalize().into()
}

#[cfg(test)]
mod tests;
