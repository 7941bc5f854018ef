//! What a run costs, keeps and is shown.

use super::world::{World, day, memory};
use super::*;
use crate::Per;
use crate::fake::{Act, Fake};
use hupo::{NewBelief, NewEvidence, NewObservation, ObservationId, RunOutcome, RunReport, VerdictCode};
use serde_json::{Value, json};

fn closed(report: &RunReport) -> &hupo::Run {
    let RunOutcome::Closed { run } = &report.outcome else { panic!("{:?}", report.outcome) };
    run
}

#[test]
fn the_record_says_who_proposed_and_what_it_cost() {
    let world = World::new();
    let bad = memory("用户住在罗马", (1, "user", "我住在罗马"));
    let fake = Fake::playing(vec![Act::json(&day(&[bad])), Act::json(&day(&[]))]);
    let report = world.run(&world.model(&fake, ModelOptions::default()), Duty::Day).unwrap();
    let run = closed(&report);
    assert_eq!((run.by.name.as_str(), run.by.version.as_str()), ("model", "v1/en"));
    assert_eq!(run.by.model.as_deref(), Some("fake-1"));
    assert_eq!(run.tokens, Tokens { input: 200, output: 20 }, "both tries");
    assert_eq!(run.output_hash.as_ref().unwrap().len(), 64);
}

#[test]
fn a_run_that_would_cost_too_much_is_not_begun() {
    let world = World::new();
    let fake = Fake::playing(vec![Act::json(&day(&[]))]);
    let budget = Budget { per_run: Some(4_000), per_day: None };
    let model = world.model(&fake, ModelOptions { budget, ..ModelOptions::default() });
    let failed = world.run(&model, Duty::Day).unwrap_err();
    assert!(matches!(failed, Failure::Budget { per: Per::Run, left: 4_000, .. }), "{failed:?}");
    assert!(fake.asked().is_empty() && world.due(Duty::Day).is_some());
}

#[test]
fn a_day_that_is_spent_is_spent_also_on_what_came_to_nothing() {
    let world = World::new();
    let fake = Fake::playing(vec![Act::completion("nothing of use")]);
    // One question may cost up to about 6,000; what it did cost is 110.
    let budget = Budget { per_run: None, per_day: Some(8_000) };
    let model = world.model(&fake, ModelOptions { budget, ..ModelOptions::default() });
    let mut n_runs = 0;
    let mut failed = world.run(&model, Duty::Day).unwrap_err();
    while matches!(failed, Failure::BadAnswer { .. }) && n_runs < 100 {
        n_runs += 1;
        failed = world.run(&model, Duty::Day).unwrap_err();
    }
    assert!(matches!(failed, Failure::Budget { per: Per::Day, .. }), "{failed:?} after {n_runs}");
    assert!(n_runs > 1, "{n_runs}");
}

#[test]
fn what_the_model_said_is_kept_only_when_that_is_asked_for() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let fake = Fake::playing(vec![Act::json(&day(&[]))]);
    let options = ModelOptions { keep_raw: Some(folder.path().join("raw")), ..ModelOptions::default() };
    let report = world.run(&world.model(&fake, options), Duty::Day).unwrap();
    let hash = closed(&report).output_hash.clone().unwrap();
    let kept = std::fs::read_to_string(folder.path().join(format!("raw/{hash}.json"))).unwrap();
    assert!(kept.contains("proposals"), "{kept}");
}

#[test]
fn a_promoter_that_was_told_to_stop_asks_nobody() {
    let world = World::new();
    let fake = Fake::playing(vec![Act::json(&day(&[]))]);
    let options = ModelOptions::default();
    options.stop.stop();
    let failed = world.run(&world.model(&fake, options), Duty::Day).unwrap_err();
    assert!(matches!(failed, Failure::Stopped) && fake.asked().is_empty());
}

const BELIEVED: &str = "belief-canary-只有推断里有的话";

/// A space with a slot, two observations, and a belief made from the first.
fn believing() -> World {
    let world = World::new();
    let rules = world.space.rules().unwrap();
    let slot = json!({ "name": "pets", "type": "text", "supported_by": ["preference"] });
    let slots = vec![serde_json::from_value(slot).unwrap()];
    world.space.set_rules(hupo::Rules { slots, ..rules }, world.now).unwrap();
    let observe = |value: &str| {
        let evidence = json!([{ "message": 1, "role": "user", "quote": "我住在杭州" }]);
        let evidence: Vec<NewEvidence> = serde_json::from_value(evidence).unwrap();
        let observation = json!({
            "type": "preference", "subject": "pets", "value": value, "source": "inferred", "evidence": evidence
        });
        let observation: NewObservation = serde_json::from_value(observation).unwrap();
        assert_eq!(world.space.observe(observation, world.now).unwrap().code, VerdictCode::Accepted);
    };
    observe("likes cats");
    let cites = vec![ObservationId::new(1)];
    let belief = NewBelief { slot: "pets".into(), value: BELIEVED.into(), confidence: 0.9, cites };
    world.space.put_beliefs(vec![belief], ObservationId::new(1), world.now).unwrap();
    assert_eq!(world.space.beliefs().unwrap()[0].value, BELIEVED);
    observe("likes dogs");
    world
}

#[test]
fn beliefs_are_made_from_the_log_and_never_from_earlier_beliefs() {
    let belief = |slot: &str, cites: Value| json!({ "slot": slot, "value": "likes cats and dogs", "confidence": 0.8, "cites": cites });
    for invented in [belief("pets", json!([9])), belief("dreams", json!([1])), belief("pets", json!([]))] {
        let world = believing();
        let answer = |belief: &Value| Act::json(&json!({ "beliefs": [belief] }));
        let fake = Fake::playing(vec![answer(&invented), answer(&belief("pets", json!(["obs-1", 2])))]);
        let report = world.run(&world.model(&fake, ModelOptions::default()), Duty::Beliefs).unwrap();
        assert_eq!(report.verdicts[0].code, VerdictCode::Accepted);
        let asked = fake.asked();
        assert_eq!(asked.len(), 2, "what is invented is asked about: {invented}");
        for one in &asked {
            assert!(one.body.contains("likes cats") && one.body.contains("likes dogs"), "the log is there");
            assert!(!one.body.contains("belief-canary"), "an earlier belief is in the request");
        }
        assert_eq!(world.space.beliefs().unwrap()[0].value, "likes cats and dogs");
    }
}
