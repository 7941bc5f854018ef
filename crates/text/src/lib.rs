//! Text as people write it: folding, quotes, names, scripts, dates in words. Pure functions over `&str`.
//!
//! Nothing here reads a file or a clock, and nothing knows another crate of ours. Chinese and English are equals.

mod chars;
pub mod clean;
pub mod dates;
mod fold;
mod language;
pub mod local_time;
pub mod names;
mod normal;
mod offsets;
pub mod quote;
pub mod script;
mod simplify;
pub mod time_words;
mod token_estimate;

pub use clean::TextError;
pub use fold::{Folded, fold, fold_str};
pub use language::Language;
pub use names::{Matcher, Mention};
pub use quote::{Located, QuoteError};
pub use time_words::TimeHint;
pub use token_estimate::estimate_tokens;
