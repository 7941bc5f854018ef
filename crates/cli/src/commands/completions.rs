//! `hupo completions`: what a shell needs to complete the arguments.

use crate::args::Cli;
use crate::shell::Shell;
use anyhow::Result;
use clap::{Args, CommandFactory};

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub(crate) fn run(&self, shell: &mut Shell) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "hupo", &mut script);
        Ok(shell.out.raw(&script)?)
    }
}
