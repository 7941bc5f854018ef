//! Evaluation: data sets as the engine's users would write them, asked through the door, scored as the field does.

pub mod bench;
pub mod dataset;
pub mod dump;
mod fill;
mod footprint;
pub mod gate;
mod part;
pub mod plot;
pub mod report;
mod resample;
mod run;
mod score;
mod stage;
mod without;

pub use footprint::Footprint;
pub use part::Part;
pub use run::{Run, ablations, headline};
pub use score::{Scores, ceiling, score};
pub use stage::{Spread, Times};
pub use without::Without;
