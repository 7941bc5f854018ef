//! Text that nobody should have written: spliced turns, marks that nobody sees, lines without an end.

use super::{evidence, said, set};
use crate::{Line, Talk, extract};
use hupo_text::quote;
use hupo_types::{MessageId, MessageRef, Proposal, Role};
use proptest::prelude::*;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Marks that break what is careless of bytes, characters or what is seen.
const POISON: [&str; 14] = [
    "\0",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\u{301}",
    "\u{fe0f}",
    "👩‍👩‍👧",
    "\r\n",
    "“",
    "```",
    "\t",
    "İ",
    "ﬁ",
    "\u{1f1e8}",
];

/// The set, read once.
static TURNS: LazyLock<Vec<set::Turn>> = LazyLock::new(set::read);

/// Every quote stands in its message, which is the user's; nothing is proposed with an importance below the floor.
fn holds(talk: &Talk) -> Vec<Proposal> {
    let found = extract(talk);
    for proposal in &found {
        for cited in evidence(proposal) {
            let MessageRef::Id(id) = cited.message else { panic!("cited by its id") };
            let line = talk.messages.iter().find(|line| line.id == id).expect("the cited message is in the talk");
            assert_eq!((line.role, cited.role), (Role::User, Role::User));
            quote::locate(&line.text, &cited.quote, cited.hint).expect("the quote stands in its message");
        }
        if let Proposal::Memory(new) = proposal {
            assert!((5..=10).contains(&new.importance) && !new.key.is_empty(), "{new:?}");
        }
    }
    assert_eq!(extract(talk), found, "the same talk gives the same proposals");
    found
}

/// A cut on a character boundary.
fn head(text: &str, at: usize) -> &str {
    text.get(..(0..=at % (text.len() + 1)).rev().find(|byte| text.is_char_boundary(*byte)).unwrap_or(0)).unwrap_or("")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn spliced_and_poisoned_turns_never_break_a_promise(
        picks in proptest::collection::vec((any::<prop::sample::Index>(), any::<usize>(), 0..POISON.len(), any::<bool>()), 1..4)
    ) {
        let turns = &*TURNS;
        let mut talk = turns.first().expect("the set is not empty").talk();
        let mut text = String::new();
        for (index, cut, poison, whole) in picks {
            let turn = index.get(turns);
            text.push_str(if whole { &turn.text } else { head(&turn.text, cut) });
            text.push_str(POISON[poison]);
            let given = turn.talk();
            talk.open.extend(given.open);
            talk.memories.extend(given.memories);
            talk.before.extend(given.before);
        }
        talk.messages = vec![Line { text, ..talk.messages.remove(0) }];
        holds(&talk);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,80}", sign in prop::sample::select(POISON.to_vec())) {
        holds(&said(&format!("我叫{text}{sign}我住在{text}，I love {text}. remember that i {text}")));
    }
}

#[test]
fn long_lines_are_read_in_time() {
    let unit = "我喜欢茉莉花茶，明天下午三点有个面试 and i love hiking, 别再提我前男友了 ";
    let lines = [
        unit.repeat(1_000),
        "“".repeat(33_000),
        "不是".repeat(16_000),
        "a".repeat(100_000),
        "1月".repeat(25_000),
        "，".repeat(33_000),
    ];
    for text in lines {
        let began = Instant::now();
        holds(&said(&text));
        assert!(began.elapsed() < Duration::from_secs(5), "{} bytes took {:?}", text.len(), began.elapsed());
    }
}

#[test]
fn twice_the_talk_takes_about_twice_the_time() {
    let turns = &*TURNS;
    let of = |times: usize| {
        let texts = (0..times).flat_map(|_| turns.iter().map(|turn| turn.text.clone()));
        let line = |(text, id)| Line { id: MessageId::new(id), role: Role::User, text, time: None };
        Talk { messages: texts.zip(1..).map(line).collect(), ..said("x") }
    };
    let time = |talk: &Talk| {
        let began = Instant::now();
        std::hint::black_box(extract(talk));
        began.elapsed()
    };
    let quickest = |talk: &Talk| (0..3).map(|_| time(talk)).min().expect("three runs");
    let (once, four) = (quickest(&of(1)), quickest(&of(4)));
    assert!(four < once * 8 + Duration::from_millis(500), "{once:?} for one, {four:?} for four times as much");
}

#[test]
fn only_the_user_s_lines_are_read() {
    let text = "我叫林小满，我住在成都";
    for role in [Role::Companion, Role::System] {
        let mut talk = said(text);
        talk.messages[0].role = role;
        assert_eq!(extract(&talk), []);
    }
    let mut talk = said("嗯嗯");
    talk.before = vec![Line { text: text.to_owned(), ..talk.messages[0].clone() }];
    assert_eq!(extract(&talk), [], "what was said before is never quoted");
    assert_eq!(holds(&said(text)).len(), 2);
}

#[test]
fn a_known_name_is_one_however_it_is_written() {
    let mut talk = said("my sister lin is here, 我闺蜜初夏也来了");
    assert_eq!(holds(&talk), []);
    talk.people = vec![vec!["Lin".to_owned(), "林".to_owned()], vec!["初夏".to_owned()]];
    let names: Vec<String> = holds(&talk)
        .iter()
        .filter_map(|proposal| if let Proposal::Person(new) = proposal { Some(new.name.clone()) } else { None })
        .collect();
    assert_eq!(names, ["lin", "初夏"]);
}

#[test]
fn what_is_proposed_is_written_as_the_message_is() {
    let texts: Vec<String> = ["我對塵蟎過敏", "我对尘螨过敏", "I'm allergic to dust"]
        .into_iter()
        .flat_map(|text| holds(&said(text)))
        .map(|proposal| super::memory(&proposal).text.clone())
        .collect();
    assert_eq!(texts, ["用戶對塵蟎過敏", "用户对尘螨过敏", "The user is allergic to dust"]);
}

#[test]
fn of_a_fact_said_twice_the_last_saying_counts() {
    let mut talk = said("我住在成都");
    talk.messages
        .push(Line { id: MessageId::new(2), text: "不对，我住在重庆".to_owned(), ..talk.messages[0].clone() });
    let found = holds(&talk);
    let texts: Vec<&str> = found.iter().map(|proposal| super::memory(proposal).text.as_str()).collect();
    assert_eq!(texts, ["用户住在重庆"]);
}
