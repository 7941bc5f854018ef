//! What is asked of a model and what it answers, as OpenAI-compatible endpoints write it.

use crate::{BadAnswer, Failure};
use hupo::{Duty, Tokens, estimate_tokens};
use serde::Deserialize;
use serde_json::{Value, json};

/// Whoever answers for a model: an endpoint, or answers that were recorded.
pub trait Chat: Send + Sync {
    /// The model's name.
    fn model(&self) -> &str;

    /// How many tokens an answer has at most.
    fn answer_tokens(&self) -> u64;

    /// Asks.
    ///
    /// # Errors
    /// A [`Failure`] that says why there is no answer.
    fn ask(&self, asking: &Asking) -> Result<Answer, Failure>;
}

/// One question to a model. It holds the conversation, so it has no `Debug`.
#[derive(Clone)]
pub struct Asking {
    /// What is to be made.
    pub duty: Duty,
    /// The last line that is due: what recorded answers are found by.
    pub said: String,
    /// 1, or 2 for the second try.
    pub round: u8,
    /// Who says what, in order.
    pub turns: Vec<ChatTurn>,
    /// The JSON Schema of the answer.
    pub schema: Value,
}

/// One message of a question.
#[derive(Clone)]
pub struct ChatTurn {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// What it says.
    pub content: String,
}

/// How much an endpoint is asked for beside the words: not every one takes everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An answer that keeps to a JSON Schema.
    Schema,
    /// An answer that is a JSON object.
    Object,
    /// Nothing but the model and the words.
    Bare,
}

impl Form {
    /// From the most to the plainest.
    pub(crate) const ALL: [Self; 3] = [Self::Schema, Self::Object, Self::Bare];

    /// A word for logs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Schema => "json_schema",
            Self::Object => "json_object",
            Self::Bare => "bare",
        }
    }
}

impl Asking {
    /// About how many tokens the question has.
    pub fn tokens(&self) -> u64 {
        self.turns.iter().map(|turn| estimate_tokens(&turn.content) as u64 + 4).sum()
    }

    /// The request's body.
    pub(crate) fn body(&self, model: &str, form: Form, answer_tokens: u64) -> Vec<u8> {
        let turns: Vec<Value> =
            self.turns.iter().map(|turn| json!({ "role": turn.role, "content": turn.content })).collect();
        let mut body = json!({ "model": model, "messages": turns, "stream": false });
        let more = match form {
            Form::Schema => json!({
                "type": "json_schema",
                "json_schema": { "name": self.duty.name(), "strict": false, "schema": self.schema }
            }),
            Form::Object => json!({ "type": "json_object" }),
            Form::Bare => Value::Null,
        };
        if let (false, Some(fields)) = (more.is_null(), body.as_object_mut()) {
            fields.insert("response_format".to_owned(), more);
            fields.insert("temperature".to_owned(), json!(0));
            fields.insert("max_tokens".to_owned(), json!(answer_tokens));
        }
        body.to_string().into_bytes()
    }
}

/// What a model answered.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its words.
    pub text: String,
    /// What it cost, where the endpoint says so.
    pub tokens: Option<Tokens>,
    /// It was cut short at the limit of tokens.
    pub is_cut: bool,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    content: Value,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl Answer {
    /// Reads the body of a chat completion.
    pub(crate) fn read(body: &[u8]) -> Result<Self, Failure> {
        let bad = |what| Failure::BadAnswer { what };
        let completion: Completion = serde_json::from_slice(body).map_err(|_| bad(BadAnswer::NoCompletion))?;
        let choice = completion.choices.into_iter().next().ok_or_else(|| bad(BadAnswer::NoCompletion))?;
        let text = content(&choice.message.content);
        if text.trim().is_empty() {
            return Err(bad(BadAnswer::Empty));
        }
        let tokens = completion.usage.map(|u| Tokens { input: u.prompt_tokens, output: u.completion_tokens });
        Ok(Self { text, tokens, is_cut: choice.finish_reason.as_deref() == Some("length") })
    }

    /// What it cost, estimated where the endpoint does not say.
    pub(crate) fn cost(&self, asking: &Asking) -> Tokens {
        let said = self.tokens.filter(|tokens| tokens.input > 0);
        said.unwrap_or_else(|| Tokens { input: asking.tokens(), output: estimate_tokens(&self.text) as u64 })
    }
}

/// The words of a message: a text, or a list of parts.
fn content(value: &Value) -> String {
    if let Value::String(text) = value {
        return text.clone();
    }
    let parts = value.as_array().map(Vec::as_slice).unwrap_or_default();
    parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
}

#[cfg(test)]
mod tests;
