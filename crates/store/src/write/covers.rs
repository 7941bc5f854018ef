//! What a topic summary is made from.

use hupo_types::{Kind, MemoryId, MemoryRef, NewMemory, Refusal, limits};

use super::review::unsupported;
use super::{Draft, Fault, check};

impl Draft<'_, '_> {
    /// What a topic summary is made from: two memories or more that hold, none of them a summary (promise 5).
    pub(super) fn covered(&self, new: &NewMemory) -> Result<Vec<MemoryId>, Fault> {
        check::count("covers", new.covers.len(), limits::NAMES)?;
        let mut covers = Vec::with_capacity(new.covers.len());
        for (index, meant) in new.covers.iter().enumerate() {
            covers.push(self.member(&format!("covers[{index}]"), meant)?);
        }
        covers.sort_unstable();
        covers.dedup();
        match (new.kind == Kind::TopicSummary, covers.len()) {
            (true, 2..) | (false, 0) => Ok(covers),
            (true, _) => Err(unsupported("covers", "a topic summary is made from two memories or more").into()),
            (false, _) => Err(unsupported("covers", "only a topic summary is made from memories").into()),
        }
    }

    fn member(&self, field: &str, meant: &MemoryRef) -> Result<MemoryId, Fault> {
        let memory = self.memory_meant(field, meant)?;
        if memory.kind == Kind::TopicSummary {
            let reason = format!("{} is a summary itself; cite the memories it was made from", memory.id);
            return Err(unsupported(field, &reason).into());
        }
        if !memory.state.holds() {
            return Err(Refusal::Settled { field: field.to_owned(), what: memory.id.to_string() }.into());
        }
        Ok(memory.id)
    }
}
