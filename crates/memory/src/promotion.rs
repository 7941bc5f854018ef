//! Promotion: what of the transcript, the log and the topics is due to become more than words, what a run that does it
//! is given, and how it is closed. Which lines were promoted the store knows; when more of them are due is said here.

mod close;
mod cut;
mod day;
mod due;
mod lines;
mod surroundings;
mod task;

pub use close::{Extraction, RunOutcome, RunReport, close_run};
pub use due::promotion_due;
pub use task::{Task, promotion_task};
