//! A memory's life through the command: what is printed, what JSON says, how it ends, and what recall then finds.

mod backing;
mod caring;
mod grading;
mod keys;
mod leaving;
mod logging;
mod mending;
mod people;
mod promoting;
mod proposing;
mod reviewing;
mod seeing;

use crate::args::Cli;
use crate::commands;
use crate::failure;
use crate::output::Output;
use crate::shell::Shell;
use clap::Parser;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// When every command runs that says no other time.
const NOW: &str = "2024-05-10T12:00:00+08:00";

/// What was said, in both languages.
const TALK: &str = r#"{"external_id":"m1","role":"user","text":"我叫小雨，我住在杭州。","time":"2024-05-01T20:00:00+08:00"}
{"external_id":"m2","role":"user","text":"My sister Mei lives in Austin.","time":"2024-05-01T20:05:00+08:00"}
{"external_id":"m3","role":"companion","text":"You told me you love skiing, 对吧？","time":"2024-05-01T20:06:00+08:00"}
{"external_id":"m4","role":"user","text":"不对，我搬到上海了，上个月的事。","time":"2024-05-02T21:00:00+08:00"}
{"external_id":"m5","role":"user","text":"No, it's my brother Tom who lives in Austin, not my sister.","time":"2024-05-02T21:05:00+08:00"}
{"external_id":"m6","role":"user","text":"周五下午我要去看牙医 Dr. Lee。","time":"2024-05-03T09:00:00+08:00"}
{"external_id":"m7","role":"user","text":"牙看完了，一点都不疼！My birthday is 1990-05-17.","time":"2024-05-04T19:00:00+08:00"}
{"external_id":"m8","role":"user","text":"I always drink 茉莉花茶 before work.","time":"2024-05-06T23:00:00+08:00"}
"#;

/// A writer that a test reads.
#[derive(Clone, Default)]
pub(super) struct Sheet(Arc<Mutex<Vec<u8>>>);

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sheet {
    pub(super) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// How a command ended, and what it said.
pub(super) struct Ran {
    pub(super) code: u8,
    /// What it printed, or its error.
    pub(super) text: String,
}

impl Ran {
    /// What it printed as JSON.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// A root with the talk in one space.
pub(super) struct Root(TempDir);

impl Root {
    pub(super) fn new() -> Self {
        let root = Self(tempfile::tempdir().unwrap());
        let talk = root.file("talk.jsonl", TALK);
        assert_eq!(root.run(&["append", &talk, "--zone", "Asia/Shanghai", "--space", "us"]).code, 0);
        root
    }

    /// As [`Self::new`], and what passes the rules counts at once.
    pub(super) fn automatic() -> Self {
        let root = Self::new();
        let rules = root.file("rules.json", r#"{"review":"automatic"}"#);
        assert_eq!(root.run(&["rules", "--set", &rules]).code, 0);
        root
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub(super) fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_at(NOW, arguments)
    }

    pub(super) fn run_at(&self, now: &str, arguments: &[&str]) -> Ran {
        let (mut shell, verb, sheet) = self.shell(now, arguments);
        shell.out = Output::into(sheet.clone());
        match commands::run_in(shell, verb) {
            Ok(code) => Ran { code: number(code), text: sheet.text() },
            Err(error) => Ran { code: number(failure::report(&error, true)), text: error.to_string() },
        }
    }

    /// A shell that prints on a sheet.
    pub(super) fn shell(&self, now: &str, arguments: &[&str]) -> (Shell, crate::args::Verb, Sheet) {
        let (root, none) = (self.path("spaces"), self.path("no-models"));
        let always = ["hupo", "--quiet", "--now", now, "--root", &root, "--models", &none];
        let cli = Cli::try_parse_from(always.iter().chain(arguments)).unwrap();
        let (sheet, now) = (Sheet::default(), cli.globals.now.unwrap());
        (Shell { globals: cli.globals, out: Output::into(sheet.clone()), now }, cli.verb, sheet)
    }

    /// What a command says as JSON, and how it ended.
    pub(super) fn json(&self, arguments: &[&str]) -> (Value, u8) {
        let ran = self.run(&[arguments, &["--json"]].concat());
        (ran.json(), ran.code)
    }

    /// The verdicts on these proposals.
    pub(super) fn verdicts(&self, proposals: &[Value]) -> Vec<Value> {
        let lines: Vec<String> = proposals.iter().map(Value::to_string).collect();
        let file = self.file("proposals.jsonl", &lines.join("\n"));
        list(&self.json(&["propose", &file]).0, "/verdicts")
    }

    /// The verdict on a proposal.
    pub(super) fn propose(&self, proposal: &Value) -> Value {
        self.verdicts(std::slice::from_ref(proposal)).remove(0)
    }

    /// The code of the verdict on a proposal.
    #[track_caller]
    pub(super) fn says(&self, proposal: &Value, code: &str) -> Value {
        let verdict = self.propose(proposal);
        assert_eq!(text(&verdict, "/code"), code, "{proposal}: {verdict:#}");
        verdict
    }

    /// The memories that a question finds.
    pub(super) fn finds(&self, question: &str) -> Vec<String> {
        let (answer, _) = self.json(&["recall", question]);
        list(&answer, "/hits").iter().map(|hit| text(hit, "/id")).collect()
    }
}

fn number(code: ExitCode) -> u8 {
    (0..=9).find(|number| format!("{:?}", ExitCode::from(*number)) == format!("{code:?}")).unwrap()
}

#[track_caller]
pub(super) fn at<'v>(value: &'v Value, pointer: &str) -> &'v Value {
    value.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {value:#}"))
}

#[track_caller]
pub(super) fn text(value: &Value, pointer: &str) -> String {
    at(value, pointer).as_str().unwrap_or_else(|| panic!("no text at {pointer} in {value:#}")).to_owned()
}

#[track_caller]
pub(super) fn list(value: &Value, pointer: &str) -> Vec<Value> {
    at(value, pointer).as_array().unwrap_or_else(|| panic!("no list at {pointer} in {value:#}")).clone()
}

/// The names of an object's fields.
#[track_caller]
pub(super) fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value:#}")).keys().map(String::as_str).collect()
}

/// Words of the user's.
pub(super) fn said(message: &str, quote: &str) -> Value {
    json!([{ "message": message, "role": "user", "quote": quote }])
}

/// A fact about the user.
pub(super) fn fact(attribute: &str, text: &str, evidence: Value) -> Value {
    json!({
        "propose": "memory", "kind": "fact", "scope": "user", "importance": 7,
        "key": { "subject": "user", "attribute": attribute }, "text": text, "evidence": evidence,
    })
}

pub(super) fn hangzhou() -> Value {
    fact("city", "用户住在杭州", said("m1", "我住在杭州"))
}

pub(super) fn tea() -> Value {
    fact("habit/tea", "The user drinks 茉莉花茶 before work", said("m8", "I always drink 茉莉花茶"))
}

pub(super) fn person(name: &str, message: &str, quote: &str) -> Value {
    json!({ "propose": "person", "name": name, "evidence": said(message, quote) })
}
