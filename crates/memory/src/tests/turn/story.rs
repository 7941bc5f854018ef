//! The month of `data/story`, told to a space, and what turns of it see.

use super::super::space::{Space, automatic, zone};
use super::view::{entries, texts};
use crate::{Context, Offer, Part, Recalled, RecalledMemory, Turn, TurnContext, ingest, put_beliefs, turn_context};
use hupo_store::{Order, Read, Write};
use hupo_text::{Language, estimate_tokens};
use hupo_types::{
    Command, EraseTarget, MemoryId, MessageId, NewBelief, NewMessage, ObservationId, Proposal, ReviewCommand, Rules,
    Stored, Timestamp,
};
use serde_json::Value;
use std::collections::BTreeMap;

fn script() -> Vec<Value> {
    let path = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/story/script.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn time(line: &Value) -> Timestamp {
    serde_json::from_value(line["time"].clone()).unwrap()
}

/// The story as it is told up to a message, with everything accepted that the rules let through.
struct Told {
    space: Space,
    labels: BTreeMap<String, u64>,
    now: Timestamp,
}

impl Told {
    /// Tells the whole month.
    fn whole() -> Self {
        let mut told = Self { space: automatic(), labels: BTreeMap::new(), now: Timestamp::from_ms(0) };
        for line in script() {
            told.tell(&line);
        }
        told
    }

    fn tell(&mut self, line: &Value) {
        if line.get("time").is_some() {
            self.now = time(line);
        }
        match line["do"].as_str().unwrap() {
            "say" => self.say(line),
            "propose" => self.propose(line),
            "rules" => self.set(rules(line)),
            "believe" => self.believe(line),
            "erase" => self.erase(line),
            _ => {}
        }
    }

    fn say(&self, line: &Value) {
        let mut fields = line.clone();
        fields.as_object_mut().unwrap().remove("do");
        let message: NewMessage = serde_json::from_value(fields).unwrap();
        self.write(vec![Command::Append { message, vector: None }]);
    }

    fn set(&mut self, rules: Rules) {
        self.write(vec![Command::Review(ReviewCommand::SetRules(rules.clone()))]);
        self.space.rules = rules;
    }

    fn write(&self, commands: Vec<Command>) {
        self.space.store.commit(Write::new(commands, self.now)).unwrap();
    }

    fn propose(&mut self, line: &Value) {
        let Ok(proposal) = serde_json::from_value::<Proposal>(self.numbered(&line["proposal"])) else { return };
        let (offer, rules, zone, now) = (Offer::from(proposal), self.space.rules.clone(), zone(), self.now);
        let verdict = self.space.store.transact(Order::new(now), move |txn| {
            let ctx = Context { rules: &rules, zone: &zone, now };
            Ok(ingest(txn, &offer, &ctx).unwrap())
        });
        let stored = verdict.unwrap().1.stored.first().copied();
        if let (Some(label), Some(number)) = (line["as"].as_str(), stored.and_then(number_of)) {
            self.labels.insert(label.to_owned(), number);
        }
    }

    fn believe(&self, line: &Value) {
        let beliefs = line["beliefs"].as_array().unwrap().iter().map(|one| serde_json::from_value(self.numbered(one)));
        let beliefs: Vec<NewBelief> = beliefs.filter_map(Result::ok).collect();
        let (rules, zone, now) = (self.space.rules.clone(), zone(), self.now);
        let work = move |txn: &mut hupo_store::Transaction<'_, '_>| {
            let ctx = Context { rules: &rules, zone: &zone, now };
            let made_from = ObservationId::new(txn.n_observations());
            Ok(put_beliefs(txn, beliefs.clone(), made_from, &ctx).unwrap())
        };
        self.space.store.transact(Order::new(now), work).unwrap();
    }

    fn erase(&self, line: &Value) {
        let message = line["message"].as_str().map(|id| {
            let message = self.space.snapshot().message_by_external(id).unwrap().unwrap();
            EraseTarget::Message(message.id)
        });
        let memory = line["memory"].as_str().map(|label| EraseTarget::Memory(MemoryId::new(self.labels[&label[1..]])));
        self.write(vec![Command::Erase(message.or(memory).unwrap())]);
    }

    /// The value with `$label` replaced by the number it stands for.
    fn numbered(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => match text.strip_prefix('$').and_then(|label| self.labels.get(label)) {
                Some(number) => Value::from(*number),
                None => value.clone(),
            },
            Value::Array(values) => values.iter().map(|one| self.numbered(one)).collect(),
            Value::Object(fields) => fields.iter().map(|(name, one)| (name.clone(), self.numbered(one))).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    /// What a turn sees, where recall found every living memory that shares a word with it.
    fn see(&self, text: &str, language: Language) -> TurnContext {
        let snapshot = self.space.snapshot();
        let ids = (1..=snapshot.counts().memories).map(MemoryId::new);
        let memories: Vec<RecalledMemory> = ids.map(RecalledMemory::from).collect();
        let lines = (1..=snapshot.counts().messages).map(MessageId::new).step_by(7).collect();
        let named = snapshot.entities().unwrap().map(Result::unwrap);
        let named = named.filter(|one| one.names().any(|name| text.contains(name))).map(|one| one.id).collect();
        let recalled = Recalled { bearing: memories.iter().map(|one| one.memory).collect(), memories, lines, named };
        let turn =
            Turn { language: Some(language), speaker: Some("许知夏".to_owned()), ..Turn::new(text, self.now) };
        turn_context(&snapshot, &turn, &recalled, &zone(), &estimate_tokens).unwrap()
    }
}

fn rules(line: &Value) -> Rules {
    serde_json::from_value(line["rules"].clone()).unwrap()
}

fn number_of(stored: Stored) -> Option<u64> {
    Some(match stored {
        Stored::Memory { id, .. } => id.get(),
        Stored::Entity { id, .. } => id.get(),
        Stored::Relation { id, .. } => id.get(),
        Stored::Observation { id, .. } => id.get(),
        Stored::ProfileFact { id, .. } => id.get(),
        Stored::TemporalItem { id, .. } => id.get(),
        Stored::Page { id, .. } => id.get(),
        Stored::Message { id, .. } => id.get(),
        Stored::Topic { .. }
        | Stored::Vector { .. }
        | Stored::Beliefs { .. }
        | Stored::Proposal { .. }
        | Stored::Done => {
            return None;
        }
    })
}

const TURNS: [&str; 5] = [
    "小周最近怎么样？",
    "What should I eat tonight?",
    "我的生日是哪天？",
    "老周 and I finally talked about the trip",
    "我姐 and 馒头 say hi",
];

/// A line that was erased, a memory and a relation that were corrected.
const NEVER: [&str; 3] = ["blue teapot", "馒头三岁", "我姐 lives_in Austin"];

#[test]
fn turns_of_the_story_see_one_page_the_newest_lines_and_the_message_last() {
    let told = Told::whole();
    for text in TURNS {
        for language in [Language::Chinese, Language::English] {
            let context = told.see(text, language);
            assert_eq!(entries(&context, Part::Continuity).len(), 1);
            assert_eq!((entries(&context, Part::LiveTail).len(), entries(&context, Part::Memories).len()), (20, 3));
            assert_eq!(context.sections.last().unwrap().part, Part::CurrentMessage);
            assert_eq!(texts(&context, Part::CurrentMessage), [text]);
            assert!(context.n_tokens <= context.budget_tokens, "{}", context.n_tokens);
            assert!(NEVER.iter().all(|gone| !context.render().contains(gone)), "{}", context.render());
        }
    }
}

#[test]
fn who_is_named_has_a_card_and_the_birthday_is_told_to_who_asks_for_it() {
    let told = Told::whole();
    let of_zhou = told.see(TURNS[3], Language::English);
    assert_eq!(texts(&of_zhou, Part::PersonCard).first(), Some(&"老周 (Old Zhou)"));
    assert!(!of_zhou.render().contains("1994"), "{}", of_zhou.render());
    let asked = told.see(TURNS[2], Language::Chinese);
    assert!(texts(&asked, Part::Bearing).contains(&"birth_date: 1994-07-02"), "{}", asked.render());
    assert!(entries(&asked, Part::PersonCard).is_empty());
}
