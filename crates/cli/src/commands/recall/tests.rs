//! How a question's options are read.

use super::{own_id, time};
use hupo::{DocId, MemoryId, MessageId};
use hupo_eval::dataset::Moment;
use jiff::tz::TimeZone;

#[test]
fn documents_are_named_as_answers_name_them() {
    assert_eq!(own_id("mem-3"), Some(DocId::Memory(MemoryId::new(3))));
    assert_eq!(own_id("msg-12"), Some(DocId::Message(MessageId::new(12))));
    for text in ["", "3", "mem-", "mem-x", "ent-3", "msg--1", "记忆-3"] {
        assert_eq!(own_id(text), None, "{text}");
    }
}

#[test]
fn a_bad_time_names_its_option() {
    let zone = TimeZone::UTC;
    assert_eq!(time("--since", None, &zone, Moment::Noon).unwrap(), None);
    let error = time("--since", Some("soon"), &zone, Moment::Noon).unwrap_err().to_string();
    assert!(error.starts_with("--since: \"soon\" is no time"), "{error}");
}
