//! The budget holds, and what gives way is the least needed.

use super::super::space::{DAY_MS, NOW, Space, automatic, fact, json, memory, quote, zone};
use super::view::{entries, found, see, texts, turn, why};
use crate::{LeftOutReason, Part, Recalled, Turn, TurnContext, turn_context};
use hupo_types::{Kind, MessageId, NewMemory, NewMessage, Proposal, VerdictCode};

fn accepted(space: &Space, proposal: Proposal) {
    let verdict = space.propose(proposal);
    assert_eq!(verdict.code, VerdictCode::Accepted, "{verdict:?}");
}

/// Something in most parts, each part of some length.
fn full() -> Space {
    let space = automatic();
    for number in 0..12 {
        let text = format!("旧话 {number}：我爱茉莉花茶，也养猫，别提前任 old talk");
        space.says(NewMessage::user(text).external_id(format!("old-{number}")).at(NOW.plus_ms(-30 * DAY_MS)));
    }
    space.says(NewMessage::user("前天的话 two days ago").external_id("near").at(NOW.plus_ms(-2 * DAY_MS)));
    for number in 0..30 {
        space.says(NewMessage::user(format!("闲聊第 {number} 句，说说今天 chat")).at(NOW));
    }
    for (kind, text) in [
        (Kind::Boundary, "不提前任 no talk of the ex"),
        (Kind::Preference, "爱茉莉花茶 jasmine"),
        (Kind::Fact, "养了猫 has a cat"),
        (Kind::Fact, "猫很老了 an old cat"),
    ] {
        let words = if kind == Kind::Boundary { "别提前任" } else { "我爱茉莉花茶" };
        accepted(&space, memory(NewMemory { kind, importance: 8, ..fact(text, vec![quote("old-1", words)]) }));
    }
    accepted(
        &space,
        json(
            r#"{"propose":"profile","attribute":"name","value":"小雨 Rain","visibility":"always",
        "evidence":[{"message":"old-1","role":"user","quote":"也养猫"}]}"#,
        ),
    );
    accepted(
        &space,
        json(
            r#"{"propose":"temporal_item","kind":"plan","text":"带猫去看医生 vet","starts":"2024-05-10T10:00:00+08:00",
        "evidence":[{"message":"old-2","role":"user","quote":"也养猫","purpose":"setup"}]}"#,
        ),
    );
    for kind in ["continuity", "status_note", "diary", "segment", "carried_note", "rolling_summary"] {
        let text = format!("{kind} 这一页写了很多很多很多很多很多 a page of some length");
        accepted(&space, json(&format!(r#"{{"propose":"{kind}","text":"{text}","from":"old-0","to":"near"}}"#)));
    }
    space
}

fn within(space: &Space, tokens: usize) -> TurnContext {
    let mut asked = turn("茉莉花茶和猫 jasmine tea?");
    asked.limits.tokens = tokens;
    let mut recalled = found(&[3, 4]);
    recalled.bearing = vec![hupo_types::MemoryId::new(1), hupo_types::MemoryId::new(2)];
    recalled.lines = vec![MessageId::new(2)];
    see(space, &asked, &recalled)
}

/// The parts in the order in which they are gone as the budget shrinks.
fn order_of_going(space: &Space) -> Vec<Part> {
    let whole = within(space, 8_192);
    let mut left: Vec<Part> = whole.sections.iter().map(|section| section.part).collect();
    let mut gone = Vec::new();
    let mut cost = whole.n_tokens;
    while let Some(tokens) = cost.checked_sub(1) {
        let context = within(space, tokens);
        assert!(context.n_tokens <= tokens, "{} of {tokens}", context.n_tokens);
        cost = context.n_tokens;
        let now: Vec<Part> = context.sections.iter().map(|section| section.part).collect();
        gone.extend(left.iter().filter(|part| !now.contains(part)));
        left = now;
    }
    gone
}

#[test]
fn parts_give_way_in_the_order_that_is_written_down() {
    assert_eq!(
        order_of_going(&full()),
        [
            Part::Segments,
            Part::Diaries,
            Part::Baton,
            Part::StatusNotes,
            Part::RollingSummary,
            Part::Memories,
            Part::CarriedNote,
            Part::TemporalItems,
            Part::LiveTail,
            Part::Continuity,
            Part::Bearing,
            Part::Profile,
            Part::LocalTime,
            Part::CurrentMessage,
        ]
    );
}

#[test]
fn whole_entries_go_and_the_oldest_lines_first() {
    let space = full();
    let whole = within(&space, 8_192);
    assert!(whole.left_out.iter().all(|one| one.reason != LeftOutReason::OverBudget), "{:?}", whole.left_out);
    let (shown, all) = (within(&space, whole.n_tokens * 6 / 10), texts(&whole, Part::LiveTail));
    let lines = texts(&shown, Part::LiveTail);
    assert!(lines.len() < all.len() && all.ends_with(&lines), "{lines:?}");
    for section in &shown.sections {
        for entry in &section.entries {
            assert!(entries(&whole, section.part).iter().any(|one| one.text == entry.text), "{entry:?} was cut");
        }
    }
    let gone = all.len() - lines.len();
    let noted =
        shown.left_out.iter().filter(|one| one.part == Part::LiveTail && one.reason == LeftOutReason::OverBudget);
    assert_eq!(noted.count(), gone);
}

#[test]
fn a_message_longer_than_everything_keeps_its_head_and_tail() {
    let space = full();
    for unit in ["很长的一句话", "a very long line, ", "长 long "] {
        let text = format!("开头 start {} 结尾 end", unit.repeat(4_000));
        let context = see(&space, &turn(&text), &Recalled::default());
        let message = entries(&context, Part::CurrentMessage)[0];
        assert!(context.n_tokens <= 8_192 && message.n_cut > 0, "{}", context.n_tokens);
        assert!(message.text.starts_with("开头 start") && message.text.ends_with("结尾 end"));
        assert_eq!(why(&context, "turn"), Some(LeftOutReason::OverBudget));
        assert!(context.n_tokens > 8_000, "as much is kept as fits: {}", context.n_tokens);
        for part in [Part::Profile, Part::LocalTime, Part::Continuity] {
            assert!(!entries(&context, part).is_empty(), "{part:?} outlasts the middle of a message");
        }
    }
}

#[test]
fn a_message_that_fits_is_never_cut() {
    let space = full();
    let text = "一句话 one line ".repeat(200);
    let context = see(&space, &turn(&text), &Recalled::default());
    assert_eq!(texts(&context, Part::CurrentMessage), [text.as_str()]);
}

/// Says what a text costs.
type Counter = fn(&str) -> usize;

#[test]
fn any_counter_is_obeyed() {
    let space = full();
    let counters: [(&str, Counter); 7] = [
        ("characters", |text| text.chars().count()),
        ("bytes", str::len),
        ("words", |text| text.split_whitespace().count()),
        ("always one", |_| 1),
        ("nothing", |_| 0),
        ("always too much", |_| usize::MAX),
        ("odd", |text| text.len().wrapping_mul(7_919) % 4_000),
    ];
    for (name, count) in counters {
        for tokens in [0, 1, 50, 500, 5_000] {
            let mut asked = turn("茉莉花茶和猫 jasmine tea?");
            asked.limits.tokens = tokens;
            let context = turn_context(&space.snapshot(), &asked, &found(&[1, 2, 3, 4]), &zone(), &count).unwrap();
            assert!(context.n_tokens <= tokens, "{name}: {} of {tokens}", context.n_tokens);
            let text = context.render();
            assert_eq!(context.n_tokens, if text.is_empty() { 0 } else { count(text) }, "{name}");
        }
    }
}

#[test]
fn a_part_keeps_to_its_own_limits() {
    let space = full();
    let mut asked = turn("茉莉花茶和猫 jasmine tea?");
    asked.limits.live_tail.tokens = 40;
    asked.limits.memories.tokens = 40;
    asked.limits.diaries.entries = 0;
    let context = see(&space, &asked, &found(&[3, 4]));
    let tail = entries(&context, Part::LiveTail);
    assert!(!tail.is_empty() && tail.iter().map(|entry| entry.n_tokens).sum::<usize>() <= 40);
    assert!(entries(&context, Part::Baton).is_empty(), "the baton would not touch the tail");
    assert!(entries(&context, Part::Memories).len() <= 1 && entries(&context, Part::Diaries).is_empty());
    let none = Turn {
        limits: crate::TurnLimits { live_tail: crate::PartLimit { entries: 0, tokens: 0 }, ..asked.limits.clone() },
        ..asked
    };
    assert!(entries(&see(&space, &none, &Recalled::default()), Part::LiveTail).is_empty());
}
