//! The labelled turns of `data/extraction`: how much of what is found is right, and how much of what is there is found.

#![expect(clippy::print_stdout, reason = "the scores are what one runs it for")]

use super::set::{Part, Turn, read, told};
use crate::extract;
use hupo_text::quote;
use hupo_types::{MessageRef, Proposal};
use std::collections::BTreeMap;

/// Found, right of those, there, and found of those.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    found: usize,
    right: usize,
    there: usize,
    met: usize,
}

impl Score {
    fn precision(self) -> f64 {
        ratio(self.right, self.found)
    }

    fn recall(self) -> f64 {
        ratio(self.met, self.there)
    }

    fn add(&mut self, other: Self) {
        self.found += other.found;
        self.right += other.right;
        self.there += other.there;
        self.met += other.met;
    }
}

fn ratio(part: usize, of: usize) -> f64 {
    f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(of.max(1)).unwrap())
}

/// What the extractor makes of a turn, beside what a reader expects of it.
fn score(turn: &Turn, loud: bool) -> Score {
    let talk = turn.talk();
    let proposals = extract(&talk);
    let told: Vec<String> = proposals.iter().map(|proposal| told(proposal, &talk.zone)).collect();
    let right: Vec<bool> = told.iter().map(|one| turn.expects(one)).collect();
    let met: Vec<bool> =
        turn.expect.iter().map(|any| told.iter().any(|one| any.iter().any(|want| turn.is(want, one)))).collect();
    if loud && (right.contains(&false) || met.contains(&false)) {
        println!("{} {:?}\n    told {told:?}\n    expected {:?}", turn.id, turn.text, turn.expect);
    }
    let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
    Score { found: told.len(), right: count(&right), there: turn.expect.len(), met: count(&met) }
}

fn scores(part: Part, loud: bool) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for turn in read().into_iter().filter(|turn| turn.part() == part) {
        let one = score(&turn, loud);
        scores.entry(turn.language.clone()).or_default().add(one);
        scores.entry("all".to_owned()).or_default().add(one);
    }
    scores
}

fn print(part: Part, scores: &BTreeMap<String, Score>) {
    for (language, score) in scores {
        println!(
            "{part:?} {language:>5}: precision {:.3} ({} of {}), recall {:.3} ({} of {})",
            score.precision(),
            score.right,
            score.found,
            score.recall(),
            score.met,
            score.there
        );
    }
}

/// `HUPO_SHOW_MISTAKES=1` shows each turn of this part that came out otherwise.
#[test]
fn the_labelled_turns_rules_were_made_with_come_out_right() {
    let scores = scores(Part::Tune, std::env::var_os("HUPO_SHOW_MISTAKES").is_some());
    print(Part::Tune, &scores);
    let all = scores["all"];
    assert!(all.precision() >= 0.97, "precision {:.3}", all.precision());
    assert!(all.recall() >= 0.95, "recall {:.3}", all.recall());
}

/// The test part was looked at twice; `docs/extraction.md` says when, and what came out.
#[test]
fn the_labelled_turns_nobody_looked_at_come_out_right_too() {
    let scores = scores(Part::Test, false);
    print(Part::Test, &scores);
    let all = scores["all"];
    assert!(all.precision() >= 0.97, "precision {:.3}", all.precision());
    assert!(all.recall() >= 0.85, "recall {:.3}", all.recall());
}

#[test]
fn every_labelled_quote_is_the_user_s_and_stands_in_its_message() {
    for turn in read() {
        let talk = turn.talk();
        for proposal in extract(&talk) {
            for evidence in super::evidence(&proposal) {
                let MessageRef::Id(id) = evidence.message else { panic!("cited by its id") };
                let line = talk.messages.iter().find(|line| line.id == id).expect("the cited message is in the talk");
                assert_eq!(line.role, evidence.role);
                quote::locate(&line.text, &evidence.quote, evidence.hint).expect("the quote stands in its message");
            }
        }
    }
}

#[test]
fn the_set_is_as_its_page_says() {
    let turns = read();
    let traps = turns.iter().filter(|turn| turn.expect.is_empty()).count();
    assert!(turns.len() >= 400, "{} turns", turns.len());
    assert!(traps * 5 >= turns.len() * 2, "{traps} traps of {}", turns.len());
    let ids: std::collections::BTreeSet<&str> = turns.iter().map(|turn| turn.id.as_str()).collect();
    assert_eq!(ids.len(), turns.len());
    let n_test = turns.iter().filter(|turn| turn.part() == Part::Test).count();
    assert!((0.28..0.38).contains(&ratio(n_test, turns.len())), "{n_test} in the test part");
}

#[test]
fn a_memory_s_key_is_the_same_for_the_same_fact() {
    let keys: Vec<Vec<String>> = ["我喜欢茉莉花茶", "其实我最喜欢茉莉花茶了！", "嗯嗯，我也喜歡茉莉花茶"]
        .into_iter()
        .map(|text| {
            let found = extract(&super::said(text));
            let key = |proposal: &Proposal| {
                let new = super::memory(proposal);
                let attribute = hupo_text::fold_str(&new.key.attribute);
                format!("{}/{}/{attribute} {}", new.key.subject, new.key.category, hupo_text::fold_str(&new.text))
            };
            found.iter().map(key).collect()
        })
        .collect();
    assert_eq!(keys[0], ["user/taste/likes/茉莉花茶 用户喜欢茉莉花茶"]);
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}
