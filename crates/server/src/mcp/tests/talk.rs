//! A client of two pipes.

use super::super::over_stdio;
use crate::caller::{Caller, Grant, Spaces};
use crate::clock::Clock;
use crate::desk::Desk;
use crate::limits::Limits;
use crate::verb::Group;
use hupo::{Hupo, NewMessage, SpaceConfig, Timestamp};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split};

/// The space every talk is about.
pub(super) const SPACE: &str = "小雨和琥珀";
/// 2026-09-21, the time of every call.
pub(super) const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// A root with one space.
fn root() -> (TempDir, Hupo) {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    hupo.create_space(SpaceConfig { name: SPACE.into(), zone: "Asia/Shanghai".into() }, NOW).unwrap();
    (folder, hupo)
}

/// A root with one space, and a desk over it.
pub(super) fn desk() -> (TempDir, Desk) {
    let (folder, hupo) = root();
    (folder, Desk::new(hupo, Clock::told_by(|| NOW)))
}

/// A caller of the space with these rights.
pub(super) fn caller(groups: &[Group]) -> Caller {
    let spaces = Spaces::Named(BTreeSet::from([SPACE.to_owned()]));
    Caller::new("test", Grant::of(spaces, groups), Limits::default())
}

/// A connection that has been greeted.
pub(super) struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    number: u64,
    hupo: Hupo,
    _folder: TempDir,
}

impl Talk {
    /// With every right.
    pub(super) async fn new() -> Self {
        Self::of(&Group::ALL).await
    }

    /// With these rights.
    pub(super) async fn of(groups: &[Group]) -> Self {
        let (folder, hupo) = root();
        let desk = Desk::new(hupo.clone(), Clock::told_by(|| NOW));
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = split(theirs);
        tokio::spawn(over_stdio(desk, caller(groups), SPACE, reader, writer));
        let (reader, writer) = split(ours);
        let mut talk = Self { lines: BufReader::new(reader).lines(), writer, number: 0, hupo, _folder: folder };
        let client = json!({ "name": "test", "version": "1" });
        let greeting = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        talk.ask("initialize", greeting).await;
        talk.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        talk
    }

    /// So many lines later.
    pub(super) fn goes_on(&self, n_lines: usize) {
        let line = |n: usize| NewMessage::user(format!("第{n}句闲聊 small talk"));
        self.hupo.space(SPACE).unwrap().append((0..n_lines).map(line).collect(), NOW).unwrap();
    }

    pub(super) async fn send(&mut self, line: &[u8]) {
        self.writer.write_all(line).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    /// The next line that comes.
    pub(super) async fn receive(&mut self) -> Value {
        let wait = std::time::Duration::from_secs(60);
        let line = tokio::time::timeout(wait, self.lines.next_line()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// A request, and its result.
    pub(super) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.number, "method": method, "params": params });
        self.send(request.to_string().as_bytes()).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], self.number, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> (bool, String, Value) {
        let result = self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        (result["isError"] == true, text, result["structuredContent"].clone())
    }

    /// What a call that works says: the text, and the structured answer.
    pub(super) async fn said(&mut self, tool: &str, arguments: Value) -> (String, Value) {
        let (failed, text, structured) = self.call(tool, arguments).await;
        assert!(!failed, "{tool}: {text}");
        (text, structured)
    }

    /// What a call that does not work is told.
    pub(super) async fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let (failed, text, _) = self.call(tool, arguments).await;
        assert!(failed, "{tool}: {text}");
        text
    }
}
