//! What a desk is given beside its root.

use crate::audit::Audit;
use crate::room::RoomLimits;
use crate::spaces::OpenLimits;

/// What a desk is given beside its root.
#[derive(Default)]
pub struct DeskOptions {
    /// How many spaces stay open.
    pub open: OpenLimits,
    /// How many calls run and wait.
    pub room: RoomLimits,
    /// Where calls are written down, without their content; `None` keeps no audit.
    pub audit: Option<Audit>,
}
