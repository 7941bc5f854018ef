//! A leg that panics is named in the answer, dropped and rebuilt, while the others answer.

use super::{alone, asked, failed, other_answers, space, world};
use crate::world::NOW;
use hupo::panic_point::PanicPoint;
use hupo::{LegState, NewMessage, Stages};
use std::sync::atomic::{AtomicBool, Ordering};

const NAME: &str = "containment::legs::";

/// The state of the leg a point is in.
fn state(stages: &Stages, point: PanicPoint) -> LegState {
    match point {
        PanicPoint::KeywordApply
        | PanicPoint::KeywordRebuild
        | PanicPoint::KeywordSearch
        | PanicPoint::KeywordWindow => stages.keyword.clone(),
        PanicPoint::VectorApply | PanicPoint::VectorSearch => stages.vector.clone(),
        PanicPoint::GraphApply | PanicPoint::GraphSearch | PanicPoint::GraphStep => stages.graph.clone(),
    }
}

/// The points of the legs that this machine has: without a runtime library there are no vectors.
fn there<const N: usize>(points: [PanicPoint; N], has_vectors: bool) -> impl Iterator<Item = PanicPoint> {
    points
        .into_iter()
        .filter(move |point| has_vectors || !matches!(point, PanicPoint::VectorApply | PanicPoint::VectorSearch))
}

#[test]
fn a_panic_while_a_write_is_taken_in_costs_no_word_of_it() {
    alone(&format!("{NAME}a_panic_while_a_write_is_taken_in_costs_no_word_of_it"), || {
        let world = world();
        let space = space(&world);
        let has_vectors = world.hupo.models().embedder.is_some();
        let points = [PanicPoint::KeywordApply, PanicPoint::GraphApply, PanicPoint::VectorApply];
        for (n, point) in there(points, has_vectors).enumerate() {
            point.arm(1);
            let name = format!("taken{n}");
            let line = NewMessage::user(format!("林晓 took 第{n} tram {name}")).external_id(&name);
            space.append(vec![line], NOW).unwrap();
            assert_eq!(point.left(), 0, "{point:?} was not passed");
            other_answers(&world);
            let answer = asked(&space);
            assert_eq!(state(&answer.stages, point), LegState::Ran, "{point:?}: the question rebuilds it");
            assert!(answer.hits.iter().any(|hit| hit.external_id.as_ref() == Some(&name)), "{point:?}");
        }
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
    });
}

#[test]
fn a_panic_of_a_leg_that_is_asked_is_named_and_the_others_answer() {
    alone(&format!("{NAME}a_panic_of_a_leg_that_is_asked_is_named_and_the_others_answer"), || {
        let world = world();
        let space = space(&world);
        let has_vectors = world.hupo.models().embedder.is_some();
        let points =
            [PanicPoint::KeywordSearch, PanicPoint::KeywordWindow, PanicPoint::GraphSearch, PanicPoint::VectorSearch];
        for point in there(points, has_vectors) {
            point.arm(2);
            for _ in 0..2 {
                let answer = asked(&space);
                assert!(failed(&state(&answer.stages, point)), "{point:?}: {:?}", answer.stages);
                assert!(!answer.hits.is_empty(), "{point:?}: the others answer");
            }
            other_answers(&world);
            let answer = asked(&space);
            assert_eq!(state(&answer.stages, point), LegState::Ran, "{point:?}");
        }
        PanicPoint::GraphStep.arm(1);
        assert!(failed(&asked(&space).stages.graph));
        assert_eq!(asked(&space).stages.graph, LegState::Ran);
    });
}

#[test]
fn a_leg_that_panics_again_while_it_is_rebuilt_is_left_out_until_it_does_not() {
    alone(&format!("{NAME}a_leg_that_panics_again_while_it_is_rebuilt_is_left_out_until_it_does_not"), || {
        let world = world();
        let space = space(&world);
        let pairs = [
            (PanicPoint::KeywordApply, PanicPoint::KeywordRebuild, 1),
            (PanicPoint::GraphApply, PanicPoint::GraphApply, 2),
        ];
        for (first, again, times) in pairs {
            first.arm(1);
            again.arm(times);
            space.append(vec![NewMessage::user(format!("林晓 again {first:?} 又一次"))], NOW).unwrap();
            let answer = asked(&space);
            assert!(failed(&state(&answer.stages, first)), "{first:?}: {:?}", answer.stages);
            assert!(!answer.hits.is_empty(), "{first:?}: the others answer");
            let answer = asked(&space);
            assert_eq!(state(&answer.stages, first), LegState::Ran, "{first:?}");
            other_answers(&world);
        }
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
    });
}

#[test]
fn others_that_ask_meanwhile_get_an_answer_each_time() {
    alone(&format!("{NAME}others_that_ask_meanwhile_get_an_answer_each_time"), || {
        let world = world();
        let space = space(&world);
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let asking = || {
                let mut n_answers = 0;
                while !is_over.load(Ordering::Relaxed) || n_answers == 0 {
                    assert!(!asked(&space).hits.is_empty());
                    n_answers += 1;
                }
                n_answers
            };
            let askers = [scope.spawn(asking), scope.spawn(asking)];
            for round in 0..12 {
                let points = [
                    PanicPoint::KeywordApply,
                    PanicPoint::GraphApply,
                    PanicPoint::KeywordSearch,
                    PanicPoint::GraphSearch,
                    PanicPoint::KeywordRebuild,
                ];
                points[round % points.len()].arm(1);
                space.append(vec![NewMessage::user(format!("林晓 round 第{round}轮 trams"))], NOW).unwrap();
            }
            is_over.store(true, Ordering::Relaxed);
            let answers: usize = askers.map(|asker| asker.join().expect("a panic reached who asked")).iter().sum();
            assert!(answers > 0);
        });
        for point in [PanicPoint::KeywordApply, PanicPoint::GraphApply, PanicPoint::KeywordSearch] {
            point.arm(0);
        }
        PanicPoint::GraphSearch.arm(0);
        PanicPoint::KeywordRebuild.arm(0);
        assert_eq!(asked(&space).stages.keyword, LegState::Ran);
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
        other_answers(&world);
    });
}
