//! The arguments: what is taken, and what is not.

use super::{Cli, Verb};
use clap::{CommandFactory, Parser};

fn parse(arguments: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(std::iter::once("hupo").chain(arguments.split_whitespace()))
}

#[test]
fn the_arguments_are_sound_as_a_whole() {
    Cli::command().debug_assert();
}

#[test]
fn global_options_may_stand_behind_the_command() {
    let cli = parse("recall what --space me --json --root data --now 2026-09-26T09:00:00+08:00").unwrap();
    assert_eq!((cli.globals.space.as_deref(), cli.globals.json), (Some("me"), true));
    assert_eq!(cli.globals.now.unwrap().ms(), 1_790_384_400_000);
    assert!(matches!(cli.verb, Verb::Recall(_)));
}

#[test]
fn what_cannot_be_meant_is_bad_usage() {
    for arguments in [
        "",
        "recal x",
        "recall",
        "recall x --scope everything",
        "recall x --kind gossip",
        "recall x -k five",
        "recall x --now soon",
        "append --role model --text a",
        "append --speaker a",
        "append f.jsonl --text a",
        "demo --at-least 0.5",
        "models",
        "completions tcsh",
        "recall x --deadline-ms -1",
        "propose p.jsonl --run r1",
        "review reject prop-1",
        "review merge prop-1",
        "observe o.jsonl --after obs-1",
        "beliefs --input --put b.json",
        "people --merge 林晓",
        "people Tom --split ent-1",
        "pages gossip",
        "erase",
        "erase memory",
        "used mem-1",
        "used --turn m1 --record mem-1",
        "topics --draft",
        "topics --due May",
        "topics --due 2026-05 --expand mem-1",
        "context x --preset friend",
        "context x --lang fr",
        "context x --budget -1",
        "look",
        "restore",
        "demo --story --year",
    ] {
        assert!(parse(arguments).is_err(), "{arguments}");
    }
}

#[test]
fn scopes_kinds_and_roles_are_the_words_of_the_json() {
    for arguments in [
        "recall x --scope both",
        "recall x --scope transcript",
        "recall 外婆 --kind shared_moment --kind fact",
        "append --text 好 --role companion",
        "recall x --people 沈禾,Nora --speaker 沈禾 --neighbours 2",
    ] {
        assert!(parse(arguments).is_ok(), "{arguments}");
    }
}
