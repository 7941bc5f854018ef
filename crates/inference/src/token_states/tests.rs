//! MaxSim by hand.

use super::TokenStates;
use hupo_types::VectorError;

fn states(rows: &[[f32; 2]]) -> TokenStates {
    TokenStates::new(rows.as_flattened(), 2, rows.iter().map(|_| true)).unwrap()
}

#[test]
fn max_sim_is_the_mean_of_each_question_tokens_best_cosine() {
    let question = states(&[[2.0, 0.0], [0.0, 3.0]]);
    let passage = states(&[[0.0, -1.0], [5.0, 5.0]]);
    let expected = std::f32::consts::FRAC_1_SQRT_2;
    assert!((question.max_sim(&passage).unwrap() - expected).abs() < 1e-6);
    assert!((question.max_sim(&question).unwrap() - 1.0).abs() < 1e-6);
}

#[test]
fn a_longer_question_does_not_score_higher_for_its_length() {
    let passage = states(&[[1.0, 0.0]]);
    let (short, long) = (states(&[[1.0, 1.0]]), states(&[[1.0, 1.0]; 5]));
    assert!((short.max_sim(&passage).unwrap() - long.max_sim(&passage).unwrap()).abs() < 1e-6);
}

#[test]
fn only_the_kept_tokens_count_and_without_any_there_is_no_score() {
    let kept = TokenStates::new(&[9.0, 9.0, 0.0, 4.0], 2, [false, true].into_iter()).unwrap();
    assert_eq!(kept, states(&[[0.0, 1.0]]));
    let none = TokenStates::new(&[9.0, 9.0], 2, [false].into_iter()).unwrap();
    assert_eq!((none.n_tokens(), none.max_sim(&kept), kept.max_sim(&none)), (0, None, None));
}

#[test]
fn a_state_that_is_not_finite_or_has_no_direction_is_refused() {
    let refused = |row: [f32; 2]| TokenStates::new(&row, 2, [true].into_iter()).unwrap_err();
    assert_eq!(refused([1.0, f32::NAN]), VectorError::NotFinite { index: 1 });
    assert_eq!(refused([f32::INFINITY, 0.0]), VectorError::NotFinite { index: 0 });
    assert_eq!(refused([0.0, 0.0]), VectorError::Zero);
}
