//! The demo's conversation is whole.

use super::conversation;

#[test]
fn the_demo_has_its_messages_memories_and_eight_questions() {
    let set = conversation().unwrap();
    let group = set.groups.first().unwrap();
    assert!(group.documents.len() >= 300 && group.memories.len() >= 40, "{} messages", group.documents.len());
    assert_eq!(group.questions.iter().filter(|question| question.shown).count(), 8);
    assert!(group.questions.len() >= 30);
}

#[test]
fn every_gold_document_of_the_demo_exists() {
    let set = conversation().unwrap();
    let group = set.groups.first().unwrap();
    let messages = group.documents.iter().filter_map(|message| message.external_id.as_deref());
    let memories = group.memories.iter().filter_map(|memory| memory.external_id.as_deref());
    let known: Vec<&str> = messages.chain(memories).collect();
    for gold in group.questions.iter().flat_map(|question| &question.gold) {
        assert!(known.contains(&gold.external_id.as_str()), "{}", gold.external_id);
    }
}
