//! Care through the door: only use warms, what went cold comes back, a summary hides nothing, and a turn sees its own
//! space only.

mod year;

use crate::world::{Lone, NOW, World, ask_memories, config, doc, fact, lone_talk, memory_id, says, size};
use hupo::{
    Command, DocId, EraseTarget, Exchange, Kind, MemoryId, MemoryRef, MessageRef, NewCorrection, NewEvidence,
    NewMemory, NewMessage, NewTopic, NewTopicSummary, Proposal, Purpose, Question, ReviewPolicy, Role, Rules, Scope,
    Space, State, Temperature, Timestamp, Turn, UseBasis, Verdict, VerdictCode,
};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn after(days: i64) -> Timestamp {
    NOW.plus_ms(days * DAY_MS)
}

fn state(space: &Space, id: MemoryId) -> State {
    space.memory(id).unwrap().unwrap().state
}

fn finds(space: &Space, question: &str, id: MemoryId) -> bool {
    ask_memories(space, question).hits.iter().any(|hit| hit.id == DocId::Memory(id))
}

/// An event of the user's, which goes cold after 120 days.
fn event(attribute: &str, text: &str, message: &str, quote: &str) -> NewMemory {
    NewMemory { kind: Kind::Event, ..fact(attribute, text, vec![says(message, quote)]) }
}

/// A question in each language, and the memory that answers it.
fn three(space: &Space) -> [(MemoryId, &'static str); 3] {
    let told = [
        (event("sister", "妹妹林晓在里斯本学建筑", "m1", "她在里斯本学建筑"), "里斯本学建筑"),
        (event("trams", "The user's sister loves the old trams", "m3", "She loves the old trams"), "old trams"),
        (event("erp", "老板要在周五过ERP审批", "m8", "审批会改到周五下午了"), "ERP审批 周五"),
    ];
    told.map(|(memory, question)| (memory_id(&space.remember(memory, NOW).unwrap()), question))
}

#[test]
fn recall_context_and_detection_never_warm() {
    let space = lone_talk();
    let ids = three(&space);
    let before = size(&space);
    for days in [20, 60, 100, 119] {
        for (id, question) in ids {
            assert!(finds(&space, question, id), "{question}");
            let context = space.context(&Turn::new(question, after(days))).unwrap();
            assert!(context.render().contains(question.split(' ').next().unwrap()));
            space.detect_used(Exchange { said: "", reply: question }, &[id]).unwrap();
            assert!(space.uses(id).unwrap().is_empty());
        }
    }
    assert_eq!(size(&space), before, "none of it wrote");
    let done = space.maintain(false, after(120)).unwrap();
    assert_eq!(done.archived.iter().map(|one| one.memory).collect::<Vec<_>>(), ids.map(|(id, _)| id));
}

#[test]
fn what_was_really_used_stays_in_recall() {
    let space = lone_talk();
    let ids = three(&space);
    let reply = |id: &str| MessageRef::External(id.into());
    space.used(reply("m2"), vec![ids[0].0], UseBasis::Told, after(100)).unwrap();
    space.used(reply("m7"), vec![ids[1].0], UseBasis::Inferred, after(110)).unwrap();
    let done = space.maintain(false, after(125)).unwrap();
    assert_eq!(done.archived.iter().map(|one| one.memory).collect::<Vec<_>>(), [ids[2].0]);
    assert_eq!(ids.map(|(id, question)| finds(&space, question, id)), [true, true, false]);
    let warm = space.memory(ids[1].0).unwrap().unwrap();
    let terms = space.rules().unwrap().terms;
    assert_eq!(hupo::temperature(&warm, &terms, after(125)), Some(Temperature::Warm));
    assert_eq!((warm.care.used_count, warm.care.last_used_at), (1, Some(after(110))));
}

#[test]
fn archived_is_not_forgotten_and_looking_brings_it_back() {
    let space = lone_talk();
    let ids = three(&space);
    space.maintain(false, after(200)).unwrap();
    for (id, question) in ids {
        assert!(state(&space, id) == State::Archived && !finds(&space, question, id), "{question}");
        assert_eq!(space.sources(DocId::Memory(id), 0).unwrap().len(), 1, "its receipt is there");
        let mut asked = Question::new(question, after(200));
        asked.include.archived = true;
        assert!(space.recall(&asked).unwrap().hits.iter().any(|hit| hit.id == DocId::Memory(id)), "{question}");
        let context = space.context(&Turn::new(question, after(200))).unwrap();
        assert!(
            context.sections.iter().flat_map(|part| &part.entries).all(|entry| entry.id.to_string() != id.to_string())
        );
        let looked = space.look(id, after(201)).unwrap().unwrap();
        assert_eq!((looked.state, looked.care.restored_at), (State::Active, Some(after(201))));
        assert!(finds(&space, question, id), "{question}");
    }
    assert!(space.maintain(false, after(320)).unwrap().archived.is_empty(), "its clock was started again");
    assert_eq!(space.maintain(false, after(321)).unwrap().archived.len(), 3);
    let before = size(&space);
    assert!(space.look(MemoryId::new(99), after(321)).unwrap().is_none());
    assert_eq!(size(&space), before);
}

#[test]
fn a_dry_run_says_what_a_run_does_and_writes_nothing() {
    let space = lone_talk();
    three(&space);
    let before = size(&space);
    let would = space.maintain(true, after(130)).unwrap();
    assert_eq!((size(&space), would.dry_run, would.archived.len()), (before, true, 3));
    let done = space.maintain(false, after(130)).unwrap();
    assert_eq!(would.archived, done.archived);
    assert_eq!(would.temperatures, done.temperatures);
    assert!(space.maintain(false, after(130)).unwrap().archived.is_empty(), "once is enough");
}

/// A space where three memories of one topic are summed up; the summary and its members.
fn summed_up() -> (Lone, MemoryId, [MemoryId; 3]) {
    let space = lone_talk();
    space.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, NOW).unwrap();
    space.write(vec![Command::AddTopic(NewTopic { name: "里斯本".into(), about: String::new() })], NOW).unwrap();
    let of_topic = |memory: NewMemory| NewMemory { topics: vec!["里斯本".into()], importance: 6, ..memory };
    let members = [
        event("school", "妹妹林晓在里斯本学建筑", "m1", "她在里斯本学建筑"),
        event("trams", "The user's sister loves the old trams", "m3", "She loves the old trams"),
        event("nata", "妹妹爱吃 pastéis de nata", "m3", "the pastéis de nata"),
    ];
    let members = members.map(|memory| memory_id(&space.remember(of_topic(memory), NOW).unwrap()));
    let due = space.topics_due(hupo::Month::new(2026, 9).unwrap()).unwrap();
    assert_eq!(due.len(), 1, "{due:?}");
    let verdict = propose(&space, Proposal::TopicSummary(due[0].draft("九月，用户说起在里斯本的妹妹林晓。")));
    assert_eq!(verdict.code, VerdictCode::Accepted, "{verdict:?}");
    let summary = stored(&verdict);
    (space, summary, members)
}

