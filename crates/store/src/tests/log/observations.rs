//! The observation log.

use hupo_types::{About, Basis, NewObservation, ObservationId, ObservationType, Refusal, Stored};

use super::super::space::system;
use super::*;

#[test]
fn what_was_noticed_is_kept_with_its_words_in_every_language() {
    let space = said();
    for (number, (message, quote)) in (1..).zip(QUOTES) {
        let new = noticed(ObservationType::StatedFact, "对花生过敏 allergic", vec![says(message, quote)]);
        let id = ObservationId::new(number);
        assert_eq!(space.one(observe(new)), Stored::Observation { id, existed: false }, "{quote}");
        let kept = space.observation(number);
        assert_eq!((kept.evidence[0].quote.as_str(), kept.observed_at, kept.recorded_at), (quote, NOW, NOW));
    }
    assert_eq!(space.store().snapshot().unwrap().counts().observations, 3);
    space.is_sound();
}

#[test]
fn the_same_noticed_in_the_same_words_is_there_already() {
    let space = said();
    let new = |value: &str, evidence| observe(noticed(ObservationType::Preference, value, evidence));
    for (message, quote) in QUOTES {
        space.write(vec![new("No Peanuts 不吃花生", vec![says(message, quote)])]);
        space.adds_nothing(new("no peanuts  不吃花生", vec![says(message, quote)]));
    }
    let both = vec![says("zh", "我对花生过敏"), says("en", "allergic to peanuts")];
    let other = space.one(new("No Peanuts 不吃花生", both));
    assert!(matches!(other, Stored::Observation { existed: false, .. }), "it rests on more words");
    let of_another_type = noticed(ObservationType::Context, "No Peanuts 不吃花生", vec![says("zh", "我对花生过敏")]);
    assert!(matches!(space.one(observe(of_another_type)), Stored::Observation { existed: false, .. }));
}

#[test]
fn nothing_outright_of_the_user_without_the_users_words() {
    let space = said();
    space.write(vec![system("set", "the user loves skiing")]);
    let refused = Refusal::NeedsUserWords { field: "evidence".to_owned() };
    for quote in ["你喜欢滑雪", "You told me you love skiing", "你喜欢滑雪，You told me"] {
        let stated = noticed(ObservationType::Preference, "滑雪 skiing", vec![companion_says("her", quote)]);
        assert_eq!(space.refusal(observe(stated.clone())), refused);
        for kind in [ObservationType::StatedFact, ObservationType::Boundary] {
            let inferred = NewObservation { kind, source: Basis::Inferred, ..stated.clone() };
            assert_eq!(space.refusal(observe(inferred)), refused);
        }
    }
    let mine = NewObservation {
        about: About::Companion,
        ..noticed(ObservationType::StatedFact, "说过 said so", vec![companion_says("her", "你喜欢滑雪")])
    };
    space.write(vec![observe(mine)]);
    let read_between = NewObservation {
        source: Basis::Inferred,
        ..noticed(ObservationType::Style, "热情 warm", vec![companion_says("her", "你喜欢滑雪")])
    };
    space.write(vec![observe(read_between)]);
}

#[test]
fn an_entry_that_is_not_well_formed_is_refused_with_its_field() {
    let space = said();
    let good = noticed(ObservationType::StatedFact, "过敏 allergic", vec![says("zh", "我对花生过敏")]);
    let bad: [(&str, NewObservation); 8] = [
        ("subject", NewObservation { subject: "\u{200b} ".to_owned(), ..good.clone() }),
        ("subject", NewObservation { subject: "花".repeat(400), ..good.clone() }),
        ("value", NewObservation { value: "a\0b".to_owned(), ..good.clone() }),
        ("value", NewObservation { value: "长long".repeat(1_000), ..good.clone() }),
        ("confidence", NewObservation { confidence: f32::NAN, ..good.clone() }),
        ("confidence", NewObservation { confidence: 1.01, ..good.clone() }),
        ("confidence", NewObservation { confidence: f32::NEG_INFINITY, ..good.clone() }),
        ("evidence", NewObservation { evidence: Vec::new(), ..good.clone() }),
    ];
    for (field, new) in bad {
        assert_eq!(space.refusal(observe(new)).field(), Some(field));
    }
    space.write(vec![observe(good)]);
}

#[test]
fn invented_glued_and_disguised_quotes_are_refused() {
    let space = said();
    let poison = [
        "我对花生过敏我前男友",
        "I see peanuts on Friday",
        "我下周五吃 peanuts",
        "аllergic to peanuts", // a Cyrillic а
        "I am allergic to peanuts… I see Dr Lee",
        "ALLERGIC TO PEANUTS",
    ];
    for quote in poison {
        for message in ["zh", "en", "mixed"] {
            let new = noticed(ObservationType::StatedFact, "编的 invented", vec![says(message, quote)]);
            assert!(matches!(space.refusal(observe(new)), Refusal::QuoteNotFound { .. }), "{quote} in {message}");
        }
    }
    let her = noticed(ObservationType::StatedFact, "滑雪 skiing", vec![says("her", "love skiing")]);
    assert!(matches!(space.refusal(observe(her)), Refusal::WrongRole { .. }));
    let nobody = noticed(ObservationType::StatedFact, "无 none", vec![says("nobody", "nobody")]);
    assert!(matches!(space.refusal(observe(nobody)), Refusal::UnknownMessage { .. }));
}
