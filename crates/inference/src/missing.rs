//! A model that is not there: which, why, and what to do.

use crate::Error;
use crate::manifest::ModelKind;

/// One thing that `Models::open` could not open.
#[derive(Debug)]
pub struct Missing {
    /// What is missing. Without `Runtime` there is neither an embedder nor a reranker.
    pub what: ModelKind,
    /// Why.
    pub reason: Error,
    /// What to do about it, as an instruction to a person.
    pub remedy: &'static str,
}

impl Missing {
    pub(crate) fn new(what: ModelKind, reason: Error) -> Self {
        let remedy = remedy(&reason);
        Self { what, reason, remedy }
    }
}

fn remedy(reason: &Error) -> &'static str {
    match reason {
        Error::RuntimeAbsent { .. } | Error::FileAbsent { .. } => "run `hupo models fetch`",
        Error::FileSize { .. }
        | Error::FileHash { .. }
        | Error::RuntimeDamaged { .. }
        | Error::ModelLoad { .. }
        | Error::TokenizerLoad { .. } => "delete the file and run `hupo models fetch`",
        Error::RuntimeTooOld { .. } | Error::RuntimeFailed { .. } => {
            "set HUPO_ORT_LIBRARY to the library of ONNX Runtime 1.24 or newer"
        }
        Error::RuntimeTaken { .. } => "use the library that is already loaded",
        Error::ManifestAbsent { .. } => "point --models or HUPO_MODELS at a folder with a manifest.json",
        Error::ManifestUnreadable { .. }
        | Error::ManifestEntry { .. }
        | Error::ModelShape { .. }
        | Error::NoTokenStates { .. } => "correct the manifest",
        Error::CentringAbsent { .. } | Error::CentringDamaged { .. } => {
            "restore the centring file, or take `centring` out of the manifest"
        }
        Error::NotListed { .. } => "choose a model that the manifest lists",
        Error::Read { .. } => "see to it that the file can be read",
        Error::Tokenise { .. }
        | Error::NoTokens { .. }
        | Error::Run { .. }
        | Error::BadVector { .. }
        | Error::BadScore { .. } => "choose another model",
    }
}
