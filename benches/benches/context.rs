//! What one turn sees, assembled through the door without models: profile, plans, pages, beliefs, two recalls over the
//! memories and one over the transcript, the last lines; a memory for every five messages.

use criterion::Criterion;
use hupo::{
    Command, EntityKind, Hupo, Kind, MessageId, MessageRef, NewEvidence, NewMemory, NewPage, NewPerson, NewProfileFact,
    NewTemporalItem, Proposal, ReviewPolicy, Role, Rules, Scope, SemanticKey, Space, TemporalKind, Timestamp, Turn,
    TurnLimits, Visibility,
};
use hupo_benches::{Corpus, create, figure, heading, now, repeats, sizes, times, wants_figures};
use std::cell::LazyCell;
use std::hint::black_box;
use tempfile::TempDir;

/// Messages for each memory.
const MESSAGES: usize = 5;
/// Turns that are asked after one another.
const TURNS: usize = 200;
/// Memories or messages in one write of the bulk load.
const BATCH: usize = 1_000;
/// Kinds of memories, as they come.
const KINDS: [Kind; 8] = [
    Kind::Fact,
    Kind::Event,
    Kind::Event,
    Kind::Preference,
    Kind::Emotion,
    Kind::Event,
    Kind::Boundary,
    Kind::SharedMoment,
];
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A relationship of some years.
struct Life {
    _folder: TempDir,
    _hupo: Hupo,
    space: Space,
    turns: Vec<Turn>,
}

impl Life {
    fn new(memories: usize) -> Self {
        let corpus = Corpus::load();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (hupo, space) = create(folder.path());
        say(&space, &corpus, memories * MESSAGES);
        remember(&space, &corpus, memories);
        write_beside(&space, memories * MESSAGES);
        let turns = corpus.questions(TURNS, memories * MESSAGES).into_iter().map(turn).collect();
        let life = Self { _folder: folder, _hupo: hupo, space, turns };
        life.turns.iter().for_each(|turn| life.see(turn));
        life
    }

    fn see(&self, turn: &Turn) {
        black_box(self.space.context(turn).expect("the space is open and the turn sound"));
    }
}

fn turn(text: String) -> Turn {
    Turn { limits: TurnLimits::companion(), ..Turn::new(text, now()) }
}

fn say(space: &Space, corpus: &Corpus, messages: usize) {
    for start in (0..messages).step_by(BATCH) {
        let numbers = start..messages.min(start + BATCH);
        let commands = numbers.map(|n| Command::Append { message: corpus.message(n), vector: None });
        space.write(commands.collect(), now()).expect("the messages are new and sound");
    }
}

fn remember(space: &Space, corpus: &Corpus, memories: usize) {
    for start in (0..memories).step_by(BATCH) {
        let numbers = start..memories.min(start + BATCH);
        let command = |n| Command::Remember { memory: Box::new(memory(space, corpus, n)), vector: None };
        space.write(numbers.map(command).collect(), now()).expect("the memories are new and sound");
    }
}

/// A memory that quotes a message of the user's.
fn memory(space: &Space, corpus: &Corpus, number: usize) -> NewMemory {
    let (message, text) = users(space, number * MESSAGES);
    let quote = NewEvidence::statement(MessageRef::Id(message), Role::User, text);
    let kind = KINDS.get(number % KINDS.len()).copied().unwrap_or(Kind::Event);
    let said = corpus.message(number * MESSAGES + 3).text;
    let mut memory = NewMemory::new(kind, Scope::User, format!("{said} ({number})"), vec![quote]);
    memory.key = SemanticKey { subject: "user".into(), attribute: format!("thing/{number}"), ..SemanticKey::default() };
    memory.importance = 6;
    memory
}

/// The first of the user's messages from there on. The space begins with one more message.
fn users(space: &Space, from: usize) -> (MessageId, String) {
    let numbers = (from..).map(|n| MessageId::new(n as u64 + 2));
    let mut messages = numbers.map(|id| (id, space.message(id).expect("the space is open")));
    let found = messages.find_map(|(id, message)| {
        let message = message.filter(|message| message.role == Role::User);
        message.map(|message| (id, message.text))
    });
    found.expect("the user says something")
}

