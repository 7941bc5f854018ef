//! Beliefs: made from the log alone, each citing what supports it, replaced as a whole (promise 5).

use crate::scribe::Scribe;
use crate::stop::{Checked, answered};
use crate::{Context, Error, instruction, shape};
use hupo_store::{Read, Transaction};
use hupo_text::fold_str;
use hupo_types::{
    Belief, Command, LogCommand, NewBelief, Observation, ObservationId, ObservationType, Refusal, Slot, SlotType,
    Stored, Timestamp, Verdict, VerdictCode, limits,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// What beliefs are made from: the slots and the log, and never an earlier belief.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BeliefsInput {
    /// The slots the space declares.
    pub slots: Vec<Slot>,
    /// The whole log but what was erased, ascending.
    pub observations: Vec<Observation>,
    /// The last entry of the log; hand it back with the beliefs.
    pub made_from: ObservationId,
}

/// A belief to read, with what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BeliefView {
    /// The slot it fills.
    pub slot: String,
    /// The value.
    pub value: String,
    /// 0 to 1.
    pub confidence: f32,
    /// The observations it cites; never empty.
    pub cites: Vec<ObservationId>,
    /// When it was put.
    pub made_at: Timestamp,
    /// The log has gone on: something that may support the slot came after it was made.
    pub stale: bool,
}

/// Hands out the log and the slots.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn beliefs_input(view: &impl Read) -> Result<BeliefsInput, Error> {
    let observations = log(view, 1)?;
    Ok(BeliefsInput { slots: view.rules()?.slots, observations, made_from: ObservationId::new(view.n_observations()) })
}

/// The beliefs that hold, by slot; one whose slot is no longer declared, or whose citations are gone, has no value.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn belief_views(view: &impl Read) -> Result<Vec<BeliefView>, Error> {
    let Some(set) = view.beliefs()? else { return Ok(Vec::new()) };
    let slots = view.rules()?.slots;
    let since: BTreeSet<ObservationType> =
        log(view, set.made_from.get() + 1)?.into_iter().map(|observation| observation.kind).collect();
    let mut views = Vec::new();
    for belief in &set.beliefs {
        let Some(slot) = slots.iter().find(|slot| slot.name == belief.slot()) else { continue };
        let cites = standing_cites(view, belief)?;
        if !cites.is_empty() {
            let stale = slot.supported_by.iter().any(|kind| since.contains(kind));
            views.push(seen(belief, cites, set.made_at, stale));
        }
    }
    views.sort_by(|a, b| a.slot.cmp(&b.slot));
    Ok(views)
}

fn seen(belief: &Belief, cites: Vec<ObservationId>, made_at: Timestamp, stale: bool) -> BeliefView {
    let (slot, value) = (belief.slot().to_owned(), belief.value().to_owned());
    BeliefView { slot, value, confidence: belief.confidence(), cites, made_at, stale }
}

fn standing_cites(view: &impl Read, belief: &Belief) -> Result<Vec<ObservationId>, Error> {
    let mut cites = Vec::new();
    for id in belief.cites() {
        cites.extend(view.observation(*id)?.filter(|observation| !observation.erased).map(|one| one.id));
    }
    Ok(cites)
}

/// The log from an entry on, without what was erased.
fn log(view: &impl Read, from: u64) -> Result<Vec<Observation>, Error> {
    let mut observations = Vec::new();
    for number in from..=view.n_observations() {
        observations.extend(view.observation(ObservationId::new(number))?.filter(|one| !one.erased));
    }
    Ok(observations)
}

/// Replaces all beliefs by those of `beliefs` that cite what may support their slot; a verdict for each, in order.
///
/// `made_from` is the last observation their maker was shown. What cites nothing valid is dropped; of the others only
/// the valid citations are kept. A text that reads like an instruction is dropped too: no queue is there for beliefs.
///
/// # Errors
/// [`Error::Store`]. After an error nothing of the transaction may be written.
pub fn put_beliefs(
    txn: &mut Transaction,
    beliefs: Vec<NewBelief>,
    made_from: ObservationId,
    ctx: &Context,
) -> Result<Vec<Verdict>, Error> {
    let mut maker = Maker { txn, made_from, ctx, filled: BTreeSet::new() };
    let mut kept = Vec::new();
    let mut verdicts = Vec::with_capacity(beliefs.len());
    for belief in beliefs {
        verdicts.push(match answered(maker.checked(belief))? {
            Ok((belief, verdict)) => {
                kept.push(belief);
                verdict
            }
            Err(refused) => refused,
        });
    }
    let put = Command::Log(LogCommand::PutBeliefs { beliefs: kept, made_from });
    let answer = answered(Scribe::new(txn).write(&put))?;
    Ok(verdicts.into_iter().map(|verdict| told(verdict, &answer)).collect())
}

