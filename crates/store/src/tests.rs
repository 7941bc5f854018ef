//! What the store promises, tried on spaces in temporary folders.
#![expect(
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    reason = "tests print figures and seeds, and panic on the rest"
)]

mod care;
mod covers;
mod damage;
mod erasure;
mod exports;
mod format;
mod groups;
mod idempotency;
mod life;
mod linking;
mod log;
mod log_random;
mod merging;
mod once;
mod opening;
mod promises;
mod random;
mod refusals;
mod relations;
mod replay;
mod review;
mod snapshots;
mod space;
mod speed;
mod transactions;
mod upgrade;
mod vectors;
