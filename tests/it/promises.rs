//! The promises that a user can see, through the door, with data and no model.

use hupo::{
    Answer, Command, EntityKind, Error, Hupo, Kind, MessageRef, NewEntity, NewEvidence, NewMemory, NewMessage,
    Question, Refusal, Role, Scope, SearchScope, Space, SpaceConfig, Timestamp,
};
use std::fs;
use std::path::{Path, PathBuf};

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);
const SAID: &str = "我妹妹沈琳三月要搬去里斯本。My sister's cat is called Nuomi 糯米.";

fn create(hupo: &Hupo, name: &str) -> Space {
    hupo.create_space(SpaceConfig { name: name.into(), zone: "Asia/Shanghai".into() }, NOW).unwrap()
}

fn quote(message: &str, words: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(message.into()), Role::User, words)
}

fn moving(evidence: NewEvidence) -> NewMemory {
    NewMemory::new(Kind::Event, Scope::User, "沈琳三月搬去里斯本。", vec![evidence])
}

/// A space that knows a sister, what was said of her, one memory, and some talk of other things.
fn told(hupo: &Hupo, name: &str) -> Space {
    let space = create(hupo, name);
    let sister = NewEntity { name: "沈琳".into(), kind: EntityKind::Person, aliases: vec!["Lin".into()] };
    space.write(vec![Command::AddEntity(sister)], NOW).unwrap();
    let talk =
        ["今天食堂的面很咸。", "The printer on the third floor is jammed again.", "周末想去爬山，如果不下雨的话。"];
    let mut lines = vec![NewMessage::user(SAID).speaker("Mei").external_id("m1")];
    lines.extend(talk.map(|text| NewMessage::user(text).speaker("Mei")));
    space.append(lines, NOW).unwrap();
    let mut memory = moving(quote("m1", "沈琳三月要搬去里斯本"));
    memory.external_id = Some("k1".into());
    space.remember(memory, NOW).unwrap();
    space
}

fn ask(space: &Space, text: &str) -> Answer {
    space.recall(&Question::new(text, NOW).scope(SearchScope::Both)).unwrap()
}

/// What an answer says, without how long it took.
fn said(answer: &Answer) -> Vec<(String, String, Vec<String>)> {
    let quotes = |hit: &hupo::Hit| hit.evidence.iter().map(|cited| cited.quote.clone()).collect();
    answer.hits.iter().map(|hit| (hit.text.clone(), format!("{:.6}", hit.score), quotes(hit))).collect()
}

const QUESTIONS: [&str; 3] =
    ["Where is Lin moving in March?", "沈琳三月搬去哪里？", "What is the cat called, Nuomi 糯米?"];

fn answers(space: &Space) -> Vec<Vec<(String, String, Vec<String>)>> {
    QUESTIONS.iter().map(|text| said(&ask(space, text))).collect()
}

fn refusals(error: Error) -> Vec<Refusal> {
    match error {
        Error::Refused { refusals } => refusals.into_iter().map(|(_, refusal)| refusal).collect(),
        other => panic!("a refusal was due: {other}"),
    }
}

#[test]
fn every_hit_carries_the_users_words_and_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    for text in QUESTIONS {
        let answer = ask(&space, text);
        assert!(!answer.hits.is_empty(), "{text} has an answer");
        for cited in answer.hits.iter().flat_map(|hit| &hit.evidence) {
            let message = space.message(cited.message_id).unwrap().unwrap();
            let slice: String = message.text.chars().skip(cited.start).take(cited.end - cited.start).collect();
            assert_eq!((slice, message.role), (cited.quote.clone(), cited.role), "{text}");
        }
    }
}

#[test]
fn whoever_asks_meets_the_same_rules_and_nothing_refused_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    let before = space.stats().unwrap().sequence;
    let invented = || moving(quote("m1", "沈琳四月要搬去里斯本"));
    let by_verb = refusals(space.remember(invented(), NOW).unwrap_err());
    let good = Command::Append { message: NewMessage::user("这一句本来没有问题。"), vector: None };
    let bad = Command::Remember { memory: Box::new(invented()), vector: None };
    let by_command = refusals(space.write(vec![good, bad], NOW).unwrap_err());
    assert!(matches!(by_verb.as_slice(), [Refusal::QuoteNotFound { .. }]), "{by_verb:?}");
    assert_eq!(by_verb, by_command);
    assert_eq!(space.stats().unwrap().sequence, before);
}

