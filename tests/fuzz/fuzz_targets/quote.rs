//! A message and a quote: `locate` against the definition, written as slowly and plainly as can be.
//!
//! Before the first NUL two bytes that cut the quote out of the message, and the message; behind it a quote of its own.
#![no_main]

use hupo_fuzz::{halves, text};
use hupo_text::clean::is_blank;
use hupo_text::quote::{self, Located, QuoteError};
use libfuzzer_sys::fuzz_target;
use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

/// Messages longer than this are not held against the definition, which takes the cube of their length.
const SLOW_CHARS: usize = 48;

fuzz_target!(|bytes: &[u8]| {
    let (first, second) = halves(bytes);
    let (from, length, message) = match first {
        [from, length, message @ ..] => (usize::from(*from), usize::from(*length), text(message)),
        _ => return,
    };
    let own = text(second);
    let cut: String = message.chars().skip(from).take(length).collect();
    let quote = if own.is_empty() { &cut } else { own.as_ref() };
    let hint = from.is_multiple_of(2).then_some(length);
    let located = quote::locate(&message, quote, hint);
    check_offsets(&message, quote, &located);
    if message.chars().count() <= SLOW_CHARS {
        check_places(&message, quote, hint, &located);
    }
});

fn check_offsets(message: &str, wanted: &str, located: &Result<Located, QuoteError>) {
    match located {
        Ok(found) => {
            let slice: String = message.chars().skip(found.start).take(found.end - found.start).collect();
            assert_eq!(slice, found.text, "the offsets slice the original");
            assert_eq!(quote::normal(&found.text), quote::normal(wanted));
            assert!(found.occurrences > 0);
        }
        Err(QuoteError::NotFound { nearest: Some(passage) }) => {
            assert!(message.contains(passage.as_str()));
            let quoted = quote::locate(message, passage, None);
            assert!(
                begins_inside(passage) || !matches!(quoted, Err(QuoteError::NotFound { .. })),
                "{passage:?} can be quoted"
            );
        }
        Err(_) => {}
    }
}

fn check_places(message: &str, wanted: &str, hint: Option<usize>, located: &Result<Located, QuoteError>) {
    match located {
        Ok(found) => {
            let places = places(message, wanted);
            let hint = hint.unwrap_or(0);
            let nearest = places.iter().min_by_key(|(start, _)| start.abs_diff(hint)).expect("there is one");
            assert_eq!((&(found.start, found.text.clone()), found.occurrences), (nearest, places.len()));
        }
        Err(QuoteError::NotFound { .. }) => assert_eq!(places(message, wanted), vec![]),
        Err(QuoteError::Empty) => assert_eq!(quote::normal(wanted), ""),
        Err(QuoteError::TooShort) => assert_ne!(quote::normal(wanted), quote::normal(message)),
        Err(QuoteError::TooLong { .. }) => assert!(wanted.len() > quote::LIMIT_BYTES),
    }
}

/// All places: where the message can be cut, from a visible character, as short as can be, equal in normal form.
fn places(message: &str, wanted: &str) -> Vec<(usize, String)> {
    let chars = message.char_indices().map(|(at, _)| at).chain([message.len()]);
    let cuts: Vec<usize> = chars.filter(|at| can_be_cut(message, *at)).collect();
    let wanted = quote::normal(wanted);
    let shortest = |start: usize| {
        let ends = cuts.iter().filter(move |end| **end > start);
        ends.map(|end| &message[start..*end]).find(|slice| quote::normal(slice) == wanted)
    };
    let starts = cuts.iter().filter(|at| message[**at..].chars().next().is_some_and(is_seen));
    starts.filter_map(|start| Some((message[..*start].chars().count(), shortest(*start)?.to_owned()))).collect()
}

/// Whether no grapheme is split, no mark parted from its letter, and both parts are to normalisation what they were.
fn can_be_cut(text: &str, at: usize) -> bool {
    let unspaced = |part: &str| quote::normal(part).replace(' ', "");
    let grapheme = at == text.len() || text.grapheme_indices(true).any(|(start, _)| start == at);
    let shown = |c: &char| is_seen(*c) || is_space(*c);
    let mark = text[at..].chars().find(shown).is_some_and(|c| canonical_combining_class(c) != 0)
        && text[..at].chars().rev().find(shown).is_some_and(|c| !is_space(c));
    grapheme && !mark && unspaced(&text[..at]) + &unspaced(&text[at..]) == unspaced(text)
}

/// Whether what is seen of a passage begins inside a grapheme, as a mark on a space does: it has no beginning of its own.
fn begins_inside(passage: &str) -> bool {
    let text = [" ", passage].concat();
    let first = text.char_indices().find(|(_, c)| is_seen(*c)).map(|(at, _)| at);
    first.is_some_and(|first| text.grapheme_indices(true).all(|(at, _)| at != first))
}

/// Neither white space, which control characters count as, nor zero width.
fn is_seen(c: char) -> bool {
    !is_space(c) && !is_blank(c.encode_utf8(&mut [0; 4]))
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
