//! Integration tests.

mod bad_input;
mod crash;
mod explanation;
mod handles;
mod promises;
mod readme;
mod tidy;
mod world;
