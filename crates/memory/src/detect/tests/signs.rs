//! Signs, one by one, in Chinese, in English and mixed.

use crate::{DetectedUse, Exchange, Offered, UseSign, detect_used};
use hupo_types::MemoryId;

fn offer(number: u64, text: &str, names: &[&str]) -> Offered {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    Offered { memory: MemoryId::new(number), text: text.to_owned(), quotes: Vec::new(), names }
}

/// Three lives that have nothing in common.
fn three() -> [Offered; 3] {
    [
        offer(1, "用户养了一只橘猫，叫糯米团子", &["糯米团子"]),
        offer(2, "The user plays second violin in an orchestra that rehearses on Tuesdays", &[]),
        offer(3, "用户的同事 Amy 带了一只柯基来办公室，叫 Toast", &["Amy", "Toast"]),
    ]
}

fn found(said: &str, reply: &str, offered: &[Offered]) -> Vec<DetectedUse> {
    detect_used(Exchange { said, reply }, offered)
}

fn used(said: &str, reply: &str) -> Vec<u64> {
    found(said, reply, &three()).iter().map(|one| one.memory.get()).collect()
}

#[test]
fn rare_words_and_names_show_use_in_both_languages() {
    assert_eq!(used("路上有只胖猫", "有你家糯米团子胖吗？橘猫都能吃。"), [1]);
    assert_eq!(used("busy tomorrow", "Of course, the orchestra. Greet the violins!"), [2]);
    assert_eq!(used("今天好热闹", "Toast 又来了吗？柯基一来大家都不干活"), [3]);
}

#[test]
fn two_may_be_used_by_one_reply() {
    assert_eq!(used("今天好累", "先练 violin 再去 orchestra，回家抱抱橘猫糯米团子。"), [1, 2]);
}

#[test]
fn kind_words_show_nothing() {
    for reply in [
        "辛苦了，今天早点休息，我一直都在。",
        "That sounds hard. Do you want to talk about it?",
        "没事的，take your time 慢慢来",
    ] {
        assert_eq!(used("好累 so tired", reply), [0_u64; 0], "{reply}");
    }
}

#[test]
fn what_the_user_just_said_is_no_sign() {
    assert_eq!(used("我家糯米团子这只橘猫打翻了杯子", "糯米团子这只橘猫真调皮"), [0_u64; 0]);
    assert_eq!(used("my violin broke before the orchestra", "Your violin, right before the orchestra!"), [0_u64; 0]);
    assert_eq!(used("Toast 这只柯基", "柯基 Toast 好可爱"), [0_u64; 0]);
}

#[test]
fn one_name_in_passing_is_too_little() {
    assert_eq!(used("晚上吃什么", "吃面吧。Amy 也来吗？"), [0_u64; 0]);
    assert_eq!(used("what should I do", "Invite Amy, perhaps?"), [0_u64; 0]);
}

#[test]
fn one_sign_is_enough_where_the_user_asks_about_that_memory() {
    assert_eq!(used("我的猫叫什么来着？橘猫那只", "糯米呀"), [1]);
    assert_eq!(used("which instrument do I play in the orchestra", "Violin."), [2]);
    assert_eq!(used("Amy 的狗叫啥", "Toast！"), [3]);
}

#[test]
fn what_is_denied_is_not_used() {
    assert_eq!(used("我养过宠物吗", "我不记得你说过养橘猫糯米团子。"), [0_u64; 0]);
    assert_eq!(used("did I mention music?", "I don't remember you mentioning a violin or an orchestra."), [0_u64; 0]);
    assert_eq!(used("我说过同事吗", "我不知道你有同事叫 Amy 和柯基 Toast"), [0_u64; 0]);
}

#[test]
fn what_several_were_told_of_shows_none_of_them() {
    let offered =
        [offer(1, "用户养了一只橘猫 Biscuit", &["Biscuit"]), offer(2, "橘猫 Biscuit 打碎了花瓶", &["Biscuit"])];
    assert!(found("哈喽", "橘猫 Biscuit 还好吗", &offered).is_empty());
    let second = found("hello", "打碎的花瓶扫干净了吗，Biscuit 没受伤吧", &offered);
    assert_eq!(second.iter().map(|one| one.memory.get()).collect::<Vec<_>>(), [2]);
}

#[test]
fn numbers_and_dates_are_read_in_either_script() {
    let offered = [
        offer(1, "The rent went up to 1,450 euros", &[]),
        offer(2, "用户戒烟四十天了", &[]),
        offer(3, "thesis defence on 3 October", &[]),
    ];
    let of =
        |said: &str, reply: &str| found(said, reply, &offered).iter().map(|one| one.memory.get()).collect::<Vec<_>>();
    assert_eq!(of("钱不够", "毕竟一个月要 1450 呢"), [1]);
    assert_eq!(of("我厉害吧", "40天，了不起"), [2]);
    assert_eq!(of("论文什么时候 defence?", "October 3rd"), [3]);
    assert_eq!(of("现在几点", "3 点了"), [0_u64; 0]);
}

#[test]
fn words_taken_over_are_shown_as_a_quote() {
    let mut one = offer(1, "The user hates being told to sleep", &[]);
    one.quotes = vec!["越催我越睡不着，别催".to_owned()];
    let found = found("深夜了", "你说过“越催我越睡不着”。", &[one, offer(2, "用户喜欢爬山", &[])]);
    assert!(found[0].signs.contains(&UseSign::Quote("越催我越睡不着".to_owned())), "{found:?}");
}

#[test]
fn the_same_input_gives_the_same_answer_and_no_input_breaks_it() {
    let offered = [offer(1, "", &[""]), offer(2, "……", &["…"]), offer(3, &"橘猫 cat ".repeat(2_000), &["橘猫"])];
    for reply in ["", "……", "\u{0}", "🙂🙂", &"橘猫 cat ".repeat(2_000), "e\u{301}\u{301}\u{301}", "1,,,2...3"]
    {
        assert_eq!(found("", reply, &offered), found("", reply, &offered));
    }
    assert!(found("hi", "hello", &[]).is_empty());
}

#[test]
fn of_a_text_of_many_pages_the_first_few_are_read() {
    let sign = "橘猫糯米团子";
    assert_eq!(used("", &format!("{}{sign}", "嗯 ".repeat(8_000))), [1]);
    assert_eq!(used("", &format!("{}{sign}", "嗯 ".repeat(400_000))), [0_u64; 0]);
}
