//! What is asked for on the command line.

use std::path::PathBuf;
use tempfile::TempDir;

pub(crate) struct LoadOptions {
    /// Clients at once.
    pub(crate) clients: usize,
    pub(crate) spaces: usize,
    /// Messages in each space before the load.
    pub(crate) items: usize,
    /// How long each part lasts.
    pub(crate) seconds: u64,
    /// How many times as many calls as were answered are then sent.
    pub(crate) overdrive: Option<f64>,
    /// Whether texts and questions are embedded, and candidates reranked.
    pub(crate) models: bool,
    /// Whether every space is asked once before the mixed load.
    pub(crate) warm_up: bool,
    /// Of a hundred calls, how many append.
    pub(crate) appends: usize,
    /// A folder to keep the spaces in for another run.
    root: Option<PathBuf>,
}

impl LoadOptions {
    /// Reads `--name value` pairs; what is not said is small, so that a first run is short.
    pub(crate) fn read(arguments: impl Iterator<Item = String>) -> Self {
        let arguments: Vec<String> = arguments.collect();
        let said = |name: &str| {
            let place = arguments.iter().position(|argument| argument == name)?;
            Some(arguments.get(place + 1).unwrap_or_else(|| panic!("{name} needs a value")).as_str())
        };
        let number = |name: &str, usual: usize| {
            said(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} needs a number")))
        };
        Self {
            clients: number("--clients", 32),
            spaces: number("--spaces", 20).max(1),
            items: number("--items", 200).max(1),
            seconds: number("--seconds", 5) as u64,
            overdrive: said("--overdrive").map(|text| text.parse().expect("--overdrive needs a number")),
            warm_up: !arguments.iter().any(|argument| argument == "--no-warm-up"),
            models: arguments.iter().any(|argument| argument == "--models"),
            appends: number("--appends", 20),
            root: said("--root").map(PathBuf::from),
        }
    }

    /// Where the spaces lie; a folder of our own goes when it is dropped.
    pub(crate) fn root(&self) -> (Option<TempDir>, PathBuf) {
        match &self.root {
            Some(root) => (None, root.clone()),
            None => {
                let folder = tempfile::tempdir().expect("a temporary folder can be made");
                let root = folder.path().to_owned();
                (Some(folder), root)
            }
        }
    }
}
