//! Where quotes are found, and why they are refused.

use proptest::prelude::*;
use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

use super::{LIMIT_BYTES, Located, QuoteError, locate, normal};
use crate::chars::is_invisible;
use crate::normal::is_space;

/// The original slice, with its scalar range and the number of places.
fn check(message: &str, quote: &str, hint: Option<usize>, expected: (&str, usize, usize, usize)) {
    let found = locate(message, quote, hint).unwrap();
    assert_eq!((found.text.as_str(), found.start, found.end, found.occurrences), expected, "{quote:?} in {message:?}");
    let slice: String = message.chars().skip(found.start).take(found.end - found.start).collect();
    assert_eq!(slice, found.text, "offsets are scalars of the original");
}

fn not_found(message: &str, quote: &str) -> Option<String> {
    match locate(message, quote, None) {
        Err(QuoteError::NotFound { nearest }) => nearest,
        other => panic!("{quote:?} in {message:?}: {other:?}"),
    }
}

#[test]
fn a_quote_is_found_where_it_stands() {
    check("我家的猫叫糯米团子，今年三岁。", "糯米团子", None, ("糯米团子", 5, 9, 1));
    check("My cat is called Momo.", "called Momo", None, ("called Momo", 10, 21, 1));
    check("今天的 ERP审批 passed 了", "ERP审批 passed", None, ("ERP审批 passed", 4, 16, 1));
}

#[test]
fn spacing_hidden_characters_and_marks_do_not_matter() {
    check("我  喜欢\n茉莉\u{200B}花茶", "我 喜欢 茉莉花茶", None, ("我  喜欢\n茉莉\u{200B}花茶", 0, 11, 1));
    check("She said “don’t—wait”", "\"don't-wait\"", None, ("“don’t—wait”", 9, 21, 1));
    check("他說「好的 OK」", " “好的\u{3000}OK” ", None, ("「好的 OK」", 2, 9, 1));
    check("le cafe\u{301} noir", "café", None, ("cafe\u{301}", 3, 8, 1));
    check("all ❤\u{FE0F} you", "all ❤", None, ("all ❤\u{FE0F}", 0, 6, 1));
}

#[test]
fn a_korean_letter_that_stands_alone_is_no_part_of_the_syllable_after_it() {
    check("L\u{3161}\u{1161}LLL", "\u{1161}LLL", None, ("\u{1161}LLL", 2, 6, 1));
    check("hat ㄱ\u{1161}다", "hat ㄱ", None, ("hat ㄱ", 0, 5, 1));
}

#[test]
fn a_quote_may_end_with_a_sign_that_takes_the_next_character_to_itself() {
    check("at home \u{70F} ", "at home \u{70F}", None, ("at home \u{70F} ", 0, 10, 1));
    check("at home \u{70F} too", "home \u{70F}", None, ("home \u{70F} ", 3, 10, 1));
    assert_eq!(not_found("at home \u{70F}too", "at home \u{70F}"), Some("at home \u{70F}t".to_owned()));
}

#[test]
fn case_script_and_wording_do_matter() {
    assert_eq!(not_found("I live in Berlin now", "i live in berlin").as_deref(), Some("I live in Berlin"));
    assert_eq!(not_found("我喜歡茉莉花茶", "我喜欢茉莉花茶").as_deref(), Some("我喜歡茉莉花茶"));
    assert_eq!(not_found("周五的ＥＲＰ审批", "周五的ERP审批").as_deref(), Some("周五的ＥＲＰ审批"));
}

#[test]
fn the_nearest_passage_is_the_message_s_own() {
    let message = "昨天下雨。我从明天开始不喝咖啡了，改喝茶。晚安";
    assert_eq!(not_found(message, "我从今天开始不喝咖啡了").as_deref(), Some("我从明天开始不喝咖啡了"));
    let message = "Hi! My sister moved to Oslo in spring. It rains.";
    assert_eq!(not_found(message, "My sister moved to Bergen").as_deref(), Some("My sister moved to Oslo"));
    assert_eq!(
        not_found("周五 release 延期到下周", "周五 release 推迟到下周").as_deref(),
        Some("周五 release 延期到下周")
    );
    assert_eq!(not_found("今天天气很好", "my sister moved"), None);
    assert_eq!(not_found("", "什么都没有"), None);
}

