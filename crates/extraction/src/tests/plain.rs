//! Plain sentences beside the same words in doubt: what is found in the one is not found in the other.

use super::said;
use crate::extract;

/// The first says something of the user, the others nothing.
fn check(plain: &str, doubted: &[&str]) {
    assert_ne!(extract(&said(plain)), [], "in {plain:?}");
    for text in doubted {
        assert_eq!(extract(&said(text)), [], "in {text:?}");
    }
}

#[test]
fn what_is_asked_is_not_said() {
    check("我住在成都", &["我住在成都吗", "我住在哪", "我住在成都？", "你知道我住在成都，对吧"]);
    check("我喜欢草莓，你呢？", &["我喜欢草莓，是不是？", "我是不是喜欢草莓"]);
    check(
        "I live in Leeds. Where do you live?",
        &["Do I live in Leeds?", "I live in Leeds, right?", "I live in Leeds?"],
    );
    check("我喜欢jazz", &["我喜欢jazz吗", "do 我 like jazz?"]);
}

#[test]
fn where_a_message_goes_on_with_a_place_it_may_tell_of_an_earlier_time() {
    check(
        "住在成都，一个人",
        &["那两年是外派。住在成都，楼下有家面馆", "It was March 2022 till the end of 2023. 住在Alfama，楼下有个老太太"],
    );
}

#[test]
fn what_is_supposed_is_not_said() {
    check("我对花生过敏", &["如果我对花生过敏", "要是哪天我对花生过敏，我对花生过敏的话", "可能我对花生过敏"]);
    check(
        "I'm allergic to bees",
        &["maybe I'm allergic to bees", "if anything, I'm allergic to bees", "I wish, I'm allergic to bees"],
    );
    check("我现在住在通州", &["要是现在，我住在通州", "just imagine, 我住在通州"]);
}

#[test]
fn what_others_say_is_not_the_user_s() {
    check(
        "我喜欢下雨天",
        &["他说，我喜欢下雨天", "“我喜欢下雨天”", "歌里写，我喜欢下雨天", "转发：我喜欢下雨天", "> 我喜欢下雨天"],
    );
    check(
        "I love rainy days",
        &["She says, I love rainy days", "\"I love rainy days\"", "the song lyrics go: I love rainy days"],
    );
    check("我 love jazz", &["he told me, 我 love jazz", "```\n我 love jazz\n```"]);
}

#[test]
fn what_is_past_or_meant_in_jest_does_not_hold() {
    check("我住在杭州", &["以前我住在杭州", "小时候，我住在杭州", "我住在杭州，开玩笑的"]);
    check(
        "I live in Boston",
        &["I live in Boston, just kidding", "Back then, I live in Boston", "in my novel: I live in Boston"],
    );
    check("我在Google工作", &["曾经我在Google工作", "我在Google工作 lol jk"]);
}

#[test]
fn what_is_told_of_others_is_not_the_user_s() {
    check("我喜欢猫", &["我妹妹喜欢猫", "她喜欢猫", "谁不喜欢猫"]);
    check("I like cats", &["my sister likes cats", "he said I like cats", "people like cats"]);
    check("我对gluten过敏", &["我妈对gluten过敏", "my son对gluten过敏"]);
}

#[test]
fn what_is_asked_for_the_moment_is_no_boundary() {
    check("从现在起别再提我前男友了", &["现在别提我前男友", "今天不想聊我爸"]);
    check(
        "From now on don't talk about my dad",
        &["I don't want to talk about my dad right now", "don't mention Jake today"],
    );
    check("以后别提Jason", &["今晚别提Jason"]);
}
