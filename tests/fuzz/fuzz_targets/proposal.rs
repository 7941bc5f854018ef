//! Text as a proposal, judged against a small space: a verdict, never a panic, and what is not refused has quotes that
//! stand in the messages they cite, and the user's own words where it is about the user.
#![no_main]

use hupo_fuzz::{NOW, Small, rules, text, zone};
use hupo_memory::{Context, Judgement, judge};
use hupo_store::{Read, Snapshot};
use hupo_text::quote;
use hupo_types::{Message, MessageId, Proposal, Role, Rules};
use jiff::tz::TimeZone;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::LazyLock;

struct Bench {
    snapshot: Snapshot,
    rules: Rules,
    zone: TimeZone,
    _small: Small,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let small = Small::default();
    let snapshot = small.store.snapshot().expect("a store can be read");
    Bench { snapshot, rules: rules(), zone: zone(), _small: small }
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(proposal) = serde_json::from_str::<Proposal>(&text(bytes)) else { return };
    let ctx = Context { rules: &BENCH.rules, zone: &BENCH.zone, now: NOW };
    let judged = |proposal| judge(&BENCH.snapshot, proposal, &ctx).expect("the space can be read");
    let judgement = judged(&proposal);
    let written = serde_json::to_value(&proposal).expect("a proposal can be written");
    match serde_json::from_value::<Proposal>(written.clone()) {
        Ok(again) => assert_eq!(judged(&again), judgement, "the same proposal, the same verdict"),
        // JSON has no word for a number that is too large to be one.
        Err(error) => assert!(matches!(judgement, Judgement::Refuse(_)), "{error}"),
    }
    match judgement {
        Judgement::Refuse(verdict) => assert!(!verdict.code.is_welcome() && !verdict.reason.is_empty(), "{verdict:?}"),
        Judgement::Queue { waiting, .. } => {
            assert!(!waiting.is_empty());
            check_receipts(&written);
        }
        Judgement::CarryOut { code, .. } => {
            assert!(code.is_welcome());
            check_receipts(&written);
        }
    }
});

/// Looked up anew, without the rules.
fn check_receipts(proposal: &Value) {
    let evidence = proposal.get("evidence").and_then(Value::as_array).cloned().unwrap_or_default();
    let cited: Vec<Message> = evidence.iter().map(cited).collect();
    for (one, message) in evidence.iter().zip(&cited) {
        let words = quote::normal(one.get("quote").and_then(Value::as_str).expect("evidence has a quote"));
        assert!(!words.is_empty() && quote::normal(&message.text).contains(&words), "{words:?} in {:?}", message.text);
    }
    let is = |field: &str, word: &str| proposal.get(field).and_then(Value::as_str) == Some(word);
    if is("propose", "memory") && (is("scope", "user") || is("scope", "shared")) {
        assert!(cited.iter().any(|message| message.role == Role::User), "no word of the user's");
    }
}

fn cited(evidence: &Value) -> Message {
    let named = evidence.get("message").expect("evidence cites a message");
    let found = match named {
        Value::String(name) => {
            BENCH.snapshot.message_named(name).expect("it can be read").or_else(|| by_id(MessageId::parse(name)?))
        }
        other => by_id(serde_json::from_value(other.clone()).expect("a name or a number")),
    };
    found.expect("the message is there")
}

fn by_id(id: MessageId) -> Option<Message> {
    Read::message(&BENCH.snapshot, id).expect("it can be read")
}
