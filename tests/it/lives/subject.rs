//! The space that lives the same life, through the door, and what it holds, to be compared.

use super::draw::{Cite, Claim, Decision, Proposed};
use super::model::{Life, Model};
use super::words::{ATTRIBUTES, INVENTED, LINES, MATTERS, NAMES, TEXTS, VALUES, interval, key};
use crate::world::config;
use hupo::{
    About, Command, EntityId, EntityKind, EraseTarget, Error, Hupo, MemoryId, MessageId, MessageRef, NewClosing,
    NewCorrection, NewDecision, NewEntity, NewEvidence, NewMemory, NewMessage, NewObservation, NewProfileFact,
    NewTemporalItem, ObservationType, Proposal, ProposalId, Role, Rules, Space, TemporalItemId, TemporalKind,
    Timestamp, VerdictCode, Visibility,
};
use std::path::Path;
use tempfile::TempDir;

/// A root and its one space.
pub(super) struct Subject {
    folder: TempDir,
    open: Option<(Hupo, Space)>,
}

impl Subject {
    pub(super) fn new(now: Timestamp) -> Self {
        let folder = folder();
        let hupo = Hupo::open(folder.path()).unwrap();
        let space = hupo.space_or_create(config("life"), now).unwrap();
        let named = |name: &&str| {
            let name = (*name).to_owned();
            Command::AddEntity(NewEntity { name, kind: EntityKind::Person, aliases: Vec::new() })
        };
        space.write(NAMES.iter().map(named).collect(), now).unwrap();
        Self { folder, open: Some((hupo, space)) }
    }

    pub(super) fn space(&self) -> &Space {
        &self.open.as_ref().unwrap().1
    }

    pub(super) fn say(&self, users: bool, line: usize, now: Timestamp) {
        let role = if users { Role::User } else { Role::Companion };
        self.space().append(vec![NewMessage::new(role, LINES[line].text).at(now)], now).unwrap();
    }

    pub(super) fn propose(&self, proposal: Proposal, now: Timestamp) -> VerdictCode {
        self.space().propose(vec![proposal].into(), now).unwrap().verdicts[0].code
    }

    pub(super) fn decide(&self, id: usize, decision: Decision, now: Timestamp) -> VerdictCode {
        let decision = match decision {
            Decision::Approve => NewDecision::Approve,
            Decision::Merge(into) => NewDecision::Merge { into: MemoryId::new(into as u64) },
            Decision::Reject { bar } => NewDecision::Reject { reason: "没有理由 none".into(), bar },
        };
        self.space().decide(ProposalId::new(id as u64), decision, "a person", now).unwrap().code
    }

    pub(super) fn set_rules(&self, rules: Rules, now: Timestamp) {
        self.space().set_rules(rules, now).unwrap();
    }

    pub(super) fn erase_message(&self, id: usize, now: Timestamp) {
        self.space().erase(EraseTarget::Message(MessageId::new(id as u64)), now).unwrap();
    }

    pub(super) fn erase_memory(&self, id: usize, now: Timestamp) {
        self.space().erase(EraseTarget::Memory(MemoryId::new(id as u64)), now).unwrap();
    }

    pub(super) fn join(&self, keep: usize, merge: usize, now: Timestamp) -> VerdictCode {
        code(self.space().merge_entities(EntityId::new(keep as u64), EntityId::new(merge as u64), now))
    }

    pub(super) fn split(&self, entity: usize, now: Timestamp) -> VerdictCode {
        code(self.space().split_entity(EntityId::new(entity as u64), now))
    }

    /// The ledger played again makes equal tables, and every quote still stands.
    pub(super) fn replay(&self) {
        let verification = self.space().verify(&mut |_, _, _| {}).unwrap();
        assert!(verification.sound, "{verification:?}");
    }

    /// Puts the space away and opens it again.
    pub(super) fn reopen(&mut self) {
        let (hupo, space) = self.open.take().unwrap();
        space.close().unwrap();
        drop(hupo);
        self.open = Some(opened(self.folder.path()));
    }