#[test]
fn the_nearest_passage_can_be_quoted() {
    let message = "我们全家去爬山👨\u{200D}👩\u{200D}👧";
    let nearest = not_found(message, "他们全家去爬山👨").unwrap();
    assert_eq!(locate(message, &nearest, None).map(|found| found.start), Ok(1), "{nearest}");
}

#[test]
fn the_hint_chooses_among_places() {
    let message = "猫咪好，猫咪乖，猫咪睡";
    check(message, "猫咪", None, ("猫咪", 0, 2, 3));
    check(message, "猫咪", Some(5), ("猫咪", 4, 6, 3));
    check(message, "猫咪", Some(usize::MAX), ("猫咪", 8, 10, 3));
    check("the cat, the cat", "the cat", Some(8), ("the cat", 9, 16, 2));
    check("哈哈哈 lol", "哈哈", Some(1), ("哈哈", 1, 3, 2));
}

#[test]
fn a_quote_must_carry_meaning() {
    for quote in ["是", "a", "is", "42", "!?", "I am", "是 a"] {
        assert_eq!(locate("他是谁 I am a man is 42 !?, 是 a", quote, None), Err(QuoteError::TooShort), "{quote}");
    }
    check("是", "是", None, ("是", 0, 1, 1));
    check(" ok ", "ok", None, ("ok", 1, 3, 1));
    check("好 👍", "好 👍", None, ("好 👍", 0, 3, 1));
}

#[test]
fn an_empty_quote_is_refused() {
    for quote in ["", "  \n", "\u{200B}\u{FEFF}"] {
        assert_eq!(locate("今天 today", quote, None), Err(QuoteError::Empty));
        assert_eq!(locate("", quote, None), Err(QuoteError::Empty));
    }
}

#[test]
fn a_huge_quote_is_refused_at_once() {
    let huge = "猫cat".repeat(2_000_000);
    let refusal = QuoteError::TooLong { limit_bytes: LIMIT_BYTES, bytes: huge.len() };
    assert_eq!(locate("猫cat", &huge, None), Err(refusal));
    let longest = "cat ".repeat(LIMIT_BYTES / 4);
    check(&longest, &longest, None, (longest.trim(), 0, LIMIT_BYTES - 1, 1));
}

#[test]
fn graphemes_and_compositions_are_never_split() {
    not_found("tre\u{301}s bien", "tre");
    not_found("très bien", "tre");
    not_found("一家 👨\u{200D}👩\u{200D}👧", "一家 👨");
    not_found("see 🇩🇪🇫🇷", "see 🇩🇪🇫");
    not_found("and क\u{93C} ok", "and क");
    not_found("and \u{958} ok", "and क");
    check("一家 👨\u{200D}👩 x", "一家 👨\u{200D}👩", None, ("一家 👨\u{200D}👩", 0, 6, 1));
}

#[test]
fn repetitive_text_stays_linear() {
    let message = "a".repeat(500_000) + &"🇦".repeat(50_001) + &"哈".repeat(50_000);
    assert_eq!(locate(&message, &"a".repeat(60_000), None).unwrap().occurrences, 440_001);
    assert_eq!(locate(&message, &("aaa".to_owned() + &"🇦".repeat(8_001)), None).ok(), None);
    assert_eq!(locate(&message, &"哈".repeat(20_000), Some(590_000)).unwrap().start, 580_001);
}

