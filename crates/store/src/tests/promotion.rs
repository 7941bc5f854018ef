//! Runs of the promoter: each line once a track, kept in ranges, equal after a replay and an import, wordless.

use std::collections::BTreeSet;

use hupo_types::{
    Command, Due, EraseTarget, ExtractorId, Interval, MemoryId, MessageId, MessageRange, NewRun, ObservationId,
    Refusal, RunId, TopicId, Track, VerdictCode,
};

use super::random::{Random, seed};
use super::space::{NOW, Space, user};
use crate::table::Table;
use crate::{Read, database};

fn range(from: u64, to: u64) -> MessageRange {
    MessageRange { from: MessageId::new(from), to: MessageId::new(to) }
}

fn facts(ranges: &[(u64, u64)]) -> Due {
    Due::PageFacts { ranges: ranges.iter().map(|(from, to)| range(*from, *to)).collect() }
}

fn run(due: Due) -> Command {
    Command::CloseRun(Box::new(NewRun {
        due,
        by: ExtractorId { name: "built-in rules".to_owned(), version: "1".to_owned(), model: Some("qwen".to_owned()) },
        output_hash: Some("c0ffee".to_owned()),
        verdicts: [(VerdictCode::Pending, 2), (VerdictCode::QuoteNotFound, 1)].into(),
        tokens: hupo_types::Tokens { input: 900, output: 80 },
    }))
}

fn day(ranges: &[(u64, u64)]) -> Due {
    let Due::PageFacts { ranges } = facts(ranges) else { unreachable!() };
    Due::Day { day: jiff::civil::date(2024, 5, 8), reopened: false, ranges }
}

fn summary(members: &[u64]) -> Due {
    let period = Interval { from: Some(NOW), to: Some(NOW.plus_ms(1)) };
    Due::TopicSummary { topic: TopicId::new(1), period, members: members.iter().map(|id| MemoryId::new(*id)).collect() }
}

/// A run of each kind of due over the lines there are.
pub(super) fn promote(space: &Space) {
    for due in [
        day(&[(1, 1), (3, 3)]),
        Due::Page { ranges: vec![range(1, 2)] },
        Due::Segment { ranges: vec![range(1, 1)] },
        Due::AfterReply { ranges: vec![range(2, 2)] },
        Due::Beliefs { made_from: ObservationId::new(0) },
        summary(&[1, 2]),
    ] {
        space.write(vec![run(due)]);
    }
}

fn lines(n: u64) -> Space {
    let space = Space::new();
    space.write((1..=n).map(|id| user(&format!("m{id}"), "一句话 some words")).collect());
    space
}

fn covered(space: &Space, track: Track) -> Vec<(u64, u64)> {
    let covered = space.store().snapshot().unwrap().covered(track).unwrap();
    covered.into_iter().map(|range| (range.from.get(), range.to.get())).collect()
}

#[test]
fn runs_of_every_kind_are_kept_and_replayed_byte_for_byte() {
    let mut space = lines(4);
    promote(&space);
    let snapshot = space.store().snapshot().unwrap();
    assert_eq!(snapshot.n_runs(), 6);
    let first = snapshot.run(RunId::new(1)).unwrap().unwrap();
    assert_eq!((first.due.clone(), first.at), (day(&[(1, 1), (3, 3)]), NOW));
    assert_eq!(snapshot.run_of_day(jiff::civil::date(2024, 5, 8)).unwrap().unwrap().id, RunId::new(1));
    assert_eq!(snapshot.run_over(&facts(&[(3, 4)])).unwrap(), Some(first));
    assert_eq!(snapshot.run_over(&facts(&[(4, 4)])).unwrap(), None);
    assert_eq!(snapshot.run_over(&summary(&[9])).unwrap().unwrap().id, RunId::new(6));
    drop(snapshot);
    assert_eq!(covered(&space, Track::Facts), [(1, 3)], "what touches is one");
    assert_eq!((covered(&space, Track::Page), covered(&space, Track::Segment)), (vec![(1, 2)], vec![(1, 1)]));
    space.is_sound();
    space.reopen();
    space.is_sound();
}

