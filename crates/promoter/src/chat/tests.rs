//! Requests and answers, byte by byte.

use super::*;

fn asking() -> Asking {
    let turns = vec![
        ChatTurn { role: "system", content: "Rules 规则".into() },
        ChatTurn { role: "user", content: "我叫小雨 I'm Rain".into() },
    ];
    Asking { duty: Duty::Day, said: "x".into(), round: 1, turns, schema: json!({ "type": "object" }) }
}

fn body(form: Form) -> Value {
    serde_json::from_slice(&asking().body("m", form, 99)).unwrap()
}

#[test]
fn each_form_asks_for_less() {
    let schema = body(Form::Schema);
    assert_eq!(schema["response_format"]["json_schema"]["schema"], json!({ "type": "object" }));
    assert_eq!((&schema["max_tokens"], &schema["temperature"]), (&json!(99), &json!(0)));
    assert_eq!(body(Form::Object)["response_format"], json!({ "type": "json_object" }));
    let bare = body(Form::Bare);
    assert_eq!(bare.as_object().unwrap().keys().collect::<Vec<_>>(), ["messages", "model", "stream"]);
    assert_eq!(bare["messages"][1]["content"], "我叫小雨 I'm Rain");
}

#[test]
fn an_answer_is_read_with_what_it_cost_and_whether_it_was_cut() {
    let read = |value: Value| Answer::read(value.to_string().as_bytes());
    let answer = read(json!({
        "choices": [{ "message": { "content": "{}" }, "finish_reason": "length" }],
        "usage": { "prompt_tokens": 12, "completion_tokens": 3 }
    }))
    .unwrap();
    assert_eq!((answer.text.as_str(), answer.is_cut), ("{}", true));
    assert_eq!(answer.cost(&asking()), Tokens { input: 12, output: 3 });
    let parts = read(json!({ "choices": [{ "message": { "content": [{ "type": "text", "text": "好" }] } }] })).unwrap();
    assert_eq!((parts.text.as_str(), parts.is_cut), ("好", false));
    assert_eq!(parts.cost(&asking()).input, asking().tokens(), "what nobody counted is estimated");
}

#[test]
fn what_is_no_completion_is_a_bad_answer() {
    for body in ["", "<html>", "[]", "{}", r#"{"choices":[]}"#, r#"{"choices":[{"message":{"content":null}}]}"#] {
        let failed = Answer::read(body.as_bytes()).err().unwrap();
        assert_eq!(failed.word(), "bad_answer", "{body}");
    }
}
