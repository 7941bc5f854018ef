//! The promises of `docs/architecture.md`, each through the door.

mod proposed;

use crate::world::{
    NOW, World, allergy, ask, ask_memories, config, fact, ids, lone, lone_talk, memory_id, refusal, says, size, talk,
};
use hupo::{
    Command, DocId, Hupo, Kind, MemoryRef, MessageRef, NewEvidence, NewMemory, NewRelation, Purpose, Question, Refusal,
    Role, Scope, SearchScope, State,
};

#[test]
fn a_memory_whose_quote_was_never_said_is_refused() {
    let space = lone_talk();
    let before = size(&space);
    for (message, quote) in [("m6", "allergic to shellfish"), ("m1", "我妹妹叫林月"), ("m5", "跟老板过 CRM审批")]
    {
        let memory = fact("x", "Something never said.", vec![says(message, quote)]);
        let Refusal::QuoteNotFound { field, nearest, .. } = refusal(space.remember(memory, NOW)) else {
            panic!("{quote}")
        };
        assert_eq!(field, "evidence[0].quote");
        assert!(nearest.is_some(), "the nearest real passage helps to quote rightly");
    }
    assert_eq!(size(&space), before);
}

#[test]
fn a_memory_without_evidence_is_refused() {
    let space = lone_talk();
    assert_eq!(refusal(space.remember(fact("x", "Out of thin air.", vec![]), NOW)), Refusal::NoEvidence);
}

#[test]
fn a_quote_under_the_wrong_role_is_refused() {
    let space = lone_talk();
    let memory = fact("x", "The user loves skiing.", vec![says("m4", "you love skiing")]);
    let refused = refusal(space.remember(memory, NOW));
    assert!(matches!(refused, Refusal::WrongRole { actual: Role::Companion, claimed: Role::User, .. }), "{refused:?}");
}

#[test]
fn a_receipt_says_the_exact_words_and_where_they_stand() {
    let space = lone_talk();
    let id = memory_id(&space.remember(fact("sister", "妹妹叫林晓。", vec![says("m1", "我妹妹叫林晓")]), NOW).unwrap());
    let sources = space.sources(DocId::Memory(id), 1).unwrap();
    assert_eq!((sources[0].quote.as_str(), sources[0].start, sources[0].end), ("我妹妹叫林晓", 0, 6));
    assert_eq!((sources[0].role, sources[0].speaker.as_deref()), (Role::User, Some("小禾")));
    assert_eq!(sources[0].after[0].text, "里斯本！她最喜欢那里的什么？");
}

#[test]
fn a_relation_needs_a_receipt_too() {
    let space = lone_talk();
    let name = |name: &str| hupo::EntityRef::Name(name.into());
    let person = |name: &str| hupo::NewEntity { name: name.into(), kind: hupo::EntityKind::Person, aliases: vec![] };
    space.write(["林晓", "小禾"].map(|name| Command::AddEntity(person(name))).into(), NOW).unwrap();
    let relation = |evidence| NewRelation {
        from: name("林晓"),
        predicate: "sister_of".into(),
        to: name("小禾"),
        evidence,
        valid: hupo::Interval::default(),
        replaces: None,
    };
    assert_eq!(refusal(space.write(vec![Command::AddRelation(relation(vec![]))], NOW)), Refusal::NoEvidence);
    space.write(vec![Command::AddRelation(relation(vec![says("m1", "我妹妹叫林晓")]))], NOW).unwrap();
}

/// Words of the companion's.
fn companion_says(message: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(message.into()), Role::Companion, quote)
}

#[test]
fn companion_words_alone_make_no_user_fact() {
    let space = lone_talk();
    for scope in [Scope::User, Scope::Shared] {
        let evidence = vec![companion_says("m4", "you love skiing")];
        let memory = NewMemory::new(Kind::Preference, scope, "The user loves skiing.", evidence);
        assert_eq!(refusal(space.remember(memory, NOW)), Refusal::NoUserSource);
    }
    let evidence = vec![companion_says("m7", "记住了")];
    space.remember(NewMemory::new(Kind::Fact, Scope::Companion, "小珀记住了花生过敏。", evidence), NOW).unwrap();
    let both = vec![companion_says("m7", "花生过敏"), says("m6", "allergic to peanuts")];
    space.remember(NewMemory::new(Kind::Fact, Scope::User, "用户对花生过敏。", both), NOW).unwrap();
}

