//! Fields are read one by one, and a fault names the one it is in.

use super::Fields;

fn complaint(text: &str, read: impl Fn(&Fields<'_>) -> Option<crate::place::Complaint>) -> String {
    let fields = Fields::of_record(text).unwrap();
    let complaint = read(&fields).unwrap();
    format!("{}: {}", complaint.field, complaint.reason)
}

#[test]
fn null_and_nothing_are_the_same() {
    let fields = Fields::of_record(r#"{"a":null,"沈禾":"x","a":null}"#).unwrap();
    assert_eq!((fields.text("a"), fields.text("b"), fields.id("a")), (Ok(None), Ok(None), Ok(None)));
    assert_eq!(fields.text("沈禾"), Ok(Some("x".to_owned())));
}

#[test]
fn a_broken_field_is_named_and_the_others_can_be_read() {
    let text = r#"{"good":"好","bad":"\ud800","inner":{"list":[1,"two"]}}"#;
    assert_eq!(Fields::of_record(text).unwrap().text("good"), Ok(Some("好".to_owned())));
    let said = complaint(text, |fields| fields.text("bad").err());
    assert!(said.starts_with("bad: ") && said.contains("write the character itself"), "{said}");
    let said = complaint(text, |fields| fields.object("inner").unwrap()?.text("list").err());
    assert_eq!(said, "inner.list: expected a text");
}

#[test]
fn ids_are_texts_or_numbers() {
    let fields = Fields::of_record(r#"{"a":7,"b":"七","c":"","d":true}"#).unwrap();
    assert_eq!((fields.id("a"), fields.id("b")), (Ok(Some("7".to_owned())), Ok(Some("七".to_owned()))));
    assert_eq!(fields.id("c"), Ok(None));
    assert!(fields.id("d").is_err() && fields.must_have_id("c").is_err());
}

#[test]
fn what_is_no_object_is_said_so() {
    for text in ["[]", "7", "\"好 text\"", "null"] {
        assert!(Fields::of_record(text).unwrap_err().reason.contains("expected an object"), "{text}");
    }
    assert!(Fields::of_record("{\"a\":").unwrap_err().reason.contains("cut short"));
}
