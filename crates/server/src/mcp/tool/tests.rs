//! Tools as a client sees them: schemas, hints, aliases.

use super::Tool;
use serde_json::Value;

#[test]
fn there_are_eight_tools_and_the_pair_that_chat_clients_expect() {
    let names: Vec<&str> = Tool::ALL.iter().map(|tool| tool.name()).collect();
    let eight = ["context", "recall", "remember", "correct", "forget", "show_sources", "review_list", "review_decide"];
    assert_eq!(names, [&eight[..], &["search", "fetch"]].concat());
    assert!(names.iter().all(|name| Tool::named(name).is_some_and(|tool| tool.name() == *name)));
}

#[test]
fn no_argument_of_a_tool_has_two_meanings() {
    for tool in Tool::ALL {
        let mut names: Vec<&str> =
            tool.takes().iter().flat_map(|one| one.aliases.iter().copied().chain([one.name])).collect();
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_names, "{}", tool.name());
    }
}

#[test]
fn every_tool_says_what_it_is_takes_and_answers() {
    for tool in Tool::ALL {
        let listed = tool.listed();
        let described = listed.title.is_some() && listed.description.as_ref().is_some_and(|about| about.len() > 40);
        assert!(described, "{}", tool.name());
        let properties = listed.input_schema.get("properties").and_then(Value::as_object).unwrap();
        assert!(properties.values().all(|one| one.get("description").is_some()), "{}", tool.name());
        let output = listed.output_schema.unwrap();
        assert_eq!(output.get("type").and_then(Value::as_str), Some("object"), "{}", tool.name());
        assert!(!serde_json::to_string(&output).unwrap().contains("$ref"), "{} is whole in itself", tool.name());
    }
}

#[test]
fn only_what_erases_or_settles_for_good_is_called_destructive() {
    let hints = |tool: Tool| tool.listed().annotations.unwrap();
    for tool in Tool::ALL {
        let expected = matches!(tool, Tool::Forget | Tool::ReviewDecide);
        assert_eq!(hints(tool).destructive_hint, Some(expected), "{}", tool.name());
        assert_eq!(hints(tool).read_only_hint, Some(!tool.verb().is_write()), "{}", tool.name());
        assert_eq!(hints(tool).open_world_hint, Some(false));
    }
}

#[test]
fn a_conversation_may_begin_with_context_and_nothing_else() {
    assert!(Tool::Context.takes().iter().all(|one| !one.required));
}
