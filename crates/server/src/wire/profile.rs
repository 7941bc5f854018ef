//! The profile.

use super::checked::{Bad, each, told};
use super::v1;
use super::word::{Word, word_or};
use hupo::{About, NewProfileFact, ProfileView, Visibility};

impl TryFrom<v1::NewProfileFact> for NewProfileFact {
    type Error = Bad;

    fn try_from(wire: v1::NewProfileFact) -> Result<Self, Bad> {
        Ok(Self {
            about: word_or(wire.about, About::default(), "about")?,
            attribute: wire.attribute,
            value: wire.value,
            visibility: word_or(wire.visibility, Visibility::default(), "visibility")?,
            evidence: each(wire.evidence, "evidence")?,
        })
    }
}

impl From<NewProfileFact> for v1::NewProfileFact {
    fn from(new: NewProfileFact) -> Self {
        Self {
            about: new.about.number(),
            attribute: new.attribute,
            value: new.value,
            visibility: new.visibility.number(),
            evidence: told(new.evidence),
        }
    }
}

impl From<ProfileView> for v1::ProfileFact {
    fn from(fact: ProfileView) -> Self {
        Self {
            id: fact.id.to_string(),
            about: fact.about.number(),
            attribute: fact.attribute,
            value: fact.value,
            visibility: fact.visibility.number(),
            evidence: told(fact.evidence),
            is_adult: fact.is_adult,
        }
    }
}
