//! Bytes of every kind through every door: no panic, and no failure without a reason.

use super::Doors;
use crate::verb::Verb;
use crate::wire::v1;
use proptest::collection::vec;
use proptest::prelude::*;
use prost::Message;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// One set of doors for all cases of a test.
struct Open(Mutex<(Doors, TempDir)>);

impl Open {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self(Mutex::new((Doors::open(folder.path()), folder)))
    }

    fn ask<T>(&self, ask: impl FnOnce(&Doors) -> T) -> T {
        ask(&self.0.lock().unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// Every verb but the one that takes the space away that the others are asked of.
fn verbs() -> impl Strategy<Value = Verb> {
    let stays: Vec<Verb> = Verb::ALL.iter().copied().filter(|verb| *verb != Verb::EraseSpace).collect();
    prop::sample::select(stays)
}

fn evidence() -> v1::NewEvidence {
    let quote = "我对腰果过敏".to_owned();
    v1::NewEvidence { message: "msg-1".into(), role: v1::Role::User.into(), quote, ..Default::default() }
}

/// Messages that are sound, for the mutations to begin with.
fn sound() -> Vec<(Verb, Vec<u8>)> {
    let line =
        v1::NewMessage { role: v1::Role::User.into(), text: "ERP审批 is on Friday".into(), ..Default::default() };
    let append = v1::AppendRequest { space: "bytes".into(), messages: vec![line], ..Default::default() };
    let memory = v1::NewMemory {
        kind: v1::Kind::Fact.into(),
        scope: v1::Scope::User.into(),
        text: "用户对腰果过敏。".into(),
        importance: Some(7),
        evidence: vec![evidence()],
        ..Default::default()
    };
    let proposal = v1::Proposal { propose: Some(v1::proposal::Propose::Memory(memory)) };
    let propose = v1::ProposeRequest { space: "bytes".into(), proposals: vec![proposal], ..Default::default() };
    let question = v1::Question { text: "对什么过敏 allergic".into(), k: 3, ..Default::default() };
    let recall =
        v1::RecallRequest { space: "bytes".into(), question: Some(question), explain: true, ..Default::default() };
    vec![
        (Verb::Append, append.encode_to_vec()),
        (Verb::Propose, propose.encode_to_vec()),
        (Verb::Recall, recall.encode_to_vec()),
    ]
}

/// Bytes with some changed, cut, doubled or put in.
fn mutated() -> impl Strategy<Value = (Verb, Vec<u8>)> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..5_u8);
    (prop::sample::select(sound()), vec(change, 1..8)).prop_map(|((verb, mut bytes), changes)| {
        for (at, byte, how) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] ^= byte | 1,
                1 => bytes.truncate(at),
                2 => bytes.insert(at, byte),
                3 => bytes.extend_from_within(at..),
                _ => drop(bytes.remove(at)),
            }
        }
        (verb, bytes)
    })
}

/// What no message of a caller's may bring about.
fn is_without_reason(grpc: i32) -> bool {
    [tonic::Code::Internal, tonic::Code::Unknown, tonic::Code::DataLoss].iter().any(|code| *code as i32 == grpc)
}

/// As [`is_without_reason`], over HTTP. A write that is not there yet is waited for (503), a deadline may pass (504).
fn is_fault(http: u16) -> bool {
    http >= 500 && ![503, 504].contains(&http)
}

#[test]
fn no_bytes_break_a_verb_of_grpc() {
    let open = Open::new();
    proptest!(ProptestConfig::with_cases(512), |(verb in verbs(), bytes in vec(any::<u8>(), 0..200))| {
        let status = open.ask(|doors| doors.grpc(verb, &bytes));
        prop_assert!(!is_without_reason(status), "{}: {status}", verb.name());
    });
}

#[test]
fn no_mutation_of_a_sound_message_breaks_its_verb() {
    let open = Open::new();
    for (verb, bytes) in sound() {
        assert_eq!(open.ask(|doors| doors.grpc(verb, &bytes)), 0, "{} is sound", verb.name());
    }
    proptest!(ProptestConfig::with_cases(512), |((verb, bytes) in mutated())| {
        let status = open.ask(|doors| doors.grpc(verb, &bytes));
        prop_assert!(!is_without_reason(status), "{}: {status}", verb.name());
    });
}

/// JSON of any shape, with the names that messages have among its own.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let name = || {
        prop::sample::select(vec![
            "space",
            "messages",
            "text",
            "role",
            "question",
            "k",
            "proposals",
            "id",
            "time",
            "at_least",
            "x",
        ])
    };
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
        prop::sample::select(vec!["ROLE_USER", "bytes", "msg-1", "9999-12-31T23:59:59Z", "腰果"]).prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map(name(), inner, 0..5).prop_map(|fields| {
                serde_json::Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

#[test]
fn no_json_breaks_a_verb() {
    let open = Open::new();
    proptest!(ProptestConfig::with_cases(512), |(verb in verbs(), value in json())| {
        let status = open.ask(|doors| doors.json(verb, value.to_string().as_bytes()));
        prop_assert!(!is_fault(status), "{}: {status}", verb.name());
    });
}

#[test]
fn no_bytes_break_json_or_mcp() {
    let open = Open::new();
    proptest!(ProptestConfig::with_cases(256), |(verb in verbs(), bytes in vec(any::<u8>(), 0..200))| {
        let statuses = open.ask(|doors| [doors.json(verb, &bytes), doors.mcp(&bytes)]);
        prop_assert!(!statuses.into_iter().any(is_fault), "{}: {statuses:?}", verb.name());
    });
}

#[test]
fn no_arguments_break_a_tool() {
    let open = Open::new();
    let tools = vec![
        "context",
        "recall",
        "remember",
        "correct",
        "forget",
        "show_sources",
        "review_list",
        "review_decide",
        "search",
        "fetch",
    ];
    proptest!(ProptestConfig::with_cases(256), |(tool in prop::sample::select(tools), arguments in json())| {
        let params = serde_json::json!({ "name": tool, "arguments": arguments });
        let call = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let status = open.ask(|doors| doors.mcp(call.to_string().as_bytes()));
        prop_assert!(!is_fault(status), "{tool}: {status}");
    });
}
