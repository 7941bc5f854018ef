//! The verbs of promotion: what is due, what a run is given, and how it is closed.

use super::Space;
use crate::{Error, Promotion, When, promote};
use hupo_memory::{Extraction, RunReport, Task};
use hupo_types::{Due, Run, RunId, Timestamp};

/// From what was said to what is remembered.
impl Space {
    /// What is due to be promoted, in the order in which it is to be done: facts after a reply or of a finished business
    /// day, a continuity page, segments, beliefs, topic summaries. Nothing is written, and what is done goes away.
    /// The schedule is [`hupo_types::Rules::promotion`].
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{Duty, NewMessage};
    ///
    /// space.append(vec![NewMessage::user("记住，我对花生过敏").at(now)], now)?;
    /// assert!(space.promotion_due(now)?.is_empty(), "the day goes on");
    /// let tomorrow = now.plus_ms(24 * 60 * 60 * 1000);
    /// assert_eq!(space.promotion_due(tomorrow)?[0].duty(), Duty::Day);
    /// # Ok(())
    /// # }
    /// ```
    pub fn promotion_due(&self, now: Timestamp) -> Result<Vec<Due>, Error> {
        promote::due(&self.inner, now)
    }

    /// What a run of it is given: the lines, what makes them understood, and what is known already. `None` if it is not
    /// due any more.
    pub fn promotion_task(&self, due: &Due, now: Timestamp) -> Result<Option<Task>, Error> {
        promote::task(&self.inner, due, now)
    }

    /// Closes a run: its proposals are judged like anyone's, and they and the run's record are one write. Closing the
    /// same work again writes nothing and is answered from the record, also after a crash; of two that race one closes
    /// it and the other is told.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// # space.append(vec![hupo::NewMessage::user("记住，我对花生过敏").at(now)], now)?;
    /// # let tomorrow = now.plus_ms(24 * 60 * 60 * 1000);
    /// use hupo::{Extraction, ExtractorId, RunOutcome};
    ///
    /// let by = ExtractorId { name: "mine".into(), version: "1".into(), model: None };
    /// let nothing = || Extraction { by: by.clone(), ..Extraction::default() };
    /// let due = &space.promotion_due(tomorrow)?[0];
    /// assert!(matches!(space.close_run(due, nothing(), tomorrow)?.outcome, RunOutcome::Closed { .. }));
    /// assert!(matches!(space.close_run(due, nothing(), tomorrow)?.outcome, RunOutcome::ClosedBefore { .. }));
    /// assert!(space.promotion_due(tomorrow)?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn close_run(&self, due: &Due, extraction: Extraction, when: impl Into<When>) -> Result<RunReport, Error> {
        promote::close(&self.inner, due, extraction, when.into())
    }

    /// Does what is due and the built-in rules can do, and says what is left for a model. It can be ended at any moment
    /// and begun again: what was closed stays closed, and nothing else was written.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// space.append(vec![hupo::NewMessage::user("记住，我对花生过敏").at(now)], now)?;
    /// let tomorrow = now.plus_ms(24 * 60 * 60 * 1000);
    /// assert_eq!(space.promote(tomorrow)?.runs.len(), 1);
    /// assert_eq!(space.promote(tomorrow)?.runs.len(), 0, "once");
    /// assert!(!space.waiting()?.is_empty(), "a person decides");
    /// # Ok(())
    /// # }
    /// ```
    pub fn promote(&self, now: Timestamp) -> Result<Promotion, Error> {
        promote::all(&self.inner, now)
    }

    /// The runs that were closed after one (or all), oldest first. They hold no word of what was said.
    pub fn runs(&self, after: Option<RunId>) -> Result<Vec<Run>, Error> {
        promote::runs(&self.inner, after)
    }
}
