//! The key that is asked for.

use crate::failure::Usage;
use anyhow::Result;
use clap::Args;
use hupo_server::{CoveredSpaces, NewKey, OwnLimits};
use jiff::{Span, Timestamp};
use std::num::NonZeroU32;

#[derive(Args)]
pub(super) struct Wanted {
    /// What it is for
    #[arg(long)]
    name: String,
    /// A space it covers, by its exact name; may be given several times
    #[arg(long = "covers", value_name = "SPACE", conflicts_with_all = ["under", "all_spaces"])]
    covers: Vec<String>,
    /// Covers every space whose name begins so
    #[arg(long, value_name = "PREFIX", conflicts_with = "all_spaces")]
    under: Option<String>,
    /// Covers every space
    #[arg(long)]
    all_spaces: bool,
    /// Groups of verbs (read, write, review, admin) and single verbs, with commas between
    #[arg(long, value_name = "VERBS", value_delimiter = ',', default_value = "read,write")]
    verbs: Vec<String>,
    /// Days until it is not valid any more [default: it does not expire]
    #[arg(long, value_name = "DAYS")]
    expires_in_days: Option<u32>,
    /// Calls a second, at most
    #[arg(long, value_name = "N")]
    calls_per_second: Option<NonZeroU32>,
    /// Calls at once, at most
    #[arg(long, value_name = "N")]
    calls_at_once: Option<u32>,
    /// Bytes of one request, at most
    #[arg(long, value_name = "BYTES")]
    request_bytes: Option<usize>,
    /// The longest a call may take, in milliseconds
    #[arg(long, value_name = "MS")]
    deadline_ms: Option<u64>,
}

impl Wanted {
    pub(super) fn key(self, now: Timestamp) -> Result<NewKey> {
        let spaces = match (self.all_spaces, self.under) {
            (true, _) => CoveredSpaces::All,
            (false, Some(prefix)) => CoveredSpaces::Under(prefix),
            (false, None) if self.covers.is_empty() => {
                return Err(
                    Usage("say what the key covers: --covers SPACE, --under PREFIX or --all-spaces".into()).into()
                );
            }
            (false, None) => CoveredSpaces::Named(self.covers.into_iter().collect()),
        };
        let limits = OwnLimits {
            calls_per_second: self.calls_per_second,
            calls_at_once: self.calls_at_once,
            request_bytes: self.request_bytes,
            deadline_ms: self.deadline_ms,
        };
        let expires = self.expires_in_days.map(|days| days_after(now, days)).transpose()?;
        Ok(NewKey { name: self.name, spaces, verbs: self.verbs, expires, limits })
    }
}

/// So many days of 24 hours later.
pub(super) fn days_after(now: Timestamp, days: u32) -> Result<Timestamp> {
    let later = Span::new().try_hours(i64::from(days) * 24).and_then(|span| now.checked_add(span));
    Ok(later.map_err(|_| Usage("so many days lead out of the calendar".into()))?)
}
