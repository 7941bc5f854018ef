//! What the targets share: how bytes are cut into texts, and a small space to hold them against.

mod cut;
mod space;

pub use cut::{halves, repeated, text};
pub use space::{NOW, Small, rules, zone};
