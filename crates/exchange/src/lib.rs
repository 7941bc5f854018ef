//! What other programs export, as commands of ours: chats of ChatGPT, Claude and Open WebUI, memories of mem0, the graph
//! of the MCP memory server.
//!
//! Pure over readers: no clock, no model, nothing written. An export is read record by record (a conversation, a memory,
//! an entity), and each becomes [`Command`](hupo_types::Command)s that the caller is handed one by one, so that a large
//! export is never held whole. What is held: one record (at most [`RECORD_BYTES`]), two short hashes for each line handed
//! over, the relations of one file of the MCP memory server until its end, and the whole of an export that is one object
//! (`{"results": […]}`).
//!
//! Three rules hold for every format:
//! - A line keeps who wrote it. Only lines of the person become [`Role::User`](hupo_types::Role::User).
//! - What another program *remembered* has no receipt, so it becomes no memory (promise 1): it is a line of the companion,
//!   on the channel [`CHANNEL`], that recall over the transcript finds and that can establish nothing about the user
//!   (promise 2).
//! - Every line has an external id made of the format's own ids (`chatgpt:<conversation>:<node>`), or of its content where
//!   the format has none, so that importing again changes nothing.
#![warn(missing_docs)]

mod archive;
mod branch;
mod chatgpt;
mod claude;
mod desk;
mod detection;
mod error;
mod fields;
mod format;
mod importer;
mod line;
mod mcp_memory;
mod mem0;
mod open_webui;
mod place;
mod records;
mod tally;
mod time;

pub use archive::{ENTRIES, UNPACKED_BYTES};
pub use detection::detect;
pub use error::Error;
pub use format::Format;
pub use importer::{Importer, OnBad, Piece, Reading, Take};
pub use line::CHANNEL;
pub use place::{Fault, Place};
pub use records::RECORD_BYTES;
pub use tally::{FAULTS, LeftOut, Tally};

#[cfg(test)]
mod tests;
