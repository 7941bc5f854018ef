//! Erasure through the door: what is erased is in no answer and in no byte of any file, and its neighbours stay.

mod killed;

use crate::world::{NOW, World, config, fact, find, says};
use hupo::{
    Barrier, Batch, Command, EraseTarget, Error, Fate, MemoryId, MessageId, NewEntity, NewEvidence, NewMemory,
    NewMessage, NewObservation, ObservationType, Proposal, Question, Refusal, ReviewPolicy, Rules, SearchScope, Space,
    VerdictCode,
};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Words of the erased message and of what was made from it, and of nothing else.
const SECRETS: [&str; 6] = ["琼脂糖浆", "quixotic-lemur", "紫罗兰VIOLETQZ", "Speakerina", "kumquat-id", "祕密繁體"];
/// Words of the memory alone, of its key, and of an entity.
const REMEMBERED: [&str; 2] = ["墨西哥卷jalapeno", "obsidiankey"];

/// Two neighbours with a secret between them, a memory and an observation that rest on the secret, and one that does
/// not; the keyword index written to disk.
fn told(world: &World) -> Space {
    let space = world.space("told");
    let line =
        |text: &str, id: &str, speaker: &str| NewMessage::user(text).external_id(id).session("s").speaker(speaker);
    space
        .append(
            vec![
                line("昨天我们去了西湖 the lake was calm", "before", "Mei"),
                line("琼脂糖浆 is my quixotic-lemur，紫罗兰VIOLETQZ 祕密繁體", "kumquat-id", "Speakerina"),
                line("今天下雨了 it rains today", "after", "Mei"),
            ],
            NOW,
        )
        .unwrap();
    space.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, NOW).unwrap();
    space.remember(secret(), NOW).unwrap();
    space.remember(fact("lake", "went to the lake 去了西湖", vec![says("before", "去了西湖")]), NOW).unwrap();
    let noticed = NewObservation {
        kind: ObservationType::Preference,
        about: hupo::About::User,
        subject: "lemur".into(),
        value: "likes the quixotic-lemur".into(),
        evidence: vec![quote()],
        source: hupo_types::Basis::Stated,
        confidence: 1.0,
    };
    space.observe(noticed, NOW).unwrap();
    space.flush().unwrap();
    space
}

fn quote() -> NewEvidence {
    says("kumquat-id", "琼脂糖浆 is my quixotic-lemur")
}

fn secret() -> NewMemory {
    fact("obsidiankey", "墨西哥卷jalapeno 和琼脂糖浆", vec![quote()])
}

/// Which words some file under the root still holds: as they are, in upper and lower case, folded, and as UTF-16.
fn left(root: &Path, words: &[&str]) -> BTreeSet<String> {
    let forms: Vec<(usize, Vec<u8>)> =
        (0..).zip(words).flat_map(|(number, word)| forms(word).into_iter().map(move |form| (number, form))).collect();
    let mut starts: HashMap<[u8; 2], Vec<usize>> = HashMap::new();
    for (place, (_, form)) in forms.iter().enumerate() {
        starts.entry([form[0], form[1]]).or_default().push(place);
    }
    let mut left = BTreeSet::new();
    for path in files(root) {
        let bytes = std::fs::read(&path).unwrap();
        for (place, pair) in bytes.windows(2).enumerate() {
            for form in starts.get(&[pair[0], pair[1]]).into_iter().flatten() {
                let (number, form) = &forms[*form];
                if bytes[place..].starts_with(form) {
                    left.insert(format!("{} in {}", words[*number], path.display()));
                }
            }
        }
    }
    left
}

fn forms(word: &str) -> BTreeSet<Vec<u8>> {
    let texts = [word.to_owned(), word.to_lowercase(), word.to_uppercase(), hupo_text::fold_str(word)];
    let wide = |text: &String| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    texts.iter().map(wide).chain(texts.iter().map(|text| text.clone().into_bytes())).collect()
}

fn files(root: &Path) -> Vec<std::path::PathBuf> {
    let (mut files, mut waiting) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { waiting.push(path) } else { files.push(path) }
        }
    }
    files
}

/// The answers to a question in every scope, whatever may be included.
fn everywhere(space: &Space, text: &str) -> Vec<String> {
    let mut question = Question::new(text, NOW).scope(SearchScope::Both);
    question.include.archived = true;
    question.include.superseded = true;
    question.include.folded = true;
    question.k = 20;
    space.recall(&question).unwrap().hits.into_iter().map(|hit| hit.text).collect()
}

fn is_sound(space: &Space) {
    let verification = space.verify(&mut |_, _, _| {}).unwrap();
    assert!(verification.sound, "{verification:?}");
}

#[test]
fn an_erased_message_is_in_no_file_and_in_no_answer() {
    let world = World::new();
    let space = told(&world);
    assert!(left(world.folder.path(), &SECRETS).len() >= SECRETS.len(), "every word is there before");
    let erasure = space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    assert_eq!((erasure.messages, erasure.memories), (vec![MessageId::new(2)], vec![MemoryId::new(1)]));
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
    assert_eq!(left(world.folder.path(), &REMEMBERED), BTreeSet::new());
    for word in SECRETS {
        assert!(everywhere(&space, word).iter().all(|text| !text.is_empty() && !text.contains(word)), "{word}");
    }
    let neighbours = everywhere(&space, "西湖 lake rains");
    assert!(
        neighbours.iter().any(|text| text.contains("西湖")) && neighbours.iter().any(|text| text.contains("rains"))
    );
    assert!(matches!(
        space.why_not(&Question::new("lake", NOW).scope(SearchScope::Both), hupo::DocId::Message(MessageId::new(2))),
        Ok(Fate::NotEligible { barrier: Barrier::Erased })
    ));
    is_sound(&space);
}