#[test]
fn whatever_is_proposed_code_decides_and_says_why() {
    let space = lone_talk();
    let mut memory = allergy();
    memory.importance = 11;
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::OutOfRange { .. }));
    let mut memory = allergy();
    memory.evidence[0].message = MessageRef::External("m99".into());
    assert!(matches!(refusal(space.remember(memory, NOW)), Refusal::UnknownMessage { .. }));
    assert_eq!(space.stats().unwrap().counts.memories, 0);
}

/// The approval meeting, and its correction.
fn corrected(space: &hupo::Space) -> (hupo::MemoryId, hupo::MemoryId) {
    let first = fact("approval", "审批会在明天上午十点。", vec![says("m5", "明天上午十点")]);
    let old = memory_id(&space.remember(first, NOW).unwrap());
    let mut correction = fact("approval", "审批会改到周五下午。", vec![says("m8", "审批会改到周五下午了")]);
    correction.evidence[0].purpose = Purpose::Correction;
    correction.supersedes = Some(MemoryRef::Id(old));
    (old, memory_id(&space.remember(correction, NOW.plus_ms(10)).unwrap()))
}

#[test]
fn a_correction_hides_the_old_memory_and_keeps_both() {
    let space = lone_talk();
    let (old, new) = corrected(&space);
    let found = ask_memories(&space, "审批会什么时候？");
    assert_eq!(found.hits.iter().map(|hit| hit.id).collect::<Vec<_>>(), [DocId::Memory(new)]);
    assert_eq!(found.hits[0].why.replaced, Some(old));

    let kept = space.memory(old).unwrap().unwrap();
    assert_eq!((kept.state, kept.text.as_str()), (State::Superseded, "审批会在明天上午十点。"));
    assert_eq!(kept.evidence[0].quote, "明天上午十点");
    assert_eq!(space.history(new).unwrap().iter().map(|memory| memory.id).collect::<Vec<_>>(), [old, new]);
}

#[test]
fn as_of_then_the_old_memory_held() {
    let space = lone_talk();
    let (old, _) = corrected(&space);
    let mut then = Question::new("审批会什么时候？", NOW);
    then.as_of = Some(NOW.plus_ms(5));
    assert_eq!(space.recall(&then).unwrap().hits[0].id, DocId::Memory(old));
}

#[test]
fn a_memory_is_no_evidence_for_another() {
    let space = lone_talk();
    space.remember(allergy(), NOW).unwrap();
    let from_memory = fact("x", "The user avoids peanuts.", vec![says("m6", "The user is allergic to peanuts.")]);
    assert!(matches!(refusal(space.remember(from_memory, NOW)), Refusal::QuoteNotFound { .. }));
}

#[test]
fn only_the_same_key_is_the_same_fact() {
    let space = lone_talk();
    let first = memory_id(&space.remember(allergy(), NOW).unwrap());
    let mut other = fact("home", "住在里斯本。", vec![says("m1", "她在里斯本学建筑")]);
    other.supersedes = Some(MemoryRef::Id(first));
    assert_eq!(refusal(space.remember(other, NOW)), Refusal::OtherKey { memory: first });
    let again = space.remember(allergy(), NOW).unwrap();
    assert!(matches!(again.stored[0], hupo::Stored::Memory { id, existed: true } if id == first));
}

#[test]
fn indexes_come_back_from_the_store() {
    let world = World::new();
    let space = world.talk();
    space.remember(allergy(), NOW).unwrap();
    let questions = ["林晓在哪里学建筑", "peanuts allergy", "ERP审批 周五"];
    let asked = |space: &hupo::Space| questions.map(|q| (ids(&ask(space, q)), ids(&ask_memories(space, q))));
    let before = asked(&space);
    space.close().unwrap();
    drop(world.hupo);
    for folder in crate::world::find(world.folder.path(), "keyword") {
        std::fs::remove_dir_all(folder).unwrap();
    }
    let hupo = Hupo::open(world.folder.path()).unwrap();
    assert_eq!(asked(&hupo.space("talk").unwrap()), before);
    assert!(before.iter().all(|(messages, _)| !messages.is_empty()));
}

