//! Folders of sets, and what is said of gates.

use super::{Checked, Line, cells, find, hold, label, word};
use hupo_eval::gate::{Gate, GatedPart, Metric, Verdict};
use std::path::PathBuf;

fn gate() -> Gate {
    Gate { run: "full".into(), metric: Metric::RecallAt5, figure: 0.5, allowed_fall: 0.02 }
}

fn part() -> GatedPart {
    GatedPart { set: "对话 talk".into(), group: Some("conv-30".into()), every: 2, n: 40, gates: vec![gate()] }
}

#[test]
fn a_set_is_looked_for_in_every_folder() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::create_dir(other.path().join("记忆")).unwrap();
    let folders = [one.path().to_owned(), other.path().to_owned()];
    assert_eq!(find(&folders, "记忆").unwrap(), Some(other.path().join("记忆")));
    assert!(
        find(&folders, "nowhere").unwrap_err().to_string().contains("nowhere"),
        "all folders are there, the set is not"
    );
}

#[test]
fn a_folder_that_is_not_there_takes_its_sets_with_it() {
    let here = tempfile::tempdir().unwrap();
    std::fs::create_dir(here.path().join("demo")).unwrap();
    let folders = [here.path().to_owned(), PathBuf::from("no such folder/datasets")];
    assert_eq!(find(&folders, "locomo").unwrap(), None);
    assert!(find(&folders, "demo").unwrap().is_some());
}

#[test]
fn each_verdict_has_its_word() {
    let words = [
        (Some(Verdict::Holds { reached: 0.5 }), "holds"),
        (Some(Verdict::Fell { reached: 0.4 }), "FELL"),
        (Some(Verdict::OtherPart { n: 3 }), "OTHER PART: 3 questions"),
        (Some(Verdict::NotRun), "NOT RUN"),
        (None, "skipped"),
    ];
    for (verdict, expected) in words {
        assert_eq!(word(verdict), expected);
    }
}

#[test]
fn a_row_says_which_part_and_what_was_reached() {
    let (part, gate) = (part(), gate());
    assert_eq!(label(&part), "对话 talk conv-30, 1 question in 2");
    let fell = Checked { part: &part, gate: &gate, verdict: Some(Verdict::Fell { reached: 0.25 }) };
    assert_eq!(cells(&fell)[1..], ["40", "full", "recall_at_5", "0.5000", "0.020", "0.2500", "FELL"]);
    let json = serde_json::to_value(Line::of(&fell)).unwrap();
    assert_eq!(
        (&json["reached"], &json["holds"], &json["metric"]),
        (&0.25.into(), &false.into(), &"recall_at_5".into())
    );
    let skipped = Checked { part: &part, gate: &gate, verdict: None };
    let skipped = serde_json::to_value(Line::of(&skipped)).unwrap();
    assert!(skipped["holds"].is_null() && skipped["reached"].is_null());
}

#[test]
fn one_gate_that_does_not_hold_is_red_and_a_skipped_one_is_not() {
    let (part, gate) = (part(), gate());
    let stands = |verdict| Checked { part: &part, gate: &gate, verdict };
    let green = [stands(None), stands(Some(Verdict::Holds { reached: 0.5 }))];
    assert!(hold(&green).is_ok());
    for bad in [Verdict::Fell { reached: 0.4 }, Verdict::OtherPart { n: 3 }, Verdict::NotRun] {
        let red = hold(&[stands(None), stands(Some(bad))]).unwrap_err();
        assert_eq!(red.to_string(), "1 of 2 quality gates do not hold");
    }
}
