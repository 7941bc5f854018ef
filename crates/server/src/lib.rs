//! The served shell: the verbs of the door over gRPC, JSON and MCP, for callers with a key. No logic of its own.

mod wire;

pub use wire::v1;
