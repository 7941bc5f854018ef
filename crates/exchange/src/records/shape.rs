//! How a stream of JSON is laid out, told from its first bytes.

/// What may stand in front of UTF-8 text; it is not data.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the records are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The items of one list.
    List,
    /// One a line.
    Lines,
    /// Values one after the other, each over as many lines as it likes.
    Values,
}

impl Shape {
    pub(super) fn of(head: &[u8]) -> Self {
        if head.trim_ascii_start().starts_with(b"[") {
            return Self::List;
        }
        let mut lines = head.trim_ascii_start().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let (first, second) = (lines.next().unwrap_or_default(), lines.next());
        let goes_on = first.last().is_some_and(|last| b"[{,:".contains(last));
        let whole = first.ends_with(b"}") || second.is_none();
        let next_begins = second.is_some_and(|line| line.starts_with(b"{"));
        if whole || (next_begins && !goes_on) { Self::Lines } else { Self::Values }
    }
}

/// Whether the text is UTF-16 or UTF-32: JSON begins with two ASCII characters, so zeros or their marks show it.
pub(super) fn is_wide(head: &[u8]) -> bool {
    let start = head.get(..4).unwrap_or(head);
    start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") || start.contains(&0)
}
