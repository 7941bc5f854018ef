//! Maintenance: what went cold leaves recall, once; what is due next; dry runs; said again, it comes back.

use super::space::{DAY_MS, NOW, Space, automatic, fact, keyed, memory, quote, required};
use crate::{Context, DueWhy, Maintenance, Temperatures, maintain, maintenance};
use hupo_store::{Order, Read, Transaction};
use hupo_types::{
    CareCommand, Command, Kind, MemoryId, MessageRef, NewDecision, NewMemory, NewMessage, Scope, Standing, State,
    Timestamp, UseBasis, VerdictCode,
};

pub(super) fn after(days: i64) -> Timestamp {
    NOW.plus_ms(days * DAY_MS)
}

impl Space {
    /// A run of maintenance at a moment.
    pub(super) fn maintain(&self, now: Timestamp) -> Maintenance {
        let (rules, zone) = (self.rules.clone(), super::space::zone());
        let work = move |txn: &mut Transaction<'_, '_>| {
            Ok(maintain(txn, &Context { rules: &rules, zone: &zone, now }).unwrap())
        };
        self.store.transact(Order::new(now), work).unwrap().1
    }

    pub(super) fn dry(&self, now: Timestamp) -> Maintenance {
        let zone = super::space::zone();
        maintenance(&self.snapshot(), &Context { rules: &self.rules, zone: &zone, now }).unwrap()
    }

    pub(super) fn care(&self, command: CareCommand, now: Timestamp) {
        self.store.commit(hupo_store::Write::new(vec![Command::Care(command)], now)).unwrap();
    }

    pub(super) fn states(&self) -> Vec<State> {
        (1..=self.snapshot().n_memories()).map(|number| self.memory(number).state).collect()
    }
}

/// A fact, an event, a stirring event, an identity and a boundary; all recorded now.
fn lived() -> Space {
    let space = automatic();
    space.user("a", "我叫小雨，住在杭州，昨天丢了伞");
    space.user("b", "The night grandma died was the worst. Never call me at work");
    let of = |kind, text: &str, id: &str, words: &str| NewMemory {
        kind,
        ..NewMemory::new(kind, Scope::User, text, vec![quote(id, words)])
    };
    let memories = [
        of(Kind::Fact, "用户住在杭州", "a", "住在杭州"),
        of(Kind::Event, "用户丢了伞 lost an umbrella", "a", "昨天丢了伞"),
        NewMemory {
            arousal: 0.9,
            valence: -0.9,
            ..of(Kind::Event, "The night grandma died", "b", "The night grandma died")
        },
        of(Kind::Identity, "用户叫小雨", "a", "我叫小雨"),
        of(Kind::Boundary, "Never call at work", "b", "Never call me at work"),
    ];
    for new in memories {
        assert_eq!(space.propose(memory(new)).code, VerdictCode::Accepted);
    }
    space
}

fn archived(run: &Maintenance) -> Vec<u64> {
    run.archived.iter().map(|one| one.memory.get()).collect()
}

#[test]
fn each_leaves_recall_at_its_own_term_and_the_identity_never() {
    use State::{Active, Archived};
    let space = lived();
    assert_eq!(archived(&space.maintain(after(119))), [0_u64; 0]);
    assert_eq!(archived(&space.maintain(after(120))), [2]);
    assert_eq!(archived(&space.maintain(after(181))), [0_u64; 0]);
    assert_eq!(archived(&space.maintain(after(364))), [1]);
    assert_eq!(archived(&space.maintain(after(365))), [3, 5]);
    assert_eq!(archived(&space.maintain(after(20_000))), [0_u64; 0]);
    assert_eq!(space.states(), [Archived, Archived, Archived, Active, Archived]);
}

#[test]
fn the_report_says_since_when_by_which_term_and_what_is_next() {
    let space = lived();
    let run = space.maintain(after(120));
    let umbrella = run.archived.first().unwrap();
    assert_eq!((umbrella.kind, umbrella.since, umbrella.term_days), (Kind::Event, NOW, 120));
    assert_eq!(umbrella.cold_at, after(120));
    let next: Vec<(u64, Timestamp)> = run.due_next.iter().map(|one| (one.memory.get(), one.cold_at)).collect();
    assert_eq!(next, [(1, after(182)), (3, after(365)), (5, after(365))]);
    assert_eq!((run.n_due_in_7_days, run.n_due_in_30_days), (0, 0));
    let soon = space.dry(after(152));
    assert_eq!((soon.n_due_in_7_days, soon.n_due_in_30_days), (0, 1));
    assert_eq!(space.dry(after(175)).n_due_in_7_days, 1);
    let expected = Temperatures { cool: 4, archived: 1, ..Temperatures::default() };
    assert_eq!(run.temperatures, expected);
}

