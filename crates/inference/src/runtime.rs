//! The ONNX Runtime library: found, checked, loaded once for the whole process.

use crate::Error;
use crate::library;
use ort::environment::Environment;
use ort::logging::LogLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The oldest ONNX Runtime that the `api-24` feature of `ort` accepts.
const OLDEST: &str = "1.24";

/// The library of this process. It stays loaded until the process ends.
static LOADED: Mutex<Option<Runtime>> = Mutex::new(None);

/// A loaded ONNX Runtime; clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct Runtime {
    library: PathBuf,
    environment: Environment,
}

impl Runtime {
    /// Loads the library, once a process. Asking for the same file again gives the same runtime.
    ///
    /// Call it before other threads are busy. Fails with `RuntimeAbsent`, `RuntimeDamaged`, `RuntimeTooOld`,
    /// `RuntimeTaken` or `RuntimeFailed`; after a failure another file may be tried.
    pub fn load(library: &Path) -> Result<Self, Error> {
        let path = library.canonicalize().map_err(|_| Error::RuntimeAbsent { path: library.to_owned() })?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = loaded.as_ref().filter(|runtime| runtime.library == path) {
            return Ok(runtime.clone());
        }
        library::check(&path)?;
        if let Some(runtime) = loaded.as_ref() {
            return Err(Error::RuntimeTaken { loaded: runtime.library.clone(), asked: path });
        }
        let runtime = start(path)?;
        *loaded = Some(runtime.clone());
        Ok(runtime)
    }

    /// The file it was loaded from.
    pub fn library(&self) -> &Path {
        &self.library
    }

    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }
}

/// `ort` asserts and expects inside; a panic there becomes an error.
fn start(path: PathBuf) -> Result<Runtime, Error> {
    let started = catch_unwind(AssertUnwindSafe(|| environment(&path)));
    let environment = started.unwrap_or_else(|_| {
        Err(Error::RuntimeDamaged { path: path.clone(), reason: "it does not answer as ONNX Runtime does".into() })
    })?;
    Ok(Runtime { library: path, environment })
}

fn environment(path: &Path) -> Result<Environment, Error> {
    let failed = |error: ort::Error| Error::RuntimeFailed { reason: error.to_string() };
    let builder = ort::init_from(path).map_err(|error| refused(path, &error))?;
    let environment =
        builder.with_name("hupo").with_telemetry(false).with_logger(Arc::new(log)).build().map_err(failed)?;
    environment.set_log_level(LogLevel::Warning);
    Ok(environment)
}

fn refused(path: &Path, error: &ort::LoadDynamicError) -> Error {
    let path = path.to_owned();
    match error {
        ort::LoadDynamicError::BadVersion { version_str, .. } => {
            Error::RuntimeTooOld { path, found: version_str.clone(), needed: OLDEST.into() }
        }
        ort::LoadDynamicError::Dlopen { .. }
        | ort::LoadDynamicError::MissingApi { .. }
        | ort::LoadDynamicError::InvalidVersionString => Error::RuntimeDamaged { path, reason: error.to_string() },
    }
}

/// ONNX Runtime's own log goes where ours goes, instead of to standard error.
fn log(level: LogLevel, _category: &str, _id: &str, place: &str, message: &str) {
    match level {
        LogLevel::Verbose | LogLevel::Info => tracing::trace!(target: "hupo::onnxruntime", place, "{message}"),
        LogLevel::Warning => tracing::debug!(target: "hupo::onnxruntime", place, "{message}"),
        LogLevel::Error | LogLevel::Fatal => tracing::warn!(target: "hupo::onnxruntime", place, "{message}"),
    }
}
