//! How much of a text is Chinese: the share of Han characters among its letters. A number for weighing, not a verdict.

/// The Han blocks: unified ideographs with their extensions and the compatibility ones.
const HAN: [std::ops::RangeInclusive<char>; 4] =
    ['\u{3400}'..='\u{4dbf}', '\u{4e00}'..='\u{9fff}', '\u{f900}'..='\u{faff}', '\u{20000}'..='\u{3ffff}'];

/// From 0 (no letter is Han) to 1 (all are). A text without letters has no language and lies in the middle.
pub(crate) fn han_share(text: &str) -> f32 {
    let (mut n_han, mut n_letters) = (0_u32, 0_u32);
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        n_letters += 1;
        n_han += u32::from(HAN.iter().any(|block| block.contains(&letter)));
    }
    if n_letters == 0 { 0.5 } else { n_han as f32 / n_letters as f32 }
}

#[cfg(test)]
mod tests;
