//! Routing: which observations go on into the profile. A plain rule, and no model (promise 3).

use crate::becomes::cited;
use crate::birth;
use hupo_types::{About, Basis, NewProfileFact, Observation, ObservationType, Role, Visibility};

/// The profile fact an observation states, if it states one.
///
/// What was said outright as a stated fact goes under its subject, a boundary under `boundary/<subject>`. About the
/// user it needs the user's own quote. Everything else stays in the log. A date of birth that is no date stays too.
pub fn route(observation: &Observation) -> Option<NewProfileFact> {
    if observation.source != Basis::Stated || observation.erased || !is_owned(observation) {
        return None;
    }
    let (attribute, visibility) = match observation.kind {
        ObservationType::StatedFact => (observation.subject.clone(), Visibility::WhenRelevant),
        ObservationType::Boundary => (format!("boundary/{}", observation.subject), Visibility::WhenRelevant),
        ObservationType::Preference | ObservationType::Outcome | ObservationType::Context | ObservationType::Style => {
            return None;
        }
    };
    let private = birth::is_birth_date(&attribute);
    Some(NewProfileFact {
        about: observation.about,
        value: if private { birth::written(&observation.value)? } else { observation.value.clone() },
        visibility: if private { Visibility::Private } else { visibility },
        attribute,
        evidence: observation.evidence.iter().map(|one| cited(one, one.purpose)).collect(),
    })
}

fn is_owned(observation: &Observation) -> bool {
    match observation.about {
        About::User => observation.evidence.iter().any(|one| one.role == Role::User),
        About::Companion => !observation.evidence.is_empty(),
    }
}
