//! Care: what use and time do to memories, and what corrections and erasures do to summaries and what they stand for.

mod archiving;
mod folding;
mod random;
mod uses;

use hupo_types::{
    CareCommand, Command, EraseTarget, Kind, Memory, MemoryId, MemoryRef, MessageRef, NewMemory, State, Timestamp,
    UseBasis,
};

use super::space::{NOW, Space, companion, fact, key, remember, says, user};
use crate::{Receipt, Write};

const DAY_MS: i64 = 86_400_000;

const fn mem(number: u64) -> MemoryId {
    MemoryId::new(number)
}

fn ids(numbers: &[u64]) -> Vec<MemoryId> {
    numbers.iter().copied().map(mem).collect()
}

const fn day(number: i64) -> Timestamp {
    Timestamp::from_ms(NOW.ms() + number * DAY_MS)
}

fn on(space: &Space, at: Timestamp, commands: Vec<Command>) -> Receipt {
    space.store().commit(Write::new(commands, at)).unwrap()
}

fn used(turn: &str, memories: &[u64], basis: UseBasis) -> Command {
    let turn = MessageRef::External(turn.to_owned());
    Command::Care(CareCommand::Use { turn, memories: ids(memories), basis })
}

fn archive(memories: &[u64]) -> Command {
    Command::Care(CareCommand::Archive { memories: ids(memories) })
}

fn restore(memories: &[u64]) -> Command {
    Command::Care(CareCommand::Restore { memories: ids(memories) })
}

fn fold(summary: u64, members: &[u64]) -> Command {
    Command::Care(CareCommand::Fold { summary: mem(summary), members: ids(members) })
}

fn withdraw(summary: u64) -> Command {
    Command::Care(CareCommand::Withdraw { summary: mem(summary) })
}

fn erase(memory: u64) -> Command {
    Command::Erase(EraseTarget::Memory(mem(memory)))
}

fn keyed(attribute: &str, text: &str, source: &str, quote: &str) -> NewMemory {
    NewMemory { key: key(attribute), ..fact(text, vec![says(source, quote)]) }
}

/// A topic summary of some key, made from these.
fn summary(attribute: &str, text: &str, covers: &[u64]) -> NewMemory {
    let covers = covers.iter().map(|number| MemoryRef::Id(mem(*number))).collect();
    NewMemory { kind: Kind::TopicSummary, covers, ..keyed(attribute, text, "m1", "学琴") }
}

/// Four memories of a month, mem-1 to mem-4, and mem-5, a summary made from the first three.
fn space() -> Space {
    let space = Space::new();
    space.write(vec![
        user("m1", "我在学琴，老师叫 Ruth"),
        user("m2", "lessons are on Tuesday, 每次四十分钟"),
        user("m3", "肖邦的 Nocturne 太难了"),
        user("m4", "其实老师叫 Judith，不叫 Ruth"),
        companion("r1", "Ruth 老师今天怎么说？"),
        companion("r2", "Tuesday again 又是周二"),
    ]);
    space.write(vec![
        remember(keyed("teacher", "钢琴老师叫 Ruth", "m1", "老师叫 Ruth")),
        remember(keyed("lessons", "has lessons on Tuesday", "m2", "lessons are on Tuesday")),
        remember(keyed("piece", "练肖邦的 Nocturne", "m3", "肖邦的 Nocturne")),
        remember(NewMemory {
            kind: Kind::Identity, ..fact("学琴的人 a learner", vec![says("m1", "我在学琴")])
        }),
        remember(summary("piano 五月", "五月学琴 with Ruth, Tuesdays", &[1, 2, 3])),
    ]);
    space
}

/// The same, with the three members folded into their summary a day later.
fn folded() -> Space {
    let space = space();
    on(&space, day(1), vec![fold(5, &[1, 2, 3])]);
    space
}

/// Adds to a space of eight lines memories from this number on: two that a summary stands for, two of which one is erased
/// again, with the summary that stood for both. Every one was used.
pub(super) fn tend(space: &Space, first: u64) {
    let plain = |text: &str| remember(fact(text, vec![says("n2", "it went well")]));
    let made_from = |text: &str, covers: [u64; 2]| {
        let covers = covers.map(|number| MemoryRef::Id(mem(number))).to_vec();
        remember(NewMemory { kind: Kind::TopicSummary, covers, ..fact(text, vec![says("n2", "医生看过了")]) })
    };
    let [one, two, summary, three, four, other] = [0, 1, 2, 3, 4, 5].map(|n| first + n);
    space.write(vec![
        plain("看了医生 saw a doctor"),
        plain("没事 nothing found"),
        made_from("医生 doctor", [one, two]),
    ]);
    space.write(vec![plain("吃了药 took a pill"), plain("睡得好 slept well"), made_from("病好了 well", [three, four])]);
    space.write(vec![used("m2", &[one, two, summary, three, four, other], UseBasis::Told)]);
    space.write(vec![fold(summary, &[one, two]), archive(&[three]), fold(other, &[three, four])]);
    space.write(vec![erase(three)]);
    space.write(vec![archive(&[four])]);
}

fn state(space: &Space, number: u64) -> State {
    space.memory(number).state
}

fn states(space: &Space, numbers: &[u64]) -> Vec<State> {
    numbers.iter().map(|number| state(space, *number)).collect()
}

/// Where a memory's clock starts.
fn clock(memory: &Memory) -> Option<Timestamp> {
    memory.care.last_used_at.max(memory.care.restored_at)
}
