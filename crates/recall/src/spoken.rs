//! What a piece of dialogue is about: above all what its last speaker says, and of that the last line.
//!
//! A companion echoes and asks back; read as one question, its lines drown what the person is talking of. So the last
//! speaker's own lines are kept apart from the others', and of a long piece only the newest own lines.

use crate::question::{Form, is_spoken_line};

/// Bytes of own lines that are kept: about as much as the embedder and the reranker read of a question.
const OWN_BYTES: usize = 720;

/// A piece of dialogue, by who speaks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spoken {
    /// The lines of whoever speaks last, newest ones kept, with the name before each.
    pub(crate) own: String,
    /// Everybody else's lines.
    pub(crate) others: String,
    /// The last line.
    pub(crate) last: String,
}

impl Spoken {
    /// Reads a piece of dialogue; `None` if the text is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if Form::of(text) != Form::Dialogue {
            return None;
        }
        let lines = by_speaker(text);
        let (asker, last) = lines.last()?.clone();
        let is_own = |(speaker, _): &&(String, &str)| *speaker == asker;
        let own: Vec<&str> = lines.iter().filter(is_own).map(|(_, line)| *line).collect();
        let others: Vec<&str> = lines.iter().filter(|line| !is_own(line)).map(|(_, line)| *line).collect();
        Some(Self { own: newest(&own).join("\n"), others: others.join("\n"), last: last.to_owned() })
    }
}

/// Lines with their speakers, folded; a line without a name goes on with the speaker before it.
fn by_speaker(text: &str) -> Vec<(String, &str)> {
    let mut speaker = String::new();
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if is_spoken_line(line) {
            let name = line.split([':', '：']).next().unwrap_or_default();
            speaker = hupo_text::fold_str(name.trim());
        }
        lines.push((speaker.clone(), line));
    }
    lines
}

/// The last lines that fit; always one.
fn newest<'l>(lines: &'l [&'l str]) -> &'l [&'l str] {
    let mut room = OWN_BYTES;
    let fits = |line: &&&str| {
        let fits = line.len() <= room;
        room = room.saturating_sub(line.len());
        fits
    };
    let kept = lines.iter().rev().take_while(fits).count().max(1).min(lines.len());
    lines.get(lines.len() - kept..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
