//! How long a caller waits, as it says in a header.

use crate::problem::Problem;
use http::HeaderMap;
use std::time::{Duration, Instant};

/// gRPC's own header.
const GRPC: &str = "grpc-timeout";
/// The same for JSON, in milliseconds.
pub(crate) const TIMEOUT_MS: &str = "hupo-timeout-ms";
/// Nobody waits longer than a day; longer is cut.
const LONGEST: Duration = Duration::from_secs(86_400);

/// When the caller stops waiting. In the request's extensions if it said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline(pub Instant);

/// The deadline the headers name; gRPC's wins.
pub(super) fn of(headers: &HeaderMap) -> Result<Option<Deadline>, Problem> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let wait = match (text(GRPC), text(TIMEOUT_MS)) {
        (Some(text), _) => grpc(text).ok_or_else(|| wrong(GRPC, "write up to eight digits and a unit, as in 500m"))?,
        (None, Some(text)) => json(text).ok_or_else(|| wrong(TIMEOUT_MS, "write a number of milliseconds"))?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Deadline(Instant::now() + wait.min(LONGEST))))
}

fn wrong(header: &str, why: &str) -> Problem {
    Problem::invalid(header, why)
}

fn json(text: &str) -> Option<Duration> {
    text.parse().ok().map(Duration::from_millis)
}

fn grpc(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let is_number = (1..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = is_number.then(|| digits.parse().ok()).flatten()?;
    match unit {
        "H" => Some(Duration::from_secs(number * 3_600)),
        "M" => Some(Duration::from_secs(number * 60)),
        "S" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_millis(number)),
        "u" => Some(Duration::from_micros(number)),
        "n" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}
