//! The document and the tables it is made from.

use super::*;
use crate::verbs::for_each_verb;
use prost_reflect::{EnumDescriptor, FileDescriptor, MessageDescriptor};
use std::collections::BTreeSet;

#[test]
fn the_kept_document_is_what_is_served() {
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("HUPO_WRITE_OPENAPI").is_some() {
        std::fs::write(&kept, text()).unwrap();
    }
    let kept = std::fs::read_to_string(kept).unwrap_or_default();
    assert!(kept == text(), "docs/openapi.json is not what the .proto says; run this test with HUPO_WRITE_OPENAPI=1");
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    let document = document();
    let mut left = vec![&document];
    let mut n_references = 0;
    while let Some(value) = left.pop() {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
            n_references += 1;
        }
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => left.extend(fields.values()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    assert!(n_references > 300);
}

/// What callers ask for in another way than by an rpc.
const WITHOUT_RPC: [&str; 1] = ["metrics"];

#[test]
fn every_rpc_is_a_verb_with_a_path_and_every_verb_an_rpc() {
    let verb_of = |method: MethodDescriptor| {
        descriptors::verb_of(&method).unwrap_or_else(|| panic!("{} is no verb", method.name()))
    };
    let rpcs: BTreeSet<Verb> = descriptors::service().methods().map(verb_of).collect();
    let verbs = Verb::ALL.iter().copied().filter(|verb| !WITHOUT_RPC.contains(&verb.name())).collect::<BTreeSet<_>>();
    assert_eq!(rpcs, verbs);
    let document = document();
    let paths: BTreeSet<&str> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(paths, verbs.iter().map(|verb| path(*verb)).collect::<Vec<_>>().iter().map(String::as_str).collect());
}

#[test]
fn the_table_of_verbs_names_the_messages_of_the_rpcs() {
    macro_rules! names {
        ($($mode:ident $name:ident $verb:ident($request:ident) -> $response:ident = $noun:ident::$work:ident;)+) => {
            [$((Verb::$verb, stringify!($request), stringify!($response), stringify!($name)),)+]
        };
    }
    for (verb, request, response, name) in for_each_verb!(names) {
        let method = descriptors::method(verb).unwrap();
        assert_eq!((method.input().name(), method.output().name(), verb.name()), (request, response, name));
    }
}

#[test]
fn writes_take_a_key_and_reads_the_write_they_must_see() {
    for method in descriptors::service().methods().filter(|method| !method.is_client_streaming()) {
        let has = |name| method.input().get_field_by_name(name).is_some();
        let verb = descriptors::verb_of(&method).unwrap();
        let of_root = matches!(verb, Verb::Spaces | Verb::CreateSpace | Verb::EraseSpace);
        assert!(has("deadline_ms"), "{verb:?}");
        assert_eq!(has("space"), verb.is_of_a_space(), "{verb:?}");
        assert_eq!(
            has("idempotency_key"),
            verb.is_write() && !matches!(verb, Verb::EraseSpace | Verb::Promote),
            "{verb:?}"
        );
        assert_eq!(has("at_least"), !verb.is_write() && !of_root, "{verb:?}");
        let answers = method.output().get_field_by_name("applied_seq").is_some();
        assert_eq!(answers, verb != Verb::Spaces && !method.is_server_streaming(), "{verb:?}");
    }
}

fn check_message(message: &MessageDescriptor) {
    let file = message.parent_file();
    let told =
        |path: &[i32], what: &str| assert!(!descriptors::comment(&file, path).is_empty(), "{what} is not documented");
    told(message.path(), message.full_name());
    message.fields().for_each(|field| told(field.path(), field.full_name()));
    let choices = message.oneofs().filter(|choice| !choice.is_synthetic());
    choices.for_each(|choice| told(choice.path(), choice.full_name()));
}

fn check_enum(of: &EnumDescriptor) {
    let told = |path: &[i32], what: &str| {
        assert!(!descriptors::comment(&of.parent_file(), path).is_empty(), "{what} is not documented");
    };
    told(of.path(), of.full_name());
    of.values().for_each(|value| told(value.path(), value.full_name()));
    let first = of.values().next().unwrap();
    assert!(first.number() == 0 && first.name().ends_with("_UNSPECIFIED"), "{}", of.full_name());
}

#[test]
fn every_message_field_value_and_rpc_is_documented() {
    let service = descriptors::service();
    let ours = |file: &FileDescriptor| file.package_name() == "hupo.v1";
    let pool = service.parent_pool().clone();
    for file in pool.files().filter(ours) {
        file.messages().for_each(|message| check_message(&message));
        file.enums().for_each(|of| check_enum(&of));
    }
    for method in service.methods() {
        let comment = descriptors::comment(&method.parent_file(), method.path());
        assert!(!comment.is_empty(), "{} is not documented", method.name());
    }
    assert!(pool.all_messages().count() > 150 && pool.all_enums().count() > 30);
}

#[test]
fn no_id_or_time_is_a_bare_number() {
    for message in descriptors::service().parent_pool().all_messages() {
        for field in message.fields().filter(|field| matches!(field.name(), "id" | "memory" | "document" | "message")) {
            let kind = field.kind();
            let is_a_text = matches!(kind, prost_reflect::Kind::String | prost_reflect::Kind::Message(_));
            assert!(is_a_text, "{}", field.full_name());
        }
        for field in message.fields().filter(|field| field.name().ends_with("_at") || field.name() == "time") {
            assert!(matches!(field.kind(), prost_reflect::Kind::Message(_)), "{}", field.full_name());
        }
    }
}
