//! What people and programs read: cards, tables and JSON.

mod answer;
mod answer_json;
mod asked;
mod explain;
mod footer;
mod imported;
mod memory;
mod opening;
mod paint;
mod receipt;
mod stats;
mod table;
mod time;
mod wrap;

pub(crate) use answer::{Remarks, answer};
pub(crate) use answer_json::answer_json;
pub(crate) use asked::{Asked, WhyNot};
pub(crate) use imported::{Imported, imported};
pub(crate) use memory::{memory_card, memory_json};
pub(crate) use opening::{demo_heading, rule};
pub(crate) use paint::Paint;
pub(crate) use receipt::{Written, receipt};
pub(crate) use stats::stats;
pub(crate) use table::{facts, table};
