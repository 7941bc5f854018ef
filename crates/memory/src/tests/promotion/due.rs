//! When what is due, told by hand.

use super::super::space::{json, zone};
use super::*;
use crate::Month;
use hupo_types::{Command, EraseTarget, Kind, MemoryId, NewMemory, ObservationType, Occasion, Scope, Slot, SlotType};

#[test]
fn a_day_is_due_when_it_is_over_and_begins_at_four() {
    let space = space(Schedule::default());
    space.said(Role::User, "早上好", 1);
    space.said(Role::Companion, "good morning", 2);
    space.said(Role::User, "深夜 half past three, still Wednesday", 23);
    assert_eq!(told(&space.due_at(23)), Vec::<String>::new());
    assert_eq!(told(&space.due_at(24)), ["day 1-3"]);
    space.said(Role::User, "周四 Thursday", 24);
    assert_eq!(told(&space.due_at(40)), ["day 1-3"], "what was said after four is the next day's");
    assert_eq!(told(&space.due_at(48)), ["day 1-3", "day 4-4"]);
}

#[test]
fn the_hour_at_which_days_begin_is_a_setting() {
    let space = space(Schedule { day_starts_hour: 0, ..Schedule::default() });
    space.said(Role::User, "晚上 evening", 19);
    assert_eq!(told(&space.due_at(20)), ["day 1-1"]);
}

#[test]
fn a_missed_week_is_caught_up_day_by_day_the_oldest_first() {
    let space = space(Schedule::default());
    for day in 0..7 {
        space.said(Role::User, "早 hi", day * 24 + 3);
        space.said(Role::Companion, "早 hi", day * 24 + 3);
    }
    let due = space.due_at(7 * 24);
    assert_eq!(told(&due), ["day 1-2", "day 3-4", "day 5-6", "day 7-8", "day 9-10", "day 11-12", "day 13-14"]);
    let days: Vec<String> = due.iter().map(|one| serde_json::to_value(one).unwrap()["day"].to_string()).collect();
    assert_eq!((days[0].as_str(), days[6].as_str()), ("\"2024-05-08\"", "\"2024-05-14\""));
    assert_eq!(space.promote_all(7 * 24), due);
    assert_eq!(space.covered(Track::Facts), [(1, 14)]);
}

#[test]
fn a_late_line_makes_its_day_due_again_for_itself_alone() {
    let space = space(Schedule::default());
    space.said(Role::User, "周三 Wednesday", 2);
    space.promote_all(30);
    space.said(Role::User, "周四 Thursday", 31);
    let late = space.came(NewMessage::user("补一句 one more of Wednesday").at(hours(3)), 32);
    space.said(Role::User, "周四 Thursday again", 33);
    let due = space.due_at(33);
    assert_eq!((told(&due), due[0].occasion()), (vec!["day 3-3".to_owned()], Occasion::DayReopened));
    assert_eq!(late, MessageId::new(3));
    space.promote_all(33);
    let due = space.due_at(50);
    assert_eq!((told(&due), due[0].occasion()), (vec!["day 2-2 4-4".to_owned()], Occasion::DayOver));
    space.promote_all(50);
    assert_eq!(space.covered(Track::Facts), [(1, 4)], "ranges that touch are one");
}

#[test]
fn a_line_without_a_time_or_from_the_future_is_of_the_day_it_came() {
    let space = space(Schedule::default());
    space.came(NewMessage::user("没有时间 no time"), 2);
    space.came(NewMessage::user("钟快了 a fast clock").at(hours(25)), 2);
    assert_eq!(told(&space.due_at(24)), ["day 1-2"]);
}

#[test]
fn a_day_that_is_too_long_for_one_run_is_cut() {
    let space = space(Schedule { run_messages: 2, ..Schedule::default() });
    for at in 1..6 {
        space.said(Role::User, "嗯 ok", at);
    }
    assert_eq!(told(&space.due_at(24)), ["day 1-2", "day 3-4", "day 5-5"]);
    let words = super::space(Schedule { run_tokens: 20, ..Schedule::default() });
    let long = "很长的一句话 a rather long line that takes more than twenty tokens all by itself, 真的很长";
    for text in ["短 short", long, "短 short", "短 short"] {
        words.said(Role::User, text, 1);
    }
    assert_eq!(told(&words.due_at(24)), ["day 1-1", "day 2-2", "day 3-4"], "a long line comes alone");
}

#[test]
fn what_nobody_said_is_never_due_by_itself_and_goes_with_what_was_said() {
    let space = space(Schedule::default());
    space.said(Role::System, "imported 已导入", 1);
    assert!(space.due_at(24).is_empty());
    space.said(Role::User, "周四 Thursday", 25);
    space.said(Role::System, "notice 通知", 26);
    assert_eq!(told(&space.due_at(48)), ["day 1-3"]);
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(2)))]);
    assert!(space.due_at(48).is_empty(), "an erased line says nothing");
}

#[test]
fn after_a_reply_the_exchange_is_due_if_the_space_wants_it() {
    let space = space(Schedule { after_reply: true, ..Schedule::default() });
    space.said(Role::User, "在吗 are you there", 1);
    assert!(space.due_at(1).is_empty(), "nobody replied");
    space.said(Role::Companion, "在 yes", 1);
    space.said(Role::User, "下一句 next", 2);
    assert_eq!(told(&space.due_at(2)), ["after_reply 1-2"]);
    space.promote_all(2);
    assert!(space.due_at(2).is_empty());
    assert_eq!(told(&space.due_at(24)), ["day 3-3"], "the end of the day takes what nobody replied to");
    let quiet = super::space(Schedule::default());
    quiet.said(Role::User, "在吗", 1);
    quiet.said(Role::Companion, "yes", 1);
    assert!(quiet.due_at(1).is_empty(), "a space that does not want it waits for the end of the day");
}

