//! Who they are: what is stated and may always be shown, and whether the user is of age.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt};
use super::part::Part;
use super::{privacy, words};
use crate::{Error, birth};
use hupo_types::{About, ProfileFact, Visibility};

/// Puts what is always shown, the user's before the companion's; then of a date of birth whether they are of age, and
/// nothing else.
pub(super) fn put(draft: &mut Draft<'_>, facts: &[ProfileFact]) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.profile;
    let is_always = |fact: &&ProfileFact| fact.visibility == Visibility::Always && !privacy::is_private(fact);
    for fact in facts.iter().filter(is_always) {
        let entry = entry(draft, fact)?;
        let id = entry.id.clone();
        if draft.offer(Part::Profile, entry, limit) {
            draft.also_says(&fact.value, &id);
        }
    }
    for fact in facts {
        // Where the date itself is asked for, it is shown among what bears on the turn.
        if !draft.scene.privacy.is_invited(fact)
            && let Some(entry) = of_age(draft, fact)
        {
            draft.take_within(Part::Profile, entry, limit);
        }
    }
    Ok(())
}

/// A fact with its attribute: `name: 许知夏`.
pub(super) fn entry(draft: &mut Draft<'_>, fact: &ProfileFact) -> Result<Entry, Error> {
    let words = draft.words(&fact.evidence)?;
    let label = words::about(fact.about, draft.scene.language).to_owned();
    let text = format!("{}: {}", fact.attribute, fact.value);
    Ok(Entry::new(EntryId::ProfileFact(fact.id), label, text, EntryReceipt::Words(words)))
}

/// Whether the user is of age, if their date of birth says so.
fn of_age(draft: &Draft<'_>, fact: &ProfileFact) -> Option<Entry> {
    let scene = draft.scene;
    let is_adult = birth::is_adult(fact, scene.now(), scene.zone).filter(|_| fact.about == About::User)?;
    let label = words::about(fact.about, scene.language).to_owned();
    let text = words::is_adult(is_adult, scene.language).to_owned();
    Some(Entry::new(EntryId::IsAdult(fact.id), label, text, EntryReceipt::Private { fact: fact.id }))
}
