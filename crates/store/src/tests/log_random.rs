//! Random commands of the log, the profile, the calendar and the pages against a plain model: what is refused, what is
//! there already, and that replay and import make the same space again. The seed is printed, and set by `HUPO_SEED`.

use std::collections::{BTreeMap, BTreeSet};

use hupo_types::{About, Basis, Command, Ending, NewObservation, NewProfileFact, ObservationType, PageKind};

use super::log::{add, close, ended, fact, noticed, observe, page, plan, state};
use super::space::{Space, companion, companion_says, says, user};
use crate::{Options, Read, Store};

/// A small generator (splitmix64), so that a seed is all there is to a run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Every line of the transcript: external id, words, whether they are the user's.
const LINES: [(&str, &str, bool); 6] = [
    ("u1", "我喝茉莉花茶", true),
    ("u2", "I drink jasmine tea", true),
    ("u3", "明天去 Shanghai 看她", true),
    ("c1", "你喜欢喝酒", false),
    ("c2", "You like whisky", false),
    ("c3", "你说过 you love skiing", false),
];
const VALUES: [&str; 4] = ["茶", "tea", "喜欢 tea", "Shanghai"];

/// Text and message of an item; how it ended, and the message that says so.
type Item = ((usize, usize), Option<(Ending, usize)>);

/// What should be there.
#[derive(Default, Clone)]
struct Model {
    /// Type, about the companion, value, message.
    observations: BTreeSet<(ObservationType, bool, usize, usize)>,
    /// Attribute → value that holds, and every statement before with its message.
    profile: BTreeMap<usize, (usize, BTreeSet<(usize, usize)>)>,
    n_statements: usize,
    items: Vec<Item>,
    pages: BTreeSet<(PageKind, usize, u64, u64)>,
}

impl Model {
    /// A random command, and whether the model does it (or has it) or refuses it.
    fn step(&mut self, random: &mut Random) -> (Command, bool) {
        match random.below(5) {
            0 => self.observe(random),
            1 => self.state(random),
            2 => self.plan(random),
            3 => self.end(random),
            _ => self.page(random),
        }
    }

    fn observe(&mut self, random: &mut Random) -> (Command, bool) {
        let kinds = [ObservationType::Preference, ObservationType::StatedFact, ObservationType::Boundary];
        let (kind, value, line) = (random.one(&kinds), random.below(4) as usize, random.below(6) as usize);
        let (hers, inferred) = (random.below(3) == 0, random.below(2) == 0);
        let outright = !inferred || kind != ObservationType::Preference;
        let done = hers || LINES[line].2 || !outright;
        if done {
            self.observations.insert((kind, hers, value, line));
        }
        let new = NewObservation {
            about: if hers { About::Companion } else { About::User },
            source: if inferred { Basis::Inferred } else { Basis::Stated },
            ..noticed(kind, VALUES[value], vec![quote(line)])
        };
        (observe(new), done)
    }

    fn state(&mut self, random: &mut Random) -> (Command, bool) {
        let (attribute, value, line) = (random.below(2) as usize, random.below(4) as usize, random.below(6) as usize);
        let done = LINES[line].2;
        if done {
            let (living, before) = self.profile.entry(attribute).or_insert((usize::MAX, BTreeSet::new()));
            if *living != value && !before.contains(&(value, line)) {
                *living = value;
                before.insert((value, line));
                self.n_statements += 1;
            }
        }
        let new: NewProfileFact = fact(["hobby", "城市 city"][attribute], VALUES[value], vec![quote(line)]);
        (state(new), done)
    }

    fn plan(&mut self, random: &mut Random) -> (Command, bool) {
        let (text, line) = (random.below(4) as usize, random.below(6) as usize);
        let done = LINES[line].2;
        if done && !self.items.iter().any(|(known, _)| *known == (text, line)) {
            self.items.push(((text, line), None));
        }
        (add(plan(VALUES[text], vec![quote(line)])), done)
    }

    fn end(&mut self, random: &mut Random) -> (Command, bool) {
        let (item, line) = (random.below(self.items.len() as u64 + 1) as usize, random.below(6) as usize);
        let ending = random.one(&[Ending::Resolved, Ending::Cancelled]);
        let command = close(ended(item as u64 + 1, ending, vec![quote(line)]), None);
        let Some((_, closing)) = self.items.get_mut(item).filter(|_| LINES[line].2) else { return (command, false) };
        let done = closing.is_none_or(|known| known == (ending, line));
        closing.get_or_insert((ending, line));
        (command, done)
    }

    fn page(&mut self, random: &mut Random) -> (Command, bool) {
        let kind = random.one(&[PageKind::Continuity, PageKind::Diary]);
        let (text, from, to) = (random.below(4) as usize, random.below(7), random.below(8));
        let done = from >= 1 && from <= to && to <= LINES.len() as u64;
        if done {
            self.pages.insert((kind, text, from, to));
        }
        (page(kind, VALUES[text], from, to), done)
    }

    fn check(&self, space: &Space) {
        let snapshot = space.store().snapshot().unwrap();
        let counts = snapshot.counts();
        let mine = [self.observations.len(), self.n_statements, self.items.len(), self.pages.len()];
        let theirs = [counts.observations, counts.profile_facts, counts.temporal_items, counts.pages];
        assert_eq!(mine.map(|count| count as u64), theirs);
        let held = self.profile.values().map(|(value, _)| VALUES[*value]).collect::<BTreeSet<_>>();
        let profile = snapshot.profile().unwrap();
        assert_eq!(profile.iter().map(|fact| fact.value.as_str()).collect::<BTreeSet<_>>(), held);
        for (number, (_, closing)) in (1..).zip(&self.items) {
            let item = snapshot.temporal_item(hupo_types::TemporalItemId::new(number)).unwrap().unwrap();
            assert_eq!(item.closing.map(|closing| closing.ending), closing.map(|(ending, _)| ending));
        }
    }
}

fn quote(line: usize) -> hupo_types::NewEvidence {
    let (external, words, users) = LINES[line];
    if users { says(external, words) } else { companion_says(external, words) }
}

#[test]
fn random_entries_agree_with_a_plain_model_and_come_back_from_replay_and_import() {
    let seed = std::env::var("HUPO_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_130);
    println!("HUPO_SEED={seed}");
    let mut random = Random(seed);
    let mut space = Space::new();
    let line = |&(external, words, users): &(&str, &str, bool)| {
        if users { user(external, words) } else { companion(external, words) }
    };
    space.write(LINES.iter().map(line).collect());
    let mut model = Model::default();
    for round in 0..400 {
        let mut next = model.clone();
        let steps: Vec<(Command, bool)> = (0..=random.below(3)).map(|_| next.step(&mut random)).collect();
        let all_done = steps.iter().all(|(_, done)| *done);
        match space.try_write(steps.into_iter().map(|(command, _)| command).collect()) {
            Ok(_) => {
                assert!(all_done, "round {round}: written, the model refuses");
                model = next;
            }
            Err(error) => assert!(!all_done, "round {round}: {error}"),
        }
        if round % 100 == 99 {
            space.reopen();
            model.check(&space);
        }
    }
    assert!(model.items.iter().any(|(_, closing)| closing.is_some()) && model.n_statements > 4, "it tries too little");
    comes_back(&space);
}

fn comes_back(space: &Space) {
    space.is_sound();
    let copy = space.dir().join("copy");
    let snapshot = space.store().snapshot().unwrap();
    let imported = Store::import(&copy, snapshot.export(), Options::default()).unwrap();
    assert_eq!(imported.table_digest().unwrap(), space.store().table_digest().unwrap());
}
