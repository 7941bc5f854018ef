//! A space with sound memories in it, for poison to be put into.

use super::corpus::{Case, Kind, read};
use crate::world::{Lone, NOW, lone};
use hupo::{
    Batch, EraseTarget, Error, Memory, MemoryId, MessageId, NewBelief, NewDecision, NewMessage, ObservationId,
    ObservationType, Proposal, ReviewPolicy, Rules, Slot, SlotType, Stored, Verdict, VerdictCode,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What stands before anything is poisoned.
#[derive(Deserialize)]
struct Standing {
    #[serde(rename = "as")]
    label: String,
    proposal: Value,
}

pub(super) struct Ward {
    pub(super) space: Lone,
    labels: BTreeMap<String, u64>,
}

impl Ward {
    pub(super) fn new(policy: ReviewPolicy) -> Self {
        let mut ward = Self { space: lone("ward"), labels: BTreeMap::new() };
        ward.space.append(read::<NewMessage>("messages.jsonl"), NOW).unwrap();
        ward.space.set_rules(rules(ReviewPolicy::Automatic), NOW).unwrap();
        for standing in read::<Standing>("standing.jsonl") {
            ward.establish(&standing);
        }
        ward.bar_and_erase();
        ward.space.set_rules(rules(policy), NOW).unwrap();
        ward
    }

    fn establish(&mut self, standing: &Standing) {
        let verdict = self.propose(&standing.proposal.to_string());
        assert!(verdict.code.is_welcome(), "{}: {verdict:?}", standing.label);
        let number = verdict.proposal.map(hupo::ProposalId::get).or_else(|| verdict.stored.iter().find_map(number));
        self.labels.insert(standing.label.clone(), number.unwrap_or_default());
    }

    /// The renewal is barred by a person; what was known of the locker and of the cabin is erased, and of the cabin the
    /// message too.
    fn bar_and_erase(&self) {
        let renewal = hupo::ProposalId::new(self.labels["renewal"]);
        let reject = NewDecision::Reject { reason: "nobody agreed".into(), bar: true };
        self.space.decide(renewal, reject, "a person", NOW).unwrap();
        for target in [
            EraseTarget::Memory(MemoryId::new(self.labels["locker"])),
            EraseTarget::Memory(MemoryId::new(self.labels["pin"])),
            EraseTarget::Message(MessageId::new(27)),
        ] {
            self.space.erase(target, NOW).unwrap();
        }
    }

    /// Hands a case in, and settles what it left in the queue, so that the next finds everything as it was.
    pub(super) fn put(&self, case: &Case) -> Vec<VerdictCode> {
        match &case.kind {
            Kind::Proposal(text) => {
                let verdict = self.propose(text);
                self.clear(&verdict);
                vec![verdict.code]
            }
            Kind::Beliefs(beliefs) => self.believe(beliefs),
            Kind::Message(message) => vec![self.append(message)],
        }
    }

    /// Hands in all of them at once.
    pub(super) fn put_together(&self, cases: &[Case]) -> Vec<VerdictCode> {
        let text = |case: &Case| match &case.kind {
            Kind::Proposal(text) => self.filled(text),
            Kind::Beliefs(_) | Kind::Message(_) => unreachable!("only proposals are handed in together"),
        };
        let read: Vec<Result<Proposal, _>> = cases.iter().map(|case| serde_json::from_str(&text(case))).collect();
        let sound = read.iter().filter_map(|one| one.as_ref().ok()).cloned().collect::<Vec<_>>();
        let mut verdicts = self.space.propose(sound.into(), NOW).unwrap().verdicts.into_iter();
        let code = |one: Result<Proposal, _>| one.map_or(VerdictCode::Invalid, |_| verdicts.next().unwrap().code);
        read.into_iter().map(code).collect()
    }

    /// The verdict of one proposal; JSON that is none of ours is `invalid` before it gets to the rules.
    fn propose(&self, text: &str) -> Verdict {
        let proposal: Proposal = match serde_json::from_str(&self.filled(text)) {
            Ok(proposal) => proposal,
            Err(error) => return Verdict::new(VerdictCode::Invalid, error.to_string()),
        };
        let batch = |dry_run| Batch { proposals: vec![proposal.clone()], dry_run, ..Batch::default() };
        let before = crate::world::size(&self.space);
        let foretold = self.space.propose(batch(true), NOW).unwrap().verdicts.remove(0);
        assert_eq!(crate::world::size(&self.space), before, "a dry run writes nothing");
        let verdict = self.space.propose(batch(false), NOW).unwrap().verdicts.remove(0);
        assert_eq!(
            (foretold.code, &foretold.reason),
            (verdict.code, &verdict.reason),
            "a dry run foretells the verdict"
        );
        verdict
    }

    fn clear(&self, verdict: &Verdict) {
        if let Some(id) = verdict.proposal {
            let reject = NewDecision::Reject { reason: "it was a test".into(), bar: false };
            self.space.decide(id, reject, "a person", NOW).unwrap();
        }
    }

    fn believe(&self, beliefs: &Value) -> Vec<VerdictCode> {
        let beliefs: Vec<NewBelief> = serde_json::from_str(&self.filled(&beliefs.to_string())).unwrap();
        let last = ObservationId::new(self.labels["seen"]);
        let verdicts = self.space.put_beliefs(beliefs, last, NOW).unwrap();
        assert!(self.space.beliefs().unwrap().is_empty(), "what cites nothing cannot be read");
        verdicts.iter().map(|verdict| verdict.code).collect()
    }

    fn append(&self, message: &NewMessage) -> VerdictCode {
        match self.space.append(vec![message.clone()], NOW) {
            Ok(_) => VerdictCode::Accepted,
            Err(Error::Refused { refusals }) => refusals[0].1.verdict_code(),
            Err(error) => panic!("{error}"),
        }
    }

    /// With the number of what stands for every `"$label"`; other texts that begin so stay texts.
    fn filled(&self, text: &str) -> String {
        let fill = |text: String, (label, number): (&String, &u64)| {
            text.replace(&format!("\"${label}\""), &number.to_string())
        };
        self.labels.iter().fold(text.to_owned(), fill)
    }

    /// Every memory there is, in whatever state.
    pub(super) fn memories(&self) -> Vec<Memory> {
        let n = self.space.stats().unwrap().counts.memories;
        (1..=n).map(|number| self.space.memory(MemoryId::new(number)).unwrap().unwrap()).collect()
    }
}

fn rules(review: ReviewPolicy) -> Rules {
    let slot = |name: &str, supported_by| Slot {
        name: name.into(),
        about: String::new(),
        value_type: SlotType::Text,
        supported_by: vec![supported_by],
    };
    let slots = vec![slot("drinks", ObservationType::Preference), slot("hours", ObservationType::Context)];
    Rules { review, slots, ..Rules::default() }
}

/// The number of what was stored.
fn number(stored: &Stored) -> Option<u64> {
    match stored {
        Stored::Message { id, .. } => Some(id.get()),
        Stored::Entity { id, .. } => Some(id.get()),
        Stored::Relation { id, .. } => Some(id.get()),
        Stored::Topic { id, .. } => Some(id.get()),
        Stored::Memory { id, .. } => Some(id.get()),
        Stored::Observation { id, .. } => Some(id.get()),
        Stored::ProfileFact { id, .. } => Some(id.get()),
        Stored::TemporalItem { id, .. } => Some(id.get()),
        Stored::Page { id, .. } => Some(id.get()),
        Stored::Proposal { id, .. } => Some(id.get()),
        Stored::Vector { .. } | Stored::Beliefs { .. } | Stored::Done => None,
    }
}
