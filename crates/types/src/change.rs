//! A change: one write as the legs see it.

use crate::{Document, Event, Sequence};
use std::sync::Arc;

/// The events of one write, and the documents they made or touched, as they stand after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The write's number; a leg that applied it answers for everything up to here.
    pub sequence: Sequence,
    /// What happened, in order.
    pub events: Arc<[Event]>,
    /// Every document whose indexed content is new or different, once each.
    pub documents: Vec<Document>,
}