#[test]
fn no_line_is_promoted_twice_for_the_same_and_no_work_is_closed_twice() {
    let space = lines(6);
    space.write(vec![run(facts(&[(2, 3)]))]);
    for due in [facts(&[(3, 3)]), facts(&[(1, 2)]), facts(&[(1, 6)]), day(&[(1, 1), (3, 4)])] {
        assert!(matches!(space.refusal(run(due)), Refusal::Settled { .. }));
    }
    for due in [
        facts(&[]),
        facts(&[(0, 1)]),
        facts(&[(5, 4)]),
        facts(&[(4, 4), (4, 5)]),
        facts(&[(5, 5), (4, 4)]),
        facts(&[(4, 7)]),
    ] {
        space.refusal(run(due));
    }
    space.write(vec![run(Due::Segment { ranges: vec![range(1, 6)] })]);
    space.write(vec![run(facts(&[(1, 1), (4, 6)]))]);
    assert_eq!(covered(&space, Track::Facts), [(1, 6)]);
    for (due, again) in [(summary(&[1]), summary(&[1, 2])), (beliefs(3), beliefs(4))] {
        space.write(vec![run(due.clone())]);
        assert!(matches!(space.refusal(run(due)), Refusal::Settled { .. }));
        space.write(vec![run(again)]);
    }
    assert!(matches!(space.refusal(run(beliefs(3))), Refusal::Settled { .. }));
    space.is_sound();
}

fn beliefs(made_from: u64) -> Due {
    Due::Beliefs { made_from: ObservationId::new(made_from) }
}

#[test]
fn what_is_covered_is_what_a_plain_set_says_whatever_order_it_came_in() {
    let seed = seed();
    println!("seed {seed}");
    let mut random = Random(seed);
    for _ in 0..6 {
        let space = lines(40);
        let mut set: BTreeSet<u64> = BTreeSet::new();
        for _ in 0..30 {
            let from = 1 + random.below(40);
            let to = (from + random.below(5)).min(40);
            let is_free = (from..=to).all(|id| !set.contains(&id));
            assert_eq!(space.try_write(vec![run(facts(&[(from, to)]))]).is_ok(), is_free, "{from}-{to} of {set:?}");
            if is_free {
                set.extend(from..=to);
            }
            let ranges = MessageRange::of(set.iter().map(|id| MessageId::new(*id)));
            let want: Vec<_> = ranges.into_iter().map(|range| (range.from.get(), range.to.get())).collect();
            assert_eq!(covered(&space, Track::Facts), want);
        }
        space.is_sound();
    }
}

#[test]
fn a_run_says_no_word_of_what_it_promoted_and_outlives_an_erasure() {
    let space = lines(3);
    space.write(vec![run(facts(&[(1, 3)]))]);
    let before = space.store().snapshot().unwrap().run(RunId::new(1)).unwrap();
    assert!(!format!("{before:?}").contains("words"));
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(2)))]);
    assert_eq!(space.store().snapshot().unwrap().run(RunId::new(1)).unwrap(), before);
    assert_eq!(covered(&space, Track::Facts), [(1, 3)]);
    space.is_sound();
}

#[test]
fn a_space_of_before_there_were_runs_has_nothing_promoted() {
    let mut space = lines(2);
    let before = space.store().table_digest().unwrap();
    space.close();
    let database = database::open(&space.dir().join(database::FILE), 1 << 20).unwrap();
    let transaction = database.begin_write().unwrap();
    for table in [Table::Runs, Table::RunsOf, Table::Covered] {
        assert!(transaction.delete_table(table.definition()).unwrap());
    }
    transaction.commit().unwrap();
    drop(database);
    space.open().unwrap();
    assert_eq!((space.store().table_digest().unwrap(), covered(&space, Track::Facts)), (before, vec![]));
    space.write(vec![run(facts(&[(1, 2)]))]);
    space.is_sound();
}

#[test]
fn a_schedule_that_cannot_be_kept_is_refused() {
    let space = Space::new();
    let usual = hupo_types::Schedule::default;
    for promotion in [
        hupo_types::Schedule { day_starts_hour: 24, ..usual() },
        hupo_types::Schedule { run_messages: 0, ..usual() },
        hupo_types::Schedule { run_messages: 1_001, ..usual() },
        hupo_types::Schedule { run_tokens: 0, ..usual() },
        hupo_types::Schedule { segment_messages: 0, ..usual() },
    ] {
        let rules = hupo_types::Rules { promotion, ..hupo_types::Rules::default() };
        space.refusal(Command::Review(hupo_types::ReviewCommand::SetRules(rules)));
    }
}