/// What a companion writes beside the memories: a profile, plans, pages of every kind, people.
fn write_beside(space: &Space, messages: usize) {
    let rules = Rules { review: ReviewPolicy::Automatic, ..Rules::default() };
    space.set_rules(rules, now()).expect("the rules are sound");
    let (message, text) = users(space, 0);
    let quote = || vec![NewEvidence::statement(MessageRef::Id(message), Role::User, text.clone())];
    let mut proposals: Vec<Proposal> = (0..8).map(|n| fact(n, quote())).collect();
    proposals.extend((0..40).map(|n| plan(n, quote())));
    proposals.push(Proposal::Person(NewPerson {
        name: "Abel Abbot".into(),
        kind: EntityKind::Person,
        aliases: vec!["老艾".into()],
        same_as: None,
        evidence: quote(),
    }));
    let last = messages as u64;
    proposals.extend(
        (1..20).map(|n| Proposal::Segment(page("很久以前的一段 an old range.", (n * last / 25, (n + 1) * last / 25)))),
    );
    proposals.push(Proposal::Continuity(page(
        &"这一个月她很忙，项目改期，父亲的膝盖好了。 ".repeat(20),
        (last - 800, last - 100),
    )));
    proposals.push(Proposal::StatusNote(page("睡得少，心情不错 sleeps little.", (last - 60, last - 50))));
    proposals.extend((0..3).map(|n| Proposal::Diary(page("今天她笑了两次。", (last - 40 + n, last - 30 + n)))));
    proposals.push(Proposal::CarriedNote(page("明天问她考试怎么样。", (last - 30, last - 2))));
    proposals.push(Proposal::RollingSummary(page("聊了晚饭和电影 dinner and a film.", (last - 90, last - 25))));
    let said = space.propose(proposals.into(), now()).expect("the space is open");
    assert!(said.verdicts.iter().all(|one| one.code.is_welcome()), "{:?}", said.verdicts);
}

fn fact(number: usize, evidence: Vec<NewEvidence>) -> Proposal {
    Proposal::Profile(NewProfileFact {
        about: hupo::About::User,
        attribute: format!("attribute {number}"),
        value: "每天六点起床 gets up at six".into(),
        visibility: if number < 4 { Visibility::Always } else { Visibility::WhenRelevant },
        evidence,
    })
}

fn plan(number: i64, evidence: Vec<NewEvidence>) -> Proposal {
    let starts: Timestamp = now().plus_ms((number - 10) * DAY_MS);
    Proposal::TemporalItem(NewTemporalItem {
        kind: TemporalKind::Plan,
        about: hupo::About::User,
        text: format!("第{number}次 see the dentist"),
        starts: Some(starts),
        ends: Some(starts.plus_ms(DAY_MS / 24)),
        entities: Vec::new(),
        evidence,
    })
}

fn page(text: &str, (from, to): (u64, u64)) -> NewPage {
    let message = |number: u64| MessageRef::Id(MessageId::new(number.max(1)));
    NewPage { text: text.into(), from: message(from), to: message(to) }
}

fn main() {
    let mut criterion = hupo_benches::criterion();
    for memories in sizes().into_iter().take(2) {
        let life = LazyCell::new(|| Life::new(memories));
        run(&mut criterion, memories, &life);
        if wants_figures() {
            report(memories, LazyCell::force(&life));
        }
    }
    criterion.final_summary();
}

fn run<F: FnOnce() -> Life>(criterion: &mut Criterion, memories: usize, life: &LazyCell<Life, F>) {
    criterion.bench_function(&format!("context/{memories}"), |b| {
        let mut turns = life.turns.iter().cycle();
        b.iter(|| turns.next().map(|turn| life.see(turn)));
    });
}

fn report(memories: usize, life: &Life) {
    heading(&format!("what one turn sees, {memories} memories, {} messages, no models", memories * MESSAGES));
    let again = |_| life.turns.iter();
    let reached = times((0..repeats(3)).flat_map(again), |turn| life.see(turn));
    figure("whole context", reached, (memories == 10_000).then_some("p50 3 ms"));
    let silence = Turn::new("", now());
    figure("without a message, so without recall", times(0..repeats(200), |_| life.see(&silence)), None);
    let context = life.turns.first().map(|turn| life.space.context(turn).expect("it was asked before"));
    let n_tokens = context.map_or(0, |context| context.n_tokens);
    figure("tokens of the first, as estimated", n_tokens, None);
}
