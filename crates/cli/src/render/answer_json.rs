//! An answer as JSON, as `docs/cli.md` describes it.

use super::asked::{Asked, WhyNot};
use super::time::rfc3339;
use anyhow::Result;
use hupo::{Line, Quoted};
use serde_json::{Value, json};

/// The engine's answer, with the question beside it and what else was asked for.
pub(crate) fn answer_json(asked: &Asked<'_>, why_not: Option<&WhyNot>) -> Result<Value> {
    let mut whole = json!({
        "space": asked.space.name(),
        "question": asked.question.text,
        "scope": asked.question.scope,
        "now": rfc3339(asked.question.now),
    });
    if let (Value::Object(whole), Value::Object(answer)) = (&mut whole, serde_json::to_value(&asked.answer)?) {
        whole.extend(answer);
    }
    for (hit, quotes) in hits(&mut whole).zip(&asked.around) {
        add_turns(hit, quotes);
    }
    if let (Value::Object(whole), Some(why_not)) = (&mut whole, why_not) {
        whole.insert("why_not".to_owned(), followed(why_not)?);
    }
    Ok(whole)
}

fn followed(why_not: &WhyNot) -> Result<Value> {
    let fate = serde_json::to_value(&why_not.fate)?;
    Ok(json!({ "id": why_not.doc.to_string(), "fate": fate, "message": why_not.fate.to_string() }))
}

fn hits(whole: &mut Value) -> impl Iterator<Item = &mut Value> {
    whole.get_mut("hits").and_then(Value::as_array_mut).into_iter().flatten()
}

/// The turns around each quote, beside it.
fn add_turns(hit: &mut Value, quotes: &[Quoted]) {
    let evidence = hit.get_mut("evidence").and_then(Value::as_array_mut).into_iter().flatten();
    for (piece, quoted) in evidence.zip(quotes) {
        if let Value::Object(piece) = piece {
            piece.insert("before".to_owned(), turns(&quoted.before));
            piece.insert("after".to_owned(), turns(&quoted.after));
        }
    }
}

fn turns(lines: &[Line]) -> Value {
    let turn = |line: &Line| json!({ "message_id": line.message.to_string(), "role": line.role, "speaker": line.speaker, "text": line.text });
    lines.iter().map(turn).collect()
}
