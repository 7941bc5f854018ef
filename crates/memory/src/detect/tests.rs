//! What is a sign of use, and what is not; then the labelled replies.

mod labelled;
mod signs;
