//! MCP: the verbs of the door as tools that a model calls, over two pipes or HTTP. No logic of its own: a tool checks
//! its arguments, has the desk carry it out, and tells the answer in words and as data.

mod answers;
mod arguments;
mod at;
mod context;
mod fence;
mod forget;
mod handler;
mod http;
mod instructions;
mod keep;
mod language;
mod mend;
mod pair;
mod parameter;
mod recall;
mod review;
mod settled;
mod sources;
mod stdio;
mod tool;

pub(crate) use http::routes;
pub use stdio::over_stdio;

#[cfg(test)]
mod tests;
