//! The verbs of a key as words: groups, and single verbs.

use super::KeyError;
use crate::verb::{Group, Verb};
use std::collections::BTreeSet;

/// The verbs that these words name: a group such as `read`, or a verb such as `erase`. A group takes in the verbs that a
/// later version adds to it.
pub fn verbs_named(words: &[String]) -> Result<BTreeSet<Verb>, KeyError> {
    let mut verbs = BTreeSet::new();
    for word in words {
        verbs.extend(named(word)?);
    }
    Ok(verbs)
}

fn named(word: &str) -> Result<Vec<Verb>, KeyError> {
    if let Some(group) = Group::ALL.into_iter().find(|group| group.name() == word) {
        return Ok(Verb::ALL.iter().copied().filter(|verb| verb.group() == group).collect());
    }
    if let Some(verb) = Verb::named(word) {
        return Ok(vec![verb]);
    }
    let groups = Group::ALL.map(Group::name).join(", ");
    Err(KeyError::Bad { what: format!("{word:?} is no verb and no group of verbs; the groups are {groups}") })
}
