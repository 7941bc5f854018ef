//! Unicode normalisation in one pass, segment by segment, with the offsets back to the source on request.
//!
//! A segment is a character that starts a new composition, with all that may compose with it or reorder around it.
//! Normalising segment by segment gives the same text as normalising the whole (Unicode Standard Annex 15, section 9).

use std::iter::once;
use std::mem::take;
use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, decompose_canonical, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use crate::chars::{is_han, is_invisible, unify_mark};
use crate::offsets::Offsets;
use crate::simplify::simplified;

/// How far normalisation goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For finding: NFKC, lower case, simplified characters.
    Folded,
    /// For proof: NFC; case, script and wording stay.
    Quoted,
}

/// Normalises without offsets.
pub(crate) fn text(source: &str, form: Form) -> String {
    run(source, form, None).0
}

/// Normalises and keeps the way back.
pub(crate) fn with_offsets(source: &str, form: Form) -> (String, Offsets) {
    let (text, offsets) = run(source, form, Some(Offsets::default()));
    (text, offsets.unwrap_or_default())
}

fn run(source: &str, form: Form, offsets: Option<Offsets>) -> (String, Option<Offsets>) {
    let mut normaliser = Normaliser { form, segment: Vec::new(), out: Writer::new(source.len(), form, offsets) };
    for (at, c) in source.char_indices() {
        if !is_invisible(c) {
            normaliser.take(unify_mark(c), at..at + c.len_utf8());
        }
    }
    normaliser.end_segment();
    normaliser.out.end_han();
    (normaliser.out.text, normaliser.out.offsets)
}

/// Gathers segments and hands each, normalised, to the writer.
struct Normaliser {
    form: Form,
    segment: Vec<(char, Range<usize>)>,
    out: Writer,
}

impl Normaliser {
    /// White space composes with nothing, so it also ends the segment before it.
    fn take(&mut self, c: char, source: Range<usize>) {
        if is_space(c) {
            self.end_segment();
            return self.out.space(source);
        }
        if self.segment.last().is_some_and(|(previous, _)| starts_segment(*previous, c, self.form)) {
            self.end_segment();
        }
        self.segment.push((c, source));
    }

    fn end_segment(&mut self) {
        let mut segment = take(&mut self.segment);
        match segment.as_slice() {
            [] => {}
            [(c, source)] if is_stable(*c, self.form) => self.out.char(self.cased(*c), source.clone()),
            several => self.end_composition(several),
        }
        segment.clear();
        self.segment = segment;
    }

    /// Lower case where it is one character; the few letters that grow are handled as compositions.
    fn cased(&self, c: char) -> char {
        match self.form {
            Form::Quoted => c,
            Form::Folded => lower(c),
        }
    }

    fn end_composition(&mut self, segment: &[(char, Range<usize>)]) {
        let chars = || segment.iter().map(|(c, _)| *c);
        let normal: String = match self.form {
            Form::Quoted => chars().nfc().map(unify_mark).collect(),
            Form::Folded => chars().nfkc().flat_map(char::to_lowercase).nfc().map(unify_mark).map(lower).collect(),
        };
        if let (Some((_, first)), Some((_, last))) = (segment.first(), segment.last()) {
            self.out.whole(&normal, first.start..last.end);
        }
    }
}

/// Control characters separate in the folded and the quoted form, as white space does.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// One lower-case character for one character; final sigma is a sigma.
fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some('ς'), None) => 'σ',
        (Some(one), None) => one,
        _ => c,
    }
}

/// Whether nothing up to `previous` can compose with `c` or move behind it.
fn starts_segment(previous: char, c: char, form: Form) -> bool {
    if is_plain(c) {
        return true;
    }
    let mut first = None;
    let keep = |part: char| {
        first.get_or_insert(part);
    };
    match form {
        Form::Folded => decompose_compatible(c, keep),
        Form::Quoted => decompose_canonical(c, keep),
    }
    let first = first.unwrap_or(c);
    match first {
        '\u{1160}'..='\u{11FF}' => !is_syllable_before(previous, first, form),
        _ => canonical_combining_class(first) == 0 && is_nfc_quick(once(first)) == IsNormalized::Yes,
    }
}

