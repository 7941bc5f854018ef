//! Recall: one question, three legs at once, one order, the best answers with the reasons for each.
//!
//! `plan` reads the question, `legs` search, `fuse` joins the rankings, `rerank` has a model read the best, `select`
//! takes what is worth answering. Recall never writes and knows no store: documents come through [`Tools`].
#![warn(missing_docs)]

mod answer;
mod catalog;
mod company;
mod echo;
mod error;
mod fate;
mod focus;
mod fuse;
mod legs;
mod onward;
mod order;
mod passage;
mod plan;
mod question;
mod ranking;
mod recipe;
mod relevance;
mod rerank;
mod select;
mod spoken;
mod stages;
mod tools;
mod why;
mod wording;

pub use answer::{Found, Member, Outcome, recall, recall_each, why_not};
pub use catalog::{Barrier, Catalog, Facts, Tended};
pub use error::Error;
pub use fate::Fate;
pub use fuse::Contribution;
pub use hupo_keyword::{Bm25, Common, CommonRule, QueryOptions, Weights as FieldWeights};
pub use order::Reranked;
pub use passage::passage;
pub use plan::MOST_ANSWERS;
pub use question::{Filter, Form, Include, Question, SearchScope};
pub use ranking::Source;
pub use recipe::{Blend, Floor, Recipe, Reranking, Weights};
pub use stages::{LegState, RerankedBy, Stages, Timings};
pub use tools::Tools;
pub use why::Why;
