//! Which searches are made for a turn: none for silence, and none that a strange message could break.

use super::*;
use crate::Hupo;
use hupo_types::{MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope, SpaceConfig, Timestamp};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn space(folder: &TempDir) -> Space {
    let hupo = Hupo::open(folder.path()).unwrap();
    let space = hupo.space_or_create(SpaceConfig { name: "turns".into(), zone: "Asia/Shanghai".into() }, NOW).unwrap();
    let lines = ["我只喝茉莉花茶", "Please never call me after ten", "周六下午是陶艺时间 pottery"];
    space.append(lines.map(NewMessage::user).to_vec(), NOW).unwrap();
    for (number, (kind, line)) in (1..).zip([Kind::Preference, Kind::Boundary, Kind::Ritual].into_iter().zip(lines)) {
        let quote = NewEvidence::statement(MessageRef::Id(MessageId::new(number)), Role::User, line);
        space.remember(NewMemory::new(kind, Scope::User, line, vec![quote]), NOW).unwrap();
    }
    space
}

#[track_caller]
fn finds(text: &str, memories: &[u64], bearing: &[u64]) {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let recalled = recalled(&space.inner, &Turn::new(text, NOW), &Patience::default()).unwrap();
    let found: Vec<u64> = recalled.memories.iter().map(|one| one.memory.get()).collect();
    let bears: Vec<u64> = recalled.bearing.iter().map(|id| id.get()).collect();
    assert_eq!((found.as_slice(), bears.as_slice()), (memories, bearing), "{text}");
    assert!(recalled.lines.is_empty(), "there is no segment for a line to lead to");
}

#[test]
fn a_turn_finds_memories_and_beside_them_what_bears_on_it() {
    finds("想喝茉莉花茶", &[1], &[1]);
    finds("May I call you after ten?", &[2], &[2]);
    finds("周六 pottery 去吗", &[3], &[]);
}

#[test]
fn what_is_only_reached_by_way_of_others_is_left_where_it_is() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let person =
        hupo_types::NewEntity { name: "阿芮".into(), kind: hupo_types::EntityKind::Person, aliases: Vec::new() };
    space.write(vec![hupo_types::Command::AddEntity(person)], NOW).unwrap();
    let lines = ["阿芮来了", "门口的灯坏了 the lamp is broken"].map(|line| NewMessage::user(line).session("door"));
    space.append(lines.to_vec(), NOW).unwrap();
    let quote = |number, words| vec![NewEvidence::statement(MessageRef::Id(MessageId::new(number)), Role::User, words)];
    space.remember(NewMemory::new(Kind::Event, Scope::User, "阿芮来过", quote(4, "阿芮来了")), NOW).unwrap();
    space.remember(NewMemory::new(Kind::Event, Scope::User, "灯坏了", quote(5, "灯坏了")), NOW).unwrap();
    let walked = space.recall(&Question::new("阿芮", NOW)).unwrap();
    assert!(walked.hits.iter().any(|hit| hit.id == DocId::Memory(MemoryId::new(5))), "recall walks on");
    let seen = recalled(&space.inner, &Turn::new("阿芮", NOW), &Patience::default()).unwrap();
    assert_eq!(seen.memories.iter().map(|one| one.memory.get()).collect::<Vec<_>>(), [4]);
}

#[test]
fn silence_is_not_searched_with() {
    for text in ["", " \n\t", "\u{200b}", "\u{1}"] {
        finds(text, &[], &[]);
    }
}

#[test]
fn a_strange_message_is_searched_with_by_its_beginning() {
    finds("茉莉花茶\u{0}\u{1b}[31m", &[1], &[1]);
    assert_eq!(asked(&format!("茉莉花茶{}", "唔".repeat(limits::MESSAGE_BYTES / 3))).len(), SEARCHED_BYTES - 1);
    let folder = TempDir::new().unwrap();
    let turn = Turn::new("唔 um ".repeat(limits::MESSAGE_BYTES / 8), NOW);
    assert!(space(&folder).context(&turn).unwrap().n_tokens <= 8_192, "even the longest message is a turn");
    assert_eq!(asked("a\nb\u{7}c"), "a\nb c");
}

#[test]
fn more_people_than_a_question_takes_are_no_error() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let people = (0..=limits::NAMES).map(|number| format!("P{number}")).collect();
    let turn = Turn { people, ..Turn::new("茉莉花茶", NOW) };
    assert_eq!(recalled(&space.inner, &turn, &Patience::default()).unwrap().memories.len(), 1);
    assert!(space.context(&turn).is_ok());
}

#[test]
fn named_entities_come_in_the_order_of_the_text() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let named_so = |name: &str| hupo_types::NewEntity {
        name: name.into(),
        kind: hupo_types::EntityKind::Person,
        aliases: Vec::new(),
    };
    let commands = ["阿芮", "Tom", "林晓"].map(|name| hupo_types::Command::AddEntity(named_so(name)));
    space.write(commands.to_vec(), NOW).unwrap();
    let names = named(&space.inner, "林晓 and Tom 去看阿芮");
    assert_eq!(names, [3, 2, 1].map(EntityId::new));
}

#[test]
fn what_a_limit_leaves_out_is_not_searched_for() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let mut turn = Turn::new("茉莉花茶", NOW);
    turn.limits.memories.entries = 0;
    turn.limits.bearing.entries = 0;
    let recalled = recalled(&space.inner, &turn, &Patience::default()).unwrap();
    assert!(recalled.memories.is_empty() && recalled.bearing.is_empty());
}
