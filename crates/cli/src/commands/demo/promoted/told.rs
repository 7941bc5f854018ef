//! What the promoted month tells, for people and for programs.

use hupo::{Hit, Proposal, Verdict};
use serde::Serialize;
use serde_json::Value;

/// One thing that happened.
#[derive(Debug, Serialize)]
#[serde(tag = "told", rename_all = "snake_case")]
pub(super) enum Told {
    /// A day was promoted.
    Promoted { day: String, lines: usize, judged: Vec<Judged> },
    /// A person did not simply approve.
    Settled { proposal: u64, rejected: bool, verdict: &'static str },
    /// Recall was asked.
    Asked { question: String, found: Vec<Found> },
}

/// A proposal and what was said to it.
#[derive(Debug, Serialize)]
pub(super) struct Judged {
    kind: String,
    text: String,
    pub(super) verdict: &'static str,
    reason: String,
}

/// What recall found.
#[derive(Debug, Serialize)]
pub(super) struct Found {
    pub(super) text: String,
    pub(super) quote: String,
}

pub(super) fn judged((proposal, verdict): (&Proposal, &Verdict)) -> Judged {
    let value = serde_json::to_value(proposal).unwrap_or_default();
    let text = |field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    let said = ["text", "value", "name", "outcome", "predicate", "ending"].iter().find_map(|field| text(field));
    Judged {
        kind: text("propose").unwrap_or_default(),
        text: said.unwrap_or_default(),
        verdict: verdict.code.name(),
        reason: if verdict.code.is_welcome() { String::new() } else { verdict.reason.clone() },
    }
}

pub(super) fn found(hit: &Hit) -> Found {
    let quote = hit.evidence.first().map(|evidence| evidence.quote.clone()).unwrap_or_default();
    Found { text: hit.text.clone(), quote }
}

impl Told {
    /// As people read it.
    pub(super) fn lines(&self) -> String {
        match self {
            Self::Promoted { day, lines, judged } => {
                let heading = format!("\n{day}: {lines} lines");
                let rows = judged.iter().map(|one| {
                    let reason = if one.reason.is_empty() { String::new() } else { format!(" ({})", one.reason) };
                    format!("  {:<14} {} → {}{reason}", one.kind, one.text, one.verdict)
                });
                let rows: Vec<String> = std::iter::once(heading).chain(rows).collect();
                if judged.is_empty() { format!("{}  nothing to keep", rows.join("")) } else { rows.join("\n") }
            }
            Self::Settled { proposal, rejected, verdict } => match rejected {
                true => format!("  a person rejects #{proposal}: it reads like an instruction"),
                false => format!("  a person approves #{proposal} → {verdict}"),
            },
            Self::Asked { question, found } => {
                let rows = found.iter().map(|one| format!("    {}  「{}」", one.text, one.quote));
                let rows: Vec<String> = std::iter::once(format!("  ? {question}")).chain(rows).collect();
                if found.is_empty() { format!("{}  nothing relevant", rows.join("")) } else { rows.join("\n") }
            }
        }
    }
}
