//! The review queue, bars and rules as the store keeps them.

use hupo_types::{
    Command, Decision, MemoryId, NewDecision, NewMemory, ObservationType, Proposal, ProposalId, Proposer, Refusal,
    ReviewCommand, ReviewPolicy, Rules, Slot, SlotType, Stored, Waiting,
};

use super::space::{NOW, Space, fact, key, remember, says, user};
use crate::Read;

const fn prop(number: u64) -> ProposalId {
    ProposalId::new(number)
}

fn space() -> Space {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海, Shanghai"), user("m2", "搬到北京 now")]);
    space.write(vec![remember(NewMemory {
        key: key("city"), ..fact("住在上海", vec![says("m1", "我住在上海")])
    })]);
    space
}

fn proposal(text: &str) -> Box<Proposal> {
    Box::new(Proposal::Memory(Box::new(NewMemory { key: key("city"), ..fact(text, vec![says("m2", "搬到北京")]) })))
}

fn queue(text: &str, waiting: &[Waiting], conflicts: &[u64]) -> Command {
    let conflicts = conflicts.iter().copied().map(MemoryId::new).collect();
    let (proposal, waiting) = (proposal(text), waiting.to_vec());
    Command::Review(ReviewCommand::Queue { proposal, proposer: None, waiting, conflicts })
}

fn decide(number: u64, decision: NewDecision) -> Command {
    let decision = Decision { decision, by: "小雨".to_owned(), at: NOW, stored: Vec::new() };
    Command::Review(ReviewCommand::Decide { proposal: prop(number), decision })
}

fn reject(reason: &str) -> NewDecision {
    NewDecision::Reject { reason: reason.to_owned(), bar: false }
}

#[test]
fn the_same_proposal_queued_twice_while_it_waits_is_one() {
    let space = space();
    let first = queue("住在北京 Beijing", &[Waiting::Policy, Waiting::Conflict], &[1]);
    assert_eq!(space.one(first.clone()), Stored::Proposal { id: prop(1), existed: false });
    assert_eq!(space.one(first.clone()), Stored::Proposal { id: prop(1), existed: true });
    assert_eq!(
        space.one(queue("住在北京 Peking", &[Waiting::Policy], &[])),
        Stored::Proposal { id: prop(2), existed: false }
    );
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!((snapshot.waiting().unwrap(), snapshot.n_reviews()), (vec![prop(1), prop(2)], 2));
    let review = snapshot.review(prop(1)).unwrap().unwrap();
    assert_eq!((review.conflicts, review.queued_at, review.decision), (vec![MemoryId::new(1)], NOW, None));
    space.write(vec![decide(1, reject("not so 不是"))]);
    assert_eq!(space.one(first), Stored::Proposal { id: prop(3), existed: false }, "what was decided waits no more");
    drop(snapshot);
    space.is_sound();
}

#[test]
fn a_decision_is_noted_once_with_who_and_when_and_the_proposal_stays() {
    let space = space();
    space.write(vec![queue("住在北京", &[Waiting::Policy], &[]), queue("Beijing", &[Waiting::Instruction], &[])]);
    space.write(vec![decide(1, NewDecision::Edit { proposal: proposal("搬去北京了") })]);
    let snapshot = space.store().snapshot().unwrap();
    let review = snapshot.review(prop(1)).unwrap().unwrap();
    let decision = review.decision.unwrap();
    assert_eq!((decision.by.as_str(), decision.at, review.proposal == *proposal("住在北京")), ("小雨", NOW, true));
    assert_eq!(snapshot.waiting().unwrap(), [prop(2)]);
    let settled = Refusal::Settled { field: "proposal".to_owned(), what: "prop-1".to_owned() };
    assert_eq!(space.refusal(decide(1, NewDecision::Approve)), settled);
    let unknown = Refusal::UnknownTarget { field: "proposal".to_owned(), what: "prop-9".to_owned() };
    assert_eq!(space.refusal(decide(9, NewDecision::Approve)), unknown);
    let nowhere = Refusal::UnknownMemory { field: "into".to_owned(), memory: "mem-9".to_owned() };
    assert_eq!(space.refusal(decide(2, NewDecision::Merge { into: MemoryId::new(9) })), nowhere);
    assert!(matches!(space.refusal(decide(2, reject(""))), Refusal::BadText { field, .. } if field == "reason"));
    space.write(vec![decide(2, NewDecision::Merge { into: MemoryId::new(1) })]);
    drop(snapshot);
    space.is_sound();
}

