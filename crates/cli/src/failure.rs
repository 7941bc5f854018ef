//! How a command ends badly: one report on stderr that says what to do, and an exit code that says whose turn it is.

use crate::source::Refused;
use hupo_eval::dataset;
use serde_json::json;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// It failed; the report says why.
const FAILURE: u8 = 1;
/// The arguments or the question cannot be used.
const USAGE: u8 = 2;
/// What was given breaks a rule; nothing of it was written.
const REFUSED: u8 = 3;
/// The store is damaged.
const DAMAGED: u8 = 5;

/// The exit code of a store in which something is wrong.
pub(crate) fn damaged() -> ExitCode {
    ExitCode::from(DAMAGED)
}

/// The exit code of a check that was not passed.
pub(crate) fn not_passed() -> ExitCode {
    ExitCode::from(FAILURE)
}

/// The exit code of proposals of which some were refused.
pub(crate) fn refused() -> ExitCode {
    ExitCode::from(REFUSED)
}

/// A mistake in how the command was called.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Arguments that clap does not take; help and version end here too, and well.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    // Nobody is left to tell if this cannot be written.
    drop(error.print());
    if error.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

/// Reports an error once. Somebody who stopped reading our output wanted no more of it, which is no error.
pub(crate) fn report(error: &anyhow::Error, json: bool) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let code = code(error);
    let text = if json { as_json(error, code) } else { as_text(error) };
    drop(writeln!(std::io::stderr().lock(), "{text}"));
    ExitCode::from(code)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.into_iter().any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Refused>() {
        return REFUSED;
    }
    if error.is::<Usage>() {
        return USAGE;
    }
    if let Some(error) = error.downcast_ref::<dataset::Error>() {
        return code_of_input(error);
    }
    error.chain().find_map(|cause| cause.downcast_ref::<hupo::Error>()).map_or(FAILURE, code_of)
}

fn code_of_input(error: &dataset::Error) -> u8 {
    match error {
        dataset::Error::BadLine(_) => REFUSED,
        dataset::Error::UnknownLayout { .. } | dataset::Error::UnknownZone { .. } => USAGE,
        dataset::Error::Unreadable { .. } => FAILURE,
    }
}

fn code_of(error: &hupo::Error) -> u8 {
    use hupo::Error::{BadBackup, BadQuestion, BadSpaceName, BadZone, Memory, Refused, Store};
    if matches!(error, Refused { .. }) {
        REFUSED
    } else if matches!(error, BadQuestion { .. } | BadSpaceName { .. } | BadZone { .. }) {
        USAGE
    } else if matches!(error, BadBackup { .. } | Memory(hupo_memory::Error::MissingSource { .. }))
        || matches!(error, Store(error) if is_damage(error))
    {
        DAMAGED
    } else {
        FAILURE
    }
}

fn is_damage(error: &hupo_store::Error) -> bool {
    use hupo_store::Error;
    match error {
        Error::Damaged { .. } | Error::Foreign { .. } | Error::LedgerBehindHead { .. } => true,
        Error::Locked { .. }
        | Error::NotFound { .. }
        | Error::AlreadyExists { .. }
        | Error::NewerFormat { .. }
        | Error::Refused { .. }
        | Error::BadLine { .. }
        | Error::Poisoned
        | Error::Closed
        | Error::InUse
        | Error::KeyReused
        | Error::AnswerGone { .. }
        | Error::DiskFull { .. }
        | Error::Io { .. } => false,
    }
}

fn as_text(error: &anyhow::Error) -> String {
    let mut text = format!("error: {error}");
    let mut last = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Transparent errors repeat themselves.
        if !last.contains(&cause) {
            text.push_str("\n  because: ");
            text.push_str(&cause);
        }
        last = cause;
    }
    text
}

fn as_json(error: &anyhow::Error, code: u8) -> String {
    let causes: Vec<String> = error.chain().skip(1).map(ToString::to_string).collect();
    let refusals = error.downcast_ref::<Refused>().map(Refused::to_json).unwrap_or_default();
    json!({ "error": error.to_string(), "causes": causes, "exit_code": code, "refusals": refusals }).to_string()
}

#[cfg(test)]
mod tests;
