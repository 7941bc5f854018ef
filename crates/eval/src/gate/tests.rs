//! Gates over rows made up.

use super::{Gate, GatedPart, Gates, Metric, Verdict};
use crate::report::samples::row;
use crate::score::Scores;

fn gate(run: &str, figure: f32) -> Gate {
    Gate { run: run.into(), metric: Metric::NdcgAt10, figure, allowed_fall: 0.02 }
}

fn part(gates: Vec<Gate>) -> GatedPart {
    GatedPart { set: "记忆 memory".into(), group: None, every: 1, n: 100, gates }
}

#[test]
fn a_figure_may_fall_by_what_is_allowed_and_no_more() {
    let part = part(vec![gate("full", 0.82)]);
    let verdict = |right| part.check(&[row("full", (right, 100), 1.0)])[0];
    assert_eq!(verdict(95), Verdict::Holds { reached: 0.95 });
    assert_eq!(verdict(81), Verdict::Holds { reached: 0.81 });
    assert_eq!(verdict(79), Verdict::Fell { reached: 0.79 });
}

#[test]
fn another_number_of_questions_is_another_part() {
    let verdict = part(vec![gate("full", 0.5)]).check(&[row("full", (99, 99), 1.0)])[0];
    assert_eq!(verdict, Verdict::OtherPart { n: 99 });
    assert!(!verdict.holds());
}

#[test]
fn a_run_that_was_not_made_does_not_hold() {
    let verdicts = part(vec![gate("fused", 0.5), gate("full", 0.5)]).check(&[row("full", (60, 100), 1.0)]);
    assert_eq!(verdicts, [Verdict::NotRun, Verdict::Holds { reached: 0.6 }]);
    assert!(!verdicts[0].holds());
}

#[test]
fn recording_takes_what_is_reached_and_leaves_what_was_not_run() {
    let mut part = part(vec![gate("full", 0.9), gate("fused", 0.7)]);
    part.record(&[row("full", (2, 3), 1.0)]);
    assert_eq!((part.n, part.gates[0].figure, part.gates[1].figure), (3, 0.6667, 0.7));
    assert!(part.check(&[row("full", (2, 3), 1.0)])[0].holds(), "rounding is no fall");
}

#[test]
fn every_metric_reads_its_own_score() {
    let scores =
        Scores { ndcg_at_10: 0.1, recall_at_5: 0.2, recall_at_10: 0.3, hit_at_5: 0.4, all_at_5: 0.5, mrr_at_10: 0.6 };
    for (name, score) in scores.named() {
        let metric: Metric = serde_json::from_value(name.into()).unwrap();
        assert_eq!(metric.of(&scores), score, "{name}");
    }
}

#[test]
fn the_gates_of_the_repository_can_be_read_and_leave_room_for_one_question_in_fifty() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/quality-gates.json");
    let gates: Gates = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(gates.parts.iter().any(|part| part.set == "demo"), "our own set is always there");
    for gate in gates.parts.iter().flat_map(|part| &part.gates) {
        assert!(gate.allowed_fall > 0.0 && gate.allowed_fall < 0.1 && gate.figure > gate.allowed_fall, "{gate:?}");
    }
}

#[test]
fn a_field_that_no_gate_has_is_refused() {
    let line = r#"{"run":"full","metric":"ndcg_at_10","figure":0.5,"allowed_fal":0.1,"allowed_fall":0.1}"#;
    assert!(serde_json::from_str::<Gate>(line).is_err());
}
