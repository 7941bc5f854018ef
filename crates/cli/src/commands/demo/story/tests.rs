//! The month and the year come out as they stand in `data/story/expected.txt` and `data/year/expected.txt`, letter for
//! letter, without models.
//!
//! `HUPO_WRITE_STORY=1` writes those files anew; look at what changed before it is kept.

use super::{Tale, Tally, tell};
use crate::render::{self, Paint, Sheet};
use hupo::Options;
use std::path::PathBuf;

const SHEET: Sheet = Sheet { paint: Paint::new(false), width: 100 };

const fn folder(tale: Tale) -> &'static str {
    match tale {
        Tale::Month => "story",
        Tale::Year => "year",
    }
}

fn expected(tale: Tale) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "data", folder(tale), "expected.txt"].iter().collect()
}

fn play(tale: Tale) -> (String, Tally) {
    let root = tempfile::tempdir().unwrap();
    let mut text = render::story_heading(tale, SHEET) + "\n";
    let tally = tell(root.path(), Options::default(), tale, &mut |told| {
        text.push_str(&render::told(told, SHEET));
        text.push('\n');
        Ok(())
    });
    let tally = tally.unwrap();
    text.push_str(&render::tally(tally, SHEET));
    text.push('\n');
    (text, tally)
}

/// Plays a tale and compares every line with what is kept.
fn comes_out(tale: Tale) -> Tally {
    let (text, tally) = play(tale);
    if std::env::var_os("HUPO_WRITE_STORY").is_some_and(|value| value == "1") {
        std::fs::write(expected(tale), &text).unwrap();
    }
    let (kept, folder) = (std::fs::read_to_string(expected(tale)).unwrap_or_default(), folder(tale));
    for (number, (line, kept)) in (1..).zip(text.lines().zip(kept.lines())) {
        assert_eq!(line, kept, "line {number} of data/{folder}/expected.txt");
    }
    assert!(text == kept, "data/{folder}/expected.txt has {} bytes, the story {}", kept.len(), text.len());
    assert!(tally.is_as_expected(), "{tally:?}");
    tally
}

#[test]
fn the_story_comes_out_letter_for_letter() {
    let tally = comes_out(Tale::Month);
    assert!(tally.messages >= 120 && tally.verdicts >= 60 && tally.answers >= 30, "{tally:?}");
}

#[test]
fn the_year_comes_out_letter_for_letter() {
    let tally = comes_out(Tale::Year);
    assert!(tally.messages >= 90 && tally.verdicts >= 45 && tally.answers >= 12, "{tally:?}");
    assert_eq!(tally.contexts, 6, "three in Chinese, three in English");
}

#[test]
fn no_line_of_the_stories_is_wider_than_the_sheet() {
    use unicode_width::UnicodeWidthStr;
    for tale in [Tale::Month, Tale::Year] {
        for line in play(tale).0.lines() {
            assert!(line.width() <= SHEET.width + 8, "{line}");
        }
    }
}
