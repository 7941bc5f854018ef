//! Who may be returned, and what keeps the others out.

use super::*;
use crate::SearchScope;
use hupo_types::{Evidence, Interval, Memory, Message, MessageId, Purpose, Scope, SemanticKey, Standing};

const NOW: Timestamp = Timestamp::from_ms(1_000_000);

fn message(n: u64, role: Role, speaker: &str) -> Event {
    let message = Message {
        id: MessageId::new(n),
        external_id: None,
        role,
        speaker: Some(speaker.into()),
        text: "hello 你好".into(),
        time: Some(Timestamp::from_ms(n as i64 * 1000)),
        session: None,
        contact: None,
        channel: None,
        title: None,
        people: vec![],
        previous: None,
        recorded_at: Timestamp::from_ms(n as i64 * 1000),
        erased: false,
    };
    Event::MessageAppended { message }
}

fn memory(n: u64, kind: Kind, state: State) -> Event {
    let evidence = Evidence {
        message: MessageId::new(1),
        role: Role::User,
        quote: "hello".into(),
        start: 0,
        end: 5,
        purpose: Purpose::Statement,
        ambiguous: false,
    };
    let memory = Memory {
        id: MemoryId::new(n),
        external_id: None,
        kind,
        scope: Scope::User,
        key: SemanticKey::default(),
        text: "says hello".into(),
        summary: None,
        importance: 5,
        valence: 0.0,
        arousal: 0.0,
        standing: Standing::Stable,
        state,
        evidence: vec![evidence],
        recorded_at: Timestamp::from_ms(n as i64 * 1000),
        valid: Interval::default(),
        supersedes: None,
        superseded_by: None,
        superseded_at: None,
        covers: Vec::new(),
        care: hupo_types::Care::default(),
    };
    Event::MemoryRemembered { memory }
}

fn catalog(events: Vec<Event>) -> Catalog {
    let mut catalog = Catalog::default();
    catalog.apply(&Change { sequence: Sequence::new(1), events: events.into(), documents: vec![] });
    catalog
}

fn sample() -> Catalog {
    let superseded =
        Event::MemorySuperseded { old: MemoryId::new(1), new: MemoryId::new(2), at: Timestamp::from_ms(2000) };
    catalog(vec![
        message(1, Role::User, "Lin"),
        message(2, Role::Companion, "小珀"),
        message(3, Role::System, "import"),
        memory(1, Kind::Fact, State::Active),
        memory(2, Kind::Fact, State::Active),
        memory(3, Kind::Event, State::Archived),
        superseded,
    ])
}

#[track_caller]
fn check(question: &Question, expected: &[&str]) {
    let catalog = sample();
    let allowed = catalog.allowed(question, None);
    assert_eq!(allowed.iter().map(|doc| doc.to_string()).collect::<Vec<_>>(), expected);
    let messages = [1, 2, 3].map(MessageId::new).map(DocId::Message);
    for doc in messages.into_iter().chain([1, 2, 3].map(MemoryId::new).map(DocId::Memory)) {
        assert_eq!(catalog.barrier(question, None, doc).is_none(), allowed.contains(doc), "{doc}");
    }
}

#[test]
fn the_scope_decides_between_memories_and_messages_and_system_lines_are_neither() {
    check(&Question::new("q", NOW), &["mem-2"]);
    check(&Question::new("q", NOW).scope(SearchScope::Transcript), &["msg-1", "msg-2"]);
    check(&Question::new("q", NOW).scope(SearchScope::Both), &["msg-1", "msg-2", "mem-2"]);
}

#[test]
fn superseded_and_archived_memories_come_only_when_asked_for() {
    let mut question = Question::new("q", NOW);
    question.include = crate::Include { archived: true, superseded: true, folded: true };
    check(&question, &["mem-1", "mem-2", "mem-3"]);
}

#[test]
fn as_of_gives_what_was_held_then() {
    let mut question = Question::new("q", NOW);
    question.as_of = Some(Timestamp::from_ms(1500));
    check(&question, &["mem-1"]);
    question.as_of = Some(Timestamp::from_ms(2000));
    check(&question, &["mem-2"]);
}

#[test]
fn filters_leave_out_what_does_not_meet_them() {
    let mut question = Question::new("q", NOW).scope(SearchScope::Both);
    question.filter.speakers = vec!["LIN".into()];
    check(&question, &["msg-1"]);
    question.filter = Filter { kinds: vec![Kind::Fact], ..Filter::default() };
    check(&question, &["mem-2"]);
    check(&question.clone().scope(SearchScope::Transcript), &[]);
    question.filter.kinds = vec![Kind::Event, Kind::Fact, Kind::Dream];
    check(&question, &["mem-2"]);
    question.filter.kinds = vec![Kind::Event];
    check(&question, &[]);
    question.include.archived = true;
    check(&question, &["mem-3"]);
    question.include.archived = false;
    let from = Some(Timestamp::from_ms(1500));
    question.filter = Filter { time: Some(Interval { from, to: None }), ..Filter::default() };
    check(&question, &["msg-2"]);
}

