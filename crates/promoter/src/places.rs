//! Where the worker finds its spaces: a root of its own, or those that a server has open.

use crate::Failure;
use hupo::{Hupo, Space};

/// Spaces to work on.
pub trait Places: Send + Sync {
    /// Their names.
    ///
    /// # Errors
    /// A [`Failure`] if they cannot be listed.
    fn names(&self) -> Result<Vec<String>, Failure>;

    /// Whether somebody has it open now, so that something of it may have changed.
    fn is_open(&self, name: &str) -> bool;

    /// Has work done on one of them. No handle of it outlives the work.
    ///
    /// # Errors
    /// The work's failure, or why the space cannot be had.
    fn on_space(&self, name: &str, work: &mut dyn FnMut(&Space) -> Result<(), Failure>) -> Result<(), Failure>;
}

/// The spaces of a root, all or some. Each is put away again after its turn, unless somebody else has it open.
pub struct Root {
    hupo: Hupo,
    only: Option<Vec<String>>,
}

impl Root {
    /// All spaces of a root.
    pub const fn all(hupo: Hupo) -> Self {
        Self { hupo, only: None }
    }

    /// These spaces of a root.
    pub const fn only(hupo: Hupo, names: Vec<String>) -> Self {
        Self { hupo, only: Some(names) }
    }
}

impl Places for Root {
    fn names(&self) -> Result<Vec<String>, Failure> {
        Ok(match &self.only {
            Some(names) => names.clone(),
            None => self.hupo.spaces()?,
        })
    }

    fn is_open(&self, name: &str) -> bool {
        self.hupo.open_space(name).is_some()
    }

    fn on_space(&self, name: &str, work: &mut dyn FnMut(&Space) -> Result<(), Failure>) -> Result<(), Failure> {
        let was_open = self.is_open(name);
        let done = work(&self.hupo.space(name)?);
        if !was_open {
            // What could not be written on the way is mended when it is opened again.
            drop(self.hupo.release(name));
        }
        done
    }
}
