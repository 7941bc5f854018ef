//! What the built-in rules find in the labelled turns of `data/extraction`, through the door: the rules of acceptance
//! refuse none of it, the same said again is known, and nothing is taken from a trap twice over.

use crate::world::{NOW, lone};
use hupo::{Batch, MessageId, NewMessage, Proposal, ReviewPolicy, Role, Rules, Space, VerdictCode};
use hupo_extraction::{Line, Talk, extract};
use jiff::tz::{TimeZone, offset};

/// The labelled turns that need nothing but themselves.
fn turns() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/extraction/turns.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let turns = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let alone = turns.filter(|turn| turn.get("open").is_none() && turn.get("memories").is_none());
    alone.map(|turn| turn["text"].as_str().unwrap().to_owned()).collect()
}

fn automatic(space: &Space) {
    space.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, NOW).unwrap();
}

/// What the rules find in one message of a space.
fn found(id: u64, text: &str) -> Vec<Proposal> {
    let time = Some(NOW);
    let line = Line { id: MessageId::new(id), role: Role::User, text: text.to_owned(), time };
    extract(&Talk::of(vec![line], TimeZone::fixed(offset(8))))
}

#[test]
fn what_the_built_in_rules_propose_is_never_refused() {
    let space = lone("labelled");
    automatic(&space);
    let turns = turns();
    let messages: Vec<NewMessage> = turns.iter().map(|text| NewMessage::user(text.clone()).at(NOW)).collect();
    space.append(messages, NOW).unwrap();
    let mut n_found = 0;
    for (text, id) in turns.iter().zip(1..) {
        let proposals = found(id, text);
        n_found += proposals.len();
        let batch = Batch { dry_run: true, ..Batch::from(proposals.clone()) };
        for (verdict, proposal) in space.propose(batch, NOW).unwrap().verdicts.iter().zip(&proposals) {
            assert_eq!(verdict.code, VerdictCode::Accepted, "{text:?}: {} {proposal:?}", verdict.reason);
        }
    }
    assert!(n_found > 250, "{n_found} proposals in {} turns", turns.len());
}

#[test]
fn a_fact_said_again_is_known_and_one_said_otherwise_corrects_it() {
    let space = lone("again");
    automatic(&space);
    let lines =
        ["我住在成都，我喜欢茉莉花茶", "我喜歡茉莉花茶！别再提我前男友了", "别再提我前男友了", "搬家了，现在住在重庆"];
    for text in lines {
        space.append(vec![NewMessage::user(text).at(NOW)], NOW).unwrap();
    }
    let codes: Vec<Vec<VerdictCode>> = lines
        .iter()
        .zip(1..)
        .map(|(text, id)| {
            let mut talk = Talk::of(Vec::new(), TimeZone::fixed(offset(8)));
            talk.messages =
                vec![Line { id: MessageId::new(id), role: Role::User, text: (*text).to_owned(), time: Some(NOW) }];
            talk.memories = known(&space);
            let verdicts = space.propose(Batch::from(extract(&talk)), NOW).unwrap().verdicts;
            verdicts.iter().map(|verdict| verdict.code).collect()
        })
        .collect();
    let expected: [&[VerdictCode]; 4] = [
        &[VerdictCode::Accepted, VerdictCode::Accepted],
        &[VerdictCode::Duplicate, VerdictCode::Accepted],
        &[VerdictCode::Duplicate],
        &[VerdictCode::Supersedes],
    ];
    assert_eq!(codes, expected);
}

fn known(space: &Space) -> Vec<hupo_extraction::KnownMemory> {
    let page = (1..=space.stats().unwrap().counts.memories).filter_map(|id| space.memory(id.into()).unwrap());
    let holding = page.filter(|memory| memory.state.holds());
    holding
        .map(|memory| hupo_extraction::KnownMemory {
            id: memory.id,
            key: memory.key.clone(),
            text: memory.text.clone(),
        })
        .collect()
}
