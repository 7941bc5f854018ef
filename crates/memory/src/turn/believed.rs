//! Beliefs: derived, each with what it cites; those that share words with the turn first.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt, Said};
use super::part::Part;
use super::words::either;
use crate::Error;
use crate::beliefs::{BeliefView, belief_views};
use hupo_store::Read;
use hupo_text::Language;
use hupo_types::ObservationId;

/// Puts the beliefs that hold; one that something came after is marked.
pub(super) fn put(draft: &mut Draft<'_>) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.beliefs;
    if limit.entries == 0 {
        return Ok(());
    }
    let mut views = belief_views(draft.scene.snapshot)?;
    let terms = &draft.scene.terms;
    views.sort_by_cached_key(|view| !terms.meet(&format!("{} {}", view.slot.replace('_', " "), view.value)));
    for view in views {
        let words = first_words(draft, &view.cites)?;
        let label = label(&view, draft.scene.language);
        let receipt = EntryReceipt::Log { cites: view.cites, words };
        let text = format!("{}: {}", view.slot, view.value);
        draft.offer(Part::Beliefs, Entry::new(EntryId::Belief(view.slot), label, text, receipt), limit);
    }
    Ok(())
}

/// Entries of the log whose words are shown with a belief; it may cite hundreds.
const WORDS: usize = 8;

/// The first quotes of the first entries of the log.
fn first_words(draft: &mut Draft<'_>, cites: &[ObservationId]) -> Result<Vec<Said>, Error> {
    let mut first = Vec::new();
    for id in cites.iter().take(WORDS) {
        let entry = draft.scene.snapshot.observation(*id)?;
        first.extend(entry.and_then(|entry| entry.evidence.into_iter().next()));
    }
    draft.words(&first)
}

/// How sure, and whether the log has moved on since.
fn label(view: &BeliefView, language: Language) -> String {
    let stale =
        if view.stale { either(language, "，之后又有新情况", ", and more was noticed since") } else { "" };
    let sure = either(language, "推断，把握", "derived, confidence ");
    format!("{sure}{:.0}%{stale}", f64::from(view.confidence) * 100.0)
}
