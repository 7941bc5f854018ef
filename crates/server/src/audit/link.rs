//! How a line is bound to the one before it.

use serde::Serialize;
use std::io;

/// The chain before the first line.
pub(super) const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// What stands between a line's fields and its chain.
const MARK: &str = ",\"chain\":\"";

/// The line with its chain and its end, and the chain alone.
pub(super) fn sealed(record: &impl Serialize, before: &str) -> io::Result<(String, String)> {
    let mut fields = serde_json::to_string(record)?;
    // The object's closing brace comes back after the chain.
    fields.pop();
    let chain = chain(before, &fields);
    Ok((format!("{fields}{MARK}{chain}\"}}\n"), chain))
}

/// A line taken apart: the fields as they were hashed, and the chain it says.
pub(super) fn parted(line: &str) -> Option<(&str, &str)> {
    let (fields, rest) = line.rsplit_once(MARK)?;
    Some((fields, rest.strip_suffix("\"}")?))
}

/// The chain of a line with these fields.
pub(super) fn chain(before: &str, fields: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes()).update(fields.as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// The number a line says it has.
pub(super) fn number(fields: &str) -> Option<u64> {
    let whole = format!("{fields}}}");
    serde_json::from_str::<serde_json::Value>(&whole).ok()?.get("n")?.as_u64()
}
