//! `docs/proposals.md`: every kind and every verdict stands there, and its examples are judged as it says.

use super::space::{Space, automatic};
use hupo_types::{Proposal, VerdictCode};
use std::path::PathBuf;

const KINDS: [&str; 15] = [
    "memory",
    "correction",
    "relation",
    "person",
    "temporal_item",
    "outcome",
    "observation",
    "profile",
    "continuity",
    "segment",
    "diary",
    "carried_note",
    "status_note",
    "rolling_summary",
    "topic_summary",
];

fn page() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/proposals.md");
    std::fs::read_to_string(path).unwrap()
}

/// The name a code has on the wire.
fn named(code: VerdictCode) -> String {
    serde_json::to_value(code).unwrap().as_str().unwrap().to_owned()
}

/// Every code, by the match that the compiler holds complete.
fn codes() -> Vec<VerdictCode> {
    use VerdictCode::*;
    let next = |code| match code {
        Accepted => Some(Pending),
        Pending => Some(Duplicate),
        Duplicate => Some(Supersedes),
        Supersedes => Some(UnknownMessage),
        UnknownMessage => Some(WrongRole),
        WrongRole => Some(QuoteNotFound),
        QuoteNotFound => Some(QuoteTooShort),
        QuoteTooShort => Some(NoUserSource),
        NoUserSource => Some(BelowImportanceFloor),
        BelowImportanceFloor => Some(NeedsRepetition),
        NeedsRepetition => Some(UnknownTarget),
        UnknownTarget => Some(Cycle),
        Cycle => Some(Conflict),
        Conflict => Some(ErasedSource),
        ErasedSource => Some(Limit),
        Limit => Some(Invalid),
        Invalid => None,
    };
    std::iter::successors(Some(Accepted), |code| next(*code)).collect()
}

#[test]
fn every_verdict_stands_in_the_page() {
    let page = page();
    assert_eq!(codes().len(), 17);
    for code in codes() {
        assert!(page.contains(&format!("| `{}` |", named(code))), "{code:?}");
    }
}

/// The examples: the verdict the page gives, and the JSON.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut verdict = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("Verdict: `").and_then(|rest| rest.split('`').next()) {
            verdict = said.to_owned();
        } else if line == "```json" {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            examples.push((std::mem::take(&mut verdict), text.join("\n")));
        }
    }
    examples
}

/// The transcript the examples quote from, as the page has it.
fn transcript(page: &str, space: &Space) {
    let lines = page.lines().skip_while(|line| *line != "```jsonl").skip(1).take_while(|line| *line != "```");
    for line in lines {
        space.says(serde_json::from_str(line).unwrap());
    }
}

#[test]
fn every_kind_has_an_example_and_each_is_judged_as_the_page_says() {
    let (page, space) = (page(), automatic());
    transcript(&page, &space);
    space.topic("工作");
    let examples = examples(&page);
    for kind in KINDS {
        assert!(examples.iter().any(|(_, text)| text.contains(&format!("\"propose\": \"{kind}\""))), "{kind}");
    }
    for (said, text) in examples {
        let proposal: Proposal = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let verdict = space.propose(proposal);
        assert_eq!(named(verdict.code), said, "{text}\n{verdict:?}");
    }
}