#[test]
fn only_messages_are_evidence_never_what_was_made_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    let refused = refusals(space.remember(moving(quote("k1", "沈琳三月搬去里斯本")), NOW).unwrap_err());
    assert!(matches!(refused.as_slice(), [Refusal::UnknownMessage { .. }]), "{refused:?}");
    let cites_a_memory = serde_json::json!({"memory": "mem-1", "role": "user", "quote": "沈琳三月搬去里斯本"});
    assert!(serde_json::from_value::<NewEvidence>(cites_a_memory).is_err());
}

#[test]
fn index_folders_deleted_cost_time_and_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    let before = answers(&space);
    space.close().unwrap();
    let shadows = folders_of_indexes(folder.path());
    assert!(!shadows.is_empty(), "the keyword leg keeps a folder");
    for shadow in &shadows {
        fs::remove_dir_all(shadow).unwrap();
    }
    let space = Hupo::open(folder.path()).unwrap().space("a").unwrap();
    assert_eq!(answers(&space), before);
}

/// The folders inside the space's own; the ledger is a file.
fn folders_of_indexes(folder: &Path) -> Vec<PathBuf> {
    let inside: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let folders = inside.iter().filter(|path| path.is_dir()).cloned();
    if inside.iter().any(|path| path.ends_with("ledger.redb")) {
        return folders.collect();
    }
    folders.flat_map(|path| folders_of_indexes(&path)).collect()
}

#[test]
fn a_write_is_seen_by_the_next_recall_and_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    for number in 0..20 {
        let text = format!("第{number}号仓库的钥匙在抽屉里，key tag QX{number}.");
        space.append(vec![NewMessage::user(text.as_str())], NOW).unwrap();
        assert_eq!(ask(&space, &format!("QX{number}")).hits.first().map(|hit| hit.text.as_str()), Some(text.as_str()));
    }
    let before = answers(&space);
    space.close().unwrap();
    let space = Hupo::open(folder.path()).unwrap().space("a").unwrap();
    assert_eq!(answers(&space), before);
    assert_eq!(ask(&space, "QX7").hits.len(), 1);
}

#[test]
fn a_space_is_neither_answered_from_nor_counted_in_another() {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let space = told(&hupo, "a");
    let alone = answers(&space);
    let other = told(&hupo, "b");
    let secrets = (0..50).map(|n| NewMessage::user(format!("Lin 沈琳 三月 糯米 Nuomi cat, secret number {n}")));
    other.append(secrets.collect(), NOW).unwrap();
    assert_eq!(answers(&space), alone, "not a score moves");
    assert!(ask(&space, "secret number 7").hits.iter().all(|hit| !hit.text.contains("secret")));
    assert!(ask(&other, "secret number 7").hits.iter().any(|hit| hit.text.contains("secret number 7")));
}

#[test]
fn recall_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    let (before, memory) = (space.stats().unwrap().sequence, space.memory(hupo::MemoryId::new(1)).unwrap());
    assert!(memory.is_some());
    for _ in 0..5 {
        assert_eq!(answers(&space).len(), QUESTIONS.len());
    }
    assert_eq!(space.stats().unwrap().sequence, before);
    assert_eq!(space.memory(hupo::MemoryId::new(1)).unwrap(), memory);
}

#[test]
fn what_nobody_spoke_of_is_answered_with_silence() {
    let folder = tempfile::tempdir().unwrap();
    let space = told(&Hupo::open(folder.path()).unwrap(), "a");
    for text in [
        "Which quantum chromodynamics lecture did Professor Okafor cancel?",
        "小提琴比赛的评委名单是谁定的？",
        "blockchain 的 consensus 协议怎么选？",
    ] {
        let answer = ask(&space, text);
        assert!(answer.hits.is_empty() && answer.nothing_relevant, "{text}: {:?}", said(&answer));
    }
    let empty = create(&Hupo::open(tempfile::tempdir().unwrap().path()).unwrap(), "nothing yet");
    assert!(ask(&empty, QUESTIONS[0]).hits.is_empty());
}
