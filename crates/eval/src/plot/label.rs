//! Labels beside their marks, moved apart where they would lie on one another.

/// The height of a label, and about the width of a letter, in pixels.
const HEIGHT: i32 = 14;
const LETTER: i32 = 7;
/// From a mark to its label.
const GAP: i32 = 8;

/// The labels of a panel.
#[derive(Debug)]
pub(super) struct Labels {
    /// Where the panel ends to the right.
    edge: i32,
    /// Where labels lie already: left, top, width.
    taken: Vec<(i32, i32, i32)>,
}

impl Labels {
    /// None yet, in a panel that ends at `edge`.
    pub(super) const fn new(edge: i32) -> Self {
        Self { edge, taken: Vec::new() }
    }

    /// Where the label of a mark at `mark` begins: to its right, or to its left where it would leave the panel; and as
    /// far down as it must to lie alone.
    pub(super) fn place(&mut self, mark: (i32, i32), text: &str) -> (i32, i32) {
        let width = LETTER * i32::try_from(text.chars().count()).unwrap_or(i32::MAX / LETTER);
        let right = mark.0 + GAP;
        let left = if right + width > self.edge { mark.0 - GAP - width } else { right };
        let mut top = mark.1 - HEIGHT / 2;
        while let Some(below) =
            self.taken.iter().find(|other| overlap(**other, (left, top, width))).map(|other| other.1)
        {
            top = below + HEIGHT;
        }
        self.taken.push((left, top, width));
        (left, top)
    }
}

fn overlap(one: (i32, i32, i32), other: (i32, i32, i32)) -> bool {
    let aside = one.0 + one.2 <= other.0 || other.0 + other.2 <= one.0;
    !aside && (one.1 - other.1).abs() < HEIGHT
}

#[cfg(test)]
mod tests;
