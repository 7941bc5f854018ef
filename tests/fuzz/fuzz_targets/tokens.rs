//! A text cut into terms: short, in its order, the same twice, and never beside what was folded.
#![no_main]

use hupo_fuzz::text;
use hupo_keyword::fuzz::{LONGEST, tokens};
use hupo_text::fold_str;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folded = fold_str(&text(bytes));
    let cut = tokens(&folded);
    assert_eq!(tokens(&folded), cut, "cut the same twice");
    // Words are found in the order in which they end; pairs that are no words follow those of their run.
    for token in &cut {
        let surface = &folded[token.place.clone()];
        assert!((1..=LONGEST).contains(&surface.len()), "{surface:?}");
        assert!(!token.term.is_empty() && !token.term.chars().any(char::is_whitespace), "{:?}", token.term);
        assert!(!token.is_pair || surface.chars().count() == 2, "{surface:?}");
    }
    let han = hupo_text::script::runs(&folded).filter(|run| run.kind == hupo_text::script::RunKind::Han);
    for run in han {
        let inside = cut.iter().filter(|token| run.start <= token.place.start && token.place.end <= run.end);
        assert!(inside.count() > 0, "no term of {:?}", &folded[run.start..run.end]);
    }
});
