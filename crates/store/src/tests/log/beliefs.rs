//! Beliefs.

use hupo_types::{Belief, NewBelief, Refusal, Stored};

use super::*;

/// A space with slots and two observations that may support them, and one that may not.
fn noticed_space() -> Space {
    let space = said();
    space.write(vec![
        slots(),
        observe(noticed(ObservationType::StatedFact, "过敏", vec![says("zh", "我对花生过敏")])),
        observe(noticed(ObservationType::Preference, "no peanuts", vec![says("mixed", "peanuts 我不能吃")])),
        observe(noticed(ObservationType::Boundary, "前男友 my ex", vec![says("zh", "别再提我前男友")])),
    ]);
    space
}

#[test]
fn the_set_is_replaced_as_a_whole() {
    let space = noticed_space();
    let first = vec![belief("diet", "不吃花生 no peanuts", &[1, 2]), belief("age", "31.5", &[1])];
    assert_eq!(space.one(put(first.clone(), 3)), Stored::Beliefs { n_beliefs: 2 });
    let set = space.store().snapshot().unwrap().beliefs().unwrap().unwrap();
    assert_eq!((set.beliefs, set.made_from, set.made_at), (first.clone(), ObservationId::new(3), NOW));
    assert_eq!(set.at_sequence, space.store().snapshot().unwrap().sequence().get().saturating_sub(1).into());
    space.adds_nothing(put(first, 3));
    space.write(vec![put(vec![belief("pace", "安静 calm", &[2])], 3)]);
    let set = space.store().snapshot().unwrap().beliefs().unwrap().unwrap();
    assert_eq!(set.beliefs.len(), 1);
    space.write(vec![put(Vec::new(), 3)]);
    assert_eq!(space.store().snapshot().unwrap().beliefs().unwrap().unwrap().beliefs, []);
    space.is_sound();
}

#[test]
fn one_bad_belief_refuses_the_set_with_its_field() {
    let space = noticed_space();
    let good = || belief("diet", "素食 veg", &[1]);
    let with_confidence = |confidence| -> Belief {
        let cites = vec![ObservationId::new(1)];
        NewBelief { slot: "diet".to_owned(), value: "素".to_owned(), confidence, cites }.try_into().unwrap()
    };
    let bad: [(&str, Belief); 12] = [
        ("beliefs[1].slot", belief("星座 sign", "白羊", &[1])),
        ("beliefs[1].slot", belief("diet", "again", &[1])),
        ("beliefs[1].value", belief("age", "三十 thirty", &[1])),
        ("beliefs[1].value", belief("age", "NaN", &[1])),
        ("beliefs[1].value", belief("age", "inf", &[1])),
        ("beliefs[1].value", belief("pace", "fast", &[1])),
        ("beliefs[1].value", belief("pace", " ", &[1])),
        ("beliefs[1].confidence", with_confidence(f32::NAN)),
        ("beliefs[1].confidence", with_confidence(1.5)),
        ("beliefs[1].cites[1]", belief("pace", "busy", &[1, 99])),
        ("beliefs[1].cites[0]", belief("pace", "busy", &[0])),
        ("beliefs[1].cites[0]", belief("pace", "busy", &[3])),
    ];
    for (field, one) in bad {
        assert_eq!(space.refusal(put(vec![good(), one], 3)).field(), Some(field));
    }
    assert_eq!(space.refusal(put(vec![good()], 4)).field(), Some("made_from"));
    assert!(space.store().snapshot().unwrap().beliefs().unwrap().is_none(), "nothing was put");
}

#[test]
fn more_than_the_limits_is_refused() {
    let space = noticed_space();
    let many = vec![belief("diet", "素", &[1]); 257];
    assert!(matches!(space.refusal(put(many, 3)), Refusal::TooMany { count: 257, limit: 256, .. }));
    let cites: Vec<u64> = vec![1; 257];
    assert_eq!(space.refusal(put(vec![belief("diet", "veg", &cites)], 3)).field(), Some("beliefs[0].cites"));
}
