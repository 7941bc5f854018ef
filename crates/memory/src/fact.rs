//! The semantic key (promise 6): which living memories a new one is the same fact as.

use crate::stop::Checked;
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{DocId, Interval, Memory, MemoryId, NewMemory, Refusal, SemanticKey, Timestamp, Verdict, VerdictCode};

/// What a new memory meets.
#[derive(Debug, PartialEq)]
pub(crate) enum Meets {
    /// Nothing of its key over its time.
    Nothing,
    /// A memory that says the same.
    Same(MemoryId),
    /// Living memories that say otherwise.
    Others(Vec<MemoryId>),
}

/// Looks for the fact a memory is about; what it corrects is not in its way.
pub(crate) fn meets(view: &impl Read, new: &NewMemory, corrected: Option<&Memory>) -> Checked<Meets> {
    if let Some(known) = of_external_id(view, new)? {
        return Ok(Meets::Same(known));
    }
    not_barred(view, new, corrected.is_some())?;
    let mut living = same_fact(view, new)?;
    living.retain(|memory| overlap(memory.valid, new.valid));
    let text = fold_str(&new.text);
    let is_corrected = |memory: &Memory| corrected.is_some_and(|old| old.id == memory.id);
    let says_it = |memory: &&Memory| fold_str(&memory.text) == text;
    if let Some(same) = living.iter().filter(|memory| !is_corrected(memory)).find(says_it) {
        return Ok(Meets::Same(same.id));
    }
    let others: Vec<MemoryId> = living.iter().filter(|memory| !is_corrected(memory)).map(|memory| memory.id).collect();
    Ok(if others.is_empty() || new.key.is_empty() { Meets::Nothing } else { Meets::Others(others) })
}

/// The living memories of the same key; of no key those that say the same.
fn same_fact(view: &impl Read, new: &NewMemory) -> Checked<Vec<Memory>> {
    if new.key.is_empty() {
        return Ok(view.living_saying(new)?);
    }
    Ok(view.living_of_key(new.scope, new.kind, &new.key)?)
}

/// The memory that has the new one's external id, if it says the same.
fn of_external_id(view: &impl Read, new: &NewMemory) -> Checked<Option<MemoryId>> {
    let Some(external_id) = &new.external_id else { return Ok(None) };
    let Some(known) = view.memory_named(external_id)? else { return Ok(None) };
    let same = known.text == new.text && (known.scope, known.kind, &known.key) == (new.scope, new.kind, &new.key);
    if same {
        return Ok(Some(known.id));
    }
    Err(Refusal::ExternalIdTaken { external_id: external_id.clone(), existing: DocId::Memory(known.id) }.into())
}

/// A fact is barred by its key, and a saying by its text. A correction of what holds is not barred by the key: the
/// living memory shows that the key is wanted.
pub(crate) fn not_barred(view: &impl Read, new: &NewMemory, corrects: bool) -> Checked<()> {
    let no_key = SemanticKey::default();
    let keys = [Some(&no_key), Some(&new.key).filter(|key| !corrects && !key.is_empty())];
    for key in keys.into_iter().flatten() {
        if view.barred(new.scope, new.kind, key, &new.text)?.is_some() {
            return Err(barred());
        }
    }
    Ok(())
}

fn barred() -> crate::stop::Stop {
    let reason = "the fact was erased, or a person barred it; do not propose it again";
    Verdict::new(VerdictCode::ErasedSource, reason).at("key").into()
}

/// Whether two intervals share a moment.
pub(crate) fn overlap(a: Interval, b: Interval) -> bool {
    let ends_after = |to: Option<Timestamp>, from: Option<Timestamp>| match (to, from) {
        (Some(to), Some(from)) => from < to,
        (None, _) | (_, None) => true,
    };
    ends_after(a.to, b.from) && ends_after(b.to, a.from)
}

/// Whether two keys are the same, compared folded.
pub(crate) fn same_key(a: &SemanticKey, b: &SemanticKey) -> bool {
    let fields = |key: &SemanticKey| {
        [&key.subject, &key.category, &key.subcategory, &key.attribute].map(|field| fold_str(field))
    };
    a == b || fields(a) == fields(b)
}
