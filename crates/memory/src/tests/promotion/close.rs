//! Closing a run: its verdicts and its record at once, once.

use super::super::space::{fact, memory, quote};
use super::*;
use hupo_store::Read;
use hupo_types::{MemoryId, NewEvidence, RunId, Tokens, VerdictCode};

fn remembers(quote: NewEvidence) -> Extraction {
    Extraction { proposals: vec![memory(fact("likes tea", vec![quote]))], ..nothing() }
}

#[test]
fn a_run_is_closed_with_its_verdicts_in_one_write_and_stamps_what_it_proposed() {
    let space = Space::with(Rules::default());
    space.came(NewMessage::user("我喜欢茶 I like tea").external_id("m1"), 1);
    let due = space.due_at(24).remove(0);
    let before = space.snapshot().sequence();
    let mut extraction = remembers(quote("m1", "我喜欢茶"));
    extraction.proposals.extend(remembers(quote("m1", "我喜欢咖啡")).proposals);
    extraction.output_hash = Some("abc".to_owned());
    extraction.tokens = Tokens { input: 10, output: 3 };
    let report = space.close_at(&due, extraction, 24);
    assert_eq!(space.snapshot().sequence(), before.next());
    let codes: Vec<VerdictCode> = report.verdicts.iter().map(|verdict| verdict.code).collect();
    assert_eq!(codes, [VerdictCode::Pending, VerdictCode::QuoteNotFound]);
    let RunOutcome::Closed { run } = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!(space.snapshot().run(RunId::new(1)).unwrap(), Some(run.clone()));
    assert_eq!((run.due, run.tokens.input, run.at), (due, 10, hours(24)));
    assert_eq!(run.verdicts.values().sum::<u64>(), 2);
    let proposer = space.review(1).proposer.unwrap();
    assert_eq!((proposer.run.as_deref(), proposer.output_hash.as_deref()), (Some("run-1"), Some("abc")));
}

#[test]
fn closing_the_same_work_again_writes_nothing_and_says_so() {
    let space = space(Schedule { run_messages: 1, ..Schedule::default() });
    space.came(NewMessage::user("我喜欢茶 I like tea").external_id("m1"), 1);
    space.came(NewMessage::user("第二句 another").external_id("m2"), 1);
    let due = space.due_at(24);
    space.close_at(&due[0], remembers(quote("m1", "我喜欢茶")), 24);
    let again = space.due_at(24).remove(0);
    space.close_at(&again, nothing(), 24);
    let before = space.snapshot().sequence();
    for one in [&due[0], &due[1], &again] {
        let report = space.close_at(one, remembers(quote("m2", "第二句")), 25);
        assert!(matches!(report.outcome, RunOutcome::ClosedBefore { .. }), "{:?}", report.outcome);
        assert!(report.verdicts.is_empty());
    }
    assert_eq!((space.snapshot().sequence(), space.n_memories()), (before, 1));
}

#[test]
fn work_that_another_run_did_in_part_is_overtaken() {
    let space = space(Schedule::default());
    (1..4).for_each(|at| _ = space.said(Role::User, "嗯 ok", at));
    let due = space.due_at(24).remove(0);
    space.close_at(&Due::AfterReply { ranges: vec![range(2, 2)] }, nothing(), 4);
    let report = space.close_at(&due, nothing(), 24);
    assert_eq!(report.outcome, RunOutcome::Overtaken { by: Some(RunId::new(1)) });
    assert_eq!(told(&space.due_at(24)), ["day 1-1 3-3"]);
}

#[test]
fn a_page_that_is_refused_leaves_its_lines_due() {
    let space = space(small());
    (1..6).for_each(|at| _ = space.said(Role::User, "嗯 ok", at));
    let due = space.due_at(6).remove(0);
    let task = space.task_at(&due, 6).unwrap();
    let before = space.snapshot().sequence();
    let bad = Proposal::Continuity(NewPage { text: String::new(), ..page(&task) });
    for proposals in [vec![], vec![bad], vec![Proposal::Diary(page(&task))]] {
        let n_proposals = proposals.len();
        let report = space.close_at(&due, Extraction { proposals, ..nothing() }, 6);
        assert_eq!((report.outcome, report.verdicts.len()), (RunOutcome::NotKept, n_proposals));
    }
    assert_eq!(space.snapshot().sequence(), before);
    assert_eq!(space.due_at(6), [due]);
}

#[test]
fn beliefs_are_put_from_the_log_that_their_maker_was_shown_and_never_older_ones() {
    let space = space(Schedule::default());
    let due = Due::Beliefs { made_from: hupo_types::ObservationId::new(0) };
    assert!(matches!(space.close_at(&due, nothing(), 1).outcome, RunOutcome::Closed { .. }));
    assert_eq!(space.snapshot().beliefs().unwrap().unwrap().made_from.get(), 0);
    assert!(matches!(space.close_at(&due, nothing(), 1).outcome, RunOutcome::ClosedBefore { .. }));
}

#[test]
fn a_run_over_lines_that_are_not_there_or_by_nobody_is_refused() {
    let space = space(Schedule::default());
    space.came(NewMessage::user("嗯嗯 okay").external_id("m1"), 1);
    let nobody = Extraction { by: ExtractorId::default(), ..remembers(quote("m1", "嗯嗯")) };
    for (ranges, extraction) in [
        (vec![], nothing()),
        (vec![range(1, 2)], nothing()),
        (vec![range(0, 1)], nothing()),
        (vec![range(1, 1), range(1, 1)], nothing()),
        (vec![range(1, 1)], nobody),
    ] {
        let refused = space.try_close(&Due::PageFacts { ranges }, extraction, 1);
        assert!(matches!(refused, Err(hupo_store::Error::Refused { .. })), "{refused:?}");
    }
    assert_eq!(space.n_memories(), 0, "and nothing of it is written");
    assert!(space.snapshot().memory(MemoryId::new(1)).unwrap().is_none());
}
