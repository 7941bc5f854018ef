//! Making everything fit: what gives way when it is too much, the least needed first.

use super::draft::Draft;
use super::entry::Entry;
use super::left_out::{LeftOut, LeftOutReason};
use super::part::Part;
use super::{render, words};
use std::collections::BTreeSet;

/// The newest lines that outlast the memories.
const CLOSE_LINES: usize = 6;

/// What gives way, one step after the other. Within a step the last entry goes first, or the oldest where entries lie in
/// order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Last(Part),
    Oldest(Part),
    /// The older lines of the live tail.
    OlderLines,
    /// What bears on the turn and is no boundary or rule.
    Preferences,
}

const STEPS: [Step; 13] = [
    Step::Last(Part::Segments),
    Step::Last(Part::Beliefs),
    Step::Oldest(Part::Diaries),
    Step::Oldest(Part::Baton),
    Step::Oldest(Part::StatusNotes),
    Step::Last(Part::RollingSummary),
    Step::OlderLines,
    Step::Last(Part::Memories),
    Step::Last(Part::CarriedNote),
    Step::Last(Part::PersonCard),
    Step::Preferences,
    Step::Last(Part::TemporalItems),
    Step::Oldest(Part::LiveTail),
];

/// What goes only after the current message was cut: the page, boundaries, who they are, the time.
const LAST_STEPS: [Step; 4] =
    [Step::Last(Part::Continuity), Step::Last(Part::Bearing), Step::Last(Part::Profile), Step::Last(Part::LocalTime)];

/// The fewest characters that are kept of a current message while anything else could go.
const MESSAGE_CHARS: usize = 400;

/// Everything as it is rendered, and what that costs.
pub(super) struct Fitted {
    pub(super) text: String,
    pub(super) n_tokens: usize,
}

/// Lets entries go until everything costs no more than the budget; answers what is left.
pub(super) fn fit(draft: &mut Draft<'_>) -> Fitted {
    let budget = draft.scene.turn.limits.tokens;
    let mut cost = cost(draft);
    for step in STEPS {
        cost = give_way(draft, step, cost, budget);
    }
    let whole = message(draft).map(|entry| entry.text.clone());
    for step in std::iter::once(None).chain(LAST_STEPS.map(Some)) {
        if let Some(step) = step {
            cost = give_way(draft, step, cost, budget);
        }
        if cost.n_tokens > budget
            && let Some(whole) = &whole
        {
            cost = cut_message(draft, whole, MESSAGE_CHARS, budget);
        }
    }
    if cost.n_tokens > budget
        && let Some(whole) = &whole
    {
        cost = cut_message(draft, whole, 0, budget);
    }
    let cost = give_way(draft, Step::Last(Part::CurrentMessage), cost, budget);
    recount_message(draft);
    cost
}

/// A message that was cut costs less than it did.
fn recount_message(draft: &mut Draft<'_>) {
    let scene = draft.scene;
    let Some(entry) = message(draft).filter(|entry| entry.n_cut > 0) else { return };
    let none = BTreeSet::new();
    entry.n_tokens = (scene.count)(&render::entry(Part::CurrentMessage, entry, scene.manner(&none)));
}

/// Everything as it is rendered; nothing costs nothing.
fn cost(draft: &Draft<'_>) -> Fitted {
    let lines = render::lines_shown(draft.parts());
    let text = render::context(draft.parts(), draft.scene.manner(&lines));
    let n_tokens = if text.is_empty() { 0 } else { (draft.scene.count)(&text) };
    Fitted { text, n_tokens }
}

/// Lets entries of a step go while the whole costs more than the budget.
fn give_way(draft: &mut Draft<'_>, step: Step, mut cost: Fitted, budget: usize) -> Fitted {
    while cost.n_tokens > budget {
        let mut excess = cost.n_tokens - budget;
        let mut went = false;
        while excess > 0
            && let Some((part, entry)) = drop_one(draft, step)
        {
            went = true;
            excess = excess.saturating_sub(entry.n_tokens.max(1));
            draft.forget(part, &entry);
        }
        if !went {
            break;
        }
        cost = self::cost(draft);
    }
    cost
}

