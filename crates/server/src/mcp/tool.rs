//! The tools: their names, what a model is told of them, what they take, and which right each needs.

mod table;

use super::parameter::{self, Parameter};
use super::{answers, pair};
use crate::verb::Verb;
use rmcp::model::{Tool as Listed, ToolAnnotations};
use std::sync::Arc;
use table::Told;

/// One tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Context,
    Recall,
    Remember,
    Correct,
    Forget,
    ShowSources,
    ReviewList,
    ReviewDecide,
    Search,
    Fetch,
}

impl Tool {
    /// Every tool, in the order a model is shown them.
    pub(super) const ALL: [Self; 10] = [
        Self::Context,
        Self::Recall,
        Self::Remember,
        Self::Correct,
        Self::Forget,
        Self::ShowSources,
        Self::ReviewList,
        Self::ReviewDecide,
        Self::Search,
        Self::Fetch,
    ];

    /// The tool of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        self.told().name
    }

    /// What it takes.
    pub(super) const fn takes(self) -> &'static [Parameter] {
        self.told().takes
    }

    /// The right it needs.
    pub(super) const fn verb(self) -> Verb {
        self.told().verb
    }

    /// As a list of tools shows it.
    pub(super) fn listed(self) -> Listed {
        let told = self.told();
        Listed::new(told.name, told.about, Arc::new(parameter::schema(told.takes)))
            .with_title(told.title)
            .with_annotations(self.hints(told.title))
            .with_raw_output_schema(self.output())
    }

    fn hints(self, title: &str) -> ToolAnnotations {
        let reads = !self.verb().is_write();
        // What repeats itself: the same words on the same day are kept once, and what is gone is gone.
        let repeats = matches!(self, Self::Remember | Self::Correct | Self::Forget) || reads;
        let destroys = matches!(self, Self::Forget | Self::ReviewDecide);
        ToolAnnotations::with_title(title).read_only(reads).destructive(destroys).idempotent(repeats).open_world(false)
    }

    fn output(self) -> Arc<rmcp::model::JsonObject> {
        match self {
            Self::Context => answers::schema_of::<answers::Context>(),
            Self::Recall => answers::schema_of::<answers::Recalled>(),
            Self::Remember | Self::Correct | Self::ReviewDecide => answers::schema_of::<answers::Settled>(),
            Self::Forget => answers::schema_of::<answers::Forgotten>(),
            Self::ShowSources => answers::schema_of::<answers::Sources>(),
            Self::ReviewList => answers::schema_of::<answers::Queue>(),
            Self::Search => answers::schema_of::<pair::Results>(),
            Self::Fetch => answers::schema_of::<pair::Fetched>(),
        }
    }

    const fn told(self) -> &'static Told {
        match self {
            Self::Context => &table::CONTEXT,
            Self::Recall => &table::RECALL,
            Self::Remember => &table::REMEMBER,
            Self::Correct => &table::CORRECT,
            Self::Forget => &table::FORGET,
            Self::ShowSources => &table::SHOW_SOURCES,
            Self::ReviewList => &table::REVIEW_LIST,
            Self::ReviewDecide => &table::REVIEW_DECIDE,
            Self::Search => &table::SEARCH,
            Self::Fetch => &table::FETCH,
        }
    }
}

#[cfg(test)]
mod tests;
