//! The receipt of an erasure: what went, by id, never by word.

use super::records::{erasure_json, ids};
use super::time::local;
use super::wrap::wrap;
use crate::shell::{Shell, zone_of};
use hupo::{DocId, EraseTarget, Erasure, Space};
use serde_json::json;
use std::io;

const INDENT: &str = "    ";

/// Prints a receipt.
pub(crate) fn erasure(shell: &mut Shell, space: &Space, receipt: &Erasure) -> io::Result<()> {
    if shell.globals.json {
        return shell.out.json(&json!({ "space": space.name(), "erasure": erasure_json(receipt) }));
    }
    let at = local(Some(receipt.at), &zone_of(space));
    let done = if receipt.lost { "took this" } else { "erased" };
    let heading = format!("{} {done} · {at}", shell.out.paint.bold(&target(receipt)));
    shell.out.line(heading)?;
    let width = shell.out.width - INDENT.len();
    for line in went(receipt).iter().flat_map(|row| wrap(row, width)) {
        shell.out.line(format!("{INDENT}{line}"))?;
    }
    Ok(())
}

/// `messages: msg-3, msg-4`: a row for each kind of thing that went.
fn went(receipt: &Erasure) -> Vec<String> {
    let gone = [
        ("messages", ids(&receipt.messages)),
        ("memories", ids(&receipt.memories)),
        ("memories that lost a quote and stay", ids(&receipt.lost_evidence)),
        ("entities", ids(&receipt.entities)),
        ("relations", ids(&receipt.relations)),
        ("log entries", ids(&receipt.observations)),
        ("profile facts", ids(&receipt.profile_facts)),
        ("temporal items", ids(&receipt.temporal_items)),
        ("pages", ids(&receipt.pages)),
        ("proposals", ids(&receipt.proposals)),
        ("documents that lost their vector and stay", ids(&bereft(receipt))),
    ];
    let rows = gone.iter().filter(|(_, ids)| !ids.is_empty()).map(|(what, ids)| format!("{what}: {}", ids.join(", ")));
    rows.chain(receipt.beliefs.then(|| "the beliefs, which rested on what went".to_owned())).collect()
}

/// The documents that stay and whose vectors were made of erased words.
fn bereft(receipt: &Erasure) -> Vec<DocId> {
    let went = |doc: &DocId| match doc {
        DocId::Message(id) => receipt.messages.contains(id),
        DocId::Memory(id) => receipt.memories.contains(id),
    };
    receipt.vectors.iter().filter(|doc| !went(doc)).copied().collect()
}

/// What was asked for, as people write it; nothing was, where damage took it.
pub(super) fn target(receipt: &Erasure) -> String {
    if receipt.lost {
        return "damage".to_owned();
    }
    match receipt.target {
        EraseTarget::Message(id) => id.to_string(),
        EraseTarget::Memory(id) => id.to_string(),
        EraseTarget::Entity(id) => id.to_string(),
    }
}
