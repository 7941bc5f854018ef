//! Which characters change, and that skipping the dictionaries changes nothing.

use proptest::prelude::*;

use super::{SIMPLIFIER, simplified};

/// Phrases whose characters all stay when alone, with others in which they stay.
const PHRASES: &str = "一目瞭然 不瞭解 以免藉口 凌藉 函覆 反反覆覆 反覆 回覆 明瞭 沈船 沈默 牴牾 狐藉虎威 瞭如指掌 答覆 茵藉 \
                       藉以 藉助 藉此 藉着 衹得 覆上 覆信 覆命 重覆 覆盖 瞭望 慰藉 沈阳 彷徨 彷彿 阪田 神祇";

#[test]
fn phrases_decide_where_characters_do_not() {
    for phrase in PHRASES.split_whitespace() {
        assert_eq!(simplified(phrase), SIMPLIFIER.convert(phrase), "{phrase}");
    }
    assert_eq!(simplified("沈默地反覆瞭解"), "沉默地反复了解");
    assert_eq!(simplified("沈阳的慰藉"), "沈阳的慰藉");
}

#[test]
fn simplified_text_is_left_as_it_is() {
    assert!(matches!(simplified("糯米团子是一只猫"), std::borrow::Cow::Borrowed(_)));
    assert_eq!(simplified("糯米團子是一隻貓"), "糯米团子是一只猫");
    assert_eq!(simplified("ERP審批"), "ERP审批", "what is not Han passes through");
}

proptest! {
    #[test]
    fn skipping_the_dictionaries_changes_nothing(text in "[一-龥]{0,12}|[覆藉瞭沈反口解船默乾隆头頭发髮]{0,8}|[㐀-䶵]{0,4}|[𠀀-𪛖]{0,4}") {
        prop_assert_eq!(simplified(&text).into_owned(), SIMPLIFIER.convert(&text));
    }
}