#[test]
fn an_acknowledged_write_is_seen_by_the_next_recall() {
    let space = lone("fresh");
    for n in 0..50 {
        let word = format!("密语{n}x secret{n}");
        space.append(vec![hupo::NewMessage::user(&word).external_id(format!("w{n}"))], NOW).unwrap();
        assert_eq!(ids(&ask(&space, &format!("secret{n}"))), [format!("w{n}")]);
    }
}

#[test]
fn an_acknowledged_write_survives_closing_and_reopening() {
    let world = World::new();
    let space = world.talk();
    let id = memory_id(&space.remember(allergy(), NOW).unwrap());
    let sequence = space.stats().unwrap().sequence;
    drop((space, world.hupo));
    let space = Hupo::open(world.folder.path()).unwrap().space("talk").unwrap();
    assert_eq!(space.stats().unwrap().sequence, sequence);
    assert_eq!(space.memory(id).unwrap().unwrap().evidence[0].quote, "allergic to peanuts");
    assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
}

#[test]
fn a_space_never_leaks() {
    let world = World::new();
    let (ours, theirs) = (world.talk(), world.space("theirs"));
    theirs.append(vec![hupo::NewMessage::user("canary 金丝雀 Lisbon peanuts").external_id("canary")], NOW).unwrap();
    let alone = lone_talk();
    for question in ["canary", "金丝雀", "peanuts", "Lisbon 里斯本"] {
        let (answer, expected) = (ask(&ours, question), ask(&alone, question));
        assert!(!ids(&answer).contains(&"canary".to_owned()), "{question}");
        assert_eq!(ids(&answer), ids(&expected));
        let scores = |answer: &hupo::Answer| answer.hits.iter().map(|hit| hit.score).collect::<Vec<_>>();
        assert_eq!(scores(&answer), scores(&expected), "the other space's words move no score");
        assert_eq!(answer.stages.eligible, expected.stages.eligible);
    }
    assert!(world.hupo.create_space(config("theirs"), NOW).is_err());
}

#[test]
fn recall_leaves_no_trace() {
    let space = lone_talk();
    let id = memory_id(&space.remember(allergy(), NOW).unwrap());
    let before = (size(&space), space.memory(id).unwrap());
    for _ in 0..20 {
        assert!(!ask_memories(&space, "peanuts").hits.is_empty());
    }
    assert_eq!((size(&space), space.memory(id).unwrap()), before);
}

#[test]
fn hidden_is_not_gone() {
    let space = lone_talk();
    let (old, _) = corrected(&space);
    let mut question = Question::new("审批会在明天上午十点", NOW);
    question.include.superseded = true;
    assert!(space.recall(&question).unwrap().hits.iter().any(|hit| hit.id == DocId::Memory(old)));
    assert!(space.memory(old).unwrap().is_some());
}

#[test]
fn nothing_relevant_is_said_so() {
    let space = lone_talk();
    for question in ["量子纠缠的实验装置", "quarterly dividend forecast", "🦀🦀🦀"] {
        let answer = ask(&space, question);
        assert!(answer.hits.is_empty() && answer.nothing_relevant, "{question}: {:?}", ids(&answer));
    }
    let empty = lone("empty");
    let answer = ask(&empty, "anything 什么");
    assert!(answer.hits.is_empty() && !answer.nothing_relevant, "an empty space has nothing to be irrelevant");
}

#[test]
fn the_transcript_and_the_memories_are_asked_apart() {
    let world = World::new();
    let space = world.space("apart");
    space.append(talk(), NOW).unwrap();
    space.remember(allergy(), NOW).unwrap();
    let both = space.recall(&Question::new("allergic to peanuts", NOW).scope(SearchScope::Both)).unwrap();
    assert!(both.hits.len() >= 2);
    assert!(ask_memories(&space, "allergic to peanuts").hits.iter().all(|hit| matches!(hit.id, DocId::Memory(_))));
    assert!(ask(&space, "allergic to peanuts").hits.iter().all(|hit| matches!(hit.id, DocId::Message(_))));
}
