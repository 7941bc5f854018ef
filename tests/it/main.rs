//! Integration tests.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking; clippy.toml does not reach helpers"
)]

mod bad_input;
mod care;
mod chance;
mod concurrency;
#[cfg(unix)]
mod crash;
mod erasure;
mod explanation;
mod handles;
mod lives;
mod once;
mod poison;
mod promises;
mod readme;
mod schedules;
mod served;
mod tidy;
mod world;