#[test]
fn applying_a_write_again_changes_nothing() {
    let mut again = sample();
    let before = again.allowed(&Question::new("q", NOW), None);
    again.apply(&Change {
        sequence: Sequence::new(1),
        events: vec![memory(1, Kind::Fact, State::Active)].into(),
        documents: vec![],
    });
    assert_eq!(again.allowed(&Question::new("q", NOW), None), before);
}

#[test]
fn each_barrier_is_named() {
    let catalog = sample();
    let question = Question::new("q", NOW);
    let barrier = |doc| catalog.barrier(&question, None, doc);
    assert_eq!(barrier(DocId::Memory(MemoryId::new(1))), Some(Barrier::Superseded));
    assert_eq!(barrier(DocId::Memory(MemoryId::new(3))), Some(Barrier::Archived));
    assert_eq!(barrier(DocId::Memory(MemoryId::new(9))), Some(Barrier::Unknown));
    assert_eq!(barrier(DocId::Message(MessageId::new(1))), Some(Barrier::OutOfScope));
}

/// "住在上海" from 1000 on, told at 1000; corrected at 4000: from 3000 on "lives in Beijing". Known and so are two axes.
#[test]
fn what_was_known_and_what_was_so_are_asked_apart_and_together() {
    let held = |n: u64, recorded: i64, from: i64, to: Option<i64>| {
        let Event::MemoryRemembered { mut memory } = memory(n, Kind::Fact, State::Active) else { unreachable!() };
        memory.recorded_at = Timestamp::from_ms(recorded);
        memory.valid = Interval { from: Some(Timestamp::from_ms(from)), to: to.map(Timestamp::from_ms) };
        Event::MemoryRemembered { memory }
    };
    let superseded = |old: u64| Event::MemorySuperseded {
        old: MemoryId::new(old),
        new: MemoryId::new(2),
        at: Timestamp::from_ms(4000),
    };
    let disputed = Event::StandingSet { memory: MemoryId::new(2), standing: Standing::Disputed };
    let events = vec![held(1, 1000, 1000, None), held(2, 4000, 3000, None), held(3, 4000, 1000, Some(3000))];
    let catalog = catalog([events, vec![superseded(1), disputed]].concat());
    let ask = |as_of: Option<i64>, holds_at: Option<i64>| {
        let mut question = Question::new("q", NOW);
        question.as_of = as_of.map(Timestamp::from_ms);
        question.filter.holds_at = holds_at.map(Timestamp::from_ms);
        catalog.allowed(&question, None).iter().map(DocId::number).collect::<Vec<_>>()
    };
    assert_eq!(ask(None, None), [2, 3], "what is disputed may still be found");
    assert_eq!(ask(None, Some(2000)), [3], "so then, as known now");
    assert_eq!(ask(None, Some(3500)), [2]);
    assert_eq!(ask(Some(3500), Some(3500)), [1], "believed so then, before the correction");
    assert_eq!(ask(Some(3500), Some(500)), [] as [u64; 0], "it did not hold yet");
    assert_eq!(ask(Some(4000), None), [2, 3], "the correction counts from its own moment on");
    assert_eq!(ask(Some(500), Some(3500)), [] as [u64; 0], "nothing was known yet");
}

#[test]
fn what_was_erased_comes_for_nothing_that_is_asked() {
    let mut catalog = sample();
    let erasure = hupo_types::Erasure {
        lost: false,
        target: hupo_types::EraseTarget::Message(MessageId::new(1)),
        at: NOW,
        messages: vec![MessageId::new(1)],
        memories: vec![MemoryId::new(1)],
        lost_evidence: vec![],
        entities: vec![],
        relations: vec![],
        observations: vec![],
        profile_facts: vec![],
        temporal_items: vec![],
        pages: vec![],
        proposals: vec![],
        vectors: vec![],
        beliefs: false,
        rewritten: vec![],
    };
    let events = vec![Event::Erased(erasure)];
    catalog.apply(&Change { sequence: Sequence::new(2), events: events.into(), documents: vec![] });
    let mut question = Question::new("q", NOW).scope(SearchScope::Both);
    question.include = crate::Include { archived: true, superseded: true, folded: true };
    let allowed = catalog.allowed(&question, None);
    assert_eq!(allowed.iter().map(|doc| doc.to_string()).collect::<Vec<_>>(), ["msg-2", "mem-2", "mem-3"]);
    let barrier = catalog.barrier(&question, None, DocId::Message(MessageId::new(1)));
    assert_eq!(barrier, Some(Barrier::Erased));
}

