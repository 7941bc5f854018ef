//! Vectors: all of one model, all of one dimension.

use hupo_types::{DocId, Event, ModelIdentity, Refusal, Role, State, Stored, UnitVector};

use super::{Draft, Fault};
use crate::records;
use crate::rows::Rows;

impl Draft<'_, '_> {
    /// Gives a stored document its vector, or another one of the same model.
    pub(super) fn embed(&mut self, doc: DocId, vector: &UnitVector) -> Result<Stored, Fault> {
        if !self.is_document(doc)? {
            return Err(Refusal::UnknownDocument { field: "doc".to_owned(), doc }.into());
        }
        self.check_vector(vector)?;
        if records::vector(self.tables, doc)? != Some(vector.rounded()) {
            self.put_vector(doc, vector)?;
        }
        Ok(Stored::Vector { doc })
    }

    fn is_document(&self, doc: DocId) -> Result<bool, Fault> {
        Ok(match doc {
            DocId::Message(id) => {
                let message = records::message(self.tables, id)?;
                message.is_some_and(|message| message.role != Role::System && !message.erased)
            }
            DocId::Memory(id) => records::memory(self.tables, id)?.is_some_and(|memory| memory.state != State::Erased),
        })
    }

    /// Whether the vector is one of the space's model; the first one chooses it.
    pub(super) fn check_vector(&self, vector: &UnitVector) -> Result<(), Fault> {
        let model = self.model.ok_or(Refusal::NoModel)?;
        let chosen = self.tables.totals().model.as_ref().unwrap_or(model);
        if chosen != model {
            return Err(Refusal::OtherModel { expected: title(chosen), actual: title(model) }.into());
        }
        let (expected, actual) = (chosen.dimension, vector.dimension());
        if expected != actual {
            return Err(Refusal::WrongDimension { expected, actual }.into());
        }
        Ok(())
    }

    /// Gives a document the vector that came with it, unless it has one. The vector was checked.
    pub(super) fn give_vector(&mut self, doc: DocId, vector: Option<&UnitVector>) -> Result<(), Fault> {
        let Some(vector) = vector else { return Ok(()) };
        if records::vector(self.tables, doc)?.is_none() {
            self.put_vector(doc, vector)?;
        }
        Ok(())
    }

    fn put_vector(&mut self, doc: DocId, vector: &UnitVector) -> Result<(), Fault> {
        if self.tables.totals().model.is_none() {
            let model = self.model.ok_or(Refusal::NoModel)?.clone();
            self.record(Event::EmbedderChosen { model })?;
        }
        Ok(self.record(Event::Embedded { doc, vector: vector.rounded() })?)
    }
}

fn title(model: &ModelIdentity) -> String {
    let hash: String = model.hash.chars().take(12).collect();
    format!("{} ({hash}, {} dimensions)", model.name, model.dimension)
}
