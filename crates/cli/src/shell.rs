//! What every command works with: where things are, what time it is, where to print.

use crate::args::Globals;
use crate::clock;
use crate::failure::Usage;
use crate::folders;
use crate::output::Output;
use crate::progress::Progress;
use crate::source::{Refused, Sourced, name_of};
use anyhow::{Context, Result};
use hupo::{Embed, Hupo, Options, Receipt, Space, SpaceConfig, Timestamp};
use hupo_eval::dataset::zone;
use jiff::tz::TimeZone;
use std::path::PathBuf;

/// The space of a first write that names none.
const FIRST_SPACE: &str = "default";

/// The variable that names another ONNX Runtime than the manifest's.
const RUNTIME: &str = "HUPO_ORT_LIBRARY";

/// The shell around one run of a command.
pub(crate) struct Shell {
    pub(crate) globals: Globals,
    pub(crate) out: Output,
    /// The clock, or what `--now` says.
    pub(crate) now: Timestamp,
}

impl Shell {
    pub(crate) fn new(globals: Globals) -> Self {
        let now = globals.now.unwrap_or_else(clock::now);
        Self { globals, out: Output::new(), now }
    }

    /// The folder of spaces.
    pub(crate) fn root(&self) -> Result<PathBuf> {
        let root = self.globals.root.clone().or_else(folders::default_root);
        root.ok_or_else(|| Usage("there is no home folder to keep spaces in; give --root or HUPO_ROOT".into()).into())
    }

    /// The folder of models: what was asked for, else the checkout's, else the one that was fetched beside the spaces.
    pub(crate) fn models(&self) -> Option<PathBuf> {
        let beside = || folders::default_root().map(|root| root.join("models"));
        let there = |folder: &PathBuf| folder.join("manifest.json").is_file();
        self.globals.models.clone().or_else(folders::checkout_models).or_else(|| beside().filter(there))
    }

    /// How the engine is opened: with the models there are; without any it is used all the same, and says so.
    pub(crate) fn options(&self) -> Options {
        let runtime = std::env::var_os(RUNTIME).map(PathBuf::from);
        Options { models: self.models(), runtime, ..Options::default() }
    }

    /// Opens the engine as [`Self::options`] say.
    pub(crate) fn open(&self) -> Result<Hupo> {
        self.open_as(self.options())
    }

    /// As [`Self::open`]; texts are embedded after their write, by [`Self::embed_waiting`], where a bar can show it.
    pub(crate) fn open_to_write(&self) -> Result<Hupo> {
        self.open_as(Options { embed: Embed::Later, ..self.options() })
    }

    /// Opens the engine without models, for what needs none.
    pub(crate) fn open_plain(&self) -> Result<Hupo> {
        self.open_as(Options::default())
    }

    fn open_as(&self, options: Options) -> Result<Hupo> {
        let root = self.root()?;
        Hupo::open_with(&root, options).with_context(|| format!("opening {}", root.display()))
    }

    /// The space that was named, or the only one there is.
    pub(crate) fn space(&self, hupo: &Hupo) -> Result<Space> {
        Ok(hupo.space(&self.space_name(hupo)?)?)
    }

    /// The name of the space that was named, or of the only one there is.
    pub(crate) fn space_name(&self, hupo: &Hupo) -> Result<String> {
        let none = || Usage("there is no space yet; write one with `hupo append` or `hupo import`".into());
        Ok(self.named_or_only(hupo)?.ok_or_else(none)?)
    }

    /// The zone of the space to write to: what was asked for, else its own, else the machine's.
    pub(crate) fn zone_to_write(&self, hupo: &Hupo, asked: Option<&str>) -> Result<String> {
        if let Some(zone) = asked {
            return Ok(zone.to_owned());
        }
        let existing = self.named_or_only(hupo)?.and_then(|name| hupo.space(&name).ok());
        Ok(existing.map_or_else(local_zone, |space| space.config().zone.clone()))
    }

    /// The space to write to, made in this zone if it is not there.
    pub(crate) fn space_to_write(&self, hupo: &Hupo, zone: &str) -> Result<Space> {
        let name = self.named_or_only(hupo)?.unwrap_or_else(|| FIRST_SPACE.to_owned());
        Ok(hupo.space_or_create(SpaceConfig { name, zone: zone.to_owned() }, self.now)?)
    }

    fn named_or_only(&self, hupo: &Hupo) -> Result<Option<String>> {
        if let Some(name) = &self.globals.space {
            return Ok(Some(name.clone()));
        }
        let mut names = hupo.spaces()?;
        match names.len() {
            0 | 1 => Ok(names.pop()),
            n => Err(Usage(format!("there are {n} spaces; name one with --space: {}", few(&names))).into()),
        }
    }

    /// A remark for the person at the terminal.
    pub(crate) fn remark(&self, text: &str) {
        if !self.globals.quiet {
            use std::io::Write;
            // Remarks are worth nothing to a stderr that is closed.
            drop(writeln!(std::io::stderr().lock(), "{text}"));
        }
    }

    /// Prints cards one under the other; `none` where there are none.
    pub(crate) fn cards(&mut self, cards: Vec<String>, none: &str) -> std::io::Result<()> {
        let cards = if cards.is_empty() { vec![none.to_owned()] } else { cards };
        cards.iter().try_for_each(|card| self.out.line(card))
    }

    pub(crate) fn progress(&self, what: &str) -> Progress {
        Progress::new(what, !self.globals.quiet)
    }

    /// Writes everything or nothing; refusals name where each command came from.
    pub(crate) fn write(&self, space: &Space, commands: Vec<Sourced>) -> Result<Receipt> {
        let names: Vec<_> = commands.iter().map(|one| (one.place.clone(), name_of(&one.command))).collect();
        let commands = commands.into_iter().map(|one| one.command).collect();
        match space.write(commands, self.now) {
            Err(hupo::Error::Refused { refusals }) => Err(Refused::new(refusals, &names).into()),
            written => Ok(written?),
        }
    }

    /// Embeds what waits, with a progress bar; nothing to do without an embedder.
    pub(crate) fn embed_waiting(&self, hupo: &Hupo, space: &Space) -> Result<usize> {
        if hupo.models().embedder.is_none() {
            return Ok(0);
        }
        let bar = self.progress("embedding");
        Ok(space.embed_waiting(self.now, &|done, of| bar.set(done as u64, of as u64))?)
    }
}

/// The zone in which a space's days begin.
pub(crate) fn zone_of(space: &Space) -> TimeZone {
    zone(&space.config().zone).unwrap_or(TimeZone::UTC)
}

/// The machine's own zone, if it has a name.
fn local_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").to_owned()
}

fn few(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(8).map(String::as_str).collect();
    let rest = if names.len() > shown.len() { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}
