//! The formats that are read, and their names.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whose export it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// ChatGPT's data export: `conversations.json`, `conversations-000.json` …, or one file a conversation.
    #[serde(rename = "chatgpt")]
    ChatGpt,
    /// Claude's data export: `conversations.json` with `chat_messages`.
    #[serde(rename = "claude")]
    Claude,
    /// Open WebUI's chats, exported as JSON.
    #[serde(rename = "open-webui")]
    OpenWebUi,
    /// Memories of mem0: what its `get_all` gives, a bare list, or one memory a line.
    #[serde(rename = "mem0")]
    Mem0,
    /// The file of the official MCP memory server: one entity or relation a line.
    #[serde(rename = "mcp-memory")]
    McpMemory,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::ChatGpt, Self::Claude, Self::OpenWebUi, Self::Mem0, Self::McpMemory];

    /// The name that the command line and external ids use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ChatGpt => "chatgpt",
            Self::Claude => "claude",
            Self::OpenWebUi => "open-webui",
            Self::Mem0 => "mem0",
            Self::McpMemory => "mcp-memory",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
