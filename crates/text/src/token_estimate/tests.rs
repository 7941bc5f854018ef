//! What texts are estimated to cost, against what three vocabularies counted.

use super::estimate_tokens;

/// A text, and its tokens in the cut multilingual-e5 vocabulary, cl100k and o200k.
const COUNTED: [(&str, [usize; 3]); 8] = [
    (
        "有人吗？我刚把所有东西搬到新电脑上，顺手把你也装上了。今天好累，晚上想早点睡，你帮我记着明天早上九点要交字幕。",
        [44, 73, 46],
    ),
    (
        "I moved my whole life onto a new laptop today, and I am so tired that I would rather go to bed early. \
         Please remind me that the subtitles are due at nine tomorrow morning.",
        [42, 38, 38],
    ),
    (
        "明天 deadline 是早上九点，subtitle 还差 12 分钟没校对，林晓的 exam 也在周五，我真的 so tired，帮我记着。",
        [37, 50, 40],
    ),
    (
        "今日はとても疲れたので、家でゆっくり映画を見ました。カフェでコーヒーを飲みながらレポートを書きました。",
        [50, 52, 38],
    ),
    ("Сегодня я очень устал и весь вечер смотрел фильм дома. Спасибо, что напомнил мне о встрече.", [76, 46, 24]),
    ("🙂🎉😂👨‍👩‍👧‍👦🇨🇳✨🥹🫠", [14, 39, 25]),
    ("2026-11-30 21:43:20 +8613812345678 3.1415926 100000", [19, 27, 27]),
    (r#"{"id":"mem-3","kind":"fact","text":"x"} fn main() { let x = foo(&bar)?; }"#, [42, 28, 28]),
];

#[test]
fn no_vocabulary_counts_more_than_is_estimated() {
    for (text, counted) in COUNTED {
        let (estimated, most) = (estimate_tokens(text), counted.into_iter().max().unwrap());
        assert!(estimated >= most, "{estimated} estimated, {most} counted: {text}");
        assert!(estimated <= 2 * most, "{estimated} estimated, {most} counted: {text}");
    }
}

#[test]
fn each_script_has_its_own_price() {
    assert_eq!(estimate_tokens("糯米团子是猫"), 9, "six Han characters, 8.5 tokens");
    assert_eq!(estimate_tokens("a cat named Momo"), 6, "thirteen letters and three spaces, 5.1 tokens");
    assert_eq!(estimate_tokens("ERP审批"), 4, "3.8 tokens");
}

#[test]
fn nothing_but_the_empty_text_costs_nothing() {
    assert_eq!(estimate_tokens(""), 0);
    for text in ["a", " ", "嗯", "\u{200B}", "🙂", "\n"] {
        assert!(estimate_tokens(text) >= 1, "{text:?}");
    }
}
