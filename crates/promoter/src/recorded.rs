//! Answers that were recorded, or written by hand, in the place of a model: for demonstrations, grading and tests.

use crate::Failure;
use crate::chat::{Answer, Asking, Chat};
use hupo::Duty;
use serde::Deserialize;
use serde_json::Value;

/// A recorded answer, one a line of a file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// What was asked for, in the word of [`Duty::name`].
    duty: String,
    /// The last line that was due, word for word; any, if it is not said.
    #[serde(default)]
    said: Option<String>,
    /// 1, or 2 for the second try.
    #[serde(default = "first")]
    round: u8,
    /// What was answered: a text as it was said, or JSON.
    answer: Value,
}

const fn first() -> u8 {
    1
}

/// Recorded answers.
#[derive(Debug, Clone)]
pub struct Recorded {
    model: String,
    records: Vec<Record>,
}

impl Recorded {
    /// Reads answers, one JSON object a line; what begins with `#` is a remark.
    ///
    /// # Errors
    /// The number of the first line that cannot be read, from 1.
    pub fn read(model: impl Into<String>, lines: &str) -> Result<Self, usize> {
        let mut records = Vec::new();
        for (place, line) in lines.lines().enumerate() {
            if !line.trim().is_empty() && !line.starts_with('#') {
                let record: Record = serde_json::from_str(line).map_err(|_| place + 1)?;
                let known = Duty::ALL.iter().any(|duty| duty.name() == record.duty);
                records.push(if known { record } else { return Err(place + 1) });
            }
        }
        Ok(Self { model: model.into(), records })
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether there is a first answer to this duty about lines that end so.
    pub fn answers(&self, duty: Duty, said: &str) -> bool {
        self.found(duty, said, 1).is_some()
    }

    fn found(&self, duty: Duty, said: &str, round: u8) -> Option<&Record> {
        let fits = |record: &&Record| {
            record.duty == duty.name()
                && record.round == round
                && record.said.as_deref().is_none_or(|line| line == said)
        };
        self.records.iter().find(fits)
    }
}

impl Chat for Recorded {
    fn model(&self) -> &str {
        &self.model
    }

    fn answer_tokens(&self) -> u64 {
        0
    }

    fn ask(&self, asking: &Asking) -> Result<Answer, Failure> {
        let record = self.found(asking.duty, &asking.said, asking.round);
        let record = record.ok_or(Failure::NotRecorded { duty: asking.duty })?;
        let text = record.answer.as_str().map_or_else(|| record.answer.to_string(), str::to_owned);
        Ok(Answer { text, tokens: None, is_cut: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(duty: Duty, said: &str, round: u8) -> Asking {
        Asking { duty, said: said.into(), round, turns: Vec::new(), schema: Value::Null }
    }

    #[test]
    fn an_answer_is_found_by_duty_last_line_and_round() {
        let lines = r##"# written by hand
{"duty":"day","said":"我叫小雨","answer":{"proposals":[]}}
{"duty":"day","said":"我叫小雨","round":2,"answer":"```json\n{}```"}

{"duty":"beliefs","answer":{"beliefs":[]}}"##;
        let recorded = Recorded::read("by hand", lines).unwrap();
        let text = |asking: Asking| recorded.ask(&asking).ok().map(|answer| answer.text);
        assert_eq!(recorded.len(), 3);
        assert_eq!(text(asking(Duty::Day, "我叫小雨", 1)).as_deref(), Some(r#"{"proposals":[]}"#));
        assert_eq!(text(asking(Duty::Day, "我叫小雨", 2)).as_deref(), Some("```json\n{}```"), "a text stays as it is");
        assert_eq!(text(asking(Duty::Beliefs, "whatever", 1)).as_deref(), Some(r#"{"beliefs":[]}"#));
        assert_eq!(text(asking(Duty::Day, "something else", 1)), None);
        assert_eq!(recorded.ask(&asking(Duty::Page, "x", 1)).err().unwrap().word(), "not_recorded");
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for bad in ["{}", r#"{"duty":"dream","answer":{}}"#, r#"{"duty":"day"}"#, "x"] {
            assert_eq!(Recorded::read("m", &format!("# remark\n\n{bad}")).unwrap_err(), 3, "{bad}");
        }
    }
}
