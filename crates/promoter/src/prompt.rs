//! What a model is shown: the rules and the task in the language of the conversation, and the data, fenced.

mod fence;
mod shown;

use crate::chat::{Asking, ChatTurn};
use crate::shape;
use fence::Fence;
use hupo::{Duty, Language, Role, Task};
use serde_json::Value;

/// The version of the prompts in `prompts/`.
const VERSION: &str = "v1";

/// The texts of one language.
struct Texts {
    rules: &'static str,
    again: &'static str,
    duties: [&'static str; 7],
}

macro_rules! texts {
    ($language:literal) => {
        Texts {
            rules: include_str!(concat!("../prompts/v1/", $language, "/rules.md")),
            again: include_str!(concat!("../prompts/v1/", $language, "/again.md")),
            duties: [
                include_str!(concat!("../prompts/v1/", $language, "/after_reply.md")),
                include_str!(concat!("../prompts/v1/", $language, "/day.md")),
                include_str!(concat!("../prompts/v1/", $language, "/page.md")),
                include_str!(concat!("../prompts/v1/", $language, "/page_facts.md")),
                include_str!(concat!("../prompts/v1/", $language, "/segment.md")),
                include_str!(concat!("../prompts/v1/", $language, "/beliefs.md")),
                include_str!(concat!("../prompts/v1/", $language, "/topic_summary.md")),
            ],
        }
    };
}

static CHINESE: Texts = texts!("zh");
static ENGLISH: Texts = texts!("en");

impl Texts {
    const fn of(language: Language) -> &'static Self {
        match language {
            Language::Chinese => &CHINESE,
            Language::English => &ENGLISH,
        }
    }

    const fn duty(&self, duty: Duty) -> &'static str {
        let [after_reply, day, page, page_facts, segment, beliefs, topic_summary] = self.duties;
        match duty {
            Duty::AfterReply => after_reply,
            Duty::Day => day,
            Duty::Page => page,
            Duty::PageFacts => page_facts,
            Duty::Segment => segment,
            Duty::Beliefs => beliefs,
            Duty::TopicSummary => topic_summary,
        }
    }
}

/// A task as it is put to a model.
pub(crate) struct Prompt {
    language: Language,
    asking: Asking,
}

impl Prompt {
    /// Writes it.
    pub(crate) fn of(task: &Task) -> Self {
        let language = language_of(task);
        let duty = task.due.duty();
        let texts = Texts::of(language);
        let system = format!("{}\n{}", texts.rules, texts.duty(duty));
        let turns =
            vec![ChatTurn { role: "system", content: system }, ChatTurn { role: "user", content: shown::data(task) }];
        let said = task.messages.last().map(|message| message.text.clone()).unwrap_or_default();
        Self { language, asking: Asking { duty, said, round: 1, turns, schema: shape::schema(duty) } }
    }

    /// The version of what it says, with its language.
    pub(crate) fn version(&self) -> String {
        format!("{VERSION}/{}", self.language.code())
    }

    pub(crate) const fn asking(&self) -> &Asking {
        &self.asking
    }

    /// The second try: the same, then what was answered, then what was refused of it.
    pub(crate) fn again(&self, answered: &str, refused: &[Value]) -> Asking {
        let mut asking = self.asking.clone();
        asking.round = 2;
        let mut fence = Fence::default();
        fence.lines("refused", refused);
        let told = format!("{}\n{}", Texts::of(self.language).again, fence.into_text());
        asking.turns.push(ChatTurn { role: "assistant", content: answered.to_owned() });
        asking.turns.push(ChatTurn { role: "user", content: told });
        asking
    }
}

/// The language of what the user said; of tasks without lines, that of what they show.
fn language_of(task: &Task) -> Language {
    let lines = || task.messages.iter().chain(&task.before);
    let users: Vec<&str> = lines().filter(|m| m.role == Role::User).map(|m| m.text.as_str()).collect();
    let shown: Vec<&str> = match users.is_empty() {
        false => users,
        true => shown::words(task),
    };
    Language::of_text(&shown.join("\n")).unwrap_or(Language::English)
}

#[cfg(test)]
mod tests;
