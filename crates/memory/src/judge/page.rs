//! The rules of pages: a range of the transcript that is there, and a text within its limit.

use crate::plan::{Finding, Plan};
use crate::stop::Checked;
use crate::{shape, target};
use hupo_store::Read;
use hupo_types::{NewPage, Page, PageKind, Refusal, Stored, Verdict, VerdictCode, limits};

pub(super) fn proposed(view: &impl Read, kind: PageKind, page: &NewPage) -> Checked<Finding> {
    shape::text("text", &page.text, limits::PAGE_BYTES)?;
    is_short_enough(kind, page)?;
    let from = target::message(view, "from", &page.from)?.id;
    let to = target::message(view, "to", &page.to)?.id;
    if to < from {
        let reason = format!("to: {to} comes before {from}; name the first message under `from`");
        return Err(Verdict::new(VerdictCode::Invalid, reason).at("to").into());
    }
    let same =
        |known: &Page| (known.from, known.to, known.text.as_str(), known.erased) == (from, to, &page.text, false);
    Ok(match current(view, kind)?.filter(same) {
        Some(known) => Plan::Known(Stored::Page { id: known.id, existed: true }).into(),
        None => Plan::Write { kind, page: page.clone() }.into(),
    })
}

fn current(view: &impl Read, kind: PageKind) -> Checked<Option<Page>> {
    let last = view.pages(kind)?.last().copied();
    Ok(last.map(|id| view.page(id)).transpose()?.flatten())
}

fn is_short_enough(kind: PageKind, page: &NewPage) -> Result<(), Refusal> {
    match kind {
        PageKind::CarriedNote => shape::count("text", page.text.chars().count(), limits::CARRIED_NOTE_CHARS),
        PageKind::Continuity
        | PageKind::Segment
        | PageKind::Diary
        | PageKind::StatusNote
        | PageKind::RollingSummary => Ok(()),
    }
}