    /// Goes on with the files as they lie on the disk at this moment, as kill -9 would leave them.
    pub(super) fn crash(&mut self) {
        let after = folder();
        copy(self.folder.path(), after.path());
        self.open = Some(opened(after.path()));
        self.folder = after;
    }
}

fn opened(root: &Path) -> (Hupo, Space) {
    let hupo = Hupo::open(root).unwrap();
    let space = hupo.space("life").unwrap();
    (hupo, space)
}

/// In memory, where there is such a folder: the lives are about the rules, other tests are about the disk.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn code(written: Result<(), Error>) -> VerdictCode {
    match written {
        Ok(()) => VerdictCode::Accepted,
        Err(Error::Refused { refusals }) => refusals[0].1.verdict_code(),
        Err(error) => panic!("{error}"),
    }
}

/// A proposal as callers write it.
pub(super) fn proposal(model: &Model, proposed: &Proposed) -> Proposal {
    let evidence = |cites: &[Cite]| cites.iter().map(|cite| self::evidence(model, cite)).collect::<Vec<_>>();
    match proposed {
        Proposed::Memory(claim) => Proposal::Memory(Box::new(memory(claim, evidence(&claim.cites)))),
        Proposed::Correction { of, text, cites } => Proposal::Correction(NewCorrection {
            corrects: hupo::MemoryRef::Id(MemoryId::new(*of as u64)),
            text: TEXTS[*text].0.into(),
            importance: None,
            evidence: evidence(cites),
            valid: hupo::Interval::default(),
        }),
        Proposed::Profile { users, attribute, value, cites } => Proposal::Profile(NewProfileFact {
            about: about(*users),
            attribute: ATTRIBUTES[*attribute].0.into(),
            value: VALUES[*value].0.into(),
            visibility: Visibility::WhenRelevant,
            evidence: evidence(cites),
        }),
        Proposed::Observe { users, stated, attribute, value, cites } => Proposal::Observation(NewObservation {
            kind: if *stated { ObservationType::StatedFact } else { ObservationType::Context },
            about: about(*users),
            subject: ATTRIBUTES[*attribute].0.into(),
            value: VALUES[*value].0.into(),
            evidence: evidence(cites),
            source: if *stated { hupo_types::Basis::Stated } else { hupo_types::Basis::Inferred },
            confidence: 1.0,
        }),
        Proposed::Item { text, cites } => Proposal::TemporalItem(NewTemporalItem {
            kind: TemporalKind::Plan,
            about: About::User,
            text: MATTERS[*text].0.into(),
            starts: None,
            ends: None,
            entities: Vec::new(),
            evidence: evidence(cites),
        }),
        Proposed::Close { item, ending, cites } => Proposal::Outcome(NewClosing {
            item: TemporalItemId::new(*item as u64),
            ending: *ending,
            evidence: evidence(cites),
            outcome: None,
            importance: None,
            becomes: None,
        }),
    }
}

fn memory(claim: &Claim, evidence: Vec<NewEvidence>) -> NewMemory {
    let mut memory = NewMemory::new(claim.kind, claim.scope, TEXTS[claim.text].0, evidence);
    (memory.key, memory.valid, memory.importance) = (key(claim.key), interval(claim.time), claim.importance);
    memory
}

const fn about(users: bool) -> About {
    if users { About::User } else { About::Companion }
}

fn evidence(model: &Model, cite: &Cite) -> NewEvidence {
    let line = model.messages.get(cite.message - 1).map_or(0, |message| message.line);
    let quote = LINES[line].quotes.get(cite.quote).copied().unwrap_or(INVENTED);
    NewEvidence::statement(MessageRef::Id(MessageId::new(cite.message as u64)), model.role(cite), quote)
}

