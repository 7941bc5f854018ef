//! A topic summary answers for its members and hides nothing of them. No models: words alone.

use super::*;
use crate::{Hupo, Space};
use hupo_recall::{Barrier, SearchScope};
use hupo_types::{
    CareCommand, Command, EraseTarget, MemoryId, MemoryRef, MessageRef, NewEvidence, NewMemory, NewMessage, Scope,
    SemanticKey, SpaceConfig, UseBasis,
};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);
const DAY_MS: i64 = 86_400_000;

/// What was said of a month of piano lessons; each is a memory, mem-1 to mem-4. The details stand nowhere else.
const LESSONS: [&str; 4] = [
    "钢琴老师让我把肖邦的圆舞曲放慢到每分钟六十拍",
    "Ruth lent me her old metronome with the cracked walnut case",
    "周二的 piano lesson 改到了 Kensington 的琴房",
    "我给猫买了新的猫爬架",
];
/// mem-5 says what they have in common.
const SUMMARY: &str = "五月一直在学钢琴 (piano)，每周跟老师 Ruth 上课";

fn at(days: i64) -> Timestamp {
    NOW.plus_ms(days * DAY_MS)
}

fn said(n: usize) -> Vec<NewEvidence> {
    vec![NewEvidence::statement(MessageRef::External(format!("m{n}")), Role::User, LESSONS[n - 1])]
}

fn care(space: &Space, days: i64, command: CareCommand) {
    space.write(vec![Command::Care(command)], at(days)).unwrap();
}

fn ids(numbers: &[u64]) -> Vec<MemoryId> {
    numbers.iter().copied().map(MemoryId::new).collect()
}

/// The month, and its summary, which stands for the three lessons from the tenth day on.
fn lessons(folder: &TempDir) -> Space {
    let hupo = Hupo::open(folder.path()).unwrap();
    let config = SpaceConfig { name: "lessons".into(), zone: "Europe/London".into() };
    let space = hupo.space_or_create(config, NOW).unwrap();
    let lines = LESSONS.iter().zip(1..).map(|(line, n)| NewMessage::user(*line).external_id(format!("m{n}")));
    space.append(lines.collect(), NOW).unwrap();
    space.append(vec![NewMessage::companion("好，记住了").external_id("r1")], NOW).unwrap();
    for n in 1..=4 {
        let key = SemanticKey { subject: "user".into(), attribute: format!("lesson/{n}"), ..SemanticKey::default() };
        let memory = NewMemory { key, ..NewMemory::new(Kind::Fact, Scope::User, LESSONS[n - 1], said(n)) };
        space.remember(memory, NOW).unwrap();
    }
    let covers = ids(&[1, 2, 3]).into_iter().map(MemoryRef::Id).collect();
    let summary = NewMemory { covers, ..NewMemory::new(Kind::TopicSummary, Scope::User, SUMMARY, said(1)) };
    space.remember(summary, at(1)).unwrap();
    care(&space, 10, CareCommand::Fold { summary: MemoryId::new(5), members: ids(&[1, 2, 3]) });
    space
}

fn question(text: &str) -> Question {
    Question::new(text, at(20))
}

fn mem(number: u64) -> DocId {
    DocId::Memory(MemoryId::new(number))
}

fn shown(answer: &Answer) -> Vec<DocId> {
    answer.hits.iter().map(|hit| hit.id).collect()
}

