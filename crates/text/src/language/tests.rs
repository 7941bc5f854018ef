//! Which language a text is in.

use super::Language::{self, Chinese, English};

#[test]
fn a_text_is_in_the_language_most_of_it_is_written_in() {
    for (text, language) in [
        ("我今天好累", Some(Chinese)),
        ("I am tired today", Some(English)),
        ("明天 deadline，陪我改一下字幕", Some(Chinese)),
        ("My sister 林晓 has an exam on Friday", Some(English)),
        ("ok", Some(English)),
        ("嗯", Some(Chinese)),
        ("……🙂", None),
        ("", None),
    ] {
        assert_eq!(Language::of_text(text), language, "{text}");
    }
}

#[test]
fn a_language_has_a_code_with_or_without_a_region() {
    for (code, language) in
        [("zh", Some(Chinese)), ("zh-CN", Some(Chinese)), ("EN_gb", Some(English)), ("de", None), ("", None)]
    {
        assert_eq!(Language::of_code(code), language, "{code}");
    }
    assert_eq!(Language::of_code(Chinese.code()), Some(Chinese));
}
