//! The rules of temporal items.

use crate::plan::{Finding, Plan};
use crate::receipt::{self, Receipt};
use crate::stop::Checked;
use crate::{shape, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{About, Interval, NewTemporalItem, Refusal, Stored, TemporalItem, TemporalItemId, limits};

pub(super) fn proposed(view: &impl Read, new: &NewTemporalItem) -> Checked<Finding> {
    checked(view, new)?;
    let open = |item: &TemporalItem| item.closing.is_none();
    Ok(match twin(view, new, open)? {
        Some(id) => Plan::Known(Stored::TemporalItem { id, existed: true }).into(),
        None => Plan::AddItem(new.clone()).into(),
    })
}

/// What an item becomes is another one: the very same matter, in the very same words, would follow itself.
pub(super) fn follows(view: &impl Read, new: &NewTemporalItem) -> Checked<()> {
    let receipts = checked(view, new)?;
    let same_words = |item: &TemporalItem| receipts.iter().all(|receipt| item.evidence.contains(&receipt.evidence));
    match twin(view, new, same_words)? {
        Some(id) => Err(Refusal::Cycle { field: "text".to_owned(), what: id.to_string() }.into()),
        None => Ok(()),
    }
}

fn checked(view: &impl Read, new: &NewTemporalItem) -> Checked<Vec<Receipt>> {
    shape::text("text", &new.text, limits::VALUE_BYTES)?;
    shape::writable("starts", new.starts)?;
    shape::writable("ends", new.ends)?;
    if (Interval { from: new.starts, to: new.ends }).is_empty() {
        return Err(Refusal::EmptyInterval { field: "ends".to_owned() }.into());
    }
    shape::count("entities", new.entities.len(), limits::NAMES)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    match new.about {
        About::User => receipt::needs_user_words(&receipts)?,
        About::Companion => (),
    }
    target::all_named(view, &new.entities, &[])?;
    Ok(receipts)
}

/// The last item that says the same of the same time, if there is one like this.
fn twin(
    view: &impl Read,
    new: &NewTemporalItem,
    like: impl Fn(&TemporalItem) -> bool,
) -> Checked<Option<TemporalItemId>> {
    let text = fold_str(&new.text);
    for number in (1..=view.n_temporal_items()).rev() {
        let item = view.temporal_item(TemporalItemId::new(number))?;
        if let Some(item) = item.filter(|item| is_twin(item, new) && fold_str(&item.text) == text && like(item)) {
            return Ok(Some(item.id));
        }
    }
    Ok(None)
}

fn is_twin(item: &TemporalItem, new: &NewTemporalItem) -> bool {
    !item.erased && (item.kind, item.about, item.starts, item.ends) == (new.kind, new.about, new.starts, new.ends)
}
