//! Exports of other programs, imported by the command into a folder of spaces, and asked about.

use crate::args::Cli;
use crate::commands;
use crate::failure::Usage;
use crate::source::Refused;
use anyhow::Result;
use clap::Parser;
use hupo::{
    Hupo, Kind, MessageRef, NewEvidence, NewMemory, Question, Role, Scope, SearchScope, Space, Stats, Timestamp,
};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../exchange/fixtures").join(name)
}

/// A folder of spaces, and files to import.
struct Root(TempDir);

impl Root {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn import(&self, file: &Path, options: &str) -> Result<()> {
        let (root, none) = (self.path("spaces"), self.path("no-models"));
        let always = format!("--json --quiet --now 2026-09-21T14:13:20Z --embed-later {options}");
        let paths = [root.as_os_str(), "--models".as_ref(), none.as_os_str(), "import".as_ref(), file.as_os_str()];
        let arguments = ["hupo".as_ref(), "--root".as_ref()].into_iter().chain(paths).map(|it| it.to_owned());
        let arguments = arguments.chain(always.split_whitespace().map(Into::into));
        commands::run(Cli::try_parse_from(arguments).unwrap()).map(drop)
    }

    fn space(&self, name: &str) -> Space {
        Hupo::open(self.path("spaces")).unwrap().space(name).unwrap()
    }

    fn stats(&self, name: &str) -> Stats {
        self.space(name).stats().unwrap()
    }
}

/// The first line found in the transcript.
fn found(space: &Space, question: &str) -> String {
    let question = Question { scope: SearchScope::Transcript, ..Question::new(question, NOW) };
    let answer = space.recall(&question).unwrap();
    answer.hits.first().map(|hit| hit.text.clone()).unwrap_or_default()
}

#[test]
fn every_format_goes_into_a_space_of_its_name() {
    let root = Root::new();
    let cases = [
        ("chatgpt.json", "chatgpt", (7, 0, 0)),
        ("claude.json", "claude", (4, 0, 0)),
        ("open-webui.json", "open-webui", (7, 0, 0)),
        ("mem0.json", "mem0", (3, 0, 0)),
        ("mcp-memory.jsonl", "mcp-memory", (6, 4, 2)),
    ];
    for (file, space, expected) in cases {
        root.import(&fixture(file), "").unwrap();
        let counts = root.stats(space).counts;
        assert_eq!((counts.messages, counts.entities, counts.relations), expected, "{file}");
        assert_eq!(counts.memories, 0, "{file}: no memory without a receipt");
    }
}

#[test]
fn importing_again_changes_nothing() {
    let root = Root::new();
    for file in ["chatgpt.json", "claude.json", "open-webui.json", "mem0.json", "mcp-memory.jsonl"] {
        root.import(&fixture(file), "--space me").unwrap();
        let before = root.stats("me");
        root.import(&fixture(file), "--space me").unwrap();
        let after = root.stats("me");
        assert_eq!((before.sequence, before.counts), (after.sequence, after.counts), "{file}");
    }
}

#[test]
fn what_was_said_elsewhere_is_found_in_both_languages() {
    let root = Root::new();
    for file in ["chatgpt.json", "claude.json", "mem0.jsonl", "mcp-memory.jsonl"] {
        root.import(&fixture(file), "--space me").unwrap();
    }
    let space = root.space("me");
    assert_eq!(found(&space, "外婆的镯子"), "这是我外婆的镯子\nIs it jade?");
    assert_eq!(found(&space, "Elm Street vet"), "The one on Elm Street.");
    assert_eq!(found(&space, "对什么过敏"), "对腰果过敏");
    assert_eq!(found(&space, "Nora会什么吉他"), "Nora Castro 会弹fado吉他");
}

