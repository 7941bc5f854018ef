//! What the rules know beside the space: its demands, its zone and the time.

use hupo_types::{ReviewPolicy, Rules, Timestamp};
use jiff::tz::TimeZone;

/// What a proposal is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// What the space demands of proposals.
    pub rules: &'a Rules,
    /// The zone in which the space's days begin.
    pub zone: &'a TimeZone,
    /// The writer's clock.
    pub now: Timestamp,
}

impl Context<'_> {
    /// Whether a person sees proposals before they count.
    pub(crate) const fn asks_a_person(&self) -> bool {
        match self.rules.review {
            ReviewPolicy::Required => true,
            ReviewPolicy::Automatic => false,
        }
    }
}
