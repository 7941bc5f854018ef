//! A sound root to be harmed: two spaces of two languages, whose files look alike.

use crate::world::{NOW, config, says};
use hupo::{
    Command, EntityKind, EraseTarget, Hupo, Kind, MessageId, NewEntity, NewMemory, NewMessage, NewTopic, Scope, Space,
};
use tempfile::TempDir;

/// The space that is harmed, and the one whose files are put in the place of its own.
pub(super) const HARMED: &str = "harmed 琥珀";
pub(super) const OTHER: &str = "other 另一个";

const SUBJECTS: [&str; 5] = ["花生酱 peanut butter", "里斯本 Lisbon", "电车 tram", "审批 approval", "小提琴 violin"];

/// A root with both spaces, closed cleanly.
pub(super) fn sound() -> TempDir {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    for (name, lines) in [(HARMED, 240), (OTHER, 244)] {
        let space = hupo.space_or_create(config(name), NOW).unwrap();
        fill(&space, name, lines);
        space.flush().unwrap();
        space.close().unwrap();
    }
    folder
}

fn fill(space: &Space, name: &str, lines: usize) {
    let line = |n: usize| {
        let text = format!("{name}: 第{n}次说到 {} again, number {}", SUBJECTS[n % 5], n * 7919 % 1_000);
        NewMessage::user(text).external_id(format!("m{n}")).speaker("小禾").session(format!("s{}", n / 20)).at(NOW)
    };
    for batch in 0..12 {
        let from = batch * lines / 12;
        space.append((from..(batch + 1) * lines / 12).map(line).collect(), NOW).unwrap();
    }
    let named = |name: &str| {
        let (name, aliases) = (name.to_owned(), vec![format!("{name} 小")]);
        Command::AddEntity(NewEntity { name, kind: EntityKind::Place, aliases })
    };
    let topic = Command::AddTopic(NewTopic { name: "远方 far away".into(), about: String::new() });
    space.write(vec![named("Lisbon"), named("里斯本"), topic], NOW).unwrap();
    for n in 0..20 {
        let text = format!("记得 {} ({n}), remembered", SUBJECTS[n % 5]);
        let quote = format!("第{n}次说到");
        let mut memory = NewMemory::new(Kind::Fact, Scope::User, text, vec![says(&format!("m{n}"), &quote)]);
        memory.topics = vec!["远方 far away".into()];
        space.remember(memory, NOW).unwrap();
    }
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(3)))], NOW).unwrap();
}