#[test]
fn a_detail_that_only_a_member_says_is_in_the_answer_of_the_summary_that_stands_for_it() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let asked = [
        ("圆舞曲要放慢到每分钟多少拍？", 1, "每分钟六十拍"),
        ("Who lent me the metronome with the cracked walnut case?", 2, "cracked walnut case"),
        ("周二的 lesson 改到 Kensington 哪里了？", 3, "Kensington 的琴房"),
    ];
    for (text, member, detail) in asked {
        let answer = space.recall(&question(text)).unwrap();
        let hit = answer.hits.iter().find(|hit| hit.id == mem(5)).unwrap_or_else(|| panic!("{text}: {answer:#?}"));
        assert!(!hit.text.contains(detail), "else the summary says it anyway");
        let told =
            hit.stands_for.iter().find(|one| one.id.get() == member).unwrap_or_else(|| panic!("{text}: {hit:#?}"));
        assert!(told.text.contains(detail) && told.evidence[0].quote.contains(detail), "{text}: {told:#?}");
        assert_eq!((told.kind, hit.stands_for[0].id.get()), (Some(Kind::Fact), member), "the best is named first");
        assert_eq!((hit.rank, hit.kind), (1, Some(Kind::TopicSummary)));
        assert!(!shown(&answer).iter().any(|id| [1, 2, 3].map(mem).contains(id)), "a member is not said twice");
    }
}

#[test]
fn a_summary_found_by_its_own_words_is_one_answer_with_its_members_beside_it() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let answer = space.recall(&question("五月的钢琴课 piano lesson 怎么样")).unwrap();
    assert_eq!(shown(&answer).iter().filter(|id| **id == mem(5)).count(), 1, "{answer:#?}");
    let cats = space.recall(&question("猫爬架 for the cat")).unwrap();
    assert_eq!((shown(&cats), cats.hits[0].stands_for.len()), (vec![mem(4)], 0));
    let json = serde_json::to_value(&cats).unwrap();
    assert_eq!(json["hits"][0].get("stands_for"), None, "an answer without summaries looks as it always did");
    let json = serde_json::to_value(&answer).unwrap();
    let named = json["hits"][0]["stands_for"][0].clone();
    assert!(named["id"].as_str().is_some_and(|id| id.starts_with("mem-")) && named["evidence"][0]["quote"].is_string());
}

#[test]
fn the_way_of_a_folded_member_can_be_followed() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let asked = question("圆舞曲要放慢到每分钟多少拍 waltz");
    assert_eq!(space.why_not(&asked, mem(1)).unwrap(), Fate::StoodFor { by: mem(5) });
    assert_eq!(space.why_not(&asked, mem(5)).unwrap(), Fate::Answered { rank: 1 });
    let told = space.why_not(&asked, mem(1)).unwrap().to_string();
    assert_eq!(told, "mem-5, a topic summary, answers in its place and names it");
}

#[test]
fn a_member_answers_itself_before_the_fold_where_kinds_leave_the_summary_out_and_when_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let text = "圆舞曲要放慢到每分钟多少拍 waltz";
    let mut then = question(text);
    then.as_of = Some(at(5));
    let mut facts = question(text);
    facts.filter.kinds = vec![Kind::Fact];
    let mut apart = question(text);
    apart.include.folded = true;
    for asked in [then, facts, apart] {
        let answer = space.recall(&asked).unwrap();
        assert_eq!((answer.hits[0].id, answer.hits[0].stands_for.len()), (mem(1), 0), "{asked:?}");
    }
}

#[test]
fn a_space_that_was_closed_and_opened_answers_the_same() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let turn = MessageRef::External("r1".into());
    care(&space, 12, CareCommand::Use { turn, memories: ids(&[2, 4]), basis: UseBasis::Told });
    care(&space, 13, CareCommand::Archive { memories: ids(&[4]) });
    let asked = ["钢琴 piano lessons with Ruth", "metronome 节拍器", "猫爬架 for the cat"].map(question);
    let answers = |space: &Space| {
        asked.clone().map(|one| {
            let answer = space.recall(&one).unwrap();
            serde_json::to_string(&answer.hits).unwrap()
        })
    };
    let before = answers(&space);
    space.close().unwrap();
    let space = Hupo::open(folder.path()).unwrap().space("lessons").unwrap();
    assert_eq!(answers(&space), before);
    assert_eq!(before[2], "[]", "what is archived is not in the answer");
}

