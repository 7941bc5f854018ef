//! What a card shows of a summary and of the members it stands for.

use super::*;
use hupo::{
    Hupo, Kind, Member, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Question, Role, Scope,
    SpaceConfig, Timestamp,
};
use std::io::Write;
use std::sync::{Arc, Mutex};

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);
const LINES: [&str; 2] = ["五月一直在学琴 piano", "老师要我把圆舞曲放慢到六十拍 at the piano"];

/// Keeps what is written where the test can read it.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The second answer as a member of the first, as if that were a summary that stands for it.
fn stood_for(mut asked: Asked<'_>) -> Asked<'_> {
    let hits = &mut asked.answer.hits;
    hits.sort_by_key(|hit| hit.id);
    let hit = hits.remove(1);
    let Hit { external_id, text, score, kind, time, evidence, why, .. } = hit;
    let member = Member { id: MemoryId::new(2), external_id, text, score, kind, time, evidence, why };
    hits[0].stands_for = vec![member];
    asked
}

fn shown(asked: &Asked<'_>) -> String {
    let kept = Kept::default();
    let remarks = Remarks { explain: false, why_not: None, models: None };
    answer(&mut Output::into(kept.clone()), asked, &remarks).unwrap();
    let shown = kept.0.lock().unwrap().clone();
    String::from_utf8(shown).unwrap()
}

#[test]
fn who_asks_for_memories_where_there_are_none_is_told_of_the_transcript() {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let space = hupo.space_or_create(SpaceConfig { name: "me".into(), zone: "UTC".into() }, NOW).unwrap();
    space.append(vec![NewMessage::user(LINES[0])], NOW).unwrap();
    let ask = |text: &str, scope| shown(&Asked::new(&space, Question::new(text, NOW).scope(scope), 0).unwrap());
    assert!(ask("学琴", SearchScope::Memories).contains("--scope transcript"));
    assert!(ask("学琴", SearchScope::Transcript).contains(LINES[0]));
    assert!(ask("潜水 diving", SearchScope::Transcript).contains("Nothing that is kept here answers this."));
}

#[test]
fn a_card_names_the_members_a_summary_stands_for_and_shows_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let config = SpaceConfig { name: "me".into(), zone: "UTC".into() };
    let space = hupo.space_or_create(config, NOW).unwrap();
    for (line, n) in LINES.iter().zip(1..) {
        space.append(vec![NewMessage::user(*line).speaker("梅").at(NOW)], NOW).unwrap();
        let quote = NewEvidence::statement(MessageRef::Id(MessageId::new(n)), Role::User, *line);
        space.remember(NewMemory::new(Kind::Fact, Scope::User, format!("记得：{line}"), vec![quote]), NOW).unwrap();
    }
    let mut question = Question::new("学琴 圆舞曲 piano", NOW);
    question.recipe.floor = None;
    let asked = stood_for(Asked::new(&space, question, 0).unwrap());
    let shown = shown(&asked);
    let place = |part: &str| shown.find(part).unwrap_or_else(|| panic!("{part} is not in\n{shown}"));
    let parts = ["记得：五月一直在学琴", "stands for mem-2", "mem-2: 记得：老师要我", "“老师要我", "why"];
    assert!(parts.map(place).is_sorted(), "{shown}");
}
