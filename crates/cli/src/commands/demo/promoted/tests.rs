//! The month from nothing but what was said.

use super::*;

fn played(is_recorded: bool) -> (Tally, Vec<Told>) {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let mut all = Vec::new();
    let mut tell = |told| {
        all.push(told);
        Ok(())
    };
    let tally = play(&hupo, extractor(is_recorded).unwrap().as_ref(), &mut tell).unwrap();
    (tally, all)
}

fn verdicts(told: &[Told], verdict: &str) -> usize {
    let judged = told.iter().flat_map(|told| match told {
        Told::Promoted { judged, .. } => judged.as_slice(),
        Told::Settled { .. } | Told::Asked { .. } => &[],
    });
    judged.filter(|one| one.verdict == verdict).count()
}

fn answer(told: &[Told], asked: &str) -> String {
    let found = told.iter().find_map(|told| match told {
        Told::Asked { question, found } if question == asked => Some(found),
        Told::Asked { .. } | Told::Promoted { .. } | Told::Settled { .. } => None,
    });
    found.unwrap().iter().map(|one| format!("{} {}", one.text, one.quote)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_built_in_rules_promote_every_day_of_the_month() {
    let (tally, told) = played(false);
    assert!(tally.days >= 20 && tally.approved >= 8, "{tally:?}");
    assert_eq!(tally.refused, verdicts(&told, "no_user_source"), "{tally:?}");
    let tea = answer(&told, "What tea does she drink?");
    let free = answer(&told, "Did Summer agree to work for free?");
    assert!(!free.contains("agreed to work for free"), "{free}");
    assert!(tally.memories > 0, "{tea}");
}

#[test]
fn the_recorded_answers_are_judged_like_anyones() {
    let (tally, told) = played(true);
    assert!(tally.refused >= 3 && tally.rejected >= 1, "{tally:?}");
    assert!(answer(&told, "What tea does she drink?").contains("茉莉花茶"));
    assert!(!answer(&told, "Did Summer agree to work for free?").contains("agreed to work for free"));
}
