//! Lines of a given width in columns; Chinese characters take two, and lines may break between them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marks that never begin a line.
const CLOSING: &str = "，。、！？；：”’」』）》〉】…—,.!?;:)]}%";
/// Marks that never end one.
const OPENING: &str = "“‘「『（《〈【([{";

/// Sets text in lines of at most `width` columns. White space at the ends of lines goes; line breaks stay. Control
/// characters go too: stored text must not move the reader's cursor.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, width.max(2))).collect()
}

/// Parts with ` · ` between, in lines of at most `width` columns that break between parts where they can.
pub(crate) fn wrap_parts(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + part.width() <= width => {
                line.push_str(" · ");
                line.push_str(part);
            }
            Some(_) | None => lines.extend(wrap(part, width)),
        }
    }
    lines
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let (mut lines, mut current, mut used) = (Vec::new(), String::new(), 0);
    for piece in pieces(&visible(line)) {
        for part in fitting(piece, width) {
            let columns = part.trim_end().width();
            if used + columns > width && used > 0 {
                lines.push(current.trim_end().to_owned());
                current.clear();
                used = 0;
            }
            let part = if current.is_empty() { part.trim_start() } else { part };
            current.push_str(part);
            used += part.width();
        }
    }
    lines.push(current.trim_end().to_owned());
    lines
}

/// Without control and direction characters; tabs are spaces.
fn visible(line: &str) -> String {
    let hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !hidden(*c)).collect()
}

/// Pieces that a line may break between, each with the white space behind it.
fn pieces(line: &str) -> Vec<&str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let mut before = None;
    for (at, c) in line.char_indices() {
        if before.is_some_and(|before| may_break(before, c)) {
            pieces.extend(line.get(start..at));
            start = at;
        }
        before = Some(c);
    }
    pieces.extend(line.get(start..));
    pieces
}

fn may_break(before: char, after: char) -> bool {
    if after == ' ' || OPENING.contains(before) || CLOSING.contains(after) {
        return false;
    }
    let wide = |c: char| c.width() == Some(2);
    before == ' ' || wide(before) || wide(after)
}

/// A piece cut where it is wider than a whole line.
fn fitting(piece: &str, width: usize) -> Vec<&str> {
    let (mut parts, mut start, mut used) = (Vec::new(), 0, 0);
    for (at, c) in piece.char_indices() {
        let columns = c.width().unwrap_or(0);
        if used + columns > width && c != ' ' {
            parts.extend(piece.get(start..at));
            start = at;
            used = 0;
        }
        used += columns;
    }
    parts.extend(piece.get(start..));
    parts
}

#[cfg(test)]
mod tests;
