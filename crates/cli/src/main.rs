//! The `hupo` command: a shell around the engine's door. It reads the clock, files and arguments, and prints.

mod args;
mod clock;
mod commands;
mod extractor;
mod failure;
mod folders;
mod input;
mod logs;
mod output;
mod progress;
mod render;
mod shell;
mod source;

use args::Cli;
use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    logs::to_stderr(&cli);
    let json = cli.globals.json;
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => failure::report(&error, json),
    }
}
