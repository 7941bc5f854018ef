//! Signs in the markup of a text: role tags and calls of tools.

use super::Sign;
use hupo_text::fold_str;

/// Tags that only a model's own format has.
const ROLE_TAGS: [&str; 16] = [
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<system>",
    "</system>",
    "<assistant>",
    "### instruction",
    "### system",
    "### response",
];

/// Roles that begin a line of a forged transcript.
const ROLE_LINES: [&str; 8] =
    ["system:", "assistant:", "developer:", "系统:", "助手:", "系统提示:", "系统提示词:", "系统消息:"];

/// Calls of tools, without spaces.
const TOOL_CALLS: [&str; 9] = [
    "<tool_call",
    "<function_call",
    "<invoke",
    "\"tool_call",
    "\"function_call\"",
    "{\"tool\":",
    "{\"function\":",
    "\"role\":\"system\"",
    "\"tool_use\"",
];

/// All of it.
pub(super) fn hints() -> impl Iterator<Item = &'static str> {
    ROLE_TAGS.into_iter().chain(ROLE_LINES).chain(TOOL_CALLS)
}

pub(super) fn signs(text: &str, folded: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    let tagged = ROLE_TAGS.iter().any(|tag| folded.contains(tag));
    if tagged || text.lines().any(begins_with_a_role) {
        signs.push(Sign::RoleMarkup);
    }
    let tight: String = folded.chars().filter(|c| !c.is_whitespace()).collect();
    if TOOL_CALLS.iter().any(|call| tight.contains(call)) {
        signs.push(Sign::ToolCall);
    }
    signs
}

fn begins_with_a_role(line: &str) -> bool {
    let start: String =
        line.trim_start_matches(|c: char| c.is_whitespace() || "#*>-[".contains(c)).chars().take(12).collect();
    let folded = fold_str(&start);
    ROLE_LINES.iter().any(|role| folded.starts_with(role))
}
