//! Grading, with answers whose marks are known.

use super::*;
use crate::{ModelExtractor, ModelOptions, Recorded};
use hupo::Hupo;

const TURNS: &str = r##"{"id":"a","language":"zh","text":"我住在杭州","time":"2026-05-06T20:15:00+08:00","expect":[["home=杭州"]]}
{"id":"b","language":"en","text":"they cancelled the concert","time":"2026-05-06T20:15:00-04:00","open":[{"id":5,"text":"concert with Nora","starts":"2026-05-09T00:00:00-04:00"}],"expect":[["outcome/cancelled=#5"]]}
{"id":"c","language":"en","text":"no I live in Portland, not Seattle","time":"2026-05-06T20:15:00-04:00","memories":[{"id":9,"text":"The user lives in Seattle","key":{"subject":"user","category":"home","attribute":"place"}}],"expect":[["correct=#9~Portland"]]}
{"id":"d","language":"en","text":"I like him but he's taken","time":"2026-05-06T20:15:00-04:00","expect":[]}
{"id":"e","language":"mixed","text":"下周 I'm in Rome","time":"2026-05-06T20:15:00+00:00","expect":[["item@2026-05-11=Rome","item@2026-05-12=Rome"]]}
{"id":"f","language":"en","text":"not answered","time":"2026-05-06T20:15:00+08:00","expect":[["home=x"]]}
"##;

const ANSWERS: &str = r##"{"duty":"day","said":"我住在杭州","answer":{"proposals":[{"propose":"memory","kind":"fact","scope":"user","importance":7,"key":{"subject":"user","attribute":"city"},"text":"用户住在杭州","evidence":[{"message":1,"role":"user","quote":"我住在杭州"}]}]}}
{"duty":"day","said":"they cancelled the concert","answer":{"proposals":[{"propose":"outcome","item":1,"ending":"cancelled","evidence":[{"message":2,"role":"user","quote":"they cancelled the concert"}]}]}}
{"duty":"day","said":"no I live in Portland, not Seattle","answer":{"proposals":[{"propose":"correction","corrects":1,"text":"The user lives in Portland","evidence":[{"message":2,"role":"user","quote":"I live in Portland"}]}]}}
{"duty":"day","said":"I like him but he's taken","answer":{"proposals":[{"propose":"memory","kind":"preference","scope":"user","importance":6,"key":{"subject":"user","attribute":"likes/him"},"text":"The user likes him","evidence":[{"message":1,"role":"user","quote":"I like him"}]}]}}
{"duty":"day","said":"下周 I'm in Rome","answer":{"proposals":[{"propose":"temporal_item","kind":"plan","text":"The user is in Rome","starts":"2026-05-11T00:00:00Z","evidence":[{"message":1,"role":"user","quote":"I was in Rome"}]}]}}
{"duty":"day","said":"下周 I'm in Rome","round":2,"answer":{"proposals":[{"propose":"temporal_item","kind":"plan","text":"The user is in Rome","starts":"2026-05-11T00:00:00Z","evidence":[{"message":1,"role":"user","quote":"I was in Rome"}]}]}}
"##;

fn graded(policy: ReviewPolicy) -> Graded {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let recorded = Recorded::read("by hand", ANSWERS).unwrap();
    let model = ModelExtractor::new(recorded, ModelOptions::default());
    let mut graded = Graded::default();
    for turn in Turn::read_all(TURNS).unwrap() {
        graded.add((&hupo, policy), &turn, &model).unwrap();
    }
    assert!(hupo.spaces().unwrap().is_empty(), "every space is erased again");
    graded
}

#[test]
fn what_the_space_holds_afterwards_is_graded() {
    for policy in [ReviewPolicy::Automatic, ReviewPolicy::Required] {
        let graded = graded(policy);
        assert_eq!((graded.n_turns, graded.n_labels), (5, 4), "{policy:?}");
        assert_eq!((graded.n_found, graded.n_right, graded.n_wrong), (3, 3, 1), "{policy:?}");
        assert_eq!((graded.precision(), graded.recall()), (Some(0.75), Some(0.75)));
        assert_eq!(graded.wrong[0].turn, "d");
        assert_eq!((graded.n_waiting, graded.failures.get("not_recorded")), (0, Some(&1)));
        assert!(graded.tokens.input > 0);
    }
    let code = |policy, code| graded(policy).verdicts.get(&code).copied();
    assert_eq!(code(ReviewPolicy::Required, VerdictCode::Pending), Some(4));
    assert_eq!(code(ReviewPolicy::Automatic, VerdictCode::Supersedes), Some(1));
    assert_eq!(code(ReviewPolicy::Automatic, VerdictCode::QuoteNotFound), Some(1), "refused, and so not in the space");
}

#[test]
fn a_label_is_said_whatever_the_sentence_and_not_by_the_opposite() {
    let memory = |attribute: &str, text: &str| -> Proposal {
        serde_json::from_value(serde_json::json!({
            "propose": "memory", "kind": "preference", "scope": "user", "text": text,
            "key": { "subject": "user", "attribute": attribute }, "evidence": []
        }))
        .unwrap()
    };
    let says = |label: &str, proposal: &Proposal| Label::read(label, &Default::default()).unwrap().is_said_by(proposal);
    assert!(says("likes=Jasmine Tea", &memory("likes/jasmine tea", "She loves it")));
    assert!(says("likes=茉莉花茶", &memory("drink", "用户爱喝茉莉花茶")));
    assert!(!says("likes=jasmine tea", &memory("dislikes/jasmine tea", "x")));
    assert!(!says("dislikes=tea", &memory("likes/tea", "x")));
    assert!(!says("likes=coffee", &memory("likes/tea", "x")));
    assert!(!says("outcome/resolved=#1", &memory("likes/tea", "#1")));
}

#[test]
fn a_set_that_cannot_be_read_says_where() {
    for bad in [
        "{",
        r#"{"id":"a","language":"en","text":"x","time":"soon","expect":[]}"#,
        r#"{"id":"a","language":"en","text":"x","time":"2026-05-06T20:15:00Z","expect":[["nothing"]]}"#,
    ] {
        let lines = format!("\n{}\n{bad}", TURNS.lines().next().unwrap());
        assert_eq!(Turn::read_all(&lines).unwrap_err(), 3, "{bad}");
    }
}
