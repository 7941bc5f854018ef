//! Long lists a part at a time: what comes after an id, and where to go on.

use crate::wire::checked::Bad;

/// A part holds at most this many.
const MOST: usize = 1_000;

/// How many a part is to hold.
pub(super) fn limit(asked: u32) -> usize {
    let asked = usize::try_from(asked).unwrap_or(MOST);
    if asked == 0 { MOST } else { asked.min(MOST) }
}

/// What comes after this id in an ascending list, at most so many; and the id to go on after, empty at the end.
pub(super) fn part<T, Id: Ord + Copy + ToString>(
    items: Vec<T>,
    (after, most): (Option<Id>, usize),
    id: impl Fn(&T) -> Id,
) -> (Vec<T>, String) {
    let mut rest = items.into_iter().filter(|item| after.is_none_or(|after| id(item) > after)).peekable();
    let taken: Vec<T> = rest.by_ref().take(most).collect();
    let next = if rest.peek().is_some() { taken.last().map(|item| id(item).to_string()) } else { None };
    (taken, next.unwrap_or_default())
}

/// The id to go on after, and how many are asked for.
pub(super) fn from<Id>((after, asked): (&str, u32), parse: fn(&str) -> Option<Id>) -> Result<(Option<Id>, usize), Bad> {
    let after = crate::wire::checked::id_or_none(after, "after", parse)?;
    Ok((after, limit(asked)))
}

#[cfg(test)]
mod tests;