/// mem-4, a summary learnt at 4000, stands from 5000 on for mem-1 and mem-2; mem-3 is archived from 6000 on.
fn tended() -> Vec<Event> {
    let cared = |cared: Cared| Event::Cared(cared);
    let ids = |numbers: &[u64]| numbers.iter().copied().map(MemoryId::new).collect::<Vec<_>>();
    let at = Timestamp::from_ms;
    let mut events: Vec<Event> = (1..=3).map(|number| memory(number, Kind::Fact, State::Active)).collect();
    events.push(memory(4, Kind::TopicSummary, State::Active));
    events.push(cared(Cared::Folded { summary: MemoryId::new(4), members: ids(&[1, 2]), at: at(5000) }));
    events.push(cared(Cared::Archived { memories: ids(&[3]), at: at(6000) }));
    events
}

fn found(catalog: &Catalog, question: &Question) -> Vec<u64> {
    catalog.allowed(question, None).iter().map(DocId::number).collect()
}

#[test]
fn what_is_folded_is_found_and_what_is_archived_is_not_unless_it_is_asked_for() {
    let catalog = catalog(tended());
    let mut question = Question::new("q", NOW);
    assert_eq!(found(&catalog, &question), [1, 2, 4]);
    assert_eq!(catalog.barrier(&question, None, DocId::Memory(MemoryId::new(1))), None);
    assert_eq!(catalog.barrier(&question, None, DocId::Memory(MemoryId::new(3))), Some(Barrier::Archived));
    question.include.archived = true;
    assert_eq!(found(&catalog, &question), [1, 2, 3, 4]);
}

#[test]
fn as_of_gives_what_was_not_yet_folded_or_archived_as_it_was() {
    let catalog = catalog(tended());
    let then = |ms: i64| {
        let mut question = Question::new("q", NOW);
        question.as_of = Some(Timestamp::from_ms(ms));
        let allowed = catalog.allowed(&question, None);
        let stand_in = catalog.stand_in(&question, &allowed, DocId::Memory(MemoryId::new(1)));
        (found(&catalog, &question), stand_in.map(DocId::number))
    };
    assert_eq!(then(3500), (vec![1, 2, 3], None), "the summary was not there yet");
    assert_eq!(then(4500), (vec![1, 2, 3, 4], None), "it stood for nothing yet");
    assert_eq!(then(5500), (vec![1, 2, 3, 4], Some(4)), "mem-3 was not archived yet");
    assert_eq!(then(6000), (vec![1, 2, 4], Some(4)));
}

#[test]
fn what_comes_back_is_found_as_before_and_a_withdrawn_summary_is_not() {
    let ids = |numbers: &[u64]| numbers.iter().copied().map(MemoryId::new).collect::<Vec<_>>();
    let at = Timestamp::from_ms(7000);
    let restored = Event::Cared(Cared::Restored { memories: ids(&[3]), at });
    let withdrawn = Event::Cared(Cared::Withdrawn { summary: MemoryId::new(4), members: ids(&[1, 2]), at });
    let catalog = catalog([tended(), vec![restored, withdrawn]].concat());
    let mut question = Question::new("q", NOW);
    assert_eq!(found(&catalog, &question), [1, 2, 3]);
    let summary = DocId::Memory(MemoryId::new(4));
    assert_eq!(catalog.barrier(&question, None, summary), Some(Barrier::Superseded));
    assert_eq!(catalog.facts(DocId::Memory(MemoryId::new(1))).map(Facts::clock), Some(at), "its clock started again");
    question.as_of = Some(Timestamp::from_ms(6500));
    assert_eq!(found(&catalog, &question), [1, 2, 3, 4], "it still held then");
}

#[test]
fn a_catalog_made_of_the_memories_as_they_stand_knows_as_much_as_one_that_saw_them_change() {
    let at = Timestamp::from_ms(8000);
    let used = Cared::Used {
        turn: MessageId::new(1),
        memories: vec![MemoryId::new(1), MemoryId::new(3)],
        basis: hupo_types::UseBasis::Told,
        at,
    };
    let seen = catalog([tended(), vec![Event::Cared(used)]].concat());
    let as_they_stand = [1, 2, 3, 4].map(|number| {
        let kind = if number == 4 { Kind::TopicSummary } else { Kind::Fact };
        let state = [State::Folded, State::Folded, State::Archived, State::Active][number as usize - 1];
        let Event::MemoryRemembered { mut memory } = memory(number, kind, state) else { unreachable!() };
        let folded = state == State::Folded;
        memory.care.folded_into = folded.then_some(MemoryId::new(4));
        memory.care.folded_at = folded.then_some(Timestamp::from_ms(5000));
        memory.care.archived_at = (state == State::Archived).then_some(Timestamp::from_ms(6000));
        memory.care.last_used_at = [1, 3].contains(&number).then_some(at);
        Event::MemoryRemembered { memory }
    });
    let made = catalog(as_they_stand.to_vec());
    for number in 1..=4 {
        let facts = |catalog: &Catalog| format!("{:?}", catalog.facts(DocId::Memory(MemoryId::new(number))));
        assert_eq!(facts(&made), facts(&seen));
    }
    let question = Question::new("q", NOW);
    assert_eq!(found(&made, &question), found(&seen, &question));
}
