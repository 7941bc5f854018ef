//! What is common enough to be a sign of nothing, in both languages.

use super::super::tokens::stem;
use super::{is_common_pair, is_common_stem};

#[test]
fn what_anybody_says_is_common_and_what_somebody_is_told_is_not() {
    assert!(is_common_pair("今天") && is_common_pair("我家") && is_common_pair("辛苦"));
    assert!(!is_common_pair("橘猫") && !is_common_pair("极光"));
    let is_common = |word: &str| is_common_stem(&stem(word));
    assert!(is_common("really") && is_common("mornings") && is_common("keeps"));
    assert!(!is_common("beagle") && !is_common("latte"));
}
