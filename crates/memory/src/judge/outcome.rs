//! The rules of how a temporal item ended: only by the user's words, and by others than those that set it up.

use super::temporal;
use crate::plan::{Finding, Plan};
use crate::receipt::{self, Receipt};
use crate::stop::Checked;
use crate::{Context, becomes, fact, floor, shape, target};
use hupo_store::Read;
use hupo_types::{
    Ending, NewClosing, NewMemory, NewTemporalItem, Refusal, Role, TemporalItem, Verdict, VerdictCode, limits,
};

pub(super) fn proposed(view: &impl Read, new: &NewClosing, ctx: &Context) -> Checked<Finding> {
    shape::importance(new.importance)?;
    new.outcome.as_ref().map_or(Ok(()), |text| shape::text("outcome", text, limits::MEMORY_BYTES))?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    receipt::needs_user_words(&receipts)?;
    let item = open_item(view, new)?;
    tells_the_end(&item, &receipts)?;
    new.becomes.as_deref().map_or(Ok(()), |next| becomes_another(view, new.ending, next))?;
    let outcome = becomes::outcome(view, &item, (new, ctx.now))?;
    outcome.as_ref().map_or(Ok(()), |memory| is_worth_keeping(view, memory, ctx))?;
    Ok(Plan::Close { closing: new.clone(), outcome: outcome.map(Box::new) }.into())
}

fn open_item(view: &impl Read, new: &NewClosing) -> Checked<TemporalItem> {
    let unknown = || Refusal::UnknownTarget { field: "item".to_owned(), what: new.item.to_string() };
    let item = view.temporal_item(new.item)?.ok_or_else(unknown)?;
    if item.erased {
        return Err(target::gone("item", &item.id).into());
    }
    if item.closing.is_some() {
        return Err(Refusal::Settled { field: "item".to_owned(), what: item.id.to_string() }.into());
    }
    Ok(item)
}

/// What was said when the matter was set up does not say how it ended.
fn tells_the_end(item: &TemporalItem, receipts: &[Receipt]) -> Checked<()> {
    let set_up = |receipt: &Receipt| {
        let (at, one) = ((receipt.evidence.message, receipt.evidence.start), &receipt.evidence);
        item.evidence.iter().any(|words| (words.message, words.start) == at && words.end == one.end)
    };
    if receipts.iter().any(|receipt| receipt.evidence.role == Role::User && !set_up(receipt)) {
        return Ok(());
    }
    let reason = "evidence: these words set the matter up; cite the user's words that tell how it ended";
    Err(Verdict::new(VerdictCode::NoUserSource, reason).at("evidence").into())
}

fn becomes_another(view: &impl Read, ending: Ending, next: &NewTemporalItem) -> Checked<()> {
    match ending {
        Ending::Changed => temporal::follows(view, next).map_err(|stop| stop.within("becomes")),
        Ending::Resolved | Ending::Cancelled => {
            let reason = "becomes: only a matter that changed becomes another; say `changed`, or leave it out";
            Err(Verdict::new(VerdictCode::Invalid, reason).at("becomes").into())
        }
    }
}

/// The floor, and what is barred. Its words were found before; they may have been erased since.
fn is_worth_keeping(view: &impl Read, memory: &NewMemory, ctx: &Context) -> Checked<()> {
    receipt::find_all(view, &memory.evidence)?;
    floor::importance(memory, ctx)?;
    fact::meets(view, memory, None).map(|_| ()).map_err(|stop| stop.within("outcome"))
}
