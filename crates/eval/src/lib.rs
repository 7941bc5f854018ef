//! Evaluation: data sets as the engine's users would write them, asked through the door, scored as the field does.

pub mod bench;
pub mod dataset;
pub mod dump;
mod fill;
pub mod report;
mod resample;
mod run;
mod score;

pub use fill::fill;
pub use run::{Run, ablations, headline};
pub use score::{Scores, ceiling, score};
