//! Names found in a text, against looking for each name at each place. Before the first NUL the text, behind it the
//! names, parted by line feeds.
#![no_main]

use hupo_fuzz::{halves, text};
use hupo_text::{Matcher, fold_str};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (first, second) = halves(bytes);
    let (searched, names) = (text(first), text(second));
    let names: Vec<(u64, String)> = (0..).zip(names.lines().take(64).map(str::to_owned)).collect();
    let matcher = Matcher::new(names.clone());
    let found = matcher.find(&searched);
    let mut reversed = names.clone();
    reversed.reverse();
    assert_eq!(Matcher::new(reversed).find(&searched), found, "the same names in any order");
    for mention in &found {
        let name = &names[mention.key as usize].1;
        let place = searched.get(mention.start..mention.end).expect("on boundaries of the text");
        assert!(fold_str(place).contains(&fold_str(name)), "{place:?} holds {name:?}");
    }
    let folded = fold_str(&searched);
    let mentions = matcher.find_folded(&folded);
    assert!(mentions.windows(2).all(|two| two[0].start == two[1].start || two[0].end <= two[1].start));
    for mention in &mentions {
        assert_eq!(&folded[mention.start..mention.end], fold_str(&names[mention.key as usize].1));
    }
});