/// Takes the entry out that goes next.
fn drop_one(draft: &mut Draft<'_>, step: Step) -> Option<(Part, Entry)> {
    let (part, keeps) = match step {
        Step::Last(part) | Step::Oldest(part) => (part, 0),
        Step::OlderLines => (Part::LiveTail, CLOSE_LINES),
        Step::Preferences => (Part::Bearing, 0),
    };
    let boundaries = &draft.boundaries;
    let entries = draft.parts.get_mut(&part).filter(|entries| entries.len() > keeps)?;
    let place = match step {
        Step::Last(_) => entries.len() - 1,
        Step::Oldest(_) | Step::OlderLines => 0,
        Step::Preferences => entries.iter().rposition(|entry| !boundaries.contains(&entry.id))?,
    };
    let entry = entries.remove(place);
    if entries.is_empty() {
        draft.parts.remove(&part);
    }
    Some((part, entry))
}

fn message<'d>(draft: &'d mut Draft<'_>) -> Option<&'d mut Entry> {
    draft.parts.get_mut(&Part::CurrentMessage)?.first_mut()
}

/// Cuts the middle out of the current message so that the whole fits, keeping as much as does and `least` characters at
/// least; answers what the whole costs then.
fn cut_message(draft: &mut Draft<'_>, whole: &str, least: usize, budget: usize) -> Fitted {
    let n_chars = whole.chars().count();
    let (mut fits, mut too_much) = (least.min(n_chars), n_chars);
    while fits + 1 < too_much {
        let middle = usize::midpoint(fits, too_much);
        if cost_cut(draft, whole, middle).n_tokens <= budget {
            fits = middle;
        } else {
            too_much = middle;
        }
    }
    cost_cut(draft, whole, fits)
}

/// What everything costs with so many characters kept of the message.
fn cost_cut(draft: &mut Draft<'_>, whole: &str, kept: usize) -> Fitted {
    let n_chars = whole.chars().count();
    let language = draft.scene.language;
    let Some(entry) = message(draft) else { return cost(draft) };
    entry.n_cut = n_chars.saturating_sub(kept);
    entry.text =
        if entry.n_cut == 0 { whole.to_owned() } else { shortened(whole, kept, &words::cut(entry.n_cut, language)) };
    cost(draft)
}

/// Two thirds of what is kept from the beginning, a third from the end.
fn shortened(whole: &str, kept: usize, cut: &str) -> String {
    let tail = kept / 3;
    let head: String = whole.chars().take(kept - tail).collect();
    let behind = whole.chars().count().saturating_sub(tail);
    let tail: String = whole.chars().skip(behind).collect();
    format!("{head}{cut}{tail}")
}

/// What was left out, each once, in the order of the parts, and nothing that is shown. What an entry said that went
/// since is left out as that entry is.
pub(super) fn settled(draft: &mut Draft<'_>) -> Vec<LeftOut> {
    let mut left_out = std::mem::take(&mut draft.left_out);
    for one in &mut left_out {
        if matches!(&one.reason, LeftOutReason::SaidAlready { by } if !draft.shows(by)) {
            one.reason = LeftOutReason::OverBudget;
        }
    }
    let mut seen = BTreeSet::new();
    left_out.retain(|one| !draft.shows(&one.id) && seen.insert((one.part, one.id.clone())));
    left_out.sort_by_key(|one| one.part);
    let cut = message(draft).filter(|entry| entry.n_cut > 0).map(|entry| entry.id.clone());
    if let Some(id) = cut {
        left_out.push(LeftOut { part: Part::CurrentMessage, id, reason: LeftOutReason::OverBudget });
    }
    left_out
}
