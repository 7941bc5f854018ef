//! Random years: memories are kept, used, looked at, brought back and maintained, beside a plain model of the same.

use super::{DAY_MS, NOW, event, state};
use crate::chance::Chance;
use crate::world::{lone_talk, memory_id};
use hupo::{EntryId, Kind, MemoryId, MessageId, MessageRef, NewMemory, Space, State, Timestamp, Turn, UseBasis};

const SEEDS: u64 = 12;
const STEPS: usize = 60;

/// A memory as the model has it: since when it cools, after how long it is cold, and whether it is away.
struct Kept {
    id: MemoryId,
    clock: Timestamp,
    term_days: Option<i64>,
    away: bool,
}

struct Year<'a> {
    space: &'a Space,
    chance: Chance,
    now: Timestamp,
    kept: Vec<Kept>,
}

/// What a kind's term is, written down once more, independently of the engine.
const fn term_days(kind: Kind, stirring: bool) -> Option<i64> {
    match (kind, stirring) {
        (Kind::Identity, _) => None,
        (Kind::Boundary, _) | (_, true) => Some(365),
        (Kind::Preference, false) => Some(182),
        (_, false) => Some(120),
    }
}

impl Year<'_> {
    fn step(&mut self) {
        self.now = self.now.plus_ms(self.chance.below(12 * DAY_MS as usize) as i64);
        match self.chance.below(6) {
            0 | 1 => self.remember(),
            2 => self.used(),
            3 => self.look(),
            4 => self.restore(),
            _ => self.maintain(),
        }
        for one in &self.kept {
            let expected = if one.away { State::Archived } else { State::Active };
            assert_eq!(state(self.space, one.id), expected, "{}", one.id);
        }
        self.see();
    }

    /// Whatever a turn is and however little it may cost: it fits, in order, each thing once, and nothing that is away.
    fn see(&mut self) {
        let texts = ["花生过敏 peanuts?", "第3件事 thing", "", "what did 林晓 say"];
        let mut turn = Turn::new(texts[self.chance.below(texts.len())], self.now);
        turn.limits.tokens = 80 + self.chance.below(4_000);
        let context = self.space.context(&turn).unwrap();
        assert!(context.n_tokens <= context.budget_tokens, "{} of {}", context.n_tokens, context.budget_tokens);
        assert!(context.sections.is_sorted_by(|one, next| one.part < next.part));
        let entries = context.sections.iter().flat_map(|section| &section.entries);
        let mut seen: Vec<EntryId> = entries.map(|entry| entry.id.clone()).collect();
        let n_seen = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), n_seen, "nothing is there twice");
        let away = self.kept.iter().filter(|one| one.away);
        assert!(away.map(|one| EntryId::Memory(one.id)).all(|id| !seen.contains(&id)));
    }

    fn remember(&mut self) {
        let kinds = [Kind::Event, Kind::Preference, Kind::Boundary, Kind::Identity, Kind::Emotion];
        let (kind, stirring) = (kinds[self.chance.below(kinds.len())], self.chance.below(4) == 0);
        let number = self.kept.len();
        let memory = event(&format!("thing/{number}"), &format!("第{number}件事 thing"), "m6", "allergic to peanuts");
        let arousal = if stirring { 0.7 } else { 0.69 };
        let id = memory_id(&self.space.remember(NewMemory { kind, arousal, ..memory }, self.now).unwrap());
        self.kept.push(Kept { id, clock: self.now, term_days: term_days(kind, stirring), away: false });
    }

    fn any(&mut self) -> Option<usize> {
        (!self.kept.is_empty()).then(|| self.chance.below(self.kept.len()))
    }

    /// A use restores what was away. A line counts once for a memory, and inferred is not news after told.
    fn used(&mut self) {
        let Some(at) = self.any() else { return };
        let turn = MessageId::new(1 + self.chance.below(8) as u64);
        let basis = if self.chance.below(2) == 0 { UseBasis::Told } else { UseBasis::Inferred };
        let known = self.space.uses(self.kept[at].id).unwrap().into_iter().find(|one| one.turn == turn);
        let counts = known.is_none_or(|known| known.basis < basis);
        self.space.used(MessageRef::Id(turn), vec![self.kept[at].id], basis, self.now).unwrap();
        if counts {
            self.kept[at].clock = self.now;
            self.kept[at].away = false;
        }
    }

    fn look(&mut self) {
        let Some(at) = self.any() else { return };
        self.space.look(self.kept[at].id, self.now).unwrap().unwrap();
        self.came_back(at);
    }

    fn restore(&mut self) {
        let Some(at) = self.any() else { return };
        self.space.restore(vec![self.kept[at].id], self.now).unwrap();
        self.came_back(at);
    }

    fn came_back(&mut self, at: usize) {
        if std::mem::take(&mut self.kept[at].away) {
            self.kept[at].clock = self.now;
        }
    }

    fn maintain(&mut self) {
        let is_cold = |one: &Kept, now: Timestamp| {
            one.term_days.is_some_and(|days| one.clock.plus_ms(days * DAY_MS) <= now) && !one.away
        };
        let mut cold: Vec<MemoryId> = Vec::new();
        for one in &mut self.kept {
            if is_cold(one, self.now) {
                one.away = true;
                cold.push(one.id);
            }
        }
        let done = self.space.maintain(false, self.now).unwrap();
        let mut archived: Vec<MemoryId> = done.archived.iter().map(|one| one.memory).collect();
        archived.sort_unstable();
        assert_eq!(archived, cold);
        let away = self.kept.iter().filter(|one| one.away).count() as u64;
        assert_eq!((done.temperatures.archived, done.temperatures.cold), (away, 0));
        let counted: u64 = self.space.temperatures(self.now).unwrap().iter().map(hupo::TemperatureCount::total).sum();
        assert_eq!(counted, self.kept.len() as u64);
    }
}

#[test]
fn every_year_of_care_goes_as_a_plain_model_says() {
    for seed in 0..SEEDS {
        let space = lone_talk();
        let mut year = Year { space: &space, chance: Chance::new(seed), now: NOW, kept: Vec::new() };
        for step in 0..STEPS {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| year.step()));
            assert!(played.is_ok(), "seed {seed}, step {step}");
        }
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound, "seed {seed}");
    }
}
