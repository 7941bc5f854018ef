//! Profile facts as they may be shown: a private one says neither its value nor its words unless asked for outright.

use crate::birth::is_adult;
use hupo_types::{About, Evidence, ProfileFact, ProfileFactId, Timestamp, Visibility};
use jiff::tz::TimeZone;
use serde::Serialize;

/// A profile fact as it may be shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProfileView {
    /// The fact.
    pub id: ProfileFactId,
    /// Whom it is about.
    pub about: About,
    /// Which fact.
    pub attribute: String,
    /// What was stated; `None` while it is private and was not asked for.
    pub value: Option<String>,
    /// When it may be shown.
    pub visibility: Visibility,
    /// The words it rests on; empty while the value is withheld, which they would tell.
    pub evidence: Vec<Evidence>,
    /// Of a date of birth: whether they are of age.
    pub is_adult: Option<bool>,
}

/// The fact as it may be shown at `now` in `zone`; `with_private` when somebody asks for private facts outright.
pub fn profile_view(fact: ProfileFact, with_private: bool, (now, zone): (Timestamp, &TimeZone)) -> ProfileView {
    let is_adult = is_adult(&fact, now, zone);
    let shown = with_private || fact.visibility != Visibility::Private;
    ProfileView {
        id: fact.id,
        about: fact.about,
        attribute: fact.attribute,
        value: shown.then_some(fact.value),
        visibility: fact.visibility,
        evidence: if shown { fact.evidence } else { Vec::new() },
        is_adult,
    }
}
