//! Spreads of times.

use super::{STAGES, Spread, Times};
use crate::report::samples::judged;
use hupo::Timings;

#[test]
fn shares_are_taken_of_the_sorted_times() {
    let spread = Spread::of((0..=100).rev().map(|ms| ms as f32));
    assert_eq!(spread, Spread { p50_ms: 50.0, p95_ms: 95.0, p99_ms: 99.0 });
    assert_eq!(Spread::of([7.0].into_iter()), Spread { p50_ms: 7.0, p95_ms: 7.0, p99_ms: 7.0 });
    assert_eq!(Spread::of(std::iter::empty()), Spread::default());
}

#[test]
fn every_stage_of_an_answer_has_its_name() {
    let fields = serde_json::to_value(Timings::default()).unwrap();
    let mut named: Vec<String> = STAGES.iter().map(|(name, _)| format!("{name}_ms")).collect();
    named.push("total_ms".into());
    named.sort();
    let mut there: Vec<String> = fields.as_object().unwrap().keys().cloned().collect();
    there.sort();
    assert_eq!(named, there, "a stage that recall times is not in the report, or the other way round");
}

#[test]
fn every_stage_reads_its_own_time() {
    let times = Timings {
        plan_ms: 1.0,
        embed_ms: 2.0,
        words_ms: 3.0,
        window_ms: 4.0,
        vector_ms: 5.0,
        graph_ms: 6.0,
        fuse_ms: 7.0,
        step_ms: 8.0,
        rerank_ms: 9.0,
        select_ms: 10.0,
        ..Timings::default()
    };
    let fields = serde_json::to_value(times).unwrap();
    for (name, of) in STAGES {
        assert_eq!(serde_json::json!(of(&times)), fields[format!("{name}_ms")], "{name}");
    }
}

#[test]
fn search_is_neither_embedding_nor_reranking_and_throughput_is_one_askers() {
    let (one, other) = (judged(None, true, 20.0), judged(None, true, 30.0));
    let times = Times::of(&[&one, &other]);
    assert_eq!((times.total.p50_ms, times.search.p50_ms), (30.0, 14.0));
    assert_eq!(times.questions_per_second, 40.0);
}
