//! Nothing is seen twice, and nothing that no longer holds.

use super::super::space::{DAY_MS, NOW, Space, automatic, correcting, fact, json, keyed, memory, quote};
use super::view::{entries, found, see, texts, turn, why};
use crate::{LeftOutReason, Part, Recalled, Turn};
use hupo_types::{
    CareCommand, Command, EraseTarget, Kind, MemoryId, MemoryRef, NewMemory, NewMessage, Proposal, VerdictCode,
};

fn said(space: &Space, id: &str, text: &str) {
    space.says(NewMessage::user(text).external_id(id).at(NOW.plus_ms(-20 * DAY_MS)));
}

fn chatter(space: &Space) {
    for number in 0..30 {
        space.says(NewMessage::user(format!("闲聊 chat {number}")).at(NOW));
    }
}

fn accepted(space: &Space, proposal: Proposal) {
    let verdict = space.propose(proposal);
    assert!(matches!(verdict.code, VerdictCode::Accepted | VerdictCode::Supersedes), "{verdict:?}");
}

fn kept(space: &Space, text: &str, quotes: &[(&str, &str)]) {
    let evidence = quotes.iter().map(|(id, words)| quote(id, words)).collect();
    accepted(space, memory(NewMemory { importance: 8, ..fact(text, evidence) }));
}

#[track_caller]
fn is_said_by(context: &crate::TurnContext, id: &str, by: &str) {
    let reason = why(context, id);
    let is_said = matches!(&reason, Some(LeftOutReason::SaidAlready { by: said_by }) if said_by.to_string() == by);
    assert!(is_said, "{id}: {reason:?}");
}

#[test]
fn a_memory_whose_words_all_stand_in_the_tail_is_left_out() {
    let space = automatic();
    said(&space, "old", "我养了一只橘猫 a cat");
    chatter(&space);
    space.user("new", "猫叫糯米，Momo in English");
    kept(&space, "小雨的猫叫糯米 Momo", &[("new", "猫叫糯米")]);
    kept(&space, "小雨的橘猫叫糯米 orange Momo", &[("new", "Momo in English"), ("old", "我养了一只橘猫")]);
    let context = see(&space, &turn("猫呢"), &found(&[1, 2]));
    assert_eq!(texts(&context, Part::Memories), ["小雨的橘猫叫糯米 orange Momo"]);
    is_said_by(&context, "mem-1", "msg-32");
    assert!(!context.render().contains("“Momo in English”"), "the line stands there itself");
}

#[test]
fn a_page_about_lines_that_are_shown_is_left_out() {
    let space = automatic();
    said(&space, "old", "很久以前的话 long ago");
    for number in 0..10 {
        space.user(&format!("m{number}"), &format!("最近 recent {number}"));
    }
    space.says(NewMessage::new(hupo_types::Role::System, "程序 program line").external_id("sys").at(NOW));
    space.user("last", "最后一句 last");
    let page = |kind: &str, from: &str, to: &str| {
        json(&format!(r#"{{"propose":"{kind}","text":"{kind} 这一页 page","from":"{from}","to":"{to}"}}"#))
    };
    for (kind, from) in [("diary", "m2"), ("rolling_summary", "m1"), ("segment", "m3"), ("status_note", "old")] {
        accepted(&space, page(kind, from, "last"));
    }
    let mut asked = turn("在吗 hi");
    asked.limits.baton.entries = 0;
    asked.limits.live_tail.entries = 11;
    let recalled = Recalled { lines: vec![hupo_types::MessageId::new(5)], ..Recalled::default() };
    let context = see(&space, &asked, &recalled);
    for (id, by) in [("page-1", "msg-4"), ("page-2", "msg-3"), ("page-3", "msg-5")] {
        is_said_by(&context, id, by);
    }
    assert_eq!(texts(&context, Part::StatusNotes), ["status_note 这一页 page"], "one line of it is out of sight");
}

#[test]
fn what_the_profile_says_no_memory_says_again() {
    let space = automatic();
    said(&space, "a", "我叫小雨，Rain to my friends");
    chatter(&space);
    accepted(
        &space,
        json(
            r#"{"propose":"profile","attribute":"name","value":"小雨（Rain）","visibility":"always",
        "evidence":[{"message":"a","role":"user","quote":"我叫小雨"}]}"#,
        ),
    );
    kept(&space, "小雨(rain)", &[("a", "我叫小雨")]);
    let context = see(&space, &turn("我是谁"), &found(&[1]));
    assert!(entries(&context, Part::Memories).is_empty());
    is_said_by(&context, "mem-1", "pro-1");
}

#[test]
fn a_preference_that_bears_is_no_memory_as_well() {
    let space = automatic();
    said(&space, "a", "我最爱茉莉花茶 jasmine tea");
    chatter(&space);
    let preference = NewMemory {
        kind: Kind::Preference,
        importance: 8,
        ..fact("小雨爱茉莉花茶 jasmine", vec![quote("a", "我最爱茉莉花茶")])
    };
    accepted(&space, memory(preference));
    let recalled = Recalled { bearing: vec![MemoryId::new(1)], ..found(&[1]) };
    let context = see(&space, &turn("茉莉花茶没了"), &recalled);
    assert_eq!((entries(&context, Part::Bearing).len(), entries(&context, Part::Memories).len()), (1, 0));
    let found_twice = see(&space, &turn("早"), &found(&[1, 1]));
    assert_eq!(entries(&found_twice, Part::Memories).len(), 1);
    assert!(found_twice.left_out.is_empty(), "what is shown is not left out: {:?}", found_twice.left_out);
}

#[test]
fn what_stands_on_the_card_is_no_memory_as_well() {
    let space = automatic();
    space.person("林晓", &["Lin"]);
    said(&space, "a", "林晓考上了研究生 grad school");
    chatter(&space);
    kept(&space, "林晓考上了研究生 grad school student", &[("a", "林晓考上了研究生")]);
    let asked = Turn { people: vec!["Lin".to_owned()], ..turn("她好吗") };
    let context = see(&space, &asked, &found(&[1]));
    assert_eq!(texts(&context, Part::PersonCard), ["林晓 (Lin)", "林晓考上了研究生 grad school student"]);
    assert!(entries(&context, Part::Memories).is_empty() && why(&context, "mem-1").is_none());
}

#[test]
fn a_member_that_came_back_is_not_said_beside_its_summary() {
    let space = automatic();
    space.topic("工作");
    said(&space, "a", "今天又加班，I dread the release");
    chatter(&space);
    for (text, words) in [("用户加班 overtime", "今天又加班"), ("The user dreads releases 发布", "I dread the release")]
    {
        let topics = vec!["工作".to_owned()];
        accepted(&space, memory(NewMemory { importance: 8, topics, ..fact(text, vec![quote("a", words)]) }));
    }
    accepted(
        &space,
        json(
            r#"{"propose":"topic_summary","topic":"工作","text":"五月工作压力大 stress","members":[1,2],
        "period":{"from":"2024-05-01T00:00:00+08:00","to":"2024-06-01T00:00:00+08:00"}}"#,
        ),
    );
    let (summary, members) = (MemoryId::new(3), vec![MemoryId::new(1), MemoryId::new(2)]);
    space.write(vec![Command::Care(CareCommand::Fold { summary, members })]);
    space.write(vec![Command::Care(CareCommand::Restore { memories: vec![MemoryId::new(1)] })]);
    let context = see(&space, &turn("加班 overtime"), &found(&[3, 1, 2]));
    assert_eq!(texts(&context, Part::Memories), ["五月工作压力大 stress"]);
    is_said_by(&context, "mem-1", "mem-3");
    assert_eq!(why(&context, "mem-2"), Some(LeftOutReason::NotCurrent), "folded");
}

