//! Every answer can be explained: the numbers add up, and every document has a fate.

use crate::world::{NOW, World, allergy, ask, doc, fact, ids, lone, lone_talk, says};
use hupo::{Command, EntityKind, Fate, NewEntity, NewMessage, Question, Role, SearchScope, Source};

#[test]
fn the_parts_of_a_score_add_up() {
    let space = lone_talk();
    let answer = space.recall(&Question::new("peanuts 审批 林晓", NOW).scope(SearchScope::Transcript).k(8)).unwrap();
    assert!(answer.hits.len() >= 3);
    for hit in &answer.hits {
        let points: f32 = hit.why.contributions.iter().map(|part| part.points).sum();
        assert!((points - hit.why.fused).abs() < 1e-6, "{hit:?}");
        assert!((hit.why.fused + hit.why.prior - hit.score).abs() < 1e-6, "nothing reranked: the fused score stands");
        assert!(!hit.why.terms.is_empty());
    }
    assert!(answer.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

#[test]
fn matched_words_are_named_in_both_languages() {
    let space = lone_talk();
    assert!(ask(&space, "谁对peanuts过敏").hits[0].why.terms.contains(&"peanuts".to_owned()));
    assert!(ask(&space, "建築").hits[0].why.terms.contains(&"建筑".to_owned()), "traditional finds simplified");
}

#[test]
fn the_graph_finds_what_shares_no_word_and_shows_the_way() {
    let world = World::new();
    let space = world.talk();
    let lin =
        NewEntity { name: "林晓".into(), kind: EntityKind::Person, aliases: vec!["Lily".into(), "my sister".into()] };
    space.write(vec![Command::AddEntity(lin)], NOW).unwrap();
    let answer = ask(&space, "Tell me about Lily");
    assert_eq!(ids(&answer)[0], "m1");
    let why = &answer.hits[0].why;
    assert!(why.contributions.iter().any(|part| part.source == Source::Graph), "{why:?}");
    assert!(why.path.as_deref().unwrap_or_default().contains("林晓"), "{why:?}");
}

#[test]
fn every_document_has_a_fate() {
    let space = lone_talk();
    let id = crate::world::memory_id(&space.remember(allergy(), NOW).unwrap());
    let question = Question::new("peanuts", NOW).scope(SearchScope::Transcript);
    let fate = |external: &str| space.why_not(&question, doc(&space, external)).unwrap();
    assert_eq!(fate("m6"), Fate::Answered { rank: 1 });
    assert_eq!(fate("m5"), Fate::BelowFloor, "it is next to an answer, and says nothing of peanuts");
    assert!(matches!(fate("m1"), Fate::NotFound { .. }), "{:?}", fate("m1"));
    let memory = space.why_not(&question, hupo::DocId::Memory(id)).unwrap();
    assert_eq!(memory, Fate::NotEligible { barrier: hupo::Barrier::OutOfScope });
    assert!(memory.to_string().contains("other documents"));
    let unknown = space.why_not(&question, hupo::DocId::Message(hupo::MessageId::new(999))).unwrap();
    assert_eq!(unknown, Fate::NotEligible { barrier: hupo::Barrier::Unknown });
}

#[test]
fn the_same_words_come_once() {
    let space = lone("twice");
    let twice = |id: &str, text: &str| NewMessage::user(text).external_id(id);
    space
        .append(vec![twice("a", "茉莉花茶最好喝"), twice("b", "茉莉花茶最好喝"), twice("c", "绿茶也好喝")], NOW)
        .unwrap();
    let answer = ask(&space, "茉莉花茶 绿茶 好喝");
    assert_eq!(answer.hits.len(), 2);
    let question = Question::new("茉莉花茶 绿茶 好喝", NOW).scope(SearchScope::Transcript);
    let fates = ["a", "b"].map(|id| space.why_not(&question, doc(&space, id)).unwrap());
    assert!(fates.iter().any(|fate| matches!(fate, Fate::SameAs { .. })), "{fates:?}");
}

#[test]
fn system_lines_are_evidence_and_never_answers() {
    let space = lone_talk();
    let setup = NewMessage::new(Role::System, "Imported: the user lives in 苏州 Suzhou.").external_id("sys");
    space.append(vec![setup], NOW).unwrap();
    assert!(!ids(&ask(&space, "Suzhou 苏州")).contains(&"sys".to_owned()));
    let mut evidence = says("sys", "lives in 苏州 Suzhou");
    evidence.role = Role::System;
    let memory =
        hupo::NewMemory::new(hupo::Kind::Fact, hupo::Scope::Companion, "Setup says Suzhou.", vec![evidence.clone()]);
    space.remember(memory, NOW).unwrap();
    let about_user = fact("home", "住在苏州。", vec![evidence]);
    assert_eq!(crate::world::refusal(space.remember(about_user, NOW)), hupo::Refusal::NoUserSource);
}

#[test]
fn an_answer_says_which_stages_ran() {
    let answer = ask(&lone_talk(), "peanuts");
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(json["stages"]["keyword"]["state"], "ran");
    assert_eq!(json["stages"]["vector"]["state"], "absent");
    assert_eq!(json["stages"]["reranked_by"], "nobody");
    let evidence = &json["hits"][0]["evidence"][0];
    for key in ["message_id", "role", "speaker", "time", "quote", "start", "end"] {
        assert!(evidence.get(key).is_some(), "{key} is missing: {evidence}");
    }
    assert_eq!(evidence["time"], "2026-09-21T13:18:20Z");
}
