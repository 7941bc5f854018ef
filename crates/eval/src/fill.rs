//! Filling a root with a data set, as a user would import it: one space a group, vectors in context.

use crate::dataset::{Dataset, Group};
use hupo::{Error, Hupo, Space, Timestamp};

/// What one write takes.
const WRITE: usize = 2_000;

/// The space of a group, filled. What is there already stays, so a root can be used again.
pub fn fill(
    hupo: &Hupo,
    set: &Dataset,
    group: &Group,
    now: Timestamp,
    progress: &dyn Fn(usize, usize),
) -> Result<Space, Error> {
    let space = hupo.space_or_create(set.space(group), now)?;
    for part in group.commands().chunks(WRITE) {
        space.write(part.to_vec(), now)?;
    }
    if hupo.models().embedder.is_some() {
        space.embed_waiting(now, progress)?;
    }
    Ok(space)
}
