//! What of a task a model is shown: all of what the duty is made from, and nothing else. Never an earlier page or belief.

use super::fence::Fence;
use hupo::{Duty, Entity, Memory, Message, Observation, Slot, Task, TemporalItem, Timestamp, TopicMember};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// The data of a task.
pub(super) fn data(task: &Task) -> String {
    let zone = Zone(TimeZone::get(&task.zone).unwrap_or(TimeZone::UTC));
    let mut fence = Fence::default();
    fence.say(&format!("now: {} ({})", zone.written(task.now), task.zone));
    match task.due.duty() {
        Duty::AfterReply | Duty::Day | Duty::PageFacts => {
            fence.lines("people", &task.people.iter().map(person).collect::<Vec<_>>());
            fence.lines("open_items", &task.open_items.iter().map(|item| zone.item(item)).collect::<Vec<_>>());
            fence.lines("memories", &task.memories.iter().map(memory).collect::<Vec<_>>());
            lines(&mut fence, task, &zone);
        }
        Duty::Page | Duty::Segment => lines(&mut fence, task, &zone),
        Duty::Beliefs => {
            fence.lines("slots", &task.slots.iter().map(slot).collect::<Vec<_>>());
            fence.lines("observations", &task.observations.iter().map(|one| zone.observation(one)).collect::<Vec<_>>());
        }
        Duty::TopicSummary => topic(&mut fence, task, &zone),
    }
    fence.into_text()
}

/// What is said in a task without lines.
pub(super) fn words(task: &Task) -> Vec<&str> {
    let observed = task.observations.iter().map(|one| one.value.as_str());
    let members = task.topic.iter().flat_map(|topic| &topic.members).map(|member| member.text.as_str());
    observed.chain(members).collect()
}

fn lines(fence: &mut Fence, task: &Task, zone: &Zone) {
    fence.lines("before", &task.before.iter().map(|one| zone.message(one)).collect::<Vec<_>>());
    fence.lines("transcript", &task.messages.iter().map(|one| zone.message(one)).collect::<Vec<_>>());
}

fn topic(fence: &mut Fence, task: &Task, zone: &Zone) {
    let Some(topic) = &task.topic else { return };
    fence.lines("topic", &[json!({ "name": topic.name, "month": topic.month.to_string() })]);
    fence.lines("members", &topic.members.iter().map(|one| zone.member(one)).collect::<Vec<_>>());
}

fn person(entity: &Entity) -> Value {
    json!({ "id": entity.id.get(), "name": entity.name, "kind": entity.kind, "aliases": entity.aliases })
}

fn memory(memory: &Memory) -> Value {
    json!({ "id": memory.id.get(), "kind": memory.kind, "key": memory.key, "text": memory.text })
}

fn slot(slot: &Slot) -> Value {
    json!({
        "slot": slot.name, "about": slot.about, "type": slot.value_type, "supported_by": slot.supported_by
    })
}

/// Times as they are in the space's zone.
struct Zone(TimeZone);

impl Zone {
    fn written(&self, time: Timestamp) -> String {
        let Ok(time) = jiff::Timestamp::from_millisecond(time.ms()) else { return String::new() };
        time.to_zoned(self.0.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z %A").to_string()
    }

    fn maybe(&self, time: Option<Timestamp>) -> Option<String> {
        time.map(|time| self.written(time))
    }

    fn message(&self, message: &Message) -> Value {
        let mut shown = json!({ "id": message.id.get(), "role": message.role, "text": message.text });
        let more = [("speaker", message.speaker.clone()), ("time", self.maybe(message.time))];
        if let Some(fields) = shown.as_object_mut() {
            fields.extend(more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?)))));
        }
        shown
    }

    fn item(&self, item: &TemporalItem) -> Value {
        json!({
            "id": item.id.get(), "kind": item.kind, "about": item.about, "text": item.text,
            "starts": self.maybe(item.starts), "ends": self.maybe(item.ends)
        })
    }

    fn observation(&self, one: &Observation) -> Value {
        let quotes: Vec<&str> = one.evidence.iter().map(|evidence| evidence.quote.as_str()).collect();
        json!({
            "id": one.id.get(), "type": one.kind, "about": one.about, "subject": one.subject, "value": one.value,
            "quotes": quotes, "source": one.source, "confidence": one.confidence,
            "time": self.written(one.observed_at)
        })
    }

    fn member(&self, member: &TopicMember) -> Value {
        let quotes: Vec<&str> = member.evidence.iter().map(|quoted| quoted.quote.as_str()).collect();
        json!({
            "id": member.memory.get(), "kind": member.kind, "text": member.text, "quotes": quotes,
            "time": self.written(member.time)
        })
    }
}
