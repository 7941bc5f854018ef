//! Why a rule stopped: the proposal is refused, or the store could not be read.

use crate::Error;
use hupo_types::{Refusal, Verdict};

/// Why a rule stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The proposal is refused, with the verdict that says why.
    Refused(Box<Verdict>),
    /// The store failed.
    Failed(Error),
}

/// What a rule found, or why it stopped.
pub(crate) type Checked<T> = Result<T, Stop>;

impl Stop {
    /// About a part of the proposal: its fields are named under that part.
    pub(crate) fn within(self, part: &str) -> Self {
        match self {
            Self::Refused(mut verdict) => {
                if let Some(field) = verdict.field.take() {
                    if verdict.reason.starts_with(&field) {
                        verdict.reason = format!("{part}.{}", verdict.reason);
                    }
                    verdict.field = Some(format!("{part}.{field}"));
                }
                Self::Refused(verdict)
            }
            Self::Failed(error) => Self::Failed(error),
        }
    }
}

/// A refusal is an answer, a failure is not.
pub(crate) fn answered<T>(checked: Checked<T>) -> Result<Result<T, Verdict>, Error> {
    match checked {
        Ok(found) => Ok(Ok(found)),
        Err(Stop::Refused(verdict)) => Ok(Err(*verdict)),
        Err(Stop::Failed(error)) => Err(error),
    }
}

impl From<Verdict> for Stop {
    fn from(verdict: Verdict) -> Self {
        Self::Refused(Box::new(verdict))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Verdict::from(&refusal).into()
    }
}

impl From<hupo_store::Error> for Stop {
    fn from(error: hupo_store::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}