#[test]
fn a_dry_run_says_the_same_and_writes_nothing() {
    let space = lived();
    let before = space.snapshot().sequence();
    let dry = space.dry(after(400));
    assert_eq!(space.snapshot().sequence(), before);
    let run = space.maintain(after(400));
    assert_eq!(Maintenance { dry_run: false, ..dry }, run);
    assert_eq!(archived(&space.maintain(after(400))), [0_u64; 0], "a second run finds nothing");
    assert_eq!(space.snapshot().sequence().get(), before.get() + 1, "and writes nothing");
}

#[test]
fn what_was_used_starts_its_clock_again() {
    let space = lived();
    let turn = MessageRef::External("a".to_owned());
    let used = CareCommand::Use { turn, memories: vec![MemoryId::new(2)], basis: UseBasis::Told };
    space.care(used, after(100));
    assert_eq!(archived(&space.maintain(after(120))), [0_u64; 0]);
    assert_eq!(archived(&space.maintain(after(220))), [1, 2]);
}

#[test]
fn an_archived_fact_said_again_in_other_words_comes_back_and_the_same_words_bring_nothing_back() {
    let space = automatic();
    space.user("a", "我住在杭州");
    space.user("b", "还是 in Hangzhou, 住在杭州呀");
    let home = |id: &str, words: &str| memory(keyed("city", "用户住在杭州", vec![quote(id, words)]));
    space.propose(home("a", "住在杭州"));
    space.maintain(after(200));
    assert_eq!(space.propose(home("a", "住在杭州")).code, VerdictCode::Duplicate);
    assert_eq!(space.memory(1).state, State::Archived, "a second run over the same line");
    assert_eq!(space.propose(home("b", "住在杭州呀")).code, VerdictCode::Duplicate);
    let back = space.memory(1);
    assert_eq!((back.state, back.evidence.len(), space.n_memories()), (State::Active, 2, 1));
    assert_eq!(archived(&space.maintain(after(1))), [0_u64; 0], "its clock started again");
}

