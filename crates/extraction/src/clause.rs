//! A message as sentences and clauses: the pieces in which somebody says one thing.

use hupo_text::fold;
use hupo_text::script::is_han;
use std::ops::Range;

/// Longest sentence that is read, in bytes: nobody says one plain thing in more, and work per byte stays bounded.
const SENTENCE_BYTES: usize = 600;

/// A sentence of a message, folded, with the way back.
pub(crate) struct Sentence<'m> {
    /// The original words.
    pub(crate) original: &'m str,
    /// First byte in the message.
    pub(crate) start: usize,
    /// The folded form.
    pub(crate) folded: hupo_text::Folded,
    /// It ends with a question mark.
    pub(crate) asks: bool,
}

impl Sentence<'_> {
    /// The original words of a range of the folded form.
    pub(crate) fn words(&self, range: Range<usize>) -> &str {
        self.original.get(self.folded.original(range)).unwrap_or_default().trim()
    }

    /// The byte of the message where a byte of the folded form comes from.
    pub(crate) fn message_byte(&self, folded: usize) -> usize {
        self.start + self.folded.original(folded..folded + 1).start
    }
}

/// The sentences of a message that are short enough to be read, in order.
pub(crate) fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if ends_sentence(text, at, c) {
            found.extend(sentence(text, start..at, matches!(c, '?' | '？')));
            start = at + c.len_utf8();
        }
    }
    found.extend(sentence(text, start..text.len(), false));
    found
}

/// Marks that end a sentence; a full stop only before white space or the end, and not after an abbreviated title.
fn ends_sentence(text: &str, at: usize, c: char) -> bool {
    match c {
        '\n' | '\r' | '!' | '?' | '。' | '！' | '？' | '…' => true,
        '.' => {
            let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
            let stops = after.chars().next().is_none_or(char::is_whitespace) || after.starts_with('.');
            stops && !["Dr", "Mr", "Mrs", "Ms", "St", "Prof"].iter().any(|title| before.ends_with(title))
        }
        _ => false,
    }
}

fn sentence(text: &str, range: Range<usize>, asks: bool) -> Option<Sentence<'_>> {
    let original = text.get(range.clone())?;
    if original.trim().is_empty() || original.len() > SENTENCE_BYTES {
        return None;
    }
    Some(Sentence { original, start: range.start, folded: fold(original), asks })
}

/// The clauses of a folded sentence, as ranges, without white space and marks around them.
pub(crate) fn clauses(folded: &str) -> Vec<Range<usize>> {
    let mut cuts = vec![0];
    for (at, c) in folded.char_indices() {
        if separates(folded, at, c) {
            cuts.extend([at, at + c.len_utf8()]);
        }
    }
    cuts.extend(conjunctions(folded));
    cuts.push(folded.len());
    cuts.sort_unstable();
    let pieces = cuts.windows(2).filter_map(|pair| Some(*pair.first()?..*pair.last()?));
    pieces.filter_map(|piece| trimmed(folded, piece)).collect()
}

/// Commas and their like; white space only between Han characters; a dash only with white space around it.
fn separates(folded: &str, at: usize, c: char) -> bool {
    let before = folded.get(..at).and_then(|text| text.chars().next_back());
    let after = folded.get(at + c.len_utf8()..).and_then(|text| text.chars().next());
    let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match c {
        ',' | ';' | '~' | '(' | ')' | '[' | ']' | '|' | '→' | '—' => true,
        '-' => both(|c| c == ' ' || c == '-'),
        ':' => !before.is_some_and(|c| c.is_ascii_digit()) || !after.is_some_and(|c| c.is_ascii_digit()),
        ' ' => both(is_han),
        c => is_pictograph(c),
    }
}

/// Emoji and symbols, which people write in the place of commas.
pub(crate) fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Where an English clause begins after a conjunction: "… and i …".
fn conjunctions(folded: &str) -> Vec<usize> {
    const HEADS: [&str; 18] = [
        " and i ",
        " and i'm ",
        " and im ",
        " and my ",
        " and we ",
        " but i ",
        " but i'm ",
        " but my ",
        " but everyone ",
        " so i ",
        " because ",
        " cause ",
        " cuz ",
        " bc ",
        " though ",
        " since i ",
        " and it ",
        " and she ",
    ];
    HEADS.iter().flat_map(|head| folded.match_indices(head).map(|(at, _)| at)).collect()
}

fn trimmed(folded: &str, range: Range<usize>) -> Option<Range<usize>> {
    let piece = folded.get(range.clone())?;
    let blank = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '~' | '-' | '、' | ':');
    let inner = piece.trim_start_matches(blank);
    let start = range.end - inner.len();
    let inner = inner.trim_end_matches(blank);
    (!inner.is_empty()).then_some(start..start + inner.len())
}
