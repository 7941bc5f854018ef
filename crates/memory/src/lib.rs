//! The rules of a memory's life, as pure functions over a snapshot of the store.
//!
//! Today: where a memory's words come from ([`provenance`]) and what it replaced ([`history`]). The rules that
//! refuse a memory without a receipt are enforced by the store itself, inside the write.
#![warn(missing_docs)]

mod error;
mod history;
mod provenance;

pub use error::Error;
pub use history::history;
pub use provenance::{Line, Quoted, of_memory, of_message};
