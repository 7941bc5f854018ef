//! The profile.

use hupo_types::{About, NewProfileFact, ProfileFact, ProfileFactId, Refusal, Stored, Visibility};

use super::*;

fn living(space: &Space, attribute: &str) -> Option<ProfileFact> {
    space.store().snapshot().unwrap().profile_of(About::User, attribute).unwrap()
}

#[test]
fn the_latest_statement_holds_and_the_older_one_stays() {
    let space = said();
    let values = ["花生过敏", "allergic to peanuts", "对 peanuts 过敏"];
    for ((message, quote), value) in QUOTES.into_iter().zip(values) {
        space.write(vec![state(fact("Allergy", value, vec![says(message, quote)]))]);
        assert_eq!(living(&space, "ａｌｌｅｒｇｙ").unwrap().value, value);
    }
    let snapshot = space.store().snapshot().unwrap();
    let old = snapshot.profile_fact(ProfileFactId::new(1)).unwrap().unwrap();
    let last = living(&space, "allergy").unwrap();
    assert_eq!((old.superseded_by, old.value.as_str()), (Some(ProfileFactId::new(2)), "花生过敏"));
    assert_eq!((last.supersedes, last.is_living()), (Some(ProfileFactId::new(2)), true));
    assert_eq!(snapshot.profile().unwrap(), [last]);
    drop(snapshot);
    space.is_sound();
}

#[test]
fn a_statement_sent_again_adds_nothing_and_brings_nothing_back() {
    let space = said();
    let first = || state(fact("allergy", "花生", vec![says("zh", "我对花生过敏")]));
    space.write(vec![first()]);
    space.adds_nothing(first());
    space.adds_nothing(state(fact("ALLERGY", "花生", vec![says("en", "allergic to peanuts")])));
    space.write(vec![state(fact("allergy", "peanuts 花生", vec![says("mixed", "peanuts 我不能吃")]))]);
    space.adds_nothing(first());
    assert_eq!(living(&space, "allergy").unwrap().value, "peanuts 花生");
    space.write(vec![state(fact("allergy", "花生", vec![says("mixed", "peanuts 我不能吃")]))]);
    assert_eq!(living(&space, "allergy").unwrap().id, ProfileFactId::new(3), "other words state it anew");
}

#[test]
fn a_birth_date_is_private_whatever_is_asked() {
    let space = said();
    for attribute in ["birth_date", "Birth_Date", "ｂｉｒｔｈ＿ｄａｔｅ"] {
        let asked = NewProfileFact {
            visibility: Visibility::Always,
            ..fact(attribute, "1990-05-17", vec![says("zh", "我对花生过敏")])
        };
        space.write(vec![state(asked)]);
        assert_eq!(living(&space, attribute).unwrap().visibility, Visibility::Private);
    }
    assert_eq!(space.store().snapshot().unwrap().counts().profile_facts, 1);
}

#[test]
fn nothing_of_the_user_without_the_users_words() {
    let space = said();
    for quote in ["你喜欢滑雪", "you love skiing", "滑雪，You told me"] {
        let new = fact("hobby", "滑雪 skiing", vec![companion_says("her", quote)]);
        assert_eq!(space.refusal(state(new.clone())), Refusal::NeedsUserWords { field: "evidence".to_owned() });
        let own = NewProfileFact { about: About::Companion, ..new };
        space.write(vec![state(own)]);
    }
    assert!(living(&space, "hobby").is_none());
}

#[test]
fn a_statement_that_is_not_well_formed_is_refused_with_its_field() {
    let space = said();
    let good = fact("allergy", "花生 peanuts", vec![says("zh", "我对花生过敏")]);
    let bad: [(&str, NewProfileFact); 5] = [
        ("attribute", NewProfileFact { attribute: " ".to_owned(), ..good.clone() }),
        ("attribute", NewProfileFact { attribute: "x\u{7}".to_owned(), ..good.clone() }),
        ("value", NewProfileFact { value: String::new(), ..good.clone() }),
        ("value", NewProfileFact { value: "好".repeat(2_000), ..good.clone() }),
        ("evidence", NewProfileFact { evidence: Vec::new(), ..good.clone() }),
    ];
    for (field, new) in bad {
        assert_eq!(space.refusal(state(new)).field(), Some(field));
    }
    assert!(matches!(space.one(state(good)), Stored::ProfileFact { existed: false, .. }));
}
