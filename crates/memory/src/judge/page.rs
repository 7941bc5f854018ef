//! The rules of pages: a range of the transcript that is there, and a text within its limit.

use crate::plan::{Finding, Plan};
use crate::stop::Checked;
use crate::{shape, target};
use hupo_store::Read;
use hupo_text::estimate_tokens;
use hupo_types::{MessageId, NewPage, Page, PageKind, Stored, Verdict, VerdictCode, limits};

/// Tokens of a continuity page by the built-in estimate. Fewer are accepted: a young relationship has little to tell.
const CONTINUITY_TOKENS: usize = 800;

pub(super) fn proposed(view: &impl Read, kind: PageKind, page: &NewPage) -> Checked<Finding> {
    shape::text("text", &page.text, limits::PAGE_BYTES)?;
    is_short_enough(kind, page)?;
    let from = target::message(view, "from", &page.from)?.id;
    let to = target::message(view, "to", &page.to)?.id;
    if to < from {
        let reason = format!("to: {to} comes before {from}; name the first message under `from`");
        return Err(Verdict::new(VerdictCode::Invalid, reason).at("to").into());
    }
    let pages = living(view, kind)?;
    let same = |known: &&Page| (known.from, known.to, known.text.as_str()) == (from, to, &page.text);
    if let Some(known) = pages.iter().rev().find(same) {
        return Ok(Plan::Known(Stored::Page { id: known.id, existed: true }).into());
    }
    if has_one_current(kind) {
        reaches_as_far(pages.last(), to)?;
    }
    Ok(Plan::Write { kind, page: page.clone() }.into())
}

/// The pages of a kind but the erased ones, ascending.
fn living(view: &impl Read, kind: PageKind) -> Checked<Vec<Page>> {
    let mut pages = Vec::new();
    for id in view.pages(kind)? {
        pages.extend(view.page(id)?.filter(|page| !page.erased));
    }
    Ok(pages)
}

/// Of these only the latest page is read, so an older story may not take a newer one's place.
const fn has_one_current(kind: PageKind) -> bool {
    match kind {
        PageKind::Continuity | PageKind::CarriedNote | PageKind::RollingSummary => true,
        PageKind::Segment | PageKind::Diary | PageKind::StatusNote => false,
    }
}

fn reaches_as_far(current: Option<&Page>, to: MessageId) -> Checked<()> {
    let Some(current) = current.filter(|current| to < current.to) else { return Ok(()) };
    let reason = format!(
        "to: {} reaches to {} already, and this one only to {to}; it would take the place of what is newer",
        current.id, current.to
    );
    Err(Verdict::new(VerdictCode::Invalid, reason).at("to").into())
}

fn is_short_enough(kind: PageKind, page: &NewPage) -> Checked<()> {
    match kind {
        PageKind::CarriedNote => Ok(shape::count("text", page.text.chars().count(), limits::CARRIED_NOTE_CHARS)?),
        PageKind::Continuity => fits(estimate_tokens(&page.text)),
        PageKind::Segment | PageKind::Diary | PageKind::StatusNote | PageKind::RollingSummary => Ok(()),
    }
}

fn fits(n_tokens: usize) -> Checked<()> {
    if n_tokens <= CONTINUITY_TOKENS {
        return Ok(());
    }
    let reason = format!(
        "text: about {n_tokens} tokens, more than the {CONTINUITY_TOKENS} of a continuity page; tell less of it, and \
         leave the rest to segments"
    );
    Err(Verdict::new(VerdictCode::Limit, reason).at("text").into())
}