#[test]
fn what_waits_says_why_by_whom_and_against_what() {
    let space = space();
    let field = |command: Command| space.refusal(command).field().map(str::to_owned);
    assert_eq!(field(queue("x 一", &[], &[])).as_deref(), Some("waiting"));
    assert_eq!(field(queue("x 一", &[Waiting::Conflict], &[1, 9])).as_deref(), Some("conflicts[1]"));
    let proposer = Proposer { name: String::new(), ..Proposer::default() };
    let (proposal, waiting) = (proposal("x 一"), vec![Waiting::Policy]);
    let command = ReviewCommand::Queue { proposal, proposer: Some(proposer), waiting, conflicts: Vec::new() };
    assert_eq!(field(Command::Review(command)).as_deref(), Some("proposer.name"));
    let huge = queue(&"长 long".repeat(1 << 18), &[Waiting::Policy], &[]);
    assert!(matches!(space.refusal(huge), Refusal::TooMany { field, .. } if field == "proposal"));
    space.write(vec![remember(NewMemory {
        key: key("city"),
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..fact("住在北京", vec![says("m2", "搬到北京")])
    })]);
    let dead = space.refusal(queue("x 一", &[Waiting::Conflict], &[1]));
    assert_eq!(dead, Refusal::Settled { field: "conflicts[0]".to_owned(), what: "mem-1".to_owned() });
}

fn slot(name: &str) -> Slot {
    let supported_by = vec![ObservationType::Preference];
    Slot { name: name.to_owned(), about: String::new(), value_type: SlotType::Text, supported_by }
}

#[test]
fn rules_are_kept_and_rules_that_make_no_sense_are_refused_by_field() {
    let space = space();
    let set = |rules: Rules| Command::Review(ReviewCommand::SetRules(rules));
    assert!(space.write(vec![set(Rules::default())]).change.events.is_empty(), "they are the default");
    let rules = Rules {
        review: ReviewPolicy::Automatic,
        slots: vec![slot("语气"), Slot { value_type: SlotType::OneOf(vec!["早 early".to_owned()]), ..slot("rhythm") }],
        ..Rules::default()
    };
    space.write(vec![set(rules.clone())]);
    assert_eq!(space.store().snapshot().unwrap().rules().unwrap(), rules);
    assert!(space.write(vec![set(rules)]).change.events.is_empty());
    let check = |expected: &str, change: fn(&mut Rules)| {
        let mut rules = Rules::default();
        change(&mut rules);
        assert_eq!(space.refusal(set(rules)).field(), Some(expected));
    };
    check("importance_floor", |rules| rules.importance_floor = 0);
    check("emotion_floor", |rules| rules.emotion_floor = 11);
    check("pattern_messages", |rules| rules.pattern_messages = 0);
    check("pattern_days", |rules| rules.pattern_days = 3);
    check("slots[0].name", |rules| rules.slots = vec![slot(" ")]);
    check("slots[1].name", |rules| rules.slots = vec![slot("Tone 语气"), slot("ＴＯＮＥ 語氣")]);
    check("slots[0].supported_by", |rules| rules.slots = vec![Slot { supported_by: vec![], ..slot("a") }]);
    check("slots[0].type", |rules| {
        rules.slots = vec![Slot { value_type: SlotType::OneOf(vec![]), ..slot("a") }];
    });
    space.is_sound();
}