#[test]
fn what_is_archived_is_out_of_recall_until_it_is_asked_for_used_or_brought_back() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let asked = question("猫爬架 for the cat");
    care(&space, 11, CareCommand::Archive { memories: ids(&[4]) });
    assert!(space.recall(&asked).unwrap().hits.is_empty());
    let fate = space.why_not(&asked, mem(4)).unwrap();
    assert_eq!(fate, Fate::NotEligible { barrier: Barrier::Archived });
    let mut deep = asked.clone();
    deep.include.archived = true;
    assert_eq!(shown(&space.recall(&deep).unwrap()), [mem(4)]);
    let mut then = asked.clone();
    then.as_of = Some(at(9));
    assert_eq!(shown(&space.recall(&then).unwrap()), [mem(4)], "it was not archived yet");
    assert!(space.recall(&asked).unwrap().hits.is_empty(), "asking brings nothing back");
    let turn = MessageRef::External("r1".into());
    care(&space, 12, CareCommand::Use { turn, memories: ids(&[4]), basis: UseBasis::Told });
    assert_eq!(shown(&space.recall(&asked).unwrap()), [mem(4)]);
}

#[test]
fn when_a_member_is_corrected_or_erased_its_summary_is_silent_and_the_others_speak_for_themselves() {
    let text = "Ruth 的节拍器 metronome with the walnut case";
    for erased in [false, true] {
        let folder = TempDir::new().unwrap();
        let space = lessons(&folder);
        if erased {
            space.erase(EraseTarget::Memory(MemoryId::new(1)), at(15)).unwrap();
        } else {
            let line = "其实是每分钟七十拍，不是六十 seventy";
            space.append(vec![NewMessage::user(line).external_id("m6")], at(15)).unwrap();
            let quote = vec![NewEvidence::statement(MessageRef::External("m6".into()), Role::User, line)];
            let correction = NewMemory {
                supersedes: Some(MemoryRef::Id(MemoryId::new(1))),
                ..NewMemory::new(Kind::Fact, Scope::User, "圆舞曲每分钟七十拍", quote)
            };
            space.remember(correction, at(15)).unwrap();
        }
        let answer = space.recall(&question(text)).unwrap();
        assert_eq!((answer.hits[0].id, answer.hits[0].stands_for.len()), (mem(2), 0), "erased: {erased}");
        let piano = space.recall(&question("五月的钢琴 piano").scope(SearchScope::Memories)).unwrap();
        assert!(!shown(&piano).contains(&mem(5)), "erased: {erased}");
        assert!(!serde_json::to_string(&piano.hits).unwrap().contains("六十拍"), "erased: {erased}");
    }
}

#[test]
fn questions_of_the_same_words_find_together_what_each_finds_alone() {
    let folder = TempDir::new().unwrap();
    let space = lessons(&folder);
    let all = question("钢琴 piano 老师 Ruth 说了什么？").scope(SearchScope::Both);
    let mut early = all.clone();
    early.as_of = Some(at(5));
    let kinds = hupo_recall::Filter { kinds: vec![Kind::Fact], ..Default::default() };
    for others in [
        vec![all.clone().k(2)],
        vec![all.clone().scope(SearchScope::Transcript), all.clone().filter(kinds)],
        vec![early],
    ] {
        let asked: Vec<Question> = [all.clone()].into_iter().chain(others).collect();
        let ids = |found: Vec<Found>| found.iter().map(|one| (one.document.id, one.score)).collect::<Vec<_>>();
        let together: Vec<_> = found_each(&space.inner, &asked).unwrap().into_iter().map(ids).collect();
        let alone = |one: &Question| ids(found_each(&space.inner, std::slice::from_ref(one)).unwrap().remove(0));
        assert!(!together[0].is_empty());
        assert_eq!(together, asked.iter().map(alone).collect::<Vec<_>>());
    }
    let empty = found_each(&space.inner, &[]).unwrap();
    assert!(empty.is_empty());
}
