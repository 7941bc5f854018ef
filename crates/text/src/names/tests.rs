//! Which names are found where.

use proptest::prelude::*;

use super::{Matcher, Mention};

fn matcher(names: &[(u64, &str)]) -> Matcher {
    Matcher::new(names.iter().map(|(key, name)| (*key, (*name).to_owned())))
}

/// `key:words` for each mention.
fn check(names: &[(u64, &str)], text: &str, expected: &str) {
    let found = matcher(names).find(text);
    let shown: Vec<String> = found.iter().map(|m| format!("{}:{}", m.key, &text[m.start..m.end])).collect();
    assert_eq!(shown.join(" "), expected, "in {text:?}");
}

#[test]
fn chinese_names_need_no_boundary() {
    check(&[(1, "林晓"), (2, "糯米团子")], "今天林晓带糯米团子来了", "1:林晓 2:糯米团子");
    check(&[(1, "林晓")], "今天林曉來了", "1:林曉");
    check(&[(1, "林曉")], "今天林晓来了", "1:林晓");
    check(&[(1, "林")], "林说好", "1:林");
}

#[test]
fn english_names_are_whole_words() {
    check(&[(1, "Ann")], "Annual leave, said ANN. Joann and Ann_x left", "1:ANN");
    check(&[(1, "Lin")], "Lin's cat and Lin’s dog; linen", "1:Lin 1:Lin");
    check(&[(1, "New York Times"), (2, "New York")], "a New York Timesheet", "2:New York");
    check(&[(1, "New York Times"), (2, "New York")], "the New  York\nTimes", "1:New  York\nTimes");
    check(&[(1, "Renée")], "Rene\u{301}e met Renee", "1:Rene\u{301}e");
}

#[test]
fn mixed_text_and_mixed_names_are_found() {
    check(&[(1, "Ann"), (2, "小A")], "我和Ann去找小A玩", "1:Ann 2:小A");
    check(&[(2, "小A")], "小Annie", "");
    check(&[(3, "ＥＲＰ")], "erp审批", "3:erp");
}

#[test]
fn the_longest_name_wins_at_a_place() {
    check(&[(1, "王小"), (2, "王小明"), (3, "明天")], "王小明天天来", "2:王小明");
    check(&[(1, "Ann"), (2, "Ann Lee")], "Ann Lee and Ann", "2:Ann Lee 1:Ann");
}

#[test]
fn a_shared_name_yields_all_its_keys() {
    check(&[(9, "Lin"), (3, "lin"), (9, "LIN")], "Lin", "3:Lin 9:Lin");
    check(&[(9, "小林"), (3, "小林")], "小林", "3:小林 9:小林");
}

#[test]
fn names_without_substance_are_left_out() {
    check(&[(1, ""), (2, " "), (3, "\u{200B}"), (4, "a"), (5, "!")], "a! \u{200B}", "");
    assert_eq!(matcher(&[]).find("任何 text"), []);
}

#[test]
fn of_names_within_names_the_longest_counts_wherever_it_begins() {
    for piece in ["哈", "a ", "哈x"] {
        let names: Vec<(u64, String)> = (1..=64).map(|n| (n, piece.repeat(n as usize).trim_end().to_owned())).collect();
        let found = Matcher::new(names).find(&piece.repeat(64 * 100));
        assert_eq!(found.iter().map(|mention| mention.key).collect::<Vec<_>>(), [64; 100], "{piece:?}");
    }
}

#[test]
fn folded_text_is_searched_as_it_is() {
    let found = matcher(&[(7, "林曉")]).find_folded("找 林晓 ok");
    assert_eq!(found, [Mention { key: 7, start: 4, end: 10 }]);
}

proptest! {
    #[test]
    fn order_of_names_does_not_matter(names in proptest::collection::vec((0_u64..9, "[ab林晓 ]{1,4}"), 0..12), text in "[ab林晓 ']{0,40}") {
        let forwards = Matcher::new(names.clone()).find(&text);
        prop_assert_eq!(&forwards, &Matcher::new(names.into_iter().rev()).find(&text));
        prop_assert!(forwards.is_sorted_by_key(|m| (m.start, m.key)));
    }
}