fn propose(space: &Space, proposal: Proposal) -> Verdict {
    space.propose(vec![proposal].into(), after(1)).unwrap().verdicts.remove(0)
}

fn stored(verdict: &Verdict) -> MemoryId {
    match verdict.stored.as_slice() {
        [hupo::Stored::Memory { id, .. }, ..] => *id,
        other => panic!("no memory was stored: {other:?}"),
    }
}

#[test]
fn a_summary_hides_no_detail() {
    let (space, summary, members) = summed_up();
    for (question, member, words) in [
        ("林晓学什么，建筑？", members[0], "她在里斯本学建筑"),
        ("Which trams does she love?", members[1], "She loves the old trams"),
        ("妹妹爱吃 nata 吗", members[2], "the pastéis de nata"),
    ] {
        assert_eq!(state(&space, member), State::Folded);
        let answer = ask_memories(&space, question);
        let hits: Vec<&hupo::Hit> = answer.hits.iter().filter(|hit| hit.id == DocId::Memory(summary)).collect();
        assert_eq!(hits.len(), 1, "the summary stands there once: {question}");
        assert!(!finds(&space, question, member), "and its members do not, beside it");
        let told = hits[0].stands_for.iter().find(|one| one.id == member).unwrap();
        assert_eq!(told.evidence[0].quote, words);
        let mut asked = Question::new(question, NOW);
        asked.include.folded = true;
        assert!(space.recall(&asked).unwrap().hits.iter().any(|hit| hit.id == DocId::Memory(member)), "{question}");
        assert!(space.context(&Turn::new(question, after(60))).unwrap().render().contains(words), "{question}");
    }
    let originals = space.expand(summary).unwrap().unwrap();
    assert_eq!(originals.iter().map(|one| one.memory).collect::<Vec<_>>(), members);
    assert!(space.expand(members[0]).unwrap().is_none(), "a memory is no summary");
}

