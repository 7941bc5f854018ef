//! A piece of text over and over, up to some tens of thousands of bytes, through everything that reads text: the time
//! must not grow with its square. The limit is libFuzzer's, a second.
#![no_main]

use hupo_fuzz::{NOW, repeated, zone};
use hupo_text::{Language, Matcher, estimate_tokens, fold, quote, time_words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = repeated(bytes);
    let folded = fold(&text);
    assert!(folded.original(0..folded.text.len()).end <= text.len());
    assert!(text.is_empty() || estimate_tokens(&text) > 0);
    let _ = (Language::of_text(&text), time_words::find(&text, NOW.ms(), &zone()));
    let _ = hupo_memory::signs(&text);
    let piece: String = text.chars().take(text.len() / 3).collect();
    let _ = (quote::locate(&text, &piece, None), quote::locate(&piece, &[&piece, "!"].concat(), Some(7)));
    let names = (1..=64).map(|n| (n, piece.chars().take(3 * n as usize).collect()));
    let _ = Matcher::new(names).find(&text);
});