#[test]
fn nothing_comes_back_after_closing_and_opening_and_the_receipt_is_still_there() {
    let world = World::new();
    let space = told(&world);
    let erasure = space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    space.close().unwrap();
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
    let space = world.space("told");
    assert_eq!(space.erasures().unwrap(), std::slice::from_ref(&erasure));
    assert_eq!(space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap(), erasure, "and again it is the same");
    assert!(everywhere(&space, "quixotic-lemur").iter().all(|text| !text.contains("lemur")));
    space.flush().unwrap();
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
    is_sound(&space);
}

#[test]
fn an_erased_memory_may_not_be_proposed_again_from_the_messages_that_stay() {
    let world = World::new();
    let space = told(&world);
    let erasure = space.erase(EraseTarget::Memory(MemoryId::new(1)), NOW).unwrap();
    assert!(erasure.messages.is_empty() && erasure.observations.is_empty());
    assert_eq!(left(world.folder.path(), &REMEMBERED), BTreeSet::new());
    let again = Batch::from(vec![Proposal::Memory(Box::new(secret()))]);
    let verdicts = space.propose(again, NOW).unwrap().verdicts;
    assert_eq!(verdicts[0].code, VerdictCode::ErasedSource);
    assert!(space.message(MessageId::new(2)).unwrap().unwrap().text.contains("琼脂糖浆"), "what was said stays");
    assert!(everywhere(&space, "墨西哥卷jalapeno").iter().all(|text| !text.contains("墨西哥")));
    is_sound(&space);
}

#[test]
fn an_erased_entity_has_no_name_anywhere() {
    let world = World::new();
    let space = told(&world);
    let aliases = vec!["阿紫qqz".into()];
    let person = NewEntity { name: "Vermilionia".into(), kind: hupo::EntityKind::Person, aliases };
    space.write(vec![Command::AddEntity(person)], NOW).unwrap();
    space.append(vec![NewMessage::user("阿紫 came 来了").external_id("x")], NOW).unwrap();
    space.flush().unwrap();
    let id = hupo::EntityId::new(1);
    space.erase(EraseTarget::Entity(id), NOW).unwrap();
    assert_eq!(left(world.folder.path(), &["Vermilionia", "阿紫qqz"]), BTreeSet::new());
    assert!(space.entity(id).unwrap().unwrap().erased);
    is_sound(&space);
}

#[test]
fn an_erased_message_cannot_be_quoted() {
    let world = World::new();
    let space = told(&world);
    space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    let by_id = NewEvidence::statement(
        hupo::MessageRef::Id(MessageId::new(2)),
        hupo::Role::User,
        "琼脂糖浆 is my quixotic-lemur",
    );
    let refused = crate::world::refusal(space.remember(fact("again", "again 又", vec![by_id]), NOW));
    assert!(matches!(refused, Refusal::ErasedSource { .. }));
}

#[test]
fn an_erased_space_leaves_no_file_of_it_and_its_name_is_free() {
    let world = World::new();
    let space = told(&world);
    let other = world.space("other");
    other.append(vec![NewMessage::user("另一个 another")], NOW).unwrap();
    world.hupo.erase_space("told").unwrap();
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
    assert!(matches!(space.stats(), Err(Error::Closed { .. })));
    assert!(matches!(world.hupo.erase_space("told"), Err(Error::UnknownSpace { .. })));
    assert_eq!(world.hupo.spaces().unwrap(), ["other"]);
    assert_eq!(world.hupo.create_space(config("told"), NOW).unwrap().stats().unwrap().counts.messages, 0);
    assert_eq!(find(world.folder.path(), "ledger.redb").len(), 2);
}

/// The folder that a verification replays in holds every word; a kill leaves it behind.
#[test]
fn what_a_killed_verification_left_is_gone_before_anything_can_be_erased() {
    let world = World::new();
    told(&world).close().unwrap();
    for ledger in find(world.folder.path(), "ledger.redb") {
        let replay = ledger.with_file_name("verify.new");
        std::fs::create_dir(&replay).unwrap();
        std::fs::copy(&ledger, replay.join("ledger.redb")).unwrap();
    }
    let space = world.space("told");
    space.erase(EraseTarget::Message(MessageId::new(2)), NOW).unwrap();
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
}

/// A space whose import was killed has no ledger yet, and every word beside where it would be.
#[test]
fn what_a_killed_import_left_goes_when_the_space_is_erased() {
    let world = World::new();
    told(&world).close().unwrap();
    let ledger = find(world.folder.path(), "ledger.redb").remove(0);
    std::fs::rename(&ledger, ledger.with_file_name("ledger.redb.new")).unwrap();
    assert!(!left(world.folder.path(), &SECRETS).is_empty());
    assert!(matches!(world.hupo.erase_space("told"), Err(Error::UnknownSpace { .. })));
    assert_eq!(left(world.folder.path(), &SECRETS), BTreeSet::new());
    assert!(!ledger.with_file_name("name").exists(), "its name is gone too");
}
