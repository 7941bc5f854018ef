//! Random writes against a plain model: the seed is printed, and set by `HUPO_SEED`.

use std::collections::BTreeMap;

use hupo_types::{
    Command, Decision, EntityId, EntityRef, Interval, MemoryId, MemoryRef, NewDecision, NewEvidence, NewMemory,
    NewRelation, Proposal, ProposalId, RelationId, ReviewCommand, Rules, Standing, State, Stored, Waiting,
};

use super::space::{NOW, Space, companion, companion_says, entity, fact, key, remember, says, user};

/// A small generator (splitmix64), so that a seed is all there is to a run.
pub(super) struct Random(pub(super) u64);

/// The seed of this run.
pub(super) fn seed() -> u64 {
    std::env::var("HUPO_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_130)
}

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

/// What should be there.
#[derive(Default, Clone)]
struct Model {
    /// External id → text and whether it is the user's.
    messages: BTreeMap<String, (String, bool)>,
    /// In the order of ids: text, evidence, superseded.
    memories: Vec<(String, usize, bool)>,
    names: BTreeMap<String, usize>,
}

/// External ids that occur.
const IDS: u64 = 40;
const WORDS: [&str; 6] = ["喝茶", "Shanghai", "王芳", "jasmine", "北京大学", "我的brother"];

impl Model {
    /// A random command, and whether the model does it or refuses it.
    fn step(&mut self, random: &mut Random) -> (Command, bool) {
        match random.below(10) {
            0..=4 => self.say(random),
            5 => self.name(random),
            6..=8 => self.remember(random),
            _ => self.correct(random),
        }
    }

    fn say(&mut self, random: &mut Random) -> (Command, bool) {
        let external = format!("m{}", random.below(IDS));
        let new = (WORDS[random.below(6) as usize].to_owned(), random.below(2) == 0);
        let said = self.messages.get(&external).cloned().filter(|_| random.below(8) > 0);
        let (text, is_users) = said.unwrap_or(new);
        let known = self.messages.entry(external.clone()).or_insert_with(|| (text.clone(), is_users));
        let done = *known == (text.clone(), is_users);
        (if is_users { user(&external, &text) } else { companion(&external, &text) }, done)
    }

    fn name(&mut self, random: &mut Random) -> (Command, bool) {
        let name = WORDS[random.below(6) as usize];
        let next = self.names.len() + 1;
        self.names.entry(name.to_owned()).or_insert(next);
        (entity(name, &[]), true)
    }

    /// A memory citing a random message; whether its evidence holds.
    fn cited(&self, random: &mut Random) -> (NewMemory, bool, String) {
        let external = format!("m{}", random.below(IDS));
        let other = WORDS[random.below(6) as usize].to_owned();
        let said = self.messages.get(&external).filter(|_| random.below(8) > 0);
        let quote = said.map_or(other, |(said, _)| said.clone());
        let text = format!("about {quote}");
        let claims_user = random.below(8) > 0;
        let evidence = if claims_user { says(&external, &quote) } else { companion_says(&external, &quote) };
        let holds = self.messages.get(&external).is_some_and(|(said, users)| *said == quote && *users && claims_user);
        (fact(&text, vec![evidence]), holds, external)
    }

    fn remember(&mut self, random: &mut Random) -> (Command, bool) {
        let (memory, holds, _) = self.cited(random);
        if holds {
            match self.memories.iter_mut().find(|(text, _, gone)| *text == memory.text && !gone) {
                Some(_) => {}
                None => self.memories.push((memory.text.clone(), 1, false)),
            }
        }
        (remember(memory), holds)
    }

    fn correct(&mut self, random: &mut Random) -> (Command, bool) {
        let (memory, holds, _) = self.cited(random);
        let old = random.below(self.memories.len() as u64 + 2);
        let living = old > 0 && self.memories.get(old as usize - 1).is_some_and(|(_, _, gone)| !gone);
        if holds && living {
            self.memories[old as usize - 1].2 = true;
            self.memories.push((memory.text.clone(), 1, false));
        }
        (remember(NewMemory { supersedes: Some(MemoryRef::Id(MemoryId::new(old))), ..memory }), holds && living)
    }

    fn check(&self, space: &Space) {
        let snapshot = space.store().snapshot().unwrap();
        assert_eq!(snapshot.counts().messages as usize, self.messages.len());
        assert_eq!(snapshot.counts().entities as usize, self.names.len());
        for (external, (text, _)) in &self.messages {
            assert_eq!(&snapshot.message_by_external(external).unwrap().unwrap().text, text);
        }
        let memories: Vec<(String, bool)> = snapshot
            .memories()
            .unwrap()
            .map(Result::unwrap)
            .map(|one| (one.text, one.state == State::Superseded))
            .collect();
        let expected: Vec<(String, bool)> = self.memories.iter().map(|(text, _, gone)| (text.clone(), *gone)).collect();
        assert_eq!(memories, expected);
        for (name, id) in &self.names {
            let docs = snapshot.docs_of_entity(hupo_types::EntityId::new(*id as u64)).unwrap();
            let said = self.messages.values().filter(|(text, _)| text == name).count();
            let kept = self.memories.iter().filter(|(text, ..)| *text == format!("about {name}")).count();
            assert_eq!(docs.len(), said + kept, "{name}");
        }
    }
}

#[test]
fn random_writes_agree_with_a_plain_model() {
    let seed = seed();
    println!("HUPO_SEED={seed}");
    let mut random = Random(seed);
    let mut space = Space::new();
    let mut model = Model::default();
    for round in 0..400 {
        let mut next = model.clone();
        let steps: Vec<(Command, bool)> = (0..=random.below(3)).map(|_| next.step(&mut random)).collect();
        let all_done = steps.iter().all(|(_, done)| *done);
        let commands = steps.into_iter().map(|(command, _)| command).collect();
        match space.try_write(commands) {
            Ok(receipt) => {
                assert!(all_done, "round {round}: written, the model refuses");
                assert!(receipt.stored.iter().all(|one| !matches!(one, Stored::Vector { .. })));
                model = next;
            }
            Err(error) => assert!(!all_done, "round {round}: {error}"),
        }
        if round % 100 == 99 {
            space.reopen();
            model.check(&space);
        }
    }
    model.check(&space);
    assert!(model.memories.len() > 5 && model.messages.len() > 20, "the run tries too little");
    space.is_sound();
}

/// A random command of a memory's, a relation's, an entity's or a proposal's life; many are refused.
fn life(random: &mut Random, n_memories: u64) -> Command {
    let ids = n_memories + 1;
    let (one, other) = (random.below(ids) + 1, random.below(ids) + 1);
    let quote = WORDS[random.below(6) as usize];
    let source = says(quote, quote);
    match random.below(11) {
        0 | 1 => remember(NewMemory { key: key(WORDS[random.below(3) as usize]), ..fact(quote, vec![source]) }),
        2 => Command::AddEvidence { memory: MemoryId::new(one), evidence: vec![source] },
        3 => Command::SetStanding {
            memory: MemoryId::new(one),
            standing: [Standing::Stable, Standing::Disputed, Standing::Outdated][random.below(3) as usize],
        },
        4 => Command::Supersede { old: MemoryId::new(one), new: MemoryId::new(other) },
        5 => Command::MergeEntities {
            keep: EntityId::new(random.below(6) + 1),
            merge: EntityId::new(random.below(6) + 1),
        },
        6 => Command::SplitEntity { entity: EntityId::new(random.below(6) + 1) },
        7 => related(random, source),
        _ => Command::Review(reviewed(random, fact(quote, vec![source]))),
    }
}

fn related(random: &mut Random, source: NewEvidence) -> Command {
    let [from, to] = [0, 0].map(|_| EntityRef::Id(EntityId::new(random.below(6) + 1)));
    let replaces = (random.below(2) == 0).then(|| RelationId::new(random.below(12) + 1));
    let (predicate, valid) = ("knows 认识".to_owned(), Interval::default());
    Command::AddRelation(NewRelation { from, predicate, to, evidence: vec![source], valid, replaces })
}

fn reviewed(random: &mut Random, memory: NewMemory) -> ReviewCommand {
    let proposal = Proposal::Memory(Box::new(memory.clone()));
    match random.below(8) {
        0..=2 => {
            let (waiting, conflicts) = (vec![Waiting::Policy], Vec::new());
            ReviewCommand::Queue { proposal: Box::new(proposal), proposer: None, waiting, conflicts }
        }
        3..=5 => {
            let edit = NewDecision::Edit { proposal: Box::new(proposal) };
            let decision = if random.below(2) == 0 { NewDecision::Approve } else { edit };
            let decision = Decision { decision, by: "Ann 安".to_owned(), at: NOW, stored: Vec::new() };
            ReviewCommand::Decide { proposal: ProposalId::new(random.below(12) + 1), decision }
        }
        6 => ReviewCommand::Bar(Box::new(memory)),
        _ => ReviewCommand::SetRules(Rules { importance_floor: random.below(12) as u8, ..Rules::default() }),
    }
}

#[test]
fn random_lives_replay_to_the_same_tables() {
    let seed = seed();
    println!("HUPO_SEED={seed}");
    let mut random = Random(seed);
    let mut space = Space::new();
    space.write(WORDS.iter().flat_map(|word| [user(word, word), entity(word, &[])]).collect());
    let mut happened = BTreeMap::<String, usize>::new();
    for round in 0..400 {
        let n_memories = space.store().snapshot().unwrap().counts().memories;
        let commands = (0..=random.below(2)).map(|_| life(&mut random, n_memories.min(15))).collect();
        let events = space.try_write(commands).map_or_else(|_| Vec::new(), |receipt| receipt.change.events.to_vec());
        for event in events {
            let name = format!("{event:?}");
            *happened.entry(name.chars().take_while(|c| *c != ' ' && *c != '{').collect()).or_default() += 1;
        }
        if round % 150 == 149 {
            space.reopen();
            space.is_sound();
        }
    }
    println!("{happened:?}");
    for event in ["StandingSet", "RelationSuperseded", "EntitiesMerged", "EntitySplit", "MemorySuperseded"] {
        assert!(happened.contains_key(event), "the run tries too little: no {event}");
    }
    for event in ["Reviewed(Queued", "Reviewed(Decided", "Reviewed(Barred", "Reviewed(RulesSet"] {
        assert!(happened.contains_key(event), "the run tries too little: no {event}");
    }
    space.is_sound();
}
