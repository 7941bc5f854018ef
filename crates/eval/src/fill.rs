//! Filling a root with a data set, as a user would import it: one space a group, vectors in context.

use crate::footprint::Footprint;
use hupo::{Command, Error, Hupo, Space, SpaceConfig, Timestamp};
use std::time::Instant;

/// What one write takes.
const WRITE: usize = 2_000;

/// A space that is there, and what it took to fill it.
pub(crate) struct Filled {
    pub(crate) space: Space,
    pub(crate) footprint: Footprint,
}

/// Fills a space. What is there already stays, so a root can be used again.
pub(crate) fn fill(
    hupo: &Hupo,
    config: SpaceConfig,
    commands: &[Command],
    now: Timestamp,
    progress: &dyn Fn(usize, usize),
) -> Result<Filled, Error> {
    let space = hupo.space_or_create(config, now)?;
    let before = documents(&space)?;
    let start = Instant::now();
    for part in commands.chunks(WRITE) {
        space.write(part.to_vec(), now)?;
    }
    let write_s = start.elapsed().as_secs_f32();
    let start = Instant::now();
    let embedded = if hupo.models().embedder.is_some() { space.embed_waiting(now, progress)? } else { 0 };
    let embed_s = start.elapsed().as_secs_f32();
    let written = documents(&space)? - before;
    let footprint = Footprint { written, write_s, embedded, embed_s, ..Footprint::of(&space)? };
    Ok(Filled { space, footprint })
}

fn documents(space: &Space) -> Result<u64, Error> {
    Ok(space.stats()?.counts.documents())
}
