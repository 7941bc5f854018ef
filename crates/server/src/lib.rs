//! The served shell: the verbs of the door over gRPC, JSON and MCP, for callers with a key. No logic of its own.

mod asking;
mod audit;
mod caller;
mod clock;
mod descriptors;
mod desk;
#[cfg(any(test, fuzzing))]
mod fuzz;
mod gate;
mod grpc;
mod json;
mod keys;
mod limits;
mod mcp;
mod metrics;
mod openapi;
mod probes;
mod problem;
mod room;
mod serve;
mod spaces;
mod verb;
mod verbs;
mod wire;

pub use audit::{Audit, Broken, Checked, check};
pub use caller::{Caller, Grant, Spaces};
pub use clock::Clock;
pub use desk::{Call, Desk, DeskOptions, Incoming, Promoted, Scope, Sink};
#[cfg(any(test, fuzzing))]
pub use fuzz::Doors;
pub use gate::Deadline;
pub use keys::{CoveredSpaces, KeyError, KeyFile, KeyRecord, Keys, NewKey, OwnLimits, verbs_named};
pub use limits::Limits;
pub use mcp::over_stdio;
pub use problem::{Code, Problem, RefusedField};
pub use room::RoomLimits;
pub use serve::{Ended, ServeError, ServeOptions, Server, TlsFiles};
pub use spaces::OpenLimits;
pub use verb::{Group, Lane, Verb};
pub use wire::{Bad, v1};

#[cfg(test)]
mod tests;
