//! What a run is given: the lines, their surroundings, and never what was made of them before.

use super::super::space::{json, quote};
use super::*;
use hupo_types::{Command, EraseTarget, Kind, NewMemory, Scope};

fn texts(messages: &[hupo_types::Message]) -> Vec<&str> {
    messages.iter().map(|message| message.text.as_str()).collect()
}

#[test]
fn a_run_is_given_its_lines_those_before_and_whom_they_mention() {
    let space = space(Schedule::default());
    space.person("林晓", &["Lily"]);
    space.person("Bo", &[]);
    space.said(Role::User, "前一天 the day before", 1);
    space.promote_all(25);
    space.said(Role::System, "notice", 26);
    space.said(Role::User, "Lily 明天到", 26);
    space.said(Role::User, "erased 抹掉", 26);
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(4)))]);
    let due = space.due_at(50);
    let task = space.task_at(&due[0], 50).unwrap();
    assert_eq!(texts(&task.messages), ["Lily 明天到"]);
    assert_eq!(texts(&task.before), ["前一天 the day before"]);
    assert_eq!(task.people.iter().map(|entity| entity.name.as_str()).collect::<Vec<_>>(), ["林晓"]);
    assert_eq!(task.zone, "Asia/Shanghai");
}

#[test]
fn a_late_line_is_given_with_the_other_lines_of_its_day() {
    let space = space(Schedule::default());
    space.said(Role::User, "周三早上 Wednesday morning", 2);
    space.promote_all(25);
    for at in 25..70 {
        space.said(Role::User, "后来 later", at);
    }
    space.promote_all(96);
    space.came(NewMessage::user("还是周三 still Wednesday").at(hours(5)), 97);
    let due = space.due_at(97);
    let task = space.task_at(&due[0], 97).unwrap();
    assert_eq!(texts(&task.messages), ["还是周三 still Wednesday"]);
    assert_eq!(task.before.first().map(|line| line.text.as_str()), Some("周三早上 Wednesday morning"));
}

#[test]
fn open_matters_and_living_memories_come_along_and_closed_ones_do_not() {
    let space = space(Schedule::default());
    space.user("m1", "周五去看牙，I live in Lisbon, 周六看电影");
    space.user("m2", "电影不看了");
    let item = |text: &str| {
        json(&format!(
            r#"{{"propose":"temporal_item","kind":"plan","text":"{text}","evidence":[{{"message":"m1","role":"user","quote":"{text}"}}]}}"#
        ))
    };
    space.propose(item("周五去看牙"));
    space.propose(item("周六看电影"));
    let cancelled = space.propose(json(
        r#"{"propose":"outcome","item":2,"ending":"cancelled","evidence":[{"message":"m2","role":"user","quote":"电影不看了"}]}"#,
    ));
    assert_eq!(cancelled.code, hupo_types::VerdictCode::Accepted, "{cancelled:?}");
    let lives = NewMemory::new(Kind::Fact, Scope::User, "lives in Lisbon", vec![quote("m1", "live in Lisbon")]);
    space.propose(super::super::space::memory(lives));
    let due = space.due_at(24 * 30);
    let task = space.task_at(&due[0], 24 * 30).unwrap();
    assert_eq!(task.open_items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), ["周五去看牙"]);
    assert_eq!(task.memories.iter().map(|memory| memory.text.as_str()).collect::<Vec<_>>(), ["lives in Lisbon"]);
}

#[test]
fn no_task_shows_an_earlier_page_or_belief() {
    let space = space(Schedule { page_tokens: 60, ..small() });
    for n in 0..12 {
        space.said(Role::User, "一句话 some words", 1 + n);
        while let Some(due) = space.due_at(1 + n).into_iter().next() {
            let task = space.task_at(&due, 1 + n).unwrap();
            assert!(!serde_json::to_string(&task).unwrap().contains("近况"), "{}", due.duty());
            space.close_at(&due, answer(&task), 1 + n);
        }
    }
    use hupo_store::Read;
    assert!(space.snapshot().pages(hupo_types::PageKind::Continuity).unwrap().len() > 1);
}

#[test]
fn what_is_not_due_any_more_has_no_task() {
    let space = space(Schedule::default());
    space.said(Role::User, "嗯 ok", 1);
    let due = space.due_at(24);
    assert!(space.task_at(&due[0], 24).is_some());
    assert!(space.task_at(&Due::Segment { ranges: vec![range(1, 2)] }, 24).is_none(), "a line that is not there");
    space.promote_all(24);
    assert!(space.task_at(&due[0], 24).is_none());
}
