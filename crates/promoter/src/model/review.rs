//! What of an answer would pass, and what the model is shown to mend.

use crate::Failure;
use crate::answer::{BadAnswer, Told};
use hupo::{Batch, NewBelief, Proposal, Space, Task, Timestamp, Verdict, VerdictCode, estimate_tokens};
use serde_json::{Value, json};

/// A continuity page has so many tokens, where there is that much to tell.
const PAGE_TOKENS: std::ops::RangeInclusive<usize> = 600..=800;
/// Lines of fewer tokens need no long page.
const MUCH_TO_TELL: usize = 1_600;

/// An answer, held against the rules without writing anything.
pub(super) struct Review {
    /// What stands whatever a second try brings.
    good: Told,
    /// What a second try is to mend, as it was said.
    mendable: Told,
    /// The same, as the model is shown it.
    pub(super) refused: Vec<Value>,
    /// Why nothing could be read at all.
    bad: Option<BadAnswer>,
}

impl Review {
    pub(super) fn of(
        read: Result<Told, BadAnswer>,
        space: &Space,
        task: &Task,
        now: Timestamp,
    ) -> Result<Self, Failure> {
        let mut review = Self { good: Told::default(), mendable: Told::default(), refused: Vec::new(), bad: None };
        let told = match read {
            Ok(told) => told,
            Err(bad) => {
                review.refused.push(json!({ "verdict": "invalid", "reason": bad.to_string() }));
                review.bad = Some(bad);
                return Ok(review);
            }
        };
        review.unread(&told);
        let verdicts = judged(space, &told.proposals, now)?;
        for (proposal, verdict) in told.proposals.into_iter().zip(&verdicts) {
            review.proposal(proposal, verdict, task);
        }
        for belief in told.beliefs {
            review.belief(belief, task);
        }
        Ok(review)
    }

    pub(super) const fn wants_another(&self) -> bool {
        !self.refused.is_empty()
    }

    pub(super) const fn n_good(&self) -> usize {
        self.good.proposals.len() + self.good.beliefs.len()
    }

    /// The answer as it was, where no second try is to be had.
    pub(super) fn into_told(mut self) -> Result<Told, Failure> {
        match self.bad {
            Some(what) => Err(Failure::BadAnswer { what }),
            None => {
                self.good.proposals.append(&mut self.mendable.proposals);
                self.good.beliefs.append(&mut self.mendable.beliefs);
                Ok(self.good)
            }
        }
    }

    /// What was good, and what the second try says in the place of the rest.
    pub(super) fn with(self, second: Result<Told, BadAnswer>) -> Result<Told, Failure> {
        match second {
            Ok(mut second) => {
                let mut told = self.good;
                told.proposals.append(&mut second.proposals);
                told.beliefs.append(&mut second.beliefs);
                told.unread = second.unread;
                told.is_cut |= second.is_cut;
                Ok(told)
            }
            // A second answer that cannot be read mends nothing; the first stands as it was said.
            Err(what) if self.bad.is_some() => Err(Failure::BadAnswer { what }),
            Err(_) => self.into_told(),
        }
    }

    fn unread(&mut self, told: &Told) {
        self.good.is_cut = told.is_cut;
        self.good.unread.clone_from(&told.unread);
        let unread = told.unread.iter();
        self.refused
            .extend(unread.map(|one| json!({ "proposal": one.entry, "verdict": "invalid", "reason": one.why })));
        if told.is_cut {
            let reason = "the answer was cut short: say the rest, in fewer words";
            self.refused.push(json!({ "verdict": "limit", "reason": reason }));
        }
    }

    fn proposal(&mut self, proposal: Proposal, verdict: &Verdict, task: &Task) {
        let refused = match page_length(&proposal, task) {
            Some(reason) => json!({ "proposal": proposal, "verdict": "limit", "reason": reason }),
            None if is_mendable(verdict.code) => json!({
                "proposal": proposal, "verdict": verdict.code, "field": verdict.field, "reason": verdict.reason,
                "nearest": verdict.nearest
            }),
            None => return self.good.proposals.push(proposal),
        };
        self.refused.push(refused);
        self.mendable.proposals.push(proposal);
    }

    /// A belief may cite only what its maker was shown.
    fn belief(&mut self, belief: NewBelief, task: &Task) {
        let is_slot = task.slots.iter().any(|slot| slot.name == belief.slot);
        let is_shown = |id| task.observations.iter().any(|one| one.id == id);
        let reason = match (is_slot, belief.cites.iter().all(|id| is_shown(*id)) && !belief.cites.is_empty()) {
            (true, true) => return self.good.beliefs.push(belief),
            (false, _) => "there is no such slot",
            (true, false) => "`cites` must name ids of `<observations>`, at least one",
        };
        self.refused.push(json!({ "belief": belief, "verdict": "unknown_target", "reason": reason }));
        self.mendable.beliefs.push(belief);
    }
}

/// The verdicts there would be; nothing is written.
fn judged(space: &Space, proposals: &[Proposal], now: Timestamp) -> Result<Vec<Verdict>, Failure> {
    if proposals.is_empty() {
        return Ok(Vec::new());
    }
    let batch = Batch { proposals: proposals.to_vec(), proposer: None, dry_run: true };
    Ok(space.propose(batch, now)?.verdicts)
}

/// What is wrong with the length of a continuity page.
fn page_length(proposal: &Proposal, task: &Task) -> Option<String> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "of all proposals only this one has a length to keep")]
    let page = match proposal {
        Proposal::Continuity(page) => page,
        _ => return None,
    };
    let n_tokens = estimate_tokens(&page.text);
    let told: usize = task.messages.iter().map(|message| estimate_tokens(&message.text)).sum();
    let is_short = n_tokens < *PAGE_TOKENS.start() && told >= MUCH_TO_TELL;
    let (least, most) = (PAGE_TOKENS.start(), PAGE_TOKENS.end());
    (is_short || n_tokens > *most).then(|| format!("the page has about {n_tokens} tokens; write {least} to {most}"))
}

/// Whether other words for the same thing might pass.
const fn is_mendable(code: VerdictCode) -> bool {
    match code {
        VerdictCode::UnknownMessage
        | VerdictCode::WrongRole
        | VerdictCode::QuoteNotFound
        | VerdictCode::QuoteTooShort
        | VerdictCode::NoUserSource
        | VerdictCode::NeedsRepetition
        | VerdictCode::UnknownTarget
        | VerdictCode::Cycle
        | VerdictCode::Limit
        | VerdictCode::Invalid => true,
        VerdictCode::Accepted
        | VerdictCode::Pending
        | VerdictCode::Duplicate
        | VerdictCode::Supersedes
        | VerdictCode::BelowImportanceFloor
        | VerdictCode::Conflict
        | VerdictCode::ErasedSource => false,
    }
}
