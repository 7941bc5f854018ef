//! What the benches share: text, vectors, spaces filled with them, and how figures are taken and printed.
//!
//! Each bench runs through criterion, for comparison between two states of the code, and then prints the figures of
//! `docs/performance.md`: medians, side by side in one run, since the machine is never quiet.

mod child;
mod corpus;
mod figures;
mod mode;
mod random;
mod spaces;
mod vectors;

pub use child::{Child, task};
pub use corpus::{Corpus, now};
pub use figures::{Times, figure, heading, times};
pub use mode::{criterion, repeats, sizes, wants_figures};
pub use random::Random;
pub use spaces::{SPACE, create, fill, place, with_models};
pub use vectors::{DIMENSION, identity, vector};