#[test]
fn what_another_program_remembered_proves_nothing_about_the_user() {
    let root = Root::new();
    root.import(&fixture("mem0.json"), "").unwrap();
    let space = root.space("mem0");
    let line = "mem0:m-3:";
    let id = (1..=3).filter_map(|id| space.message(hupo::MessageId::new(id)).unwrap());
    let id = id.filter_map(|message| message.external_id).find(|id| id.starts_with(line)).unwrap();
    for role in [Role::User, Role::Companion] {
        let quote = NewEvidence::statement(MessageRef::External(id.clone()), role, "Prefers oat milk");
        let memory = NewMemory::new(Kind::Preference, Scope::User, "Prefers oat milk.", vec![quote]);
        assert!(space.remember(memory, NOW).is_err(), "as {role}");
    }
}

#[test]
fn a_bad_record_stops_everything_unless_bad_ones_are_skipped() {
    let root = Root::new();
    let text = "{\"id\":\"1\",\"memory\":\"好 good\"}\n{\"id\":\"2\",\"memory\":\"bad \\ud800\"}\n";
    let file = root.file("memories.jsonl", text);
    let error = root.import(&file, "").unwrap_err();
    let refused = error.downcast_ref::<Refused>().expect("a refusal").to_string();
    assert!(refused.contains("memories.jsonl, line 2 (record 2): memory: "), "{refused}");
    assert!(
        !root.path("spaces").join("mem0").exists()
            && Hupo::open(root.path("spaces")).unwrap().spaces().unwrap().is_empty()
    );
    root.import(&file, "--skip-bad").unwrap();
    assert_eq!(root.stats("mem0").counts.messages, 1);
}

#[test]
fn a_line_that_the_store_refuses_is_named_by_its_file() {
    let root = Root::new();
    let file = root.file(
        "future.json",
        r#"[{"id":"1","memory":"明天 tomorrow","created_at":"2026-12-31T00:00:00Z"},{"id":"2","memory":"x y"}]"#,
    );
    let error = root.import(&file, "").unwrap_err().to_string();
    assert!(error.contains("future.json, line 1 (message mem0:1:") && error.contains("future"), "{error}");
    root.import(&file, "--skip-bad").unwrap();
    assert_eq!(root.stats("mem0").counts.messages, 1);
}

#[test]
fn a_folder_that_was_unpacked_is_one_export() {
    let root = Root::new();
    let text = std::fs::read_to_string(fixture("chatgpt.json")).unwrap();
    let other = text.replace("c-lisbon", "c-other").replace("c-nora", "c-nora-2").replace("c-empty", "c-empty-2");
    root.file("export/conversations-000.json", &text);
    root.file("export/conversations-001.json", &other);
    root.file("export/user.json", "{}");
    root.import(&root.path("export"), "").unwrap();
    assert_eq!(root.stats("chatgpt").counts.messages, 14);
}

#[test]
fn our_own_transcripts_are_still_transcripts() {
    let root = Root::new();
    let file = root.file("talk.jsonl", "{\"role\":\"user\",\"text\":\"你好 Nora\"}\n");
    root.import(&file, "").unwrap();
    assert_eq!(root.stats("talk").counts.messages, 1);
}

#[test]
fn what_cannot_be_meant_is_bad_usage() {
    let root = Root::new();
    let empty = root.file("empty.json", "[]");
    std::fs::create_dir(root.path("bare")).unwrap();
    let cases = [(empty, "--format chatgpt"), (root.path("bare"), "--format claude"), ("-".into(), "--format mem0")];
    for (file, options) in cases {
        let error = root.import(&file, options).unwrap_err();
        assert!(error.is::<Usage>(), "{}: {error}", file.display());
    }
    assert!(Cli::try_parse_from(["hupo", "import", "x", "--format", "gemini"]).is_err());
    let wide = root.file("wide.json", "[\0{\0");
    assert!(root.import(&wide, "--format claude").unwrap_err().is::<Refused>());
    let gone = root.import(&root.path("gone.json"), "").unwrap_err();
    assert!(gone.to_string().contains("gone.json cannot be opened"), "{gone}");
}
