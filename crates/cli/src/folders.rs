//! Where things lie unless the caller says otherwise.

use std::path::{Path, PathBuf};

/// The spaces of this user: `hupo` in `XDG_DATA_HOME`, else in the platform's folder for data under the home folder.
pub(crate) fn default_root() -> Option<PathBuf> {
    data_home(&|name| std::env::var_os(name).map(PathBuf::from)).map(|folder| folder.join("hupo"))
}

/// `variable` gives the value of an environment variable; relative folders are not taken, as the XDG rules ask.
fn data_home(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).filter(|path| path.is_absolute());
    let of_home = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    absolute("XDG_DATA_HOME")
        .or_else(|| absolute("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| absolute("HOME").map(|home| home.join(of_home)))
}

/// `models/` of the checkout this binary was built in, if it still is there.
pub(crate) fn checkout_models() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    folder.canonicalize().ok().filter(|folder| folder.join("manifest.json").is_file())
}

#[cfg(test)]
mod tests;