/// What both hold, said in the same words, so that a difference can be read.
pub(super) fn told_by_the_model(model: &Model) -> Vec<String> {
    let mut told = Vec::new();
    for (at, memory) in model.memories.iter().enumerate() {
        let erased = memory.life == Life::Erased;
        let mut quotes: Vec<(u64, &str)> = memory.quotes.iter().map(|quote| words(model, quote)).collect();
        quotes.sort_unstable();
        quotes.retain(|_| !erased);
        let text = if erased { "" } else { TEXTS[memory.text].0 };
        let by = memory.superseded_by.map(|by| by as u64);
        let disputed = memory.disputed && !erased;
        told.push(format!("memory {}: {:?} disputed {disputed} by {by:?} {text:?} {quotes:?}", at + 1, memory.life));
    }
    let waiting = model.reviews.iter().enumerate().filter(|(_, review)| review.waits());
    told.push(format!("waiting {:?}", waiting.map(|(at, _)| at as u64 + 1).collect::<Vec<_>>()));
    let log = model.observations.iter().enumerate().filter(|(_, one)| !one.erased);
    told.push(format!("log {:?}", log.map(|(at, _)| at as u64 + 1).collect::<Vec<_>>()));
    let mut facts: Vec<String> = (model.facts.iter().filter(|fact| !fact.erased && !fact.superseded))
        .map(|fact| format!("{:?} {} {}", about(fact.users), ATTRIBUTES[fact.attribute].0, VALUES[fact.value].0))
        .collect();
    facts.sort_unstable();
    told.push(format!("profile {facts:?}"));
    let items = model.items.iter().enumerate().filter(|(_, item)| !item.erased);
    let items =
        items.map(|(at, item)| (at as u64 + 1, MATTERS[item.text].0, item.closing.as_ref().map(|(end, _)| *end)));
    told.push(format!("items {:?}", items.collect::<Vec<_>>()));
    told.push(format!("names {:?}", (1..=NAMES.len()).map(|id| model.root(id) as u64).collect::<Vec<_>>()));
    told
}

/// The profile, private facts too, in the words of [`told_by_the_model`].
fn profile(space: &Space, now: Timestamp) -> Vec<String> {
    let facts = space.profile(true, now).unwrap();
    let told = |fact: &hupo::ProfileView| {
        format!("{:?} {} {}", fact.about, fact.attribute, fact.value.as_deref().unwrap_or_default())
    };
    facts.iter().map(told).collect()
}

fn words(model: &Model, quote: &super::model::Quote) -> (u64, &'static str) {
    let line = model.messages[quote.message - 1].line;
    (quote.message as u64, LINES[line].quotes[quote.quote])
}

/// The same of the space.
pub(super) fn told_by_the_space(space: &Space, now: Timestamp) -> Vec<String> {
    let mut told = Vec::new();
    for number in 1..=space.stats().unwrap().counts.memories {
        let memory = space.memory(MemoryId::new(number)).unwrap().unwrap();
        let mut quotes: Vec<(u64, &str)> =
            memory.evidence.iter().map(|one| (one.message.get(), one.quote.as_str())).collect();
        quotes.sort_unstable();
        let disputed = memory.standing == hupo::Standing::Disputed;
        let by = memory.superseded_by.map(MemoryId::get);
        let (life, text) = (memory.state, &memory.text);
        told.push(format!("memory {number}: {life:?} disputed {disputed} by {by:?} {text:?} {quotes:?}"));
    }
    told.push(format!("waiting {:?}", space.waiting().unwrap().iter().map(|one| one.id.get()).collect::<Vec<_>>()));
    let log = space.observations(None).unwrap();
    told.push(format!("log {:?}", log.iter().map(|one| one.id.get()).collect::<Vec<_>>()));
    let mut facts: Vec<String> = profile(space, now);
    facts.sort_unstable();
    told.push(format!("profile {facts:?}"));
    let mut items = space.plans(true, now).unwrap();
    items.sort_by_key(|plan| plan.item.id);
    let items = items.iter().map(|plan| {
        (plan.item.id.get(), plan.item.text.as_str(), plan.item.closing.as_ref().map(|closing| closing.ending))
    });
    told.push(format!("items {:?}", items.collect::<Vec<_>>()));
    let root = |name: &&str| space.people_called(name).unwrap()[0].entity.id.get();
    told.push(format!("names {:?}", NAMES.iter().map(root).collect::<Vec<_>>()));
    told
}
