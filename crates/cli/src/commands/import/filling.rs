//! A space being filled, part by part, with a bar that says how far it is.

use crate::progress::Progress;
use crate::render::Imported;
use crate::shell::Shell;
use crate::source::{Refused, Sourced};
use anyhow::Result;
use hupo::{Hupo, Space, SpaceConfig};
use std::time::Instant;

/// A space being filled.
pub(super) struct Filling<'s> {
    shell: &'s Shell,
    hupo: &'s Hupo,
    space: Space,
    skip_bad: bool,
    bar: Progress,
    of: usize,
    start: Instant,
    imported: Imported,
}

impl<'s> Filling<'s> {
    /// Opens the space, or makes it; `of` commands are to come.
    pub(super) fn begin(
        shell: &'s Shell,
        hupo: &'s Hupo,
        space: SpaceConfig,
        of: usize,
        skip_bad: bool,
    ) -> Result<Self> {
        let (start, imported) = (Instant::now(), Imported::new(&space.name));
        let space = hupo.space_or_create(space, shell.now)?;
        let bar = shell.progress(&format!("writing {}", space.name()));
        Ok(Self { shell, hupo, space, skip_bad, bar, of, start, imported })
    }

    /// Writes a part; with `--skip-bad`, again without what was refused, until nothing is.
    pub(super) fn write(&mut self, mut part: Vec<Sourced>) -> Result<()> {
        while !part.is_empty() {
            let error = match self.shell.write(&self.space, part.clone()) {
                Ok(receipt) => {
                    self.imported.add(&receipt);
                    break;
                }
                Err(error) => error,
            };
            let Some(refused) = error.downcast_ref::<Refused>().filter(|_| self.skip_bad) else { return Err(error) };
            let places = refused.places();
            self.imported.refused += places.len();
            part = part.into_iter().enumerate().filter(|(at, _)| !places.contains(at)).map(|(_, one)| one).collect();
        }
        self.bar.set(self.imported.written(), self.of as u64);
        Ok(())
    }

    /// Embeds what waits if asked to, and closes the space.
    pub(super) fn finish(self, embed: bool) -> Result<Imported> {
        let mut imported = self.imported;
        drop(self.bar);
        if embed {
            imported.embedded = self.shell.embed_waiting(self.hupo, &self.space)?;
        }
        self.space.close()?;
        imported.seconds = self.start.elapsed().as_secs_f64();
        Ok(imported)
    }
}