#[test]
fn a_summary_and_what_it_stands_for_never_go_cold() {
    let (space, summary, members) = summed_up();
    assert!(space.maintain(false, after(3_000)).unwrap().archived.is_empty());
    assert_eq!((state(&space, summary), members.map(|id| state(&space, id))), (State::Active, [State::Folded; 3]));
}

#[test]
fn a_corrected_member_withdraws_its_summary() {
    let (space, summary, members) = summed_up();
    space.append(vec![NewMessage::user("不对，她学的是城市规划").external_id("m9")], after(1)).unwrap();
    let quote = NewEvidence { purpose: Purpose::Correction, ..says("m9", "她学的是城市规划") };
    let correction = NewCorrection {
        corrects: MemoryRef::Id(members[0]),
        text: "妹妹林晓在里斯本学城市规划".into(),
        importance: None,
        evidence: vec![quote],
        valid: hupo::Interval::default(),
    };
    let new = stored(&propose(&space, Proposal::Correction(correction)));
    assert_eq!(state(&space, summary), State::Superseded);
    assert_eq!(members.map(|id| state(&space, id)), [State::Superseded, State::Active, State::Active]);
    assert!(finds(&space, "林晓学城市规划", new) && finds(&space, "old trams", members[1]));
    let due = space.topics_due(hupo::Month::new(2026, 9).unwrap()).unwrap();
    assert_eq!((due[0].why, due[0].members.len()), (hupo::DueWhy::Changed, 3));
    assert!(due[0].members.iter().any(|one| one.memory == new), "it is made from the members again");
}

#[test]
fn an_erased_member_takes_its_summary_with_it() {
    let (space, summary, members) = summed_up();
    space.erase(EraseTarget::Memory(members[2]), after(2)).unwrap();
    assert_eq!((state(&space, summary), state(&space, members[2])), (State::Erased, State::Erased));
    assert_eq!((state(&space, members[0]), state(&space, members[1])), (State::Active, State::Active));
    assert!(finds(&space, "old trams", members[1]));
}

#[test]
fn a_revived_member_stands_beside_its_summary() {
    let (space, summary, members) = summed_up();
    space.restore(vec![members[1]], after(2)).unwrap();
    assert_eq!((state(&space, summary), state(&space, members[1])), (State::Active, State::Active));
    assert!(finds(&space, "old trams", members[1]));
    assert!(finds(&space, "林晓学建筑", summary), "it stands for the others");
}

#[test]
fn a_summary_is_made_from_memories_and_never_from_a_summary() {
    let (space, summary, members) = summed_up();
    let allergy = memory_id(&space.remember(crate::world::allergy(), NOW).unwrap());
    let again = NewTopicSummary {
        topic: "里斯本".into(),
        period: hupo::Interval::default(),
        text: "关于妹妹的一切。".into(),
        members: [summary, allergy].map(MemoryRef::Id).to_vec(),
        importance: None,
    };
    let verdict = propose(&space, Proposal::TopicSummary(again));
    assert_eq!(verdict.code, VerdictCode::Cycle, "{verdict:?}");
    assert_eq!(members.map(|id| state(&space, id)), [State::Folded; 3]);
}

#[test]
fn a_space_never_leaks_into_a_context() {
    let world = World::new();
    let (mine, other) = (world.talk(), world.hupo.create_space(config("other"), NOW).unwrap());
    let secret = "I keep the spare key in the blue teapot，蓝色茶壶";
    other.append(vec![NewMessage::user(secret).external_id("o1").session("s1")], NOW).unwrap();
    let quote = NewEvidence::statement(MessageRef::External("o1".into()), Role::User, secret);
    other.remember(NewMemory::new(Kind::Boundary, Scope::User, secret, vec![quote]), NOW).unwrap();
    for text in ["where is the spare key", "蓝色茶壶", "key 在茶壶里吗", ""] {
        let context = mine.context(&Turn { session: Some("s1".into()), ..Turn::new(text, after(1)) }).unwrap();
        let all = format!("{}{}", context.render(), serde_json::to_string(&context).unwrap());
        assert!(!all.contains("I keep the spare key") && !all.contains("teapot，"), "{text}: {all}");
    }
    let there = other.context(&Turn::new("spare key?", after(1))).unwrap();
    assert!(there.render().contains("blue teapot"), "where it belongs it is seen");
    assert_eq!(doc(&other, "o1"), DocId::Message(hupo::MessageId::new(1)));
}
