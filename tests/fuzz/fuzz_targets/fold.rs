//! A text folded, with the way back: both ways agree, ranges lie on boundaries, cover their sources, and rise.
#![no_main]

use hupo_fuzz::text;
use hupo_text::{estimate_tokens, fold, fold_str};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = text(bytes);
    let folded = fold(&text);
    assert_eq!(folded.text, fold_str(&text), "both ways agree");
    assert_eq!(folded.text.trim_matches(' '), folded.text);
    assert!(!folded.text.contains("  ") && !folded.text.chars().any(char::is_control));
    let mut last = 0..0;
    for (at, c) in folded.text.char_indices() {
        let range = folded.original(at..at + c.len_utf8());
        assert!(text.get(range.clone()).is_some_and(|source| !source.is_empty()), "{range:?}");
        assert!(range == last || range.start >= last.end, "{range:?} after {last:?}");
        last = range;
    }
    let whole = &text[folded.original(0..folded.text.len())];
    assert_eq!(fold_str(whole), folded.text, "the source of all folds to all");
    let normal = hupo_text::quote::normal(&text);
    assert_eq!(hupo_text::quote::normal(&normal), normal, "the quoted form is stable");
    assert!(text.is_empty() || estimate_tokens(&text) > 0);
    let runs: usize = hupo_text::script::runs(&text).map(|run| run.end - run.start).sum();
    assert_eq!(runs, text.len(), "runs touch and cover the text");
});