#[test]
fn a_page_is_due_when_enough_left_the_tail_then_its_facts_then_segments_behind_it() {
    let space = space(Schedule { page_tokens: 15, ..small() });
    for n in 0..4 {
        space.said(Role::User, "一句话 words", 1 + n / 4);
    }
    assert!(space.due_at(2).is_empty(), "two are the tail, and two are too few");
    space.said(Role::User, "一句话 words", 2);
    assert_eq!(told(&space.due_at(2)), ["page 1-3"]);
    let due = space.due_at(2);
    let task = space.task_at(&due[0], 2).unwrap();
    space.close_at(&due[0], answer(&task), 2);
    let about = (task.messages[0].id.get(), task.messages.last().unwrap().id.get());
    assert_eq!(about, (2, 3), "a page is made from as many lines as it may read");
    assert_eq!(told(&space.due_at(2)), ["page_facts 1-3"], "one line is too few for a segment");
    space.promote_all(2);
    for _ in 0..4 {
        space.said(Role::User, "一句话 words", 3);
    }
    assert_eq!(
        told(&space.promote_all(3)),
        ["page 4-7", "page_facts 4-7", "segment 1-4", "segment 5-5"].map(str::to_owned)[..3]
    );
    assert_eq!(space.covered(Track::Page), [(1, 7)]);
    assert_eq!(told(&space.due_at(24)), ["day 8-9"], "what a page's facts told is not told again");
}

#[test]
fn a_space_without_pages_has_neither_pages_nor_segments() {
    let space = space(Schedule { page_messages: 0, ..small() });
    (0..30).for_each(|_| _ = space.said(Role::User, "一句 words", 1));
    assert!(space.due_at(2).is_empty());
}

fn slot() -> Slot {
    let (name, about) = ("tea".to_owned(), "喝什么茶".to_owned());
    Slot { name, about, value_type: SlotType::Text, supported_by: vec![ObservationType::Preference] }
}

#[test]
fn beliefs_are_due_when_something_that_supports_them_came_to_the_log() {
    let rules = Rules { review: ReviewPolicy::Automatic, slots: vec![slot()], ..Rules::default() };
    let space = Space::with(rules);
    space.user("m1", "我喜欢茉莉花茶 and I live in Lisbon");
    let observe = |kind: &str, quote: &str| {
        let text = format!(
            r#"{{"propose":"observation","type":"{kind}","subject":"tea","value":"{quote}","source":"stated",
            "evidence":[{{"message":"m1","role":"user","quote":"{quote}"}}]}}"#
        );
        space.propose(json(&text));
    };
    observe("context", "live in Lisbon");
    let beliefs = |at| told(&space.due_at(at)).into_iter().filter(|one| one == "beliefs").count();
    assert_eq!(beliefs(17), 0, "nothing may support a slot");
    observe("preference", "我喜欢茉莉花茶");
    assert_eq!(beliefs(17), 1);
    let due = space.due_at(17).into_iter().find(|one| one.duty() == Duty::Beliefs).unwrap();
    let task = space.task_at(&due, 17).unwrap();
    assert_eq!((task.slots.len(), task.observations.len(), task.messages.len()), (1, 2, 0));
    space.close_at(&due, nothing(), 17);
    assert_eq!(beliefs(17), 0, "and not again until the log moves");
}

#[test]
fn a_month_of_a_topic_is_due_once_for_the_same_members() {
    let space = space(Schedule::default());
    space.topic("猫 cats");
    space.user("m1", "糯米今天吃了罐头，Nuomi also slept all day");
    let about = |text: &str, quote: &str| NewMemory {
        topics: vec!["猫 cats".to_owned()],
        ..NewMemory::new(Kind::Event, Scope::User, text, vec![super::super::space::quote("m1", quote)])
    };
    for (text, quote) in [("糯米吃了罐头", "今天吃了罐头"), ("Nuomi slept all day", "slept all day")] {
        space.propose(super::super::space::memory(about(text, quote)));
    }
    let june = 24 * 40;
    let topics = |at| space.due_at(at).into_iter().filter(|one| one.duty() == Duty::TopicSummary).collect::<Vec<_>>();
    let due = topics(june);
    let Some(Due::TopicSummary { members, period, .. }) = due.first() else { panic!("{due:?}") };
    assert_eq!(members.as_slice(), [MemoryId::new(1), MemoryId::new(2)]);
    assert_eq!(Some(*period), "2024-05".parse::<Month>().unwrap().period(&zone()));
    assert!(topics(17).is_empty(), "the month goes on");
    let task = space.task_at(&due[0], june).unwrap();
    assert_eq!(task.topic.as_ref().map(|topic| topic.members.len()), Some(2));
    space.close_at(&due[0], nothing(), june);
    assert!(topics(june).is_empty(), "somebody looked at these members, and wrote nothing");
    space.propose(super::super::space::memory(about("糯米今天吃了", "糯米今天")));
    assert_eq!(topics(june).len(), 1, "another member makes it due again");
}
