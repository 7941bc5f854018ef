//! Topics.

use hupo_types::{Event, MemoryId, NewTopic, Refusal, Stored, Topic, TopicId};

use super::{Draft, Fault, check};
use crate::records;
use crate::rows::Rows;

impl Draft<'_, '_> {
    /// Makes a topic known; one of that name is left as it is.
    pub(super) fn add_topic(&mut self, new: &NewTopic) -> Result<Stored, Fault> {
        check::short("name", &new.name)?;
        if !new.about.is_empty() {
            check::short("about", &new.about)?;
        }
        if let Some(id) = records::topic_named(self.tables, &new.name)? {
            return Ok(Stored::Topic { id, existed: true });
        }
        let id = TopicId::new(self.tables.totals().topics + 1);
        let topic = Topic { id, name: new.name.clone(), about: new.about.clone(), recorded_at: self.now };
        self.record(Event::TopicAdded { topic })?;
        Ok(Stored::Topic { id, existed: false })
    }

    /// The topics of these names, ascending, each once.
    pub(super) fn topics(&self, names: &[String]) -> Result<Vec<TopicId>, Fault> {
        let mut topics = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let unknown = || Refusal::UnknownTopic { field: format!("topics[{index}]"), topic: name.clone() };
            topics.push(records::topic_named(self.tables, name)?.ok_or_else(unknown)?);
        }
        topics.sort_unstable();
        topics.dedup();
        Ok(topics)
    }

    /// Puts a memory under the topics it is not under yet.
    pub(super) fn join(&mut self, memory: MemoryId, mut topics: Vec<TopicId>) -> Result<(), Fault> {
        let joined = records::topics_of(self.tables, memory)?;
        topics.retain(|topic| !joined.contains(topic));
        if !topics.is_empty() {
            self.record(Event::TopicsJoined { memory, topics })?;
        }
        Ok(())
    }
}
