//! Proposals through the door: in their order, all in one write, each memory with its vector.

use super::{Batch, MOST};
use crate::{Hupo, Options, Space};
use hupo_memory::memory_of;
use hupo_types::{
    DocId, Kind, MemoryId, MemoryRef, MessageRef, NewCorrection, NewDecision, NewEvidence, NewMemory, NewMessage,
    Proposal, ProposalId, ReviewPolicy, Role, Rules, Scope, SemanticKey, SpaceConfig, Stored, Timestamp, Verdict,
    VerdictCode,
};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// A space with a short talk; what passes the rules counts at once.
struct World {
    space: Space,
    _hupo: Hupo,
    _folder: TempDir,
}

impl World {
    fn new(options: Options) -> Self {
        let folder = TempDir::new().unwrap();
        let hupo = Hupo::open_with(folder.path(), options).unwrap();
        let config = SpaceConfig { name: "us".into(), zone: "Asia/Shanghai".into() };
        let space = hupo.space_or_create(config, NOW).unwrap();
        let lines = [
            ("m1", "我住在杭州。"),
            ("m2", "My sister lives in Austin."),
            ("m3", "I drink 茉莉花茶 at noon."),
            ("m4", "我搬到上海了。"),
        ];
        let message = |(id, text): (&str, &str)| NewMessage::user(text).external_id(id).speaker("小雨").session("one");
        space.append(lines.into_iter().map(message).collect(), NOW).unwrap();
        let world = Self { space, _hupo: hupo, _folder: folder };
        world.rule(ReviewPolicy::Automatic);
        world
    }

    fn rule(&self, review: ReviewPolicy) {
        self.space.set_rules(Rules { review, ..Rules::default() }, NOW).unwrap();
    }

    /// A world with the tiny embedder; `None`, with a word, where the runtime library was not fetched.
    fn with_vectors() -> Option<Self> {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let named = std::env::var_os("HUPO_ORT_LIBRARY").map(PathBuf::from);
        let runtime = named.unwrap_or_else(|| models.join("fetched/libonnxruntime.so"));
        if !runtime.is_file() {
            skipped();
            return None;
        }
        let options = Options { models: Some(models.join("tiny")), runtime: Some(runtime), ..Options::default() };
        let world = Self::new(options);
        assert_eq!(world._hupo.models().embedder.as_deref(), Some("tiny-embedder"));
        Some(world)
    }

    fn propose(&self, proposals: Vec<Proposal>) -> Vec<Verdict> {
        self.space.propose(proposals.into(), NOW).unwrap().verdicts
    }

    fn sequence(&self) -> u64 {
        self.space.stats().unwrap().sequence.get()
    }

    fn has_vector(&self, memory: u64) -> bool {
        let snapshot = self.space.inner.snapshot().unwrap();
        snapshot.vector(DocId::Memory(MemoryId::new(memory))).unwrap().is_some()
    }
}

#[expect(clippy::print_stderr, reason = "the word that the harness shows for a test that could not run")]
fn skipped() {
    eprintln!("SKIPPED: the ONNX Runtime library is not there; run models/fetch.py or set HUPO_ORT_LIBRARY");
}

fn says(message: &str, quote: &str) -> Vec<NewEvidence> {
    vec![NewEvidence::statement(MessageRef::External(message.into()), Role::User, quote)]
}

fn fact(attribute: &str, text: &str, evidence: Vec<NewEvidence>) -> Proposal {
    let mut memory = NewMemory::new(Kind::Fact, Scope::User, text, evidence);
    memory.key = SemanticKey { subject: "user".into(), attribute: attribute.into(), ..SemanticKey::default() };
    Proposal::Memory(Box::new(memory))
}

/// A Chinese, an English and a mixed fact.
fn three() -> Vec<Proposal> {
    vec![
        fact("city", "用户住在杭州", says("m1", "我住在杭州")),
        fact("sister", "The user's sister lives in Austin.", says("m2", "My sister lives in Austin")),
        fact("tea", "用户中午喝 jasmine tea", says("m3", "I drink 茉莉花茶")),
    ]
}

fn moved(corrects: &str) -> Proposal {
    Proposal::Correction(NewCorrection {
        corrects: MemoryRef::External(corrects.into()),
        text: "用户住在上海".into(),
        importance: None,
        evidence: says("m4", "我搬到上海了"),
        valid: hupo_types::Interval::default(),
    })
}

fn codes(verdicts: &[Verdict]) -> Vec<VerdictCode> {
    verdicts.iter().map(|verdict| verdict.code).collect()
}

#[test]
fn a_batch_is_one_write_and_each_accepted_memory_has_its_vector_in_it() {
    let Some(world) = World::with_vectors() else { return };
    let before = world.sequence();
    assert_eq!(codes(&world.propose(three())), [VerdictCode::Accepted; 3]);
    assert_eq!(world.sequence(), before + 1, "the vectors came with the memories");
    assert!((1..=3).all(|memory| world.has_vector(memory)));
}

#[test]
fn what_could_not_be_foreseen_has_its_vector_when_the_call_returns() {
    let Some(world) = World::with_vectors() else { return };
    let mut batch = three();
    batch.push(moved("mem-1"));
    let verdicts = world.propose(batch);
    assert_eq!(verdicts.last().unwrap().code, VerdictCode::Supersedes);
    assert!((1..=4).all(|memory| world.has_vector(memory)));
}

