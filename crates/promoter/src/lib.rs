//! The promoter: from raw conversation to proposals, by a model behind a chat endpoint or by the built-in rules. A shell:
//! it talks to the endpoint and keeps the budgets; what becomes of a proposal is decided by the library.

mod answer;
mod budget;
mod built_in;
mod chat;
mod endpoint;
mod extractor;
mod failure;
#[cfg(test)]
mod fake;
mod grade;
mod key;
mod model;
mod pace;
mod places;
mod prompt;
mod raw;
mod recorded;
#[cfg(test)]
mod samples;
mod shape;
mod stop;
mod worker;

pub use answer::BadAnswer;
pub use budget::Budget;
pub use built_in::BuiltIn;
pub use chat::{Answer, Asking, Chat, ChatTurn};
pub use endpoint::{Endpoint, EndpointOptions};
pub use extractor::Extractor;
pub use failure::{Failure, Per, Trouble};
pub use grade::{Graded, Turn, Wrong};
pub use key::ApiKey;
pub use model::{ModelExtractor, ModelOptions};
pub use pace::{Pace, Tries};
pub use places::{Places, Root};
pub use recorded::Recorded;
pub use stop::Stop;
pub use worker::{Round, Told, Worker};
