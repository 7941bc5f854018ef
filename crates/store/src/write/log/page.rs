//! Pages: written about a range of the transcript, and never changed. The latest of a kind is the current one.

use hupo_types::{Logged, Message, MessageRef, NewPage, Page, PageId, PageKind, Refusal, Stored, limits};

use crate::citations::{self, Citing};
use crate::read::Read;
use crate::records::{self, expected};
use crate::rows::Rows;
use crate::write::{Draft, Fault, check};

impl Draft<'_, '_> {
    /// Keeps a page; the same words about the same range are there already.
    pub(super) fn write_page(&mut self, kind: PageKind, new: &NewPage) -> Result<Stored, Fault> {
        words(kind, &new.text)?;
        let (from, to) = (self.end("from", &new.from)?, self.end("to", &new.to)?);
        if to.id < from.id {
            return Err(Refusal::EmptyInterval { field: "to".to_owned() }.into());
        }
        let page = Page {
            id: PageId::new(self.tables.totals().pages + 1),
            kind,
            text: new.text.clone(),
            from: from.id,
            to: to.id,
            recorded_at: self.now,
            erased: false,
        };
        if let Some(id) = self.same_page(&page)? {
            return Ok(Stored::Page { id, existed: true });
        }
        let id = page.id;
        self.record_logged(Logged::PageWritten { page })?;
        Ok(Stored::Page { id, existed: false })
    }

    /// A message at one end of the range.
    fn end(&self, field: &str, meant: &MessageRef) -> Result<Message, Fault> {
        let id = records::message_meant(self.tables, meant)?;
        let name = || match meant {
            MessageRef::Id(id) => id.to_string(),
            MessageRef::External(name) => name.clone(),
        };
        let unknown = || Refusal::UnknownMessage { field: field.to_owned(), message: name() };
        let message = id.map(|id| self.tables.message(id)).transpose()?.flatten().ok_or_else(unknown)?;
        if message.erased {
            let what = format!("{} was erased", message.id);
            return Err(Refusal::ErasedSource { field: field.to_owned(), what }.into());
        }
        Ok(message)
    }

    fn same_page(&self, new: &Page) -> Result<Option<PageId>, Fault> {
        for citing in citations::quoting(self.tables, new.from)? {
            let Citing::Page(id) = citing else { continue };
            let known = expected(self.tables.page(id)?, &id)?;
            let same = (known.kind, known.from, known.to, &known.text) == (new.kind, new.from, new.to, &new.text);
            if same && !known.erased {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

/// Words within the limits of their kind.
fn words(kind: PageKind, text: &str) -> Result<(), Refusal> {
    check::text("text", text, limits::PAGE_BYTES)?;
    match kind {
        PageKind::CarriedNote => check::count("text", text.chars().count(), limits::CARRIED_NOTE_CHARS),
        PageKind::Continuity
        | PageKind::Segment
        | PageKind::Diary
        | PageKind::StatusNote
        | PageKind::RollingSummary => Ok(()),
    }
}
