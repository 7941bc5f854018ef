//! A model that answers badly, over real HTTP: nothing false is stored, nothing that is due is lost, and the log says what
//! happened without a word of the conversation.

mod bad_answers;
mod outputs;
mod spending;
mod world;

use super::*;
