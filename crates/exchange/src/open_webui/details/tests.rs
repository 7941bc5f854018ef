//! Asides are taken out of answers, and nothing else is.

use super::without;

fn check(text: &str, expected: &str, asides: usize) {
    assert_eq!(without(text), (expected.to_owned(), asides), "{text}");
}

#[test]
fn thoughts_and_calls_are_no_part_of_the_answer() {
    check("<details type=\"reasoning\" done=\"true\">\n她想去里斯本\n</details>\n去里斯本吧。", "去里斯本吧。", 1);
    check(
        "Let me look. <details type=\"tool_calls\">{}</details> It rains in 里斯本.",
        "Let me look.  It rains in 里斯本.",
        1,
    );
    check("<details type=\"a\">1</details><details type=\"b\">2</details>好", "好", 2);
}

#[test]
fn what_somebody_wrote_himself_stays_byte_for_byte() {
    check(
        "  <details><summary>菜谱</summary>flour</details>\n",
        "  <details><summary>菜谱</summary>flour</details>\n",
        0,
    );
    check("<details type=\"reasoning\">没写完", "<details type=\"reasoning\">没写完", 0);
    check("", "", 0);
}
