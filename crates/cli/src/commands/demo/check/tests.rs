//! How the demo's questions are counted.

use super::sum;
use hupo::SearchScope;
use hupo_eval::dataset::{Gold, Question};

fn question(id: &str, kind: &str, gold: &[&str]) -> Question {
    Question {
        id: id.into(),
        text: "?".into(),
        category: Some(kind.into()),
        asked: None,
        scope: SearchScope::Both,
        gold: gold.iter().map(|id| Gold { external_id: (*id).to_owned(), grade: 1 }).collect(),
        shown: false,
    }
}

#[test]
fn questions_without_an_answer_are_counted_apart() {
    let (a, b, c) = (question("a", "lookup", &["m"]), question("b", "lookup", &["m"]), question("c", "none", &[]));
    let score = sum(&[(&a, true), (&b, false), (&c, true)]);
    assert_eq!((score.hit_at_5, score.answerable, score.unanswerable, score.abstained), (0.5, 2, 1, 1));
    assert_eq!(score.missed, ["b"]);
    assert_eq!(score.kinds.get("lookup").map(|count| (count.questions, count.right)), Some((2, 1)));
}

#[test]
fn no_questions_are_no_hits() {
    assert_eq!(sum(&[]).hit_at_5, 0.0);
}
