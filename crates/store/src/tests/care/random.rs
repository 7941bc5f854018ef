//! Random care among corrections and erasures: whatever happens, the tables agree with each other and with a replay.

use std::collections::BTreeMap;

use hupo_types::{MessageRef, State};

use super::super::random::{Random, seed};
use super::*;
use crate::{Read, Snapshot};

const MEMORIES: u64 = 40;

/// A random command; many are refused.
fn step(random: &mut Random, n_memories: u64) -> Command {
    let mut any = || random.below(n_memories) + 1;
    let (one, other, third) = (any(), any(), any());
    let texts = ["练琴 scales", "Tuesday 周二", "四十分钟 minutes", "肖邦 Chopin", "节拍器 metronome"];
    let text = format!("{} {}", texts[random.below(5) as usize], random.below(30));
    let corrects = (random.below(3) == 0).then_some(MemoryRef::Id(mem(one)));
    let turn = MessageRef::External(["r1", "r2"][random.below(2) as usize].to_owned());
    let basis = [UseBasis::Inferred, UseBasis::Told][random.below(2) as usize];
    match random.below(16) {
        0 | 1 => remember(fact(&text, vec![says("m2", "lessons are on Tuesday")])),
        2 => remember(NewMemory { supersedes: corrects, ..fact(&text, vec![says("m4", "老师叫 Judith")]) }),
        3 | 4 => remember(NewMemory { supersedes: corrects, ..summary("", &text, &[one, other, third]) }),
        5 | 6 => Command::Care(CareCommand::Use { turn, memories: ids(&[one, other]), basis }),
        7 | 8 => archive(&[one, other]),
        9 | 10 => restore(&[one, other, third]),
        11..=13 => fold(one, &[other]),
        14 => withdraw(one),
        _ => erase(if random.below(4) == 0 { one } else { n_memories + 1 }),
    }
}

/// Folds all that a random summary covers, which a random pick seldom meets.
fn fold_some(space: &Space, random: &mut Random, n_memories: u64) -> Option<Command> {
    let memory = space.memory(random.below(n_memories) + 1);
    (!memory.covers.is_empty())
        .then(|| Command::Care(CareCommand::Fold { summary: memory.id, members: memory.covers.clone() }))
}

/// What must be so after every write.
fn check(snapshot: &Snapshot) {
    let all: Vec<Memory> = snapshot.memories().unwrap().map(Result::unwrap).collect();
    let of = |state: State| all.iter().filter(|memory| memory.state == state).count() as u64;
    let counts = snapshot.counts();
    assert_eq!((counts.archived_memories, counts.folded_memories), (of(State::Archived), of(State::Folded)));
    for memory in &all {
        let (id, care) = (memory.id, &memory.care);
        assert_eq!(memory.state == State::Archived, care.archived_at.is_some(), "{id}");
        assert_eq!(memory.state == State::Folded, care.folded_into.is_some(), "{id}");
        assert_eq!(care.used_count, snapshot.uses(id).unwrap().len() as u64, "{id}");
        assert!(care.archived_at.is_none() || care.archived_at >= care.last_used_at, "{id}: used since");
        if let Some(summary) = care.folded_into {
            let summary = snapshot.memory(summary).unwrap().unwrap();
            assert!(summary.state == State::Active && summary.covers.contains(&id), "{id}: {summary:?}");
        }
        let is_living_summary = memory.state == State::Active && !memory.covers.is_empty();
        let still_holds = |member: &MemoryId| snapshot.memory(*member).unwrap().unwrap().state.holds();
        assert!(!is_living_summary || memory.covers.iter().all(still_holds), "{id} says what no longer holds");
    }
}

#[test]
fn random_care_keeps_what_belongs_together_and_replays_to_the_same_tables() {
    let seed = seed();
    println!("HUPO_SEED={seed}");
    let mut random = Random(seed);
    let mut space = space();
    let mut happened = BTreeMap::<String, usize>::new();
    for round in 0..500 {
        let n_memories = space.store().snapshot().unwrap().counts().memories.min(MEMORIES);
        let mut commands: Vec<Command> = (0..=random.below(2)).map(|_| step(&mut random, n_memories)).collect();
        commands.extend(fold_some(&space, &mut random, n_memories));
        let receipt = space.store().commit(Write::new(commands, day(round)));
        for event in receipt.iter().flat_map(|receipt| receipt.change.events.iter()) {
            let name: String = format!("{event:?}").chars().take_while(|c| *c != ' ' && *c != '{').collect();
            *happened.entry(name).or_default() += 1;
        }
        check(&space.store().snapshot().unwrap());
        if round % 160 == 159 {
            space.reopen();
            space.is_sound();
        }
    }
    println!("{happened:?}");
    for event in ["Used", "Archived", "Restored", "Folded", "Withdrawn"].map(|name| format!("Cared({name}")) {
        assert!(happened.get(&event).is_some_and(|n| *n > 5), "the run tries too little: {event}");
    }
    for event in ["MemorySuperseded", "Erased(Erasure"] {
        assert!(happened.contains_key(event), "the run tries too little: no {event}");
    }
}
