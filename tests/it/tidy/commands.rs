//! The commands that the README gives are the ones that `.ci/run` runs, word for word.

use super::tree::{File, repository};
use super::{complains, hold};

const COMMANDS: [&str; 2] = ["cargo test --workspace", "cargo run --release -p hupo-cli -- demo"];
const GIVEN_IN: &str = "README.md";
const RUN_BY: &str = ".ci/run";

fn check_commands(files: &[File]) -> Vec<String> {
    let wanted = COMMANDS.iter().flat_map(|command| [GIVEN_IN, RUN_BY].map(|path| (*command, path)));
    let gone = wanted
        .filter(|(command, path)| !files.iter().any(|file| file.path == *path && has_command(&file.text, command)));
    gone.map(|(command, path)| {
        format!("{path}: the command `{command}` is missing; README and .ci/run give the same two")
    })
    .collect()
}

/// Whether a line ends with the command, without a word before it but those that name a stage.
fn has_command(text: &str, command: &str) -> bool {
    text.lines().any(|line| {
        !line.trim_start().starts_with('#') && line.split(" #").next().unwrap_or(line).trim_end().ends_with(command)
    })
}

#[test]
fn readme_and_ci_give_the_same_two_commands() {
    hold(check_commands(repository()));
}

#[test]
fn a_command_that_ci_does_not_run_is_named() {
    let whole = COMMANDS.join("   # what it does\n") + "\n";
    hold(check_commands(&[File::new(GIVEN_IN, &whole), File::new(RUN_BY, &whole)]));
    let other = whole.replace("--workspace", "--workspace --lib");
    complains(check_commands(&[File::new(GIVEN_IN, &whole), File::new(RUN_BY, &other)]), RUN_BY);
    complains(check_commands(&[File::new(GIVEN_IN, &format!("# {whole}")), File::new(RUN_BY, &whole)]), GIVEN_IN);
}
