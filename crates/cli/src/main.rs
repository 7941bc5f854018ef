//! The `hupo` command: a shell around the engine's door. It reads the clock, files and arguments, and prints.

mod args;
mod clock;
mod commands;
mod failure;
mod folders;
mod input;
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
    log_to_stderr();
    let json = cli.globals.json;
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => failure::report(&error, json),
    }
}

/// What the libraries have to say goes to stderr; `HUPO_LOG` chooses how much, as in `HUPO_LOG=debug`.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("HUPO_LOG");
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).without_time();
    // Fails only if a subscriber is set already, which nobody else does.
    drop(subscriber.try_init());
}
