//! Every kind of failure has its exit code, and its report says what happened once.

use super::{Usage, as_json, as_text, code, is_closed_pipe};
use crate::source::Refused;
use anyhow::{Context, Error, anyhow};
use hupo::Refusal;
use hupo_eval::dataset::{self, BadLine, Place};
use std::io::{self, ErrorKind};

fn place() -> Place {
    Place { file: "f.jsonl".into(), line: 7 }
}

fn refused() -> Refused {
    Refused::new(vec![(0, Refusal::NoEvidence)], &[(Some(place()), "memory mem-1".into())])
}

#[test]
fn exit_codes_are_the_documented_ones() {
    let bad_line = dataset::Error::BadLine(BadLine::whole(place(), "broken"));
    let cases: [(Error, u8); 10] = [
        (anyhow!("anything"), 1),
        (Usage("two spaces".into()).into(), 2),
        (hupo::Error::BadQuestion { field: "k", reason: "0".into() }.into(), 2),
        (hupo::Error::UnknownSpace { name: "x".into(), root: "r".into() }.into(), 1),
        (refused().into(), 3),
        (bad_line.into(), 3),
        (dataset::Error::UnknownZone { zone: "x".into() }.into(), 2),
        (hupo::Error::Store(hupo_store::Error::Damaged { what: "page".into() }).into(), 5),
        (hupo::Error::Store(hupo_store::Error::Poisoned).into(), 1),
        (hupo::Error::Store(hupo_store::Error::DiskFull { doing: "writing" }).into(), 1),
    ];
    for (error, expected) in cases {
        assert_eq!(code(&error), expected, "{error}");
        let wrapped = error.context("opening");
        assert_eq!(code(&wrapped), expected, "in a context: {wrapped:#}");
    }
}

#[test]
fn a_report_names_file_line_and_remedy() {
    let text = as_text(&refused().into());
    assert!(text.contains("f.jsonl, line 7 (memory mem-1): evidence: there is none; cite"), "{text}");
}

#[test]
fn a_cause_is_said_once() {
    let error = Err::<(), _>(anyhow!("the disk is full")).context("opening the root").unwrap_err();
    assert_eq!(as_text(&error), "error: opening the root\n  because: the disk is full");
}

#[test]
fn a_report_in_json_carries_the_refusals() {
    let report: serde_json::Value = serde_json::from_str(&as_json(&refused().into(), 3)).unwrap();
    assert_eq!(report.pointer("/exit_code").unwrap(), 3);
    assert_eq!(report.pointer("/refusals/0/line").unwrap(), 7);
    assert_eq!(report.pointer("/refusals/0/refusal/code").unwrap(), "no_evidence");
}

#[test]
fn a_reader_who_went_away_is_no_failure() {
    let pipe = |kind| Error::from(io::Error::from(kind)).context("printing");
    assert!(is_closed_pipe(&pipe(ErrorKind::BrokenPipe)));
    assert!(!is_closed_pipe(&pipe(ErrorKind::PermissionDenied)));
}
