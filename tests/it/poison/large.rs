//! Poison by quantity, made here and not kept in the tree.

use crate::world::{NOW, allergy, lone_talk, refusal, says, size};
use hupo::{NewMessage, Proposal, Refusal, Space, VerdictCode, limits};

fn code(space: &Space, proposal: Proposal) -> VerdictCode {
    space.propose(vec![proposal].into(), NOW).unwrap().verdicts[0].code
}

fn memory(change: impl FnOnce(&mut hupo::NewMemory)) -> Proposal {
    let mut memory = allergy();
    memory.importance = 8;
    change(&mut memory);
    Proposal::Memory(Box::new(memory))
}

#[test]
fn ten_megabytes_of_text_are_refused_and_nothing_is_lost() {
    let space = lone_talk();
    let before = size(&space);
    for unit in ["长", "long ", "长text "] {
        let text = unit.repeat(10_000_000 / unit.len());
        let message = NewMessage::user(&text);
        assert!(matches!(refusal(space.append(vec![message], NOW)), Refusal::BadText { .. }), "{unit}");
        let said = [
            memory(|memory| memory.text.clone_from(&text)),
            memory(|memory| memory.summary = Some(text.clone())),
            memory(|memory| memory.key.attribute.clone_from(&text)),
            memory(|memory| memory.evidence = vec![says("m6", &text)]),
        ]
        .map(|proposal| code(&space, proposal));
        assert!(said.iter().all(|code| matches!(code, VerdictCode::Invalid | VerdictCode::Limit)), "{unit}: {said:?}");
    }
    assert_eq!(size(&space), before);
}

#[test]
fn too_many_quotes_are_refused() {
    let space = lone_talk();
    let many = |n: usize| memory(|memory| memory.evidence = vec![says("m6", "allergic to peanuts"); n]);
    assert_eq!(code(&space, many(limits::EVIDENCE + 1)), VerdictCode::Limit);
    assert_eq!(code(&space, many(limits::EVIDENCE)), VerdictCode::Pending);
}

#[test]
fn too_many_proposals_get_a_verdict_each_all_the_same() {
    let space = lone_talk();
    let skiing = memory(|memory| memory.evidence = vec![says("m4", "you love skiing")]);
    let said = space.propose(vec![skiing; 1_200].into(), NOW).unwrap().verdicts;
    assert_eq!(said.len(), 1_200);
    assert!(said[..1_000].iter().all(|verdict| verdict.code == VerdictCode::WrongRole));
    assert!(said[1_000..].iter().all(|verdict| verdict.code == VerdictCode::Limit));
}
