//! What is remembered of the text cut last changes no term.

use super::*;
use hupo_types::{ContextLine, MessageId};

fn document(number: u64, text: &str, context: &[&str]) -> Document {
    let line = |text: &&str| ContextLine { speaker: None, text: (*text).to_owned() };
    Document {
        id: DocId::Message(MessageId::new(number)),
        text: text.to_owned(),
        title: None,
        speaker: Some("小禾".to_owned()),
        contact: None,
        channel: None,
        people: Vec::new(),
        time: None,
        session: None,
        context: context.iter().map(line).collect(),
        names: Vec::new(),
    }
}

#[test]
fn a_row_of_turns_is_cut_as_each_alone_is() {
    let (zh, en, mixed) = ("我妹妹叫林晓，她在里斯本", "She loves the old trams", "明天过ERP审批的方案");
    let documents = [
        document(1, zh, &[]),
        document(2, en, &[zh]),
        document(3, mixed, &[en]),
        document(4, zh, &[en]),
        document(5, "", &[zh]),
        document(6, en, &[""]),
        document(7, mixed, &[en, en]),
    ];
    let mut row = Cutter::default();
    for document in &documents {
        let (one, alone) = (row.cut(document, &TimeZone::UTC), Cutter::default().cut(document, &TimeZone::UTC));
        for field in Field::ALL {
            assert_eq!(one.terms[field], alone.terms[field], "{:?} {field:?}", document.id);
        }
    }
    let before = row.cut(&documents[0], &TimeZone::UTC).terms[Field::Text].clone();
    row.terms.push_str("remembered");
    let context = &row.cut(&documents[1], &TimeZone::UTC).terms[Field::Context];
    assert_eq!(*context, format!("{before}remembered"), "it is what was cut before, not cut again");
}
