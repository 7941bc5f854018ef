//! The verbs of care: what was used, what goes cold and comes back, and what a summary stands for.

use super::Space;
use crate::care::{self, TemperatureCount, TopicView};
use crate::{Error, Receipt, When};
use hupo_memory::{DetectedUse, Exchange, Maintenance, Month, TopicDue, TopicMember};
use hupo_store::Read;
use hupo_types::{CareCommand, Command, Memory, MemoryId, MessageRef, State, Timestamp, Use, UseBasis};

/// Care of memories as time goes by.
impl Space {
    /// Says that a turn used these memories: they are warm again. A memory counts once a turn, and told outweighs
    /// inferred. Recall alone warms nothing; this does.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// # use hupo::{Kind, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope, UseBasis};
    /// # space.append(vec![NewMessage::user("我只喝茉莉花茶"), NewMessage::companion("给你泡了茉莉花茶")], now)?;
    /// # let quote = vec![NewEvidence::statement(MessageRef::Id(MessageId::new(1)), Role::User, "只喝茉莉花茶")];
    /// # space.remember(NewMemory::new(Kind::Preference, Scope::User, "用户只喝茉莉花茶", quote), now)?;
    /// let (tea, reply) = (MemoryId::new(1), MessageId::new(2));
    /// space.used(MessageRef::Id(reply), vec![tea], UseBasis::Told, now)?;
    /// space.used(MessageRef::Id(reply), vec![tea], UseBasis::Told, now)?;
    /// assert_eq!(space.uses(tea)?.len(), 1, "once a turn");
    /// # Ok(())
    /// # }
    /// ```
    pub fn used(
        &self,
        turn: MessageRef,
        memories: Vec<MemoryId>,
        basis: UseBasis,
        when: impl Into<When>,
    ) -> Result<Receipt, Error> {
        self.write(vec![Command::Care(CareCommand::Use { turn, memories, basis })], when)
    }

    /// The turns that used a memory, in order.
    pub fn uses(&self, memory: MemoryId) -> Result<Vec<Use>, Error> {
        Ok(self.inner.snapshot()?.uses(memory)?)
    }

    /// Which of the memories that a turn was offered its reply used, with the signs of it: names, rare words, numbers,
    /// quotes. Words of the message that was answered are no sign. Deterministic, and writes nothing: hand what it finds
    /// to [`Self::used`] as inferred.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// # use hupo::{Kind, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope};
    /// # space.append(vec![NewMessage::user("我只喝茉莉花茶")], now)?;
    /// # let quote = vec![NewEvidence::statement(MessageRef::Id(MessageId::new(1)), Role::User, "只喝茉莉花茶")];
    /// # space.remember(NewMemory::new(Kind::Preference, Scope::User, "用户只喝茉莉花茶", quote), now)?;
    /// let tea = MemoryId::new(1);
    /// let exchange = hupo::Exchange { said: "有点困", reply: "那泡一杯茉莉花茶？" };
    /// let found = space.detect_used(exchange, &[tea])?;
    /// assert_eq!(found.iter().map(|one| one.memory).collect::<Vec<_>>(), [tea]);
    /// assert!(space.detect_used(hupo::Exchange { reply: "晚安。", ..exchange }, &[tea])?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn detect_used(&self, exchange: Exchange<'_>, offered: &[MemoryId]) -> Result<Vec<DetectedUse>, Error> {
        care::detect_used(&self.inner.snapshot()?, exchange, offered)
    }

    /// A memory, looked at: one that is archived comes back, its clock started again. [`Self::memory`] reads it and
    /// leaves it where it is.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// # use hupo::{Kind, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope, State};
    /// # space.append(vec![NewMessage::user("房东送了一袋柿子")], now)?;
    /// # let quote = vec![NewEvidence::statement(MessageRef::Id(MessageId::new(1)), Role::User, "送了一袋柿子")];
    /// # space.remember(NewMemory::new(Kind::Event, Scope::User, "房东送了用户一袋柿子", quote), now)?;
    /// let (persimmons, a_year_later) = (MemoryId::new(1), now.plus_ms(365 * 24 * 60 * 60 * 1000));
    /// space.maintain(false, a_year_later)?;
    /// assert_eq!(space.memory(persimmons)?.map(|memory| memory.state), Some(State::Archived));
    /// assert_eq!(space.look(persimmons, a_year_later)?.map(|memory| memory.state), Some(State::Active));
    /// # Ok(())
    /// # }
    /// ```
    pub fn look(&self, id: MemoryId, when: impl Into<When>) -> Result<Option<Memory>, Error> {
        if self.memory(id)?.is_some_and(|memory| memory.state == State::Archived) {
            self.restore(vec![id], when)?;
        }
        self.memory(id)
    }

    /// Brings memories back into recall, their clocks started again: what is archived, and what a summary stands for.
    /// Others stay as they are.
    pub fn restore(&self, memories: Vec<MemoryId>, when: impl Into<When>) -> Result<Receipt, Error> {
        self.write(vec![Command::Care(CareCommand::Restore { memories })], when)
    }

    /// Takes what went cold out of recall, and says what it did and what is due next. Nothing is deleted: by id, and
    /// by a recall that includes what is archived, it is found, and [`Self::look`] brings it back. A dry run says the
    /// same and writes nothing.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// # use hupo::{Kind, MessageId, MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope};
    /// # space.append(vec![NewMessage::user("The landlord gave me persimmons")], now)?;
    /// # let quote = vec![NewEvidence::statement(MessageRef::Id(MessageId::new(1)), Role::User, "gave me persimmons")];
    /// # space.remember(NewMemory::new(Kind::Event, Scope::User, "The landlord gave them persimmons", quote), now)?;
    /// let day = 24 * 60 * 60 * 1000;
    /// assert!(space.maintain(false, now.plus_ms(119 * day))?.archived.is_empty());
    /// assert_eq!(space.maintain(true, now.plus_ms(120 * day))?.archived.len(), 1, "what a run would do");
    /// assert_eq!(space.maintain(false, now.plus_ms(120 * day))?.archived.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn maintain(&self, dry_run: bool, when: impl Into<When>) -> Result<Maintenance, Error> {
        care::maintain(&self.inner, dry_run, when.into())
    }

    /// How many memories of each kind are hot, warm, cool and cold, archived, and behind a summary; kinds without any
    /// are left out, and so is what was corrected or erased.
    pub fn temperatures(&self, now: Timestamp) -> Result<Vec<TemperatureCount>, Error> {
        care::temperatures(&self.inner.snapshot()?, now)
    }

    /// The topics, with the memories that belong to each and the summaries that hold.
    pub fn topics(&self) -> Result<Vec<TopicView>, Error> {
        care::topics(&self.inner.snapshot()?)
    }

    /// The topics of which a month is worth a summary, with everything a draft is made from. A draft is proposed like
    /// anything else ([`TopicDue::draft`] writes the citations); once it is accepted it stands for its members.
    pub fn topics_due(&self, month: Month) -> Result<Vec<TopicDue>, Error> {
        Ok(hupo_memory::topics_due(&self.inner.snapshot()?, month, &self.inner.zone)?)
    }

    /// What a topic summary was made from, by time, whatever became of it since; `None` if the memory is no summary.
    pub fn expand(&self, summary: MemoryId) -> Result<Option<Vec<TopicMember>>, Error> {
        Ok(hupo_memory::expand(&self.inner.snapshot()?, summary)?)
    }
}
