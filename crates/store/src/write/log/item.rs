//! Temporal items: begun by words, and ended by the user's words alone. Time closes nothing.

use hupo_text::fold_str;
use hupo_types::{
    Closing, Ending, EntityId, Evidence, Logged, MemoryId, NewClosing, NewTemporalItem, Refusal, State, Stored,
    TemporalItem, TemporalItemId, limits,
};

use super::{has_users_words, rests_on_no_more, users_words, value};
use crate::citations::{self, Citing};
use crate::read::Read;
use crate::records::expected;
use crate::rows::Rows;
use crate::write::{Draft, Fault, check};

impl Draft<'_, '_> {
    /// Keeps a matter; the same one set up by the same words is there already.
    pub(super) fn add_item(&mut self, new: &NewTemporalItem) -> Result<Stored, Fault> {
        value("text", &new.text)?;
        times(new)?;
        check::count("entities", new.entities.len(), limits::NAMES)?;
        let evidence = self.evidence(&new.evidence)?;
        users_words(new.about, &evidence)?;
        let entities = self.entities_of_item(new)?;
        if let Some(id) = self.same_item(new, &evidence)? {
            return Ok(Stored::TemporalItem { id, existed: true });
        }
        let id = TemporalItemId::new(self.tables.totals().temporal_items + 1);
        let item = TemporalItem {
            id,
            kind: new.kind,
            about: new.about,
            text: new.text.clone(),
            starts: new.starts,
            ends: new.ends,
            entities,
            evidence,
            closing: None,
            recorded_at: self.now,
            erased: false,
        };
        self.record_logged(Logged::ItemAdded { item })?;
        Ok(Stored::TemporalItem { id, existed: false })
    }

    /// The entities a matter is about, ascending, each once.
    fn entities_of_item(&self, new: &NewTemporalItem) -> Result<Vec<EntityId>, Fault> {
        let named = |(index, meant)| self.entity(&format!("entities[{index}]"), meant);
        let mut entities = new.entities.iter().enumerate().map(named).collect::<Result<Vec<EntityId>, Fault>>()?;
        entities.sort_unstable();
        entities.dedup();
        Ok(entities)
    }

    fn same_item(&self, new: &NewTemporalItem, evidence: &[Evidence]) -> Result<Option<TemporalItemId>, Fault> {
        let Some(first) = evidence.first() else { return Ok(None) };
        for citing in citations::quoting(self.tables, first.message)? {
            let Citing::TemporalItem(id) = citing else { continue };
            let known = expected(self.tables.temporal_item(id)?, &id)?;
            if is_the_same(&known, new) && rests_on_no_more(evidence, &known.evidence) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Says how a matter ended; said again in the same words, it is there already.
    pub(super) fn close_item(
        &mut self,
        new: &NewClosing,
        became: Option<TemporalItemId>,
        memory: Option<MemoryId>,
    ) -> Result<Stored, Fault> {
        let item = self.item("item", new.item)?;
        let evidence = self.evidence(&new.evidence)?;
        if !has_users_words(&evidence) {
            return Err(Refusal::NeedsUserWords { field: "evidence".to_owned() }.into());
        }
        let closing = Closing { ending: new.ending, evidence, became, memory, at: self.now };
        if let Some(known) = &item.closing {
            return closed_already(item.id, known, &closing);
        }
        became.map_or(Ok(()), |became| self.may_become(item.id, new.ending, became))?;
        memory.map_or(Ok(()), |memory| self.is_kept(memory))?;
        self.record_logged(Logged::ItemClosed { item: item.id, closing })?;
        Ok(Stored::TemporalItem { id: item.id, existed: false })
    }

    fn item(&self, field: &str, id: TemporalItemId) -> Result<TemporalItem, Fault> {
        let unknown = || Refusal::UnknownTarget { field: field.to_owned(), what: id.to_string() };
        let item = self.tables.temporal_item(id)?.ok_or_else(unknown)?;
        if item.erased {
            return Err(Refusal::ErasedSource { field: field.to_owned(), what: format!("{id} was erased") }.into());
        }
        Ok(item)
    }

    /// Whether the item may have become the other one: it changed, and no chain of changes closes.
    fn may_become(&self, item: TemporalItemId, ending: Ending, became: TemporalItemId) -> Result<(), Fault> {
        let field = || "becomes".to_owned();
        if ending != Ending::Changed {
            let reason = "only an item that changed becomes another".to_owned();
            return Err(Refusal::Unsupported { field: field(), reason }.into());
        }
        let mut next = Some(self.item("becomes", became)?);
        while let Some(later) = next {
            if later.id == item {
                return Err(Refusal::Cycle { field: field(), what: item.to_string() }.into());
            }
            let id = later.closing.and_then(|closing| closing.became);
            next = id.map(|id| expected(self.tables.temporal_item(id)?, &id)).transpose()?;
        }
        Ok(())
    }

    fn is_kept(&self, id: MemoryId) -> Result<(), Fault> {
        let field = || "memory".to_owned();
        let unknown = || Refusal::UnknownMemory { field: field(), memory: id.to_string() };
        let memory = self.tables.memory(id)?.ok_or_else(unknown)?;
        if memory.state == State::Erased {
            return Err(Refusal::ErasedSource { field: field(), what: format!("{id} was erased") }.into());
        }
        Ok(())
    }
}

/// Times that can be written as dates, the end after the start.
fn times(new: &NewTemporalItem) -> Result<(), Refusal> {
    check::writable("starts", new.starts)?;
    check::writable("ends", new.ends)?;
    match (new.starts, new.ends) {
        (Some(starts), Some(ends)) if ends <= starts => Err(Refusal::EmptyInterval { field: "ends".to_owned() }),
        (Some(_) | None, _) => Ok(()),
    }
}

fn is_the_same(known: &TemporalItem, new: &NewTemporalItem) -> bool {
    !known.erased
        && (known.kind, known.about, known.starts, known.ends) == (new.kind, new.about, new.starts, new.ends)
        && fold_str(&known.text) == fold_str(&new.text)
}

fn closed_already(id: TemporalItemId, known: &Closing, new: &Closing) -> Result<Stored, Fault> {
    let same = (known.ending, known.became, known.memory) == (new.ending, new.became, new.memory);
    if same && rests_on_no_more(&new.evidence, &known.evidence) {
        return Ok(Stored::TemporalItem { id, existed: true });
    }
    Err(Refusal::Settled { field: "item".to_owned(), what: id.to_string() }.into())
}
