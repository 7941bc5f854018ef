//! Copies the sources of our own locks with shuttle's in the place of the standard library's, so that
//! `it/schedules.rs` can run them, and no copy of them, under schedules that are made up.

use std::path::PathBuf;
use std::{env, error::Error, fs};

/// What is copied, by name.
const SOURCES: [(&str, &str); 2] =
    [("pool.rs", "../crates/inference/src/pool.rs"), ("leg.rs", "../crates/engine/src/leg.rs")];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    for (name, path) in SOURCES {
        println!("cargo::rerun-if-changed={path}");
        fs::write(out.join(name), under_shuttle(&fs::read_to_string(path)?))?;
    }
    Ok(())
}

/// The source as a part of a module: without the page of the module, its tests, and the lints it asks for.
fn under_shuttle(source: &str) -> String {
    let source = source.replace("use std::sync::", "use shuttle::sync::").replace("use crate::", "use super::");
    let is_kept = |line: &&str| !line.starts_with("//!") && !["#[cfg(test)]", "mod tests;"].contains(&line.trim());
    source.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}