#[test]
fn an_archived_fact_is_still_the_fact_that_is_corrected_or_contradicted() {
    let space = automatic();
    space.user("a", "我住在杭州");
    space.user("b", "I moved to Oslo 了");
    space.propose(memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")])));
    space.maintain(after(200));
    let oslo = || memory(keyed("city", "The user lives in Oslo", vec![quote("b", "moved to Oslo")]));
    let verdict = space.propose(oslo());
    assert_eq!(verdict.code, VerdictCode::Conflict, "{verdict:?}");
    assert_eq!(space.memory(1).standing, Standing::Disputed);
    assert_eq!(space.decide(1, NewDecision::Approve).code, VerdictCode::Supersedes);
    assert_eq!(space.states(), [State::Superseded, State::Active]);
}

#[test]
fn a_contradiction_that_is_rejected_leaves_the_archived_fact_stable() {
    let space = required();
    space.user("a", "我住在杭州");
    space.user("b", "开玩笑 I live on Mars");
    space.propose(memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")])));
    space.decide(1, NewDecision::Approve);
    space.maintain(after(200));
    space.propose(memory(keyed("city", "The user lives on Mars", vec![quote("b", "live on Mars")])));
    space.decide(2, super::space::reject("joke 玩笑", false));
    assert_eq!((space.memory(1).state, space.memory(1).standing), (State::Archived, Standing::Stable));
}

#[test]
fn the_topics_of_the_last_finished_month_are_named() {
    let space = automatic();
    space.topic("工作");
    space.user("a", "今天又加班，压力好大");
    space.user("b", "I dread the next release");
    for (text, id, words) in [("用户加班", "a", "又加班"), ("The user dreads releases", "b", "dread the next release")]
    {
        space.propose(memory(NewMemory { topics: vec!["工作".to_owned()], ..fact(text, vec![quote(id, words)]) }));
    }
    assert!(space.dry(after(10)).topics_due.is_empty(), "May is not over");
    let due = space.dry(after(30)).topics_due;
    let due: Vec<_> = due.iter().map(|one| (one.name.as_str(), one.month.to_string(), one.why)).collect();
    assert_eq!(due, [("工作", "2024-05".to_owned(), DueWhy::New)]);
}

#[test]
fn more_than_one_command_can_hold_are_archived_in_one_write() {
    let space = automatic();
    let line = NewMessage::user("我丢了伞 lost it").external_id("a").at(NOW);
    let mut commands = vec![Command::Append { message: line, vector: None }];
    for number in 0..2_500 {
        let text = format!("用户丢了第{number}把伞");
        let memory = Box::new(fact(&text, vec![quote("a", "丢了伞")]));
        commands.push(Command::Remember { memory, vector: None });
    }
    space.write(commands);
    let before = space.snapshot().sequence();
    assert_eq!(space.maintain(after(182)).archived.len(), 2_500);
    assert_eq!(space.snapshot().sequence().get(), before.get() + 1);
    assert!(space.states().iter().all(|state| *state == State::Archived));
}

#[test]
fn a_member_that_was_brought_back_and_went_cold_goes_behind_its_summary_again_and_is_not_archived() {
    let space = automatic();
    space.topic("工作");
    space.user("a", "又加班，压力好大; never call me at work");
    let texts = [
        (Kind::Fact, "用户加班", "又加班"),
        (Kind::Fact, "Stress", "压力好大"),
        (Kind::Boundary, "No calls", "never call me"),
    ];
    for (kind, text, words) in texts {
        space.propose(memory(NewMemory { kind, ..fact(text, vec![quote("a", words)]) }));
    }
    let summary = super::space::json(
        r#"{"propose":"topic_summary","topic":"工作","text":"五月 stress","members":[1,2,3],"period":{}}"#,
    );
    assert_eq!(space.propose(summary).code, VerdictCode::Accepted);
    space.care(CareCommand::Restore { memories: vec![MemoryId::new(1)] }, after(10));
    assert_eq!(archived(&space.maintain(after(191))), [0_u64; 0]);
    let run = space.maintain(after(192));
    let refolded: Vec<u64> = run.refolded.iter().map(|one| one.memory.get()).collect();
    assert_eq!((archived(&run), refolded), (vec![], vec![1]));
    assert_eq!(space.memory(1).care.folded_into, Some(MemoryId::new(4)));
    assert_eq!(run.temperatures, Temperatures { cool: 4, folded: 2, ..Temperatures::default() });
    let run = space.maintain(after(365));
    assert_eq!((archived(&run), run.refolded.len()), (vec![3], 0), "a boundary is never folded, and goes cold");
}

#[test]
fn a_member_that_a_newer_summary_left_out_goes_cold_by_itself() {
    let space = automatic();
    space.topic("工作");
    space.user("a", "又加班，压力好大, working weekends");
    for (text, words) in [("用户加班", "又加班"), ("Stress", "压力好大"), ("周末也上班", "working weekends")]
    {
        space.propose(memory(fact(text, vec![quote("a", words)])));
    }
    for members in ["1,2,3", "1,3"] {
        let summary = format!(
            r#"{{"propose":"topic_summary","topic":"工作","text":"五月 stress {members}","members":[{members}],"period":{{}}}}"#
        );
        space.propose(super::space::json(&summary));
    }
    let run = space.maintain(after(183));
    assert_eq!((archived(&run), run.refolded.len()), (vec![2], 0));
    assert_eq!([1, 2, 3].map(|number| space.memory(number).state), [State::Folded, State::Archived, State::Folded]);
}

#[test]
fn a_summary_whose_member_no_longer_holds_is_found() {
    let space = automatic();
    space.user("a", "我住在杭州");
    space.user("b", "我搬到 Oslo 了");
    space.propose(memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")])));
    let moved = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..keyed("city", "The user lives in Oslo", vec![quote("b", "搬到 Oslo")])
    };
    space.propose(memory(moved));
    let made_from = |number: u64| hupo_types::Memory { covers: vec![MemoryId::new(number)], ..space.memory(2) };
    let gone = |number| crate::maintain::no_longer_holding(&space.snapshot(), &[made_from(number)]).unwrap();
    assert_eq!((gone(1).len(), gone(2).len()), (1, 0));
}