#[test]
fn an_approved_memory_has_its_vector_in_the_write_that_decides() {
    let Some(world) = World::with_vectors() else { return };
    world.rule(ReviewPolicy::Required);
    assert_eq!(codes(&world.propose(three())), [VerdictCode::Pending; 3]);
    let before = world.sequence();
    let edit = NewDecision::Edit { proposal: Box::new(fact("tea", "喝 tea", says("m3", "茉莉花茶 at noon"))) };
    for (id, decision) in [(1, NewDecision::Approve), (2, edit)] {
        let verdict = world.space.decide(ProposalId::new(id), decision, "沈禾", NOW).unwrap();
        assert_eq!(verdict.code, VerdictCode::Accepted);
        assert!(world.has_vector(id), "mem-{id}");
    }
    assert_eq!(world.sequence(), before + 2);
}

#[test]
fn a_batch_of_known_facts_writes_nothing() {
    let Some(world) = World::with_vectors() else { return };
    world.propose(three());
    let before = world.sequence();
    assert_eq!(codes(&world.propose(three())), [VerdictCode::Duplicate; 3]);
    assert_eq!(world.sequence(), before, "nothing was written");
}

#[test]
fn a_dry_run_says_what_the_run_says_and_writes_nothing() {
    let world = World::new(Options::default());
    let (before, digest) = (world.sequence(), world.space.digest().unwrap());
    let mut batch = three();
    batch.push(moved("mem-1"));
    let dry = Batch { dry_run: true, ..Batch::from(batch.clone()) };
    let said = world.space.propose(dry, NOW).unwrap();
    assert_eq!((said.sequence.get(), world.sequence()), (before, before));
    assert_eq!(world.space.digest().unwrap(), digest);
    assert_eq!(said.verdicts, world.propose(batch));
}

#[test]
fn a_later_proposal_of_a_batch_may_name_what_an_earlier_one_makes() {
    let world = World::new(Options::default());
    let batch = vec![moved("mem-1"), three().remove(0), moved("mem-1"), moved("mem-1"), moved("mem-2")];
    let verdicts = world.propose(batch);
    use VerdictCode::{Accepted, Duplicate, Supersedes, UnknownTarget};
    let wanted = [UnknownTarget, Accepted, Supersedes, UnknownTarget, Duplicate];
    assert_eq!(codes(&verdicts), wanted, "{verdicts:#?}");
    let chain = world.space.history(MemoryId::new(1)).unwrap();
    assert_eq!(chain.iter().map(|memory| memory.id.get()).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn what_is_over_a_thousand_is_told_to_come_again() {
    let world = World::new(Options::default());
    let refused = || fact("city", "用户住在苏州", says("m1", "我住在苏州"));
    let mut batch: Vec<Proposal> = (0..MOST).map(|_| refused()).collect();
    batch.extend(three());
    let verdicts = world.propose(batch);
    assert_eq!(verdicts.len(), MOST + 3);
    let (judged, late) = verdicts.split_at(MOST);
    assert!(judged.iter().all(|verdict| verdict.code == VerdictCode::QuoteNotFound));
    assert!(late.iter().all(|verdict| verdict.code == VerdictCode::Limit && verdict.stored.is_empty()));
    assert_eq!(late.first().unwrap().field.as_deref(), Some("proposals"));
    assert!(world.space.memory(MemoryId::new(1)).unwrap().is_none());
    assert_eq!(world.propose(Vec::new()), []);
}

#[test]
fn a_refused_decision_writes_nothing_and_the_proposal_goes_on_waiting() {
    let world = World::new(Options::default());
    world.rule(ReviewPolicy::Required);
    world.propose(three());
    let before = world.sequence();
    let unheard = NewDecision::Edit { proposal: Box::new(fact("city", "x y", says("m1", "我住在苏州"))) };
    let decisions = [unheard, NewDecision::Merge { into: MemoryId::new(9) }];
    for decision in decisions {
        let verdict = world.space.decide(ProposalId::new(1), decision, "沈禾", NOW).unwrap();
        assert!(!verdict.code.is_welcome(), "{verdict:?}");
    }
    assert_eq!((world.sequence(), world.space.waiting().unwrap().len()), (before, 3));
    let approved = world.space.decide(ProposalId::new(1), NewDecision::Approve, "沈禾", NOW).unwrap();
    assert_eq!(approved.stored, [Stored::Memory { id: MemoryId::new(1), existed: false }]);
    let again = world.space.decide(ProposalId::new(1), NewDecision::Approve, "沈禾", NOW).unwrap();
    assert_eq!(again.code, VerdictCode::UnknownTarget);
}

#[test]
fn a_message_named_by_its_number_is_drafted_as_the_memory_will_be() {
    let Some(world) = World::with_vectors() else { return };
    let proposal = fact("city", "用户住在杭州", says("msg-1", "我住在杭州"));
    let snapshot = world.space.inner.snapshot().unwrap();
    let memory = memory_of(&snapshot, &proposal).unwrap().unwrap();
    drop(snapshot);
    let (_, drafted) = super::embedded(&world.space.inner, vec![(0, memory)]).unwrap().remove(0);
    world.propose(vec![proposal]);
    let made = crate::embed::these(&world.space.inner, &[DocId::Memory(MemoryId::new(1))], NOW);
    made.unwrap();
    let kept = world.space.inner.snapshot().unwrap().vector(DocId::Memory(MemoryId::new(1))).unwrap().unwrap();
    let near = drafted.as_slice().iter().zip(kept.as_slice()).all(|(a, b)| (a - b).abs() < 0.01);
    assert!(near, "the draft has the speaker and the words of the memory");
}
