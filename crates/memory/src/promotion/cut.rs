//! Cutting what is due into pieces that one run can take.

use super::lines::Line;
use hupo_types::Schedule;

/// A piece, and whether it may still grow: nothing ended it but the end of what there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) lines: Vec<Line>,
    pub(super) is_open: bool,
}

impl Piece {
    pub(super) fn n_said(&self) -> usize {
        self.lines.iter().filter(|line| line.is_said()).count()
    }
}

/// How pieces may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holes {
    /// Lines between those of a piece may belong elsewhere.
    Allowed,
    /// A piece is about all lines from its first to its last.
    Ended,
}

/// Cuts lines, in their order, so that each piece has at most as many lines and tokens as a run takes. What nobody said
/// goes with what was said before it.
pub(super) fn pieces(lines: &[Line], schedule: &Schedule, holes: Holes) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut n, mut tokens) = (0, 0);
    for line in lines {
        let is_full = line.is_said() && n > 0 && (n >= most(schedule) || tokens + line.tokens > most_tokens(schedule));
        let last = pieces.last().and_then(|piece| piece.lines.last());
        let breaks = holes == Holes::Ended && last.is_some_and(|last| last.id.get() + 1 != line.id.get());
        if is_full || breaks || pieces.is_empty() {
            pieces.iter_mut().for_each(|piece| piece.is_open = false);
            pieces.push(Piece { lines: Vec::new(), is_open: true });
            (n, tokens) = (0, 0);
        }
        n += usize::from(line.is_said());
        tokens += line.tokens;
        if let Some(piece) = pieces.last_mut() {
            piece.lines.push(*line);
        }
    }
    pieces
}

fn most(schedule: &Schedule) -> usize {
    usize::from(schedule.run_messages)
}

fn most_tokens(schedule: &Schedule) -> usize {
    usize::try_from(schedule.run_tokens).unwrap_or(usize::MAX)
}
