//! Random calls of callers who try what is not theirs.

use super::house::{House, name, word};
use crate::chance::Chance;
use serde_json::{Map, Value, json};

/// What a caller shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// The key of this space.
    Of(usize),
    /// One that is almost the key of this space.
    Wrong(usize),
    None,
}

pub(super) struct Call {
    pub(super) key: Key,
    pub(super) verb: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Value,
    /// The key under which it writes.
    pub(super) once: Option<String>,
    /// The space it names; none names the key's own.
    named: Option<usize>,
}

const VERBS: [&str; 27] = [
    "recall",
    "why_not",
    "context",
    "sources",
    "citing",
    "get",
    "history",
    "beliefs",
    "profile",
    "pages",
    "people",
    "person",
    "observations",
    "topics",
    "expand",
    "temperatures",
    "uses",
    "detect_used",
    "stats",
    "spaces",
    "append",
    "propose",
    "used",
    "look",
    "review_card",
    "review_list",
    "export",
];

impl Call {
    pub(super) fn random(house: &House, chance: &mut Chance) -> Self {
        let n_spaces = house.n_spaces();
        let (own, other) = (chance.below(n_spaces), chance.below(n_spaces));
        let key = match chance.below(10) {
            0 => Key::Wrong(own),
            1 if chance.once_in(2) => Key::None,
            _ => Key::Of(own),
        };
        let verb = VERBS[chance.below(VERBS.len())];
        let (mut body, once) = body(verb, (own, other), chance);
        let mut headers = Vec::new();
        let named = named((own, other), &mut headers, (verb, &mut body), chance);
        if verb != "spaces" && chance.once_in(4) && !matches!(verb, "append" | "propose" | "used" | "look") {
            body.insert("at_least".into(), json!(chance.below(12)));
        }
        Self { key, verb, headers, body: Value::Object(body), once, named }
    }

    /// The space whose words the answer may hold.
    pub(super) fn reaches(&self) -> Option<usize> {
        let Key::Of(own) = self.key else { return None };
        (self.named.is_none_or(|named| named == own)).then_some(own)
    }

    /// Whether it asks for a write that may not be there.
    pub(super) fn is_ahead(&self) -> bool {
        self.body.get("at_least").is_some()
    }

    /// An answer without the texts that were sent, as the caller may be told which of them is wrong. None of them is a
    /// text of a space, but for ids.
    pub(super) fn without_echo(&self, answer: &str) -> String {
        let mut sent = Vec::new();
        texts(&self.body, &mut sent);
        sent.retain(|text| text.contains("zq"));
        sent.iter().fold(answer.to_owned(), |left, text| left.replace(text, ""))
    }
}

/// Every text of a body, but for the names of spaces and the places where lists go on.
fn texts(body: &Value, texts: &mut Vec<String>) {
    match body {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| self::texts(one, texts)),
        Value::Object(map) => {
            let said = map.iter().filter(|(name, _)| !["space", "after"].contains(&name.as_str()));
            said.for_each(|(_, one)| self::texts(one, texts));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Names a space in the body, in the header, in both, or not at all; what the body says goes first.
fn named(
    (own, other): (usize, usize),
    headers: &mut Vec<(&str, String)>,
    (verb, body): (&str, &mut Map<String, Value>),
    chance: &mut Chance,
) -> Option<usize> {
    if verb == "spaces" {
        return None;
    }
    let mut pick = || if chance.once_in(2) { own } else { other };
    let (by_header, by_body) = (pick(), pick());
    let how = chance.below(4);
    if how & 1 == 1 {
        headers.push(("x-hupo-space", encoded(&name(by_header))));
    }
    if how & 2 == 2 {
        body.insert("space".into(), json!(name(by_body)));
    }
    match how {
        0 => None,
        1 => Some(by_header),
        _ => Some(by_body),
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// An id that may or may not be there, or another's.
fn id(kind: &str, chance: &mut Chance) -> Value {
    let kind = if chance.once_in(8) { ["msg", "mem", "ent", "top", "prop", "obs"][chance.below(6)] } else { kind };
    json!(format!("{kind}-{}", chance.below(14)))
}

/// What the verb asks, with the words of another space wherever a text may stand.
fn body(verb: &str, (own, other): (usize, usize), chance: &mut Chance) -> (Map<String, Value>, Option<String>) {
    let foreign = word(other);
    let mut once = None;
    let value = match verb {
        "recall" => recall(&foreign, chance),
        "why_not" => json!({ "question": { "text": format!("{foreign}?") }, "document": id("mem", chance) }),
        "context" => json!({ "turn": { "text": format!("{foreign} 是什么 what is it") } }),
        "sources" => json!({ "document": id("mem", chance), "neighbours": 2 }),
        "citing" => json!({ "message": id("msg", chance) }),
        "get" if chance.once_in(2) => json!({ "external_id": format!("{foreign}-m1") }),
        "get" => json!({ "id": id("msg", chance) }),
        "history" | "uses" | "look" => json!({ "memory": id("mem", chance) }),
        "person" if chance.once_in(2) => json!({ "name": format!("{foreign} Bo") }),
        "person" => json!({ "id": id("ent", chance) }),
        "expand" => json!({ "summary": id("mem", chance) }),
        "review_card" => json!({ "proposal": id("prop", chance) }),
        "people" | "observations" | "review_list" => json!({ "after": id("ent", chance), "limit": 2 }),
        "spaces" => json!({ "after": name(other) }),
        "pages" => json!({ "kind": "PAGE_KIND_CONTINUITY" }),
        "detect_used" => {
            json!({ "reply": format!("{foreign}!"), "said": format!("{foreign}?"), "offered": [id("mem", chance)] })
        }
        "used" => {
            json!({ "turn": format!("{foreign}-m1"), "memories": [id("mem", chance)], "basis": "USE_BASIS_TOLD" })
        }
        "append" => appended(own, once.insert(format!("key {}", chance.below(20)))),
        "propose" => proposed(&foreign),
        _ => json!({}),
    };
    let Value::Object(body) = value else { panic!("every body is a map") };
    (body, once)
}

fn recall(foreign: &str, chance: &mut Chance) -> Value {
    let scope = ["SEARCH_SCOPE_MEMORIES", "SEARCH_SCOPE_TRANSCRIPT", "SEARCH_SCOPE_BOTH"][chance.below(3)];
    let text = if chance.once_in(2) { format!("{foreign}?") } else { "暗号是什么 what is my word".to_owned() };
    let filter = if chance.once_in(3) { json!({ "entities": [id("ent", chance)] }) } else { json!({}) };
    let question = json!({ "text": text, "scope": scope, "people": [format!("{foreign} Bo")], "filter": filter });
    json!({ "question": question, "explain": true })
}

/// A line of the caller's own; the key of the write is one that every space may have used.
fn appended(own: usize, once: &str) -> Value {
    let line = json!({ "role": "ROLE_USER", "text": format!("{} 又来 again under {once}", word(own)) });
    json!({ "idempotency_key": once, "messages": [line] })
}

/// A memory that cites another's message.
fn proposed(foreign: &str) -> Value {
    let quote = json!({ "message": format!("{foreign}-m1"), "role": "ROLE_USER", "quote": "我的暗号是" });
    let memory = json!({ "kind": "KIND_FACT", "scope": "SCOPE_USER", "text": "偷来的 stolen", "evidence": [quote] });
    json!({ "proposals": [{ "memory": memory }] })
}
