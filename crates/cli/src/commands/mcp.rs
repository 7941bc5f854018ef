//! `hupo mcp`: the memory as tools for one model, over stdin and stdout. Everything else it says goes to stderr.

use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::Args;
use hupo::Hupo;
use hupo_server::{Caller, Clock, Desk, Grant, Group, Limits, Spaces, over_stdio};
use std::collections::BTreeSet;

#[derive(Args)]
pub(crate) struct Mcp {
    /// Only the tools that read
    #[arg(long)]
    read_only: bool,
    /// IANA zone of a space made by this [default: the space's, else the machine's]
    #[arg(long)]
    zone: Option<String>,
}

impl Mcp {
    pub(crate) fn run(self, shell: Shell) -> Result<()> {
        let hupo = shell.open()?;
        let space = self.space(&shell, &hupo)?;
        let caller = self.caller(&space);
        // A shell keeps standard output to itself for as long as it lives; from here on it is the messages'.
        drop(shell);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the threads")?;
        let ended = runtime.block_on(async {
            let desk = Desk::new(hupo, Clock::system());
            over_stdio(desk, caller, &space, tokio::io::stdin(), tokio::io::stdout()).await
        });
        // Standard input is read on a thread that nothing can wake; the spaces are closed without it.
        runtime.shutdown_background();
        ended.context("talking MCP over stdin and stdout")
    }

    /// The space to talk about. Where one may be written to, it is made if it is not there.
    fn space(&self, shell: &Shell, hupo: &Hupo) -> Result<String> {
        if self.read_only {
            return Ok(shell.space(hupo)?.name().to_owned());
        }
        let zone = shell.zone_to_write(hupo, self.zone.as_deref())?;
        Ok(shell.space_to_write(hupo, &zone)?.name().to_owned())
    }

    fn caller(&self, space: &str) -> Caller {
        if !self.read_only {
            return Caller::local_in(space);
        }
        let spaces = Spaces::Named(BTreeSet::from([space.to_owned()]));
        Caller::new("local", Grant::of(spaces, &[Group::Read]), Limits::default())
    }
}
