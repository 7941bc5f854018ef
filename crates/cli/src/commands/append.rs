//! `hupo append`: lines of the transcript, one from the arguments or many in JSONL.

use crate::args::word;
use crate::failure::Usage;
use crate::input;
use crate::render::{self, Written};
use crate::shell::Shell;
use crate::source::{Sourced, name_of};
use anyhow::Result;
use clap::Args;
use hupo::{Command, NewMessage, Role};
use hupo_eval::dataset::{Moment, message, read_time, zone};
use jiff::tz::TimeZone;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Append {
    /// JSONL file, one message a line; "-" or nothing reads stdin
    #[arg(conflicts_with = "text")]
    file: Option<PathBuf>,
    /// One message, given here
    #[arg(long)]
    text: Option<String>,
    /// Who wrote it: user, companion or system
    #[arg(long, default_value = "user", value_parser = word::<Role>, requires = "text")]
    role: Role,
    /// The writer's name
    #[arg(long, requires = "text")]
    speaker: Option<String>,
    /// When [default: now]
    #[arg(long, requires = "text")]
    time: Option<String>,
    /// The conversation it belongs to
    #[arg(long, requires = "text")]
    session: Option<String>,
    /// Your own id for it; appending it again changes nothing
    #[arg(long, requires = "text")]
    external_id: Option<String>,
    /// IANA zone of a space made by this write, and of times without an offset [default: the space's, else the machine's]
    #[arg(long)]
    zone: Option<String>,
}

impl Append {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_to_write()?;
        let zone_name = shell.zone_to_write(&hupo, self.zone.as_deref())?;
        let commands = self.commands(shell, &zone(&zone_name)?)?;
        let names = commands.iter().map(|one| name_of(&one.command)).collect();
        let space = shell.space_to_write(&hupo, &zone_name)?;
        let receipt = shell.write(&space, commands)?;
        let embedded = shell.embed_waiting(&hupo, &space)?;
        render::receipt(shell, &Written { space: &space, names, receipt, embedded })?;
        Ok(space.close()?)
    }

    fn commands(&self, shell: &Shell, zone: &TimeZone) -> Result<Vec<Sourced>> {
        if self.text.is_some() {
            return Ok(vec![Sourced::unplaced(append(self.one(shell, zone)?))]);
        }
        let messages = input::read_all(input::open(self.file.as_deref())?, |line| message(line, zone))?;
        if messages.is_empty() {
            let usage = "there was no line to append; write JSON objects, one a line, or give --text";
            return Err(Usage(usage.to_owned()).into());
        }
        Ok(messages.into_iter().map(|(place, message)| Sourced::at(append(message), place)).collect())
    }

    fn one(&self, shell: &Shell, zone: &TimeZone) -> Result<NewMessage> {
        let time = self.time.as_deref().map(|time| read_time(time, zone, Moment::Noon)).transpose();
        let mut message = NewMessage::new(self.role, self.text.clone().unwrap_or_default());
        message.time = Some(time.map_err(|reason| Usage(format!("--time: {reason}")))?.unwrap_or(shell.now));
        message.external_id.clone_from(&self.external_id);
        message.speaker.clone_from(&self.speaker);
        message.session.clone_from(&self.session);
        Ok(message)
    }
}

fn append(message: NewMessage) -> Command {
    Command::Append { message, vector: None }
}
