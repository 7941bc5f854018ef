//! Groups of three turns, stripped.

use super::Without;
use crate::dataset::Group;
use hupo::NewMessage;

fn group(with_sessions: bool) -> Group {
    let turn = |text: &str| {
        let mut message = NewMessage::user(text).speaker("小雨").external_id(text);
        message.session = with_sessions.then(|| "monday".to_owned());
        message.contact = Some("Mei".into());
        message.title = Some("题 title".into());
        message
    };
    Group { name: "g".into(), documents: ["你好", "Hi there", "去Lisbon吗"].map(turn).to_vec(), ..Group::default() }
}

#[test]
fn whole_documents_are_not_written_twice() {
    assert!(Without::Nothing.strip(&group(true)).is_none());
    assert!(Without::PreviousTurn.strip(&group(false)).is_none(), "records have no turn before them");
}

#[test]
fn without_the_turn_before_only_the_session_goes() {
    let stripped = Without::PreviousTurn.strip(&group(true)).unwrap();
    assert_eq!(stripped.documents, group(false).documents);
}

#[test]
fn bare_documents_are_their_text() {
    let stripped = Without::Context.strip(&group(true)).unwrap();
    for document in &stripped.documents {
        let bare = NewMessage::user(&document.text).external_id(document.text.as_str());
        assert_eq!(document, &bare);
    }
    assert!(Without::Context.strip(&stripped).is_none());
}