/// Whether a Hangul vowel or final consonant belongs to the syllable that `previous` is part of (the same rule as for
/// grapheme clusters, Annex 29 GB6 to GB8, so that a segment never holds two of them). Letters of the compatibility block
/// become such parts when folded, and stand alone as quoted.
fn is_syllable_before(previous: char, jamo: char, form: Form) -> bool {
    let is_compatible = matches!(previous, '\u{3131}'..='\u{318E}' | '\u{FFA1}'..='\u{FFDC}');
    let compatible = is_compatible && form == Form::Folded;
    let open = matches!(previous, '\u{AC00}'..='\u{D7A3}') && (u32::from(previous) - 0xAC00).is_multiple_of(28);
    match jamo {
        '\u{1160}'..='\u{11A7}' => compatible || open || matches!(previous, '\u{1100}'..='\u{11A7}'),
        _ => compatible || matches!(previous, '\u{1160}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}'),
    }
}

/// Whether a segment of this one character is already normal, apart from its case.
fn is_stable(c: char, form: Form) -> bool {
    if c.is_ascii() || ('\u{3400}'..='\u{9FFF}').contains(&c) {
        return true;
    }
    let quick = match form {
        Form::Folded => is_nfkc_quick(once(c)),
        Form::Quoted => is_nfc_quick(once(c)),
    };
    quick == IsNormalized::Yes && (form == Form::Quoted || c.to_lowercase().nth(1).is_none())
}

/// The bulk of real text: ASCII, Latin-1, Han, Chinese punctuation, full-width forms.
fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{2FF}' | '\u{3000}'..='\u{3029}' | '\u{3400}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF5E}')
}

/// Writes normalised characters: white space collapsed and trimmed, Han runs simplified in the folded form.
struct Writer {
    text: String,
    form: Form,
    offsets: Option<Offsets>,
    space: Option<Range<usize>>,
    han: String,
    han_sources: Vec<Range<usize>>,
}

impl Writer {
    fn new(capacity: usize, form: Form, offsets: Option<Offsets>) -> Self {
        let text = String::with_capacity(capacity);
        Self { text, form, offsets, space: None, han: String::new(), han_sources: Vec::new() }
    }

    fn space(&mut self, source: Range<usize>) {
        match &mut self.space {
            Some(space) => space.end = source.end,
            None => self.space = Some(source),
        }
    }

    fn char(&mut self, c: char, source: Range<usize>) {
        if self.form == Form::Folded && is_han(c) {
            self.begin();
            self.han.push(c);
            self.han_sources.push(source);
        } else {
            self.end_han();
            self.begin();
            self.emit(c, source);
        }
    }

    fn whole(&mut self, normal: &str, source: Range<usize>) {
        let mut rest = normal.chars();
        if let (Some(c), None) = (rest.next(), rest.next()) {
            return if is_space(c) { self.space(source) } else { self.char(c, source) };
        }
        self.end_han();
        self.begin();
        let before = self.text.len();
        self.text.extend(normal.chars().filter(|c| !(self.form == Form::Folded && is_space(*c))));
        if let Some(offsets) = &mut self.offsets {
            offsets.push_whole(self.text.len() - before, source);
        }
    }

    /// Writes the white space that came before, unless nothing came before that.
    fn begin(&mut self) {
        if let Some(source) = self.space.take() {
            self.end_han();
            if !self.text.is_empty() {
                self.emit(' ', source);
            }
        }
    }

    fn emit(&mut self, c: char, source: Range<usize>) {
        self.text.push(c);
        if let Some(offsets) = &mut self.offsets {
            match c.len_utf8() == source.len() {
                true => offsets.push_same(source),
                false => offsets.push_whole(c.len_utf8(), source),
            }
        }
    }

    /// Simplifies the pending Han run; where the count changes, the run maps as a whole.
    fn end_han(&mut self) {
        if self.han.is_empty() {
            return;
        }
        let han = take(&mut self.han);
        let simple = simplified(&han);
        let sources = take(&mut self.han_sources);
        if simple.chars().count() == sources.len() {
            simple.chars().zip(&sources).for_each(|(c, source)| self.emit(c, source.clone()));
        } else if let (Some(first), Some(last)) = (sources.first(), sources.last()) {
            self.text.push_str(&simple);
            if let Some(offsets) = &mut self.offsets {
                offsets.push_whole(simple.len(), first.start..last.end);
            }
        }
        self.han = han;
        self.han.clear();
        self.han_sources = sources;
        self.han_sources.clear();
    }
}
