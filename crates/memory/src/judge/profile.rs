//! The rules of the observation log and the profile.

use crate::plan::{Finding, Plan};
use crate::receipt::{self, Receipt};
use crate::stop::Checked;
use crate::{Context, birth, shape};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{
    About, NewObservation, NewProfileFact, ProfileFact, Stored, Verdict, VerdictCode, Visibility, limits,
};

/// An entry of the log: everything that was noticed, with the words it was noticed in.
pub(super) fn observation(view: &impl Read, new: &NewObservation) -> Checked<Finding> {
    shape::short("subject", &new.subject)?;
    shape::text("value", &new.value, limits::VALUE_BYTES)?;
    shape::in_range("confidence", new.confidence, 0.0, 1.0)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    has_an_owner(new.about, &receipts)?;
    Ok(Plan::Observe(new.clone()).into())
}

/// A statement of the profile: the latest one of an attribute counts.
pub(crate) fn statement(view: &impl Read, new: &NewProfileFact, ctx: &Context) -> Checked<Finding> {
    shape::short("attribute", &new.attribute)?;
    shape::text("value", &new.value, limits::VALUE_BYTES)?;
    birth::check(new, ctx)?;
    let receipts = receipt::find_all(view, &new.evidence)?;
    has_an_owner(new.about, &receipts)?;
    let living = view.profile_of(new.about, &new.attribute)?;
    if let Some(known) = living.as_ref().filter(|known| says_the_same(known, new)) {
        return Ok(Plan::Known(Stored::ProfileFact { id: known.id, existed: true }).into());
    }
    living.as_ref().map_or(Ok(()), |known| is_later(known, &receipts))?;
    Ok(Plan::State { fact: new.clone(), replaces: living.is_some() }.into())
}

fn has_an_owner(about: About, receipts: &[Receipt]) -> Checked<()> {
    match about {
        About::User => receipt::needs_user_words(receipts),
        About::Companion => Ok(()),
    }
}

fn says_the_same(known: &ProfileFact, new: &NewProfileFact) -> bool {
    let private = birth::is_birth_date(&new.attribute);
    let visibility = if private { Visibility::Private } else { new.visibility };
    known.visibility == visibility && fold_str(&known.value) == fold_str(&new.value)
}

/// An older statement never takes the place of a later one.
fn is_later(known: &ProfileFact, receipts: &[Receipt]) -> Checked<()> {
    let said = receipts.iter().map(|receipt| receipt.evidence.message).max();
    if said >= known.evidence.iter().map(|evidence| evidence.message).max() {
        return Ok(());
    }
    let reason = format!("evidence: {} rests on later words and says otherwise; cite newer ones", known.id);
    Err(Verdict::new(VerdictCode::Conflict, reason).at("evidence").into())
}
