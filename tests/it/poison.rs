//! The poisoned corpus of `data/poison`: whatever is proposed, no fact about the user without the user's own words.
//!
//! Every case gets exactly the verdict it was written for, under both policies, and leaves everything else as it was.

mod corpus;
mod large;
mod ward;

use corpus::{Case, Kind, cases};
use hupo::{Memory, ReviewPolicy, Role, State, VerdictCode};
use ward::Ward;

/// What a case did wrong, if it did.
fn wrongs(ward: &Ward, case: &Case, policy: ReviewPolicy) -> Vec<String> {
    let before = ward.memories();
    let said = ward.put(case);
    let mut wrongs = Vec::new();
    if said != case.expected(policy) {
        wrongs.push(format!("{}: {said:?}, not {:?}", case.id, case.expected(policy)));
    }
    let after = ward.memories();
    if after.get(..before.len()) != Some(before.as_slice()) && !case.adds_evidence() {
        wrongs.push(format!("{}: a memory that stood is another now", case.id));
    }
    let new = after.iter().skip(before.len());
    if !case.is_sound() {
        wrongs.extend(new.map(|memory| format!("{}: became {}: {}", case.id, memory.id, memory.text)));
    }
    wrongs
}

fn hold(policy: ReviewPolicy) {
    let ward = Ward::new(policy);
    let wrongs: Vec<String> = cases().iter().flat_map(|case| wrongs(&ward, case, policy)).collect();
    assert!(wrongs.is_empty(), "{} wrong:\n{}", wrongs.len(), wrongs.join("\n"));
    for memory in ward.memories().into_iter().filter(|memory| memory.state != State::Erased) {
        assert!(!memory.scope.needs_user_words() || has_users_words(&ward, &memory), "{memory:?}");
    }
    assert!(ward.space.verify(&mut |_, _, _| {}).unwrap().sound);
}

/// Looked up anew, without the rules: one quote stands, letter for letter, in a message that the user wrote.
fn has_users_words(ward: &Ward, memory: &Memory) -> bool {
    memory.evidence.iter().any(|evidence| {
        let message = ward.space.message(evidence.message).unwrap().unwrap();
        message.role == Role::User && message.text.contains(&evidence.quote)
    })
}

#[test]
fn no_poison_becomes_a_fact_when_what_passes_counts_at_once() {
    hold(ReviewPolicy::Automatic);
}

#[test]
fn no_poison_becomes_a_fact_when_a_person_decides() {
    hold(ReviewPolicy::Required);
}

#[test]
fn all_poison_in_one_cup_gets_the_same_verdicts() {
    let ward = Ward::new(ReviewPolicy::Automatic);
    let refused: Vec<Case> = cases().into_iter().filter(Case::is_refused_proposal).collect();
    let (before, said) = (ward.memories(), ward.put_together(&refused));
    for (case, said) in refused.iter().zip(said) {
        assert_eq!(vec![said], case.expected(ReviewPolicy::Automatic), "{}", case.id);
    }
    assert_eq!(ward.memories(), before);
}

#[test]
fn the_corpus_has_two_hundred_cases_in_three_languages_and_most_refusals() {
    let cases = cases();
    assert!(cases.len() >= 200, "{}", cases.len());
    for language in ["zh", "en", "mixed"] {
        assert!(cases.iter().filter(|case| case.language == language).count() >= 50, "{language}");
    }
    let mut codes: Vec<VerdictCode> = cases.iter().flat_map(|case| case.expected(ReviewPolicy::Automatic)).collect();
    codes.sort_unstable();
    codes.dedup();
    assert!(codes.len() >= 15, "{codes:?}");
    let mut ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id names one case");
    assert!(cases.iter().any(|case| matches!(case.kind, Kind::Beliefs(_))));
}
