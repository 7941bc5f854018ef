//! A space in a temporary folder, and short words for what tests propose.

use hupo_store::{Options, Order, Receipt, Snapshot, Store, Write};
use hupo_types::{
    Command, Kind, Memory, MemoryId, MessageRef, NewDecision, NewEntity, NewEvidence, NewMemory, NewMessage, NewTopic,
    Proposal, ProposalId, Purpose, Review, ReviewCommand, ReviewPolicy, Role, Rules, Scope, SemanticKey, SpaceConfig,
    Timestamp, Verdict, VerdictCode,
};
use jiff::tz::TimeZone;

use crate::{Context, Offer, Settlement, ingest, settle};

/// 2024-05-08T12:00:00Z, eight in the evening in Shanghai.
pub(super) const NOW: Timestamp = Timestamp::from_ms(1_715_169_600_000);

pub(super) const DAY_MS: i64 = 86_400_000;

pub(super) fn zone() -> TimeZone {
    TimeZone::get("Asia/Shanghai").unwrap()
}

pub(super) struct Space {
    _folder: tempfile::TempDir,
    pub(super) store: Store,
    pub(super) rules: Rules,
}

/// What passes the rules counts at once.
pub(super) fn automatic() -> Space {
    Space::with(Rules { review: ReviewPolicy::Automatic, ..Rules::default() })
}

/// A person decides.
pub(super) fn required() -> Space {
    Space::with(Rules::default())
}

impl Space {
    pub(super) fn with(rules: Rules) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = SpaceConfig { name: "小雨 and Amber".to_owned(), zone: "Asia/Shanghai".to_owned() };
        let store = Store::create(&folder.path().join("space"), config, NOW, Options::default()).unwrap();
        let space = Self { _folder: folder, store, rules: rules.clone() };
        space.write(vec![Command::Review(ReviewCommand::SetRules(rules))]);
        space
    }

    pub(super) fn write(&self, commands: Vec<Command>) -> Receipt {
        self.store.commit(Write::new(commands, NOW)).unwrap()
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        self.store.snapshot().unwrap()
    }

    /// A line of the user's.
    pub(super) fn user(&self, id: &str, text: &str) {
        self.says(NewMessage::user(text).external_id(id).at(NOW));
    }

    /// A line of the companion's.
    pub(super) fn companion(&self, id: &str, text: &str) {
        self.says(NewMessage::companion(text).external_id(id).at(NOW));
    }

    pub(super) fn says(&self, message: NewMessage) {
        self.write(vec![Command::Append { message, vector: None }]);
    }

    pub(super) fn person(&self, name: &str, aliases: &[&str]) {
        let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
        let kind = hupo_types::EntityKind::Person;
        self.write(vec![Command::AddEntity(NewEntity { name: name.to_owned(), kind, aliases })]);
    }

    pub(super) fn topic(&self, name: &str) {
        self.write(vec![Command::AddTopic(NewTopic { name: name.to_owned(), about: String::new() })]);
    }

    pub(super) fn propose(&self, proposal: Proposal) -> Verdict {
        self.propose_all(vec![proposal]).pop().unwrap()
    }

    pub(super) fn propose_all(&self, proposals: Vec<Proposal>) -> Vec<Verdict> {
        self.run(Order::new(NOW), proposals)
    }

    pub(super) fn run(&self, order: Order, proposals: Vec<Proposal>) -> Vec<Verdict> {
        let (rules, zone, now) = (self.rules.clone(), zone(), order.now);
        let offers: Vec<Offer> = proposals.into_iter().map(Offer::from).collect();
        let work = move |txn: &mut hupo_store::Transaction<'_, '_>| {
            let ctx = Context { rules: &rules, zone: &zone, now };
            Ok(offers.iter().map(|offer| ingest(txn, offer, &ctx).unwrap()).collect())
        };
        self.store.transact(order, work).unwrap().1
    }

    pub(super) fn decide(&self, number: u64, decision: NewDecision) -> Verdict {
        self.decide_as("Ann", number, decision)
    }

    pub(super) fn decide_as(&self, by: &str, number: u64, decision: NewDecision) -> Verdict {
        let (rules, zone) = (self.rules.clone(), zone());
        let settlement = Settlement { decision, by: by.to_owned(), vector: None };
        let work = move |txn: &mut hupo_store::Transaction<'_, '_>| {
            let ctx = Context { rules: &rules, zone: &zone, now: NOW };
            Ok(settle(txn, ProposalId::new(number), &settlement, &ctx).unwrap())
        };
        self.store.transact(Order::new(NOW), work).unwrap().1
    }

    pub(super) fn memory(&self, number: u64) -> Memory {
        self.snapshot().memory(MemoryId::new(number)).unwrap().unwrap()
    }

    pub(super) fn n_memories(&self) -> u64 {
        self.snapshot().counts().memories
    }

    pub(super) fn review(&self, number: u64) -> Review {
        use hupo_store::Read;
        self.snapshot().review(ProposalId::new(number)).unwrap().unwrap()
    }

    /// The proposal is refused with this code about this field, and leaves nothing behind.
    pub(super) fn refuses(&self, proposal: Proposal, code: VerdictCode, field: &str) -> Verdict {
        let before = self.snapshot().sequence();
        let verdict = self.propose(proposal);
        assert_eq!((verdict.code, verdict.field.as_deref()), (code, Some(field)), "{verdict:?}");
        assert!(!verdict.reason.is_empty() && verdict.stored.is_empty(), "{verdict:?}");
        assert_eq!(self.snapshot().sequence(), before, "a refused proposal wrote something");
        verdict
    }
}

pub(super) fn quote(id: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(id.to_owned()), Role::User, quote)
}

pub(super) fn companion_quote(id: &str, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(id.to_owned()), Role::Companion, quote)
}

pub(super) fn correcting(id: &str, words: &str) -> NewEvidence {
    NewEvidence { purpose: Purpose::Correction, ..quote(id, words) }
}

/// A fact about the user.
pub(super) fn fact(text: &str, evidence: Vec<NewEvidence>) -> NewMemory {
    NewMemory::new(Kind::Fact, Scope::User, text, evidence)
}

pub(super) fn keyed(attribute: &str, text: &str, evidence: Vec<NewEvidence>) -> NewMemory {
    NewMemory { key: key(attribute), ..fact(text, evidence) }
}

pub(super) fn key(attribute: &str) -> SemanticKey {
    SemanticKey {
        subject: "user".to_owned(),
        category: "home".to_owned(),
        subcategory: String::new(),
        attribute: attribute.to_owned(),
    }
}

pub(super) fn memory(new: NewMemory) -> Proposal {
    Proposal::Memory(Box::new(new))
}

pub(super) fn json(text: &str) -> Proposal {
    serde_json::from_str(text).unwrap()
}

pub(super) fn reject(reason: &str, bar: bool) -> NewDecision {
    NewDecision::Reject { reason: reason.to_owned(), bar }
}
