//! The story comes out as it stands in `data/story/expected.txt`, letter for letter, without models.
//!
//! `HUPO_WRITE_STORY=1` writes that file anew; look at what changed before it is kept.

use super::{Tally, tell};
use crate::render::{self, Paint, Sheet};
use hupo::Options;
use std::path::PathBuf;

const SHEET: Sheet = Sheet { paint: Paint::new(false), width: 100 };

fn expected() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "data", "story", "expected.txt"].iter().collect()
}

fn play() -> (String, Tally) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = render::story_heading(SHEET) + "\n";
    let tally = tell(folder.path(), Options::default(), &mut |told| {
        text.push_str(&render::told(told, SHEET));
        text.push('\n');
        Ok(())
    });
    let tally = tally.unwrap();
    text.push_str(&render::tally(tally, SHEET));
    text.push('\n');
    (text, tally)
}

#[test]
fn the_story_comes_out_letter_for_letter() {
    let (text, tally) = play();
    if std::env::var_os("HUPO_WRITE_STORY").is_some_and(|value| value == "1") {
        std::fs::write(expected(), &text).unwrap();
    }
    let kept = std::fs::read_to_string(expected()).unwrap_or_default();
    for (number, (line, kept)) in (1..).zip(text.lines().zip(kept.lines())) {
        assert_eq!(line, kept, "line {number} of data/story/expected.txt");
    }
    assert!(text == kept, "data/story/expected.txt has {} bytes, the story {}", kept.len(), text.len());
    assert!(tally.is_as_expected(), "{tally:?}");
    assert!(tally.messages >= 120 && tally.verdicts >= 60 && tally.answers >= 30, "{tally:?}");
}

#[test]
fn no_line_of_the_story_is_wider_than_the_sheet() {
    use unicode_width::UnicodeWidthStr;
    let (text, _) = play();
    for line in text.lines() {
        assert!(line.width() <= SHEET.width + 8, "{line}");
    }
}
