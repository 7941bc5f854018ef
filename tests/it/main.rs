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
mod containment;
#[cfg(unix)]
mod crash;
mod damage;
mod erasure;
mod explanation;
mod extraction;
mod handles;
mod lives;
mod once;
mod poison;
mod promises;
mod promotion;
mod readme;
mod schedules;
mod served;
mod tidy;
mod world;
