//! The verbs of a memory's life: propose, review, decide.

use super::Space;
use crate::propose::{self, Batch, Verdicts};
use crate::{Error, When};
use hupo_memory::{Context, ReviewCard};
use hupo_store::Read;
use hupo_types::{
    Command, MemoryId, MessageId, NewDecision, ProposalId, Review, ReviewCommand, Rules, Timestamp, Verdict,
};

/// A memory's life.
impl Space {
    /// Hands in proposals and gets a verdict each. What a model, or anybody, would like to store goes through here:
    /// deterministic rules accept it, refuse it with the reason, or let it wait for a person.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{Kind, MessageRef, NewEvidence, NewMemory, NewMessage, Proposal, Role, Scope, VerdictCode};
    ///
    /// space.append(vec![NewMessage::companion("You told me you love skiing!").external_id("m1")], now)?;
    /// let quote = vec![NewEvidence::statement(MessageRef::External("m1".into()), Role::Companion, "you love skiing")];
    /// let memory = NewMemory::new(Kind::Preference, Scope::User, "The user loves skiing.", quote);
    /// let said = space.propose(vec![Proposal::Memory(Box::new(memory))].into(), now)?;
    /// assert_eq!(said.verdicts[0].code, VerdictCode::NoUserSource, "the companion cannot say so for the user");
    /// # Ok(())
    /// # }
    /// ```
    pub fn propose(&self, batch: Batch, when: impl Into<When>) -> Result<Verdicts, Error> {
        propose::propose(&self.inner, batch, when.into())
    }

    /// The proposals that wait for a person, oldest first.
    pub fn waiting(&self) -> Result<Vec<Review>, Error> {
        let snapshot = self.inner.snapshot()?;
        let mut reviews = Vec::new();
        for id in snapshot.waiting()? {
            reviews.extend(snapshot.review(id)?);
        }
        Ok(reviews)
    }

    /// Everything a person needs to decide on a proposal: what it says, the words it rests on, and what it contradicts
    /// beside the words that rests on.
    pub fn review(&self, id: ProposalId, now: Timestamp) -> Result<Option<ReviewCard>, Error> {
        let snapshot = self.inner.snapshot()?;
        let rules = snapshot.rules()?;
        let ctx = Context { rules: &rules, zone: &self.inner.zone, now };
        Ok(hupo_memory::review_card(&snapshot, id, &ctx)?)
    }

    /// Settles a proposal that waits. What has become false since is refused, and it goes on waiting.
    pub fn decide(
        &self,
        id: ProposalId,
        decision: NewDecision,
        by: &str,
        when: impl Into<When>,
    ) -> Result<Verdict, Error> {
        propose::decide(&self.inner, id, (decision, by.to_owned()), when.into())
    }

    /// What the space demands of proposals.
    pub fn rules(&self) -> Result<Rules, Error> {
        Ok(self.inner.snapshot()?.rules()?)
    }

    /// Changes what the space demands of proposals.
    pub fn set_rules(&self, rules: Rules, when: impl Into<When>) -> Result<(), Error> {
        self.write(vec![Command::Review(ReviewCommand::SetRules(rules))], when).map(|_| ())
    }

    /// The memories that rest on a message, ascending.
    pub fn citing(&self, message: MessageId) -> Result<Vec<MemoryId>, Error> {
        Ok(self.inner.snapshot()?.citing(message)?)
    }
}
