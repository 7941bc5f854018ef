//! The rules of memories and their corrections.

use crate::fact::{self, Meets};
use crate::plan::{Finding, Plan};
use crate::receipt::{self, Receipt};
use crate::stop::{Checked, Stop};
use crate::{Context, becomes, floor, shape, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{Interval, Kind, Memory, MemoryRef, NewCorrection, NewMemory, Refusal, Verdict, VerdictCode, limits};

/// A memory, which may name one that it corrects.
pub(super) fn proposed(view: &impl Read, new: &NewMemory, ctx: &Context) -> Checked<Finding> {
    shape::memory(new)?;
    is_no_summary(new)?;
    has_begun(new.valid, ctx)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    let Some(meant) = &new.supersedes else {
        has_an_owner(new, None, &receipts)?;
        return settled(view, Candidate { new: new.clone(), corrected: None }, &receipts, ctx);
    };
    is_not_itself(new, meant)?;
    let old = target::holding(view, "supersedes", meant)?;
    let new = becomes::keyed_like(view, new, &old)?;
    is_the_same_fact(&new, &old)?;
    has_an_owner(&new, Some(&old), &receipts)?;
    settled(view, Candidate { new, corrected: Some(old) }, &receipts, ctx)
}

/// A correction: the fact of the memory it corrects, said otherwise by the user.
pub(super) fn correction(view: &impl Read, new: &NewCorrection, ctx: &Context) -> Checked<Finding> {
    shape::text("text", &new.text, limits::MEMORY_BYTES)?;
    shape::importance(new.importance)?;
    shape::interval("valid", new.valid)?;
    has_begun(new.valid, ctx)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    if !receipt::has_user_words(&receipts) {
        return Err(Refusal::NoUserCorrection.into());
    }
    let old = target::holding(view, "corrects", &new.corrects)?;
    is_no_summary_itself(&old)?;
    let new = becomes::correction(view, new, &old)?;
    settled(view, Candidate { new, corrected: Some(old) }, &receipts, ctx)
}

/// A memory on its way, and the one it corrects.
struct Candidate {
    new: NewMemory,
    corrected: Option<Memory>,
}

/// Floors, what it names, and the semantic key.
fn settled(view: &impl Read, candidate: Candidate, receipts: &[Receipt], ctx: &Context) -> Checked<Finding> {
    let Candidate { mut new, corrected } = candidate;
    floor::importance(&new, ctx)?;
    if corrected.is_none() {
        floor::repetition(&new, receipts, ctx)?;
    }
    target::all_named(view, &new.entities, &new.topics)?;
    if let Some(old) = corrected.as_ref().filter(|old| says_nothing_new(&new, old)) {
        return Ok(Plan::Corroborate { memory: old.id, evidence: new.evidence }.into());
    }
    let meets = fact::meets(view, &new, corrected.as_ref())?;
    new.supersedes = corrected.as_ref().map(|old| MemoryRef::Id(old.id));
    Ok(match meets {
        Meets::Same(memory) => Plan::Corroborate { memory, evidence: new.evidence }.into(),
        Meets::Nothing => finding(new, corrected, Vec::new()),
        Meets::Others(others) => finding(new, corrected, others),
    })
}

fn finding(new: NewMemory, corrected: Option<Memory>, conflicts: Vec<hupo_types::MemoryId>) -> Finding {
    let meets = corrected.into_iter().map(|old| old.id).collect();
    Finding { plan: Plan::Remember(Box::new(new)), conflicts, meets }
}

/// A correction that says what the corrected memory says is a confirmation.
fn says_nothing_new(new: &NewMemory, old: &Memory) -> bool {
    let same_time = new.valid == Interval::default() || new.valid == old.valid;
    same_time && fold_str(&new.text) == fold_str(&old.text)
}

/// Promise 2.
fn has_an_owner(new: &NewMemory, corrected: Option<&Memory>, receipts: &[Receipt]) -> Checked<()> {
    let users = receipt::has_user_words(receipts);
    match corrected {
        Some(_) if !users => Err(Refusal::NoUserCorrection.into()),
        None if new.scope.needs_user_words() && !users => Err(Refusal::NoUserSource.into()),
        Some(_) | None => Ok(()),
    }
}

/// What has not begun is a plan: a temporal item until it has.
pub(super) fn has_begun(valid: Interval, ctx: &Context) -> Checked<()> {
    let latest = ctx.now.plus_ms(limits::CLOCK_SKEW_MS);
    if valid.from.is_none_or(|from| from <= latest) {
        return Ok(());
    }
    let reason = "valid.from: it has not begun; propose a temporal_item, and this when it has come true";
    Err(Verdict::new(VerdictCode::Invalid, reason).at("valid.from").into())
}

fn is_no_summary(new: &NewMemory) -> Checked<()> {
    let (field, reason) = if new.kind == Kind::TopicSummary {
        ("kind", "kind: a topic summary has a proposal of its own; propose a topic_summary with its members")
    } else if new.covers.is_empty() {
        return Ok(());
    } else {
        ("covers", "covers: only a topic summary covers memories; leave it out, or propose a topic_summary")
    };
    Err(Verdict::new(VerdictCode::Invalid, reason).at(field).into())
}

/// A summary says nothing of its own: what is wrong in it is wrong in a member, and correcting that withdraws it.
fn is_no_summary_itself(old: &Memory) -> Checked<()> {
    if old.kind != Kind::TopicSummary {
        return Ok(());
    }
    let reason =
        format!("corrects: {} is a topic summary; correct the memory that is wrong, and it is withdrawn", old.id);
    Err(Verdict::new(VerdictCode::Invalid, reason).at("corrects").into())
}

fn is_not_itself(new: &NewMemory, meant: &MemoryRef) -> Checked<()> {
    let itself = match meant {
        MemoryRef::External(name) => new.external_id.as_ref() == Some(name),
        MemoryRef::Id(_) => false,
    };
    if !itself {
        return Ok(());
    }
    let what = new.external_id.clone().unwrap_or_default();
    Err(Refusal::Cycle { field: "supersedes".to_owned(), what }.into())
}

/// Promise 6: only the same key supersedes, whatever else the two have in common.
fn is_the_same_fact(new: &NewMemory, old: &Memory) -> Checked<()> {
    let keyless = new.key.is_empty() || old.key.is_empty();
    let same_key = keyless || fact::same_key(&new.key, &old.key);
    if same_key && (new.scope, new.kind) == (old.scope, old.kind) {
        return Ok(());
    }
    let mut verdict = Verdict::from(&Refusal::OtherKey { memory: old.id });
    verdict.meets = vec![hupo_types::DocId::Memory(old.id)];
    Err(Stop::from(verdict))
}
