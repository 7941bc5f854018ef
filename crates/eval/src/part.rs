//! Parts: one group of a set, or every so many of its questions, where the whole would take too long.

use crate::dataset::Dataset;

/// Which part of a set is asked. Its documents are always whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Only this group.
    pub group: Option<String>,
    /// Only every so many of a group's questions, from the first; 1 is all.
    pub every: usize,
}

impl Part {
    /// The part of a set.
    pub fn of(&self, mut set: Dataset) -> Dataset {
        set.groups.retain(|group| self.group.as_ref().is_none_or(|only| group.name == *only));
        for group in &mut set.groups {
            let mut place = 0..;
            group
                .questions
                .retain(|_| place.next().is_some_and(|place: usize| place.is_multiple_of(self.every.max(1))));
        }
        set
    }
}

#[cfg(test)]
mod tests;
