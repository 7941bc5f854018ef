//! Beliefs: the whole set is replaced, or none of it is. Each fills a declared slot and cites the log (promise 5).

use std::collections::HashSet;

use hupo_types::{Belief, BeliefSet, Logged, ObservationId, Refusal, Slot, SlotType, Stored, limits};

use super::value;
use crate::read::Read;
use crate::write::{Draft, Fault, check};

impl Draft<'_, '_> {
    /// Replaces all beliefs; the same set made from the same log is there already.
    pub(super) fn put_beliefs(&mut self, beliefs: &[Belief], made_from: ObservationId) -> Result<Stored, Fault> {
        check::count("beliefs", beliefs.len(), limits::SLOTS)?;
        if made_from.get() > self.tables.n_observations() {
            return Err(unknown("made_from", made_from).into());
        }
        let slots = self.tables.rules()?.slots;
        let mut filled = HashSet::new();
        for (index, belief) in beliefs.iter().enumerate() {
            self.check_belief(&format!("beliefs[{index}]"), belief, &slots)?;
            if !filled.insert(belief.slot()) {
                return Err(unsupported(format!("beliefs[{index}].slot"), "the slot is filled twice").into());
            }
        }
        let stored = Stored::Beliefs { n_beliefs: beliefs.len() };
        let known = self.tables.beliefs()?;
        if known.is_none_or(|set| set.beliefs != beliefs || set.made_from != made_from) {
            let (beliefs, at_sequence) = (beliefs.to_vec(), self.tables.last_sequence()?);
            let set = BeliefSet { beliefs, made_from, at_sequence, made_at: self.now };
            self.record_logged(Logged::BeliefsPut { set })?;
        }
        Ok(stored)
    }

    fn check_belief(&self, field: &str, belief: &Belief, slots: &[Slot]) -> Result<(), Fault> {
        let slot = slots.iter().find(|slot| slot.name == belief.slot());
        let undeclared =
            || Refusal::UnknownTarget { field: format!("{field}.slot"), what: format!("slot {:?}", belief.slot()) };
        let slot = slot.ok_or_else(undeclared)?;
        fits(&format!("{field}.value"), belief.value(), &slot.value_type)?;
        check::in_range(&format!("{field}.confidence"), belief.confidence(), 0.0, 1.0)?;
        check::count(&format!("{field}.cites"), belief.cites().len(), limits::CITES)?;
        for (index, id) in belief.cites().iter().enumerate() {
            self.check_citation(format!("{field}.cites[{index}]"), *id, slot)?;
        }
        Ok(())
    }

    fn check_citation(&self, field: String, id: ObservationId, slot: &Slot) -> Result<(), Fault> {
        let observation = self.tables.observation(id)?.ok_or_else(|| unknown(&field, id))?;
        if observation.erased {
            return Err(Refusal::ErasedSource { field, what: format!("{id} was erased") }.into());
        }
        if !slot.supported_by.contains(&observation.kind) {
            return Err(unsupported(field, "an observation of this type does not support the slot").into());
        }
        Ok(())
    }
}

/// Whether the value is one the slot takes.
fn fits(field: &str, said: &str, takes: &SlotType) -> Result<(), Refusal> {
    value(field, said)?;
    match takes {
        SlotType::Text => Ok(()),
        SlotType::Number if said.parse().is_ok_and(f64::is_finite) => Ok(()),
        SlotType::Number => Err(unsupported(field.to_owned(), "the slot takes a decimal number")),
        SlotType::OneOf(words) if words.iter().any(|word| word == said) => Ok(()),
        SlotType::OneOf(words) => {
            Err(unsupported(field.to_owned(), &format!("the slot takes one of: {}", words.join(", "))))
        }
    }
}

fn unknown(field: &str, id: ObservationId) -> Refusal {
    Refusal::UnknownTarget { field: field.to_owned(), what: id.to_string() }
}

fn unsupported(field: String, reason: &str) -> Refusal {
    Refusal::Unsupported { field, reason: reason.to_owned() }
}