/// The verdict of a belief, once the store has answered for the whole set.
fn told(mut verdict: Verdict, answer: &Result<Stored, Verdict>) -> Verdict {
    match answer {
        Err(refused) if verdict.code == VerdictCode::Accepted => refused.clone(),
        Ok(stored) if verdict.code == VerdictCode::Accepted => {
            verdict.stored = vec![*stored];
            verdict
        }
        Ok(_) | Err(_) => verdict,
    }
}

/// Makes a set of beliefs.
struct Maker<'x, 'a, 't> {
    txn: &'x Transaction<'a, 't>,
    made_from: ObservationId,
    ctx: &'x Context<'x>,
    /// The slots that have their belief.
    filled: BTreeSet<String>,
}

impl Maker<'_, '_, '_> {
    fn checked(&mut self, mut belief: NewBelief) -> Checked<(Belief, Verdict)> {
        self.was_shown()?;
        shape::in_range("confidence", belief.confidence, 0.0, 1.0)?;
        shape::count("cites", belief.cites.len(), limits::CITES)?;
        let slot = self.slot(&belief.slot)?;
        belief.value = typed(&slot.value_type, &belief.value)?;
        if !instruction::reasons(&belief.value).is_empty() {
            return Err(unsupported("value", "it reads like an instruction to a model".to_owned()).into());
        }
        let n_cites = belief.cites.len();
        belief.cites = self.cites(slot, &belief.cites)?;
        let dropped = n_cites - belief.cites.len();
        let name = belief.slot.clone();
        let belief = Belief::try_from(belief)
            .map_err(|error| unsupported("cites", format!("{error}; cite the observations it is made from")))?;
        self.filled.insert(name);
        Ok((belief, Verdict::new(VerdictCode::Accepted, kept(dropped))))
    }

    /// The log ends where the maker says it was shown to, or later.
    fn was_shown(&self) -> Checked<()> {
        if self.made_from.get() <= self.txn.n_observations() {
            return Ok(());
        }
        let what = self.made_from.to_string();
        Err(Refusal::UnknownTarget { field: "made_from".to_owned(), what }.into())
    }

    fn slot(&self, name: &str) -> Checked<&Slot> {
        let what = || format!("slot {name:?}");
        let unknown = || Refusal::UnknownTarget { field: "slot".to_owned(), what: what() };
        let slot = self.ctx.rules.slots.iter().find(|slot| slot.name == name).ok_or_else(unknown)?;
        if self.filled.contains(name) {
            return Err(unsupported("slot", format!("{} is filled already; put one belief a slot", what())).into());
        }
        Ok(slot)
    }

    /// The citations that support the slot. None is left: the refusal of the first one.
    fn cites(&self, slot: &Slot, cites: &[ObservationId]) -> Checked<Vec<ObservationId>> {
        let mut valid = Vec::new();
        let mut refused = None;
        for (index, id) in cites.iter().enumerate() {
            match self.supports(&format!("cites[{index}]"), *id, slot)? {
                Ok(()) if !valid.contains(id) => valid.push(*id),
                Ok(()) => (),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        match refused {
            Some(refusal) if valid.is_empty() => Err(refusal.into()),
            Some(_) | None => Ok(valid),
        }
    }

    fn supports(&self, field: &str, id: ObservationId, slot: &Slot) -> Checked<Result<(), Refusal>> {
        let found = self.txn.observation(id)?.filter(|_| id <= self.made_from);
        Ok(match found {
            None => Err(Refusal::UnknownTarget { field: field.to_owned(), what: id.to_string() }),
            Some(one) if one.erased => Err(crate::target::gone(field, &id)),
            Some(one) if !slot.supported_by.contains(&one.kind) => {
                Err(unsupported(field, format!("{id} is of a type that does not support slot {:?}", slot.name)))
            }
            Some(_) => Ok(()),
        })
    }
}

fn unsupported(field: &str, reason: String) -> Refusal {
    Refusal::Unsupported { field: field.to_owned(), reason }
}

fn kept(dropped: usize) -> String {
    if dropped == 0 { "stored".to_owned() } else { format!("stored; {dropped} of its citations support nothing") }
}

/// The value as its slot takes it; one of several words in the spelling that was declared.
fn typed(value_type: &SlotType, value: &str) -> Checked<String> {
    shape::text("value", value, limits::VALUE_BYTES)?;
    let typed = match value_type {
        SlotType::Text => Some(value.to_owned()),
        SlotType::Number => value.trim().parse::<f64>().ok().filter(|n| n.is_finite()).map(|_| value.trim().to_owned()),
        SlotType::OneOf(words) => words.iter().find(|word| fold_str(word) == fold_str(value)).cloned(),
    };
    Ok(typed.ok_or_else(|| unsupported("value", wanted(value_type)))?)
}

fn wanted(value_type: &SlotType) -> String {
    match value_type {
        SlotType::Text => "the slot takes a text".to_owned(),
        SlotType::Number => "the slot takes a decimal number such as 12.5".to_owned(),
        SlotType::OneOf(words) => format!("the slot takes one of {}", words.join(", ")),
    }
}