#[test]
fn what_was_corrected_archived_folded_or_erased_is_never_seen() {
    let space = automatic();
    said(&space, "a", "我住上海，I live in Shanghai, and I row on Sundays 划船");
    said(&space, "b", "不对，我搬到杭州了 Hangzhou");
    chatter(&space);
    accepted(
        &space,
        memory(NewMemory { importance: 8, ..keyed("city", "住在上海 Shanghai", vec![quote("a", "我住上海")]) }),
    );
    let corrected = NewMemory {
        supersedes: Some(MemoryRef::Id(MemoryId::new(1))),
        importance: 8,
        ..keyed("city", "住在杭州 Hangzhou", vec![correcting("b", "我搬到杭州了")])
    };
    space.write(vec![Command::Remember { memory: Box::new(corrected), vector: None }]);
    kept(&space, "周日划船 rowing", &[("a", "I row on Sundays")]);
    kept(&space, "会划船 can row", &[("a", "划船")]);
    space.write(vec![Command::Care(CareCommand::Archive { memories: vec![MemoryId::new(3)] })]);
    space.write(vec![Command::Erase(EraseTarget::Memory(MemoryId::new(4)))]);
    let recalled = Recalled { bearing: vec![MemoryId::new(1)], ..found(&[1, 2, 3, 4]) };
    let context = see(&space, &turn("我住哪，划船吗"), &recalled);
    assert_eq!(texts(&context, Part::Memories), ["住在杭州 Hangzhou"]);
    for id in ["mem-1", "mem-3", "mem-4"] {
        assert_eq!(why(&context, id), Some(LeftOutReason::NotCurrent), "{id}");
    }
}

#[test]
fn a_private_fact_and_what_would_tell_it_stay_out_until_asked_for() {
    let space = automatic();
    said(&space, "a", "注册要填生日：1994年7月2日，别到处显示");
    chatter(&space);
    accepted(
        &space,
        json(
            r#"{"propose":"profile","attribute":"birth_date","value":"1994-07-02","visibility":"always",
        "evidence":[{"message":"a","role":"user","quote":"生日：1994年7月2日"}]}"#,
        ),
    );
    kept(&space, "小雨是巨蟹座 Cancer", &[("a", "1994年7月2日")]);
    kept(&space, "小雨不喜欢资料到处显示 privacy", &[("a", "别到处显示")]);
    let uninvited = see(&space, &turn("今天吃什么 dinner"), &found(&[1, 2]));
    assert_eq!(texts(&uninvited, Part::Memories), ["小雨不喜欢资料到处显示 privacy"]);
    assert_eq!(texts(&uninvited, Part::Profile), ["已成年"]);
    assert_eq!(
        (why(&uninvited, "pro-1"), why(&uninvited, "mem-1")),
        (Some(LeftOutReason::Private), Some(LeftOutReason::Private))
    );
    assert!(!uninvited.render().contains("1994"), "{}", uninvited.render());
    let invited = see(&space, &turn("你还记得我的生日吗"), &found(&[1, 2]));
    assert_eq!(texts(&invited, Part::Bearing), ["birth_date: 1994-07-02"]);
    assert!(entries(&invited, Part::Profile).is_empty() && texts(&invited, Part::Memories).len() == 2);
}
