//! Floors: what is too unimportant to keep, and what was seen too seldom to be a pattern.

use crate::Context;
use crate::calendar::local_day;
use crate::receipt::Receipt;
use crate::stop::Checked;
use hupo_types::{Kind, NewMemory, Role, Verdict, VerdictCode};
use std::collections::BTreeSet;

/// What matters to the user must matter enough; the companion's own feelings count sooner, the rest of it always.
pub(crate) fn importance(new: &NewMemory, ctx: &Context) -> Checked<()> {
    let floor = if new.scope.needs_user_words() {
        ctx.rules.importance_floor
    } else if new.kind == Kind::Emotion {
        ctx.rules.emotion_floor
    } else {
        return Ok(());
    };
    if new.importance >= floor {
        return Ok(());
    }
    let reason = format!(
        "importance: {} is below this space's floor of {floor} for scope {} and kind {}; do not propose it again",
        new.importance, new.scope, new.kind
    );
    Err(Verdict::new(VerdictCode::BelowImportanceFloor, reason).at("importance").into())
}

/// A pattern must be seen in several messages on several local days. Of a pattern of the user's only what the user
/// wrote is a sighting: a companion's restatement is not a second one. A message without a time counts for no day.
pub(crate) fn repetition(new: &NewMemory, receipts: &[Receipt], ctx: &Context) -> Checked<()> {
    if new.kind != Kind::Pattern {
        return Ok(());
    }
    let seen = || receipts.iter().filter(|one| !new.scope.needs_user_words() || one.evidence.role == Role::User);
    let messages: BTreeSet<_> = seen().map(|one| one.evidence.message).collect();
    let days: BTreeSet<_> = seen().filter_map(|one| local_day(one.said_at?, ctx.zone)).collect();
    let (n_messages, n_days) = (ctx.rules.pattern_messages, ctx.rules.pattern_days);
    if messages.len() >= n_messages && days.len() >= n_days {
        return Ok(());
    }
    let reason = format!(
        "evidence: a pattern needs {n_messages} messages on {n_days} local days, and this one has {} on {}; \
         propose an observation or an event, and the pattern when it was seen again",
        messages.len(),
        days.len()
    );
    Err(Verdict::new(VerdictCode::NeedsRepetition, reason).at("evidence").into())
}
