//! Who says what in a piece of dialogue.

use super::*;

#[test]
fn the_last_speakers_lines_stand_apart_from_the_others() {
    for (text, own, others, last) in [
        (
            "Bart: Magic!\nAssistant: Great!\nBart: I am nervous.",
            "Bart: Magic!\nBart: I am nervous.",
            "Assistant: Great!",
            "Bart: I am nervous.",
        ),
        (
            "小明：我要变魔术\n助手：真棒\n小明：有点紧张",
            "小明：我要变魔术\n小明：有点紧张",
            "助手：真棒",
            "小明：有点紧张",
        ),
        ("Lin: 下周ERP审批\n助手: 好的\nLIN: 我怕", "Lin: 下周ERP审批\nLIN: 我怕", "助手: 好的", "LIN: 我怕"),
    ] {
        let spoken = Spoken::read(text).unwrap();
        assert_eq!((spoken.own.as_str(), spoken.others.as_str(), spoken.last.as_str()), (own, others, last));
    }
}

#[test]
fn a_line_without_a_name_goes_on_with_the_speaker_before_it() {
    let spoken = Spoken::read("Bart: One.\nstill Bart\n\nAssistant: Two.\nBart: Three.").unwrap();
    assert_eq!(spoken.own, "Bart: One.\nstill Bart\nBart: Three.");
    assert_eq!(spoken.others, "Assistant: Two.");
}

#[test]
fn of_a_long_piece_the_newest_own_lines_are_kept() {
    let line = |n: usize| format!("小雨: {n}{}", "长".repeat(60));
    let text: Vec<String> = (0..9).map(line).collect();
    let spoken = Spoken::read(&text.join("\n")).unwrap();
    assert_eq!(spoken.own, text[6..].join("\n"));
    let one = format!("A: hi\nB: {}", "x".repeat(2000));
    assert_eq!(Spoken::read(&one).unwrap().own.len(), 2003, "the last line is kept however long it is");
}

#[test]
fn questions_and_statements_are_no_dialogue() {
    for text in ["Who is Bart?", "我喜欢茉莉花茶", "Remember: bring the keys", ""] {
        assert_eq!(Spoken::read(text), None, "{text}");
    }
}
