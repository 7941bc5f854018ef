//! What models are given to read.

use super::*;
use hupo_types::{DocId, MemoryId, MessageId, Timestamp};

fn document(id: DocId, text: &str) -> Document {
    Document {
        id,
        text: text.into(),
        title: None,
        speaker: None,
        contact: None,
        channel: None,
        people: vec![],
        time: Some(Timestamp::from_ms(1_740_309_300_000)),
        session: None,
        context: vec![],
        names: vec![],
    }
}

fn line(speaker: &str, text: &str) -> ContextLine {
    ContextLine { speaker: Some(speaker.into()), text: text.into() }
}

#[test]
fn a_turn_is_read_after_the_turn_before_it() {
    let mut turn = document(DocId::Message(MessageId::new(2)), "对，就是那个");
    turn.speaker = Some("Lin".into());
    turn.context = vec![line("小珀", "jasmine tea 吗？")];
    assert_eq!(passage(&turn, &TimeZone::UTC), "小珀: jasmine tea 吗？\nLin: 对，就是那个");
}

#[test]
fn a_record_is_read_under_its_time_kind_and_contact() {
    let mut record = document(DocId::Message(MessageId::new(2)), "到了吗");
    record.channel = Some("sms".into());
    record.contact = Some("Lin".into());
    assert_eq!(passage(&record, &TimeZone::UTC), "2025-02-23 11:15 sms Lin\n到了吗");
}

#[test]
fn a_memory_is_read_after_its_quotes_unless_it_is_its_quote() {
    let mut memory = document(DocId::Memory(MemoryId::new(1)), "The user's sister is called 林.");
    memory.context = vec![line("Mei", "我妹妹叫林"), line("Mei", "The user's sister is called 林.")];
    assert_eq!(passage(&memory, &TimeZone::UTC), "Mei: 我妹妹叫林\nThe user's sister is called 林.");
}

#[test]
fn a_long_previous_turn_gives_only_its_end() {
    let mut turn = document(DocId::Message(MessageId::new(2)), "ok");
    turn.context = vec![line("A", &"长".repeat(5_000))];
    assert_eq!(passage(&turn, &TimeZone::UTC).chars().filter(|&c| c == '长').count(), CONTEXT_CHARS);
}
