//! What the store promises, tried on spaces in temporary folders.
#![expect(
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    reason = "tests print figures and seeds, and panic on the rest"
)]

mod damage;
mod format;
mod groups;
mod idempotency;
mod linking;
mod opening;
mod promises;
mod random;
mod refusals;
mod replay;
mod snapshots;
mod space;
mod speed;
mod vectors;