/// Whether the text can be cut here: no grapheme is split, no mark parted from its letter, and both parts are to
/// normalisation what they were together.
fn can_be_cut(text: &str, at: usize) -> bool {
    let unspaced = |part: &str| normal(part).replace(' ', "");
    let grapheme = at == text.len() || text.grapheme_indices(true).any(|(start, _)| start == at);
    let seen = |c: &char| !is_invisible(*c);
    let mark = text[at..].chars().find(seen).is_some_and(|c| canonical_combining_class(c) != 0)
        && text[..at].chars().rev().find(seen).is_some_and(|c| !c.is_whitespace());
    grapheme && !mark && unspaced(&text[..at]) + &unspaced(&text[at..]) == unspaced(text)
}

/// Whether what is seen of a passage begins inside a grapheme, as a mark on a space does: it has no beginning of its own.
fn begins_inside(passage: &str) -> bool {
    let text = [" ", passage].concat();
    let first = text.char_indices().find(|(_, c)| !is_space(*c) && !is_invisible(*c)).map(|(at, _)| at);
    first.is_some_and(|first| text.grapheme_indices(true).all(|(at, _)| at != first))
}

/// All the places by definition: where the message can be cut, from a visible character, as short as can be, equal in
/// normal form.
fn slowly(message: &str, quote: &str) -> Vec<(usize, String)> {
    let chars = message.char_indices().map(|(at, _)| at).chain([message.len()]);
    let cuts: Vec<usize> = chars.filter(|at| can_be_cut(message, *at)).collect();
    let visible = |at: &usize| message[*at..].chars().next().is_some_and(|c| !c.is_whitespace() && !is_invisible(c));
    let matching = |start: usize| {
        let ends = cuts.iter().filter(move |end| **end > start);
        ends.map(|end| &message[start..*end]).find(|slice| normal(slice) == normal(quote))
    };
    let starts = cuts.iter().filter(|at| visible(at));
    starts.filter_map(|start| Some((message[..*start].chars().count(), matching(*start)?.to_owned()))).collect()
}

/// Messages of few and hard characters, so that quotes occur often and nearly.
fn hard(most: usize) -> impl Strategy<Value = String> {
    let pieces = [
        "aab", "a", "e", "\u{301}", "\u{323}", "é", " ", "\n", "\u{200B}", "\u{200D}", "林林", "林", "“", "\"", "—",
        "-", "👨", "🇦", "\u{FE0F}", "\u{1161}", "가", "\u{1100}", "\u{958}", "क", "\u{93C}", "\r\n", "\u{344}", "豈",
        "\u{3161}", "\u{3131}", "\u{70F}",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 1..most).prop_map(|v| v.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn locating_agrees_with_the_definition(message in hard(16), from in 0_usize..16, len in 1_usize..8, hint in proptest::option::of(0_usize..20)) {
        let quote: String = message.chars().skip(from).take(len).collect();
        let places = slowly(&message, &quote);
        match locate(&message, &quote, hint) {
            Ok(found) => {
                let hint = hint.unwrap_or(0);
                let nearest = places.iter().min_by_key(|(start, _)| start.abs_diff(hint)).unwrap();
                let Located { start, end, text, occurrences } = found;
                prop_assert_eq!((&(start, text.clone()), occurrences), (nearest, places.len()));
                prop_assert_eq!(end - start, text.chars().count());
                prop_assert_eq!(normal(&text), normal(&quote));
            }
            Err(QuoteError::NotFound { nearest }) => {
                prop_assert_eq!(places, vec![]);
                prop_assert!(nearest.as_ref().is_none_or(|passage| message.contains(passage)));
                if let Some(passage) = nearest {
                    let quoted = locate(&message, &passage, None);
                    prop_assert!(begins_inside(&passage) || !matches!(quoted, Err(QuoteError::NotFound { .. })), "{passage:?} can be quoted");
                }
            }
            Err(QuoteError::Empty) => prop_assert_eq!(normal(&quote), ""),
            Err(QuoteError::TooShort) => prop_assert_ne!(normal(&quote), normal(&message)),
            Err(QuoteError::TooLong { .. }) => prop_assert!(false, "no quote here is long"),
        }
    }

    #[test]
    fn the_normal_form_is_stable(text in hard(24)) {
        prop_assert_eq!(normal(&normal(&text)), normal(&text));
    }
}
