//! Repair: what is intact of a damaged space, in a new one.

use crate::space::locked;
use crate::verification::name;
use crate::{Error, Hupo, Repair, place};
use hupo_store::Store;
use hupo_types::Timestamp;

impl Hupo {
    /// Makes the space `into` of everything that is intact in `space`, whether that one opens or not, and lists what is
    /// lost. The damaged space is not changed. `progress` is told what is done, how much of it, and of how much.
    ///
    /// Numbers stay what they were; a record that is lost keeps its number and says nothing. A memory whose every quote
    /// was lost does not come along, and is listed (promise 1).
    ///
    /// Errors: [`Error::UnknownSpace`]; [`Error::Locked`] while anybody has it open; [`Error::SpaceExists`] if there is a
    /// space `into`; a damaged store, if nothing says any more what the space was created with.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # hupo.space_or_create(config, now)?.close()?;
    /// let repair = hupo.repair_space("Mei and Hu", "Mei and Hu, repaired", now, &mut |_, _, _| ())?;
    /// assert!(repair.is_complete(), "nothing was damaged, so nothing is lost");
    /// # Ok(())
    /// # }
    /// ```
    pub fn repair_space(
        &self,
        space: &str,
        into: &str,
        now: Timestamp,
        progress: &mut dyn FnMut(&str, u64, u64),
    ) -> Result<Repair, Error> {
        let root = &self.shared().root;
        let (old, new) = (place::of(root, space)?, place::of(root, into)?);
        if !Store::exists(&old) {
            return Err(Error::UnknownSpace { name: space.into(), root: root.clone() });
        }
        if Store::exists(&new) {
            return Err(Error::SpaceExists { name: into.into() });
        }
        // One that nobody uses is put away; what could not be written on the way is in its ledger, if anywhere.
        drop(self.release(space));
        place::write_name(&new, into)?;
        let mut told = |step: hupo_store::Progress| progress(&name(step.step), step.done, step.total);
        let repaired = Store::repair(&old, &new, now, &mut told);
        if repaired.is_err() && !Store::exists(&new) {
            drop(std::fs::remove_dir_all(&new));
        }
        repaired.map_err(|error| locked(error, space))
    }
}
