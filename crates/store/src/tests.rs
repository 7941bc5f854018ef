//! What the store promises, tried on spaces in temporary folders.
#![expect(
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    reason = "tests print figures and seeds, and panic on the rest"
)]

mod bytes;
mod care;
mod covers;
mod damage;
mod erasure;
mod exports;
mod format;
mod full_disk;
mod groups;
mod idempotency;
mod life;
mod linking;
mod log;
mod log_random;
mod machine;
mod merging;
mod once;
mod opening;
mod power_loss;
mod promises;
mod promotion;
mod random;
mod refusals;
mod relations;
mod repair;
mod replay;
mod review;
mod snapshots;
mod space;
mod speed;
mod transactions;
mod upgrade;
mod vectors;
