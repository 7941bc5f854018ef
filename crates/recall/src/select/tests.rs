//! What becomes an answer, and who answers for whom.

use super::*;
use crate::catalog::Catalog;
use crate::fuse::Candidate;
use crate::order::keep;
use hupo_types::{
    Care, Cared, Change, Event, Evidence, Interval, Kind, Memory, MemoryId, MessageId, Purpose, Role, Scope,
    SemanticKey, Sequence, Standing, State,
};
use jiff::tz::TimeZone;

static UTC: TimeZone = TimeZone::UTC;
const DAY_MS: i64 = 86_400_000;
const NOW: Timestamp = Timestamp::from_ms(1_000 * DAY_MS);

/// mem-1 to mem-5: "五月学琴" stands for three lessons; the last has nothing to do with it.
const TEXTS: [&str; 5] =
    ["五月学琴 piano in May", "老师叫 Ruth", "the waltz at 60 beats", "周二上课 Tuesdays", "去了杭州 Hangzhou"];

fn doc(number: u64) -> DocId {
    DocId::Memory(MemoryId::new(number))
}

fn memory(number: u64, recorded_at: Timestamp) -> Memory {
    let kind = if number == 1 { Kind::TopicSummary } else { Kind::Fact };
    let quote = Evidence {
        message: MessageId::new(1),
        role: Role::User,
        quote: "琴".into(),
        start: 0,
        end: 1,
        purpose: Purpose::Statement,
        ambiguous: false,
    };
    Memory {
        id: MemoryId::new(number),
        external_id: None,
        kind,
        scope: Scope::User,
        key: SemanticKey::default(),
        text: String::new(),
        summary: None,
        importance: 5,
        valence: 0.0,
        arousal: 0.0,
        standing: Standing::Stable,
        state: State::Active,
        evidence: vec![quote],
        recorded_at,
        valid: Interval::default(),
        supersedes: None,
        superseded_by: None,
        superseded_at: None,
        covers: Vec::new(),
        care: Care::default(),
    }
}

fn catalog(cared: Vec<Cared>) -> Catalog {
    let mut catalog = Catalog::default();
    let recorded = Timestamp::from_ms(NOW.ms() - 300 * DAY_MS);
    let events = (1..=5).map(|number| Event::MemoryRemembered { memory: memory(number, recorded) });
    let events: Vec<Event> = events.chain(cared.into_iter().map(Event::Cared)).collect();
    catalog.apply(&Change { sequence: Sequence::new(1), events: events.into(), documents: Vec::new() });
    catalog
}

fn folded() -> Cared {
    let members = [2, 3, 4].map(MemoryId::new).to_vec();
    Cared::Folded { summary: MemoryId::new(1), members, at: Timestamp::from_ms(NOW.ms() - 100 * DAY_MS) }
}

fn question(k: usize) -> Question {
    let mut question = Question::new("几点上课 what tempo", NOW).k(k);
    question.recipe.floor = None;
    question
}

fn document(id: DocId, text: &str) -> Document {
    Document {
        id,
        text: text.to_owned(),
        title: None,
        speaker: None,
        contact: None,
        channel: None,
        people: Vec::new(),
        time: None,
        session: None,
        context: Vec::new(),
        names: Vec::new(),
    }
}

fn tools<'a>(catalog: &'a Catalog, document: &'a (dyn Fn(DocId) -> Option<Document> + Sync)) -> Tools<'a> {
    Tools {
        catalog,
        keyword: None,
        vector: None,
        graph: None,
        embedder: None,
        reranker: None,
        max_sim: None,
        zone: &UTC,
        pool: None,
        document,
    }
}

/// An answer by its number, with the members named beside it.
type Answer = (u64, Vec<u64>);

/// The answers to a question whose candidates came in this order, and what was lost.
fn chosen(catalog: &Catalog, question: &Question, order: &[u64]) -> (Vec<Answer>, HashMap<DocId, Dropped>) {
    let read = |id: DocId| TEXTS.get(id.number() as usize - 1).map(|text| document(id, text));
    let tools = tools(catalog, &read);
    let fused = |place: usize| 1.0 - 0.1 * place as f32;
    let candidate =
        |(place, number): (usize, &u64)| Candidate { doc: doc(*number), fused: fused(place), contributions: vec![] };
    let ordered = keep(order.iter().enumerate().map(candidate).collect());
    let plan = Plan::make(&tools, question).unwrap();
    let selection = select(&tools, question, &plan, RerankedBy::Nobody, &ordered);
    let number = |chosen: &Chosen| chosen.document.id.number();
    let named = |chosen: &Chosen| (number(chosen), chosen.stands_for.iter().map(number).collect());
    (selection.chosen.iter().map(named).collect(), selection.dropped)
}

#[track_caller]
fn check(question: &Question, order: &[u64], expected: &[(u64, &[u64])]) {
    let expected: Vec<Answer> = expected.iter().map(|(answer, named)| (*answer, named.to_vec())).collect();
    assert_eq!(chosen(&catalog(vec![folded()]), question, order).0, expected);
}

#[test]
fn a_summary_answers_once_in_the_best_members_place_and_names_all_that_matched() {
    check(&question(5), &[5, 3, 2], &[(5, &[]), (1, &[3, 2])]);
    check(&question(5), &[3, 5, 1, 4], &[(1, &[3, 4]), (5, &[])]);
    check(&question(5), &[1, 5, 3], &[(1, &[3]), (5, &[])]);
    check(&question(5), &[1, 5], &[(1, &[]), (5, &[])]);
    let (_, dropped) = chosen(&catalog(vec![folded()]), &question(5), &[3, 1, 2]);
    assert_eq!(dropped, HashMap::from([3, 2].map(|member| (doc(member), Dropped::StoodFor(doc(1))))));
}

#[test]
fn no_member_is_hidden_that_would_have_been_an_answer_by_itself() {
    check(&question(1), &[1, 3, 2], &[(1, &[3])]);
    check(&question(2), &[2, 3, 4, 5], &[(1, &[2, 3]), (5, &[])]);
    for order in [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [2, 5, 1, 4, 3], [3, 1, 5, 2, 4]] {
        for k in 1..=5 {
            let plain = chosen(&catalog(vec![]), &question(k), &order).0;
            let answers = chosen(&catalog(vec![folded()]), &question(k), &order).0;
            let shown: Vec<u64> =
                answers.iter().flat_map(|(answer, named)| named.iter().chain([answer])).copied().collect();
            assert!(plain.iter().all(|(answer, _)| shown.contains(answer)), "{order:?} k={k}: {answers:?}");
            assert!(answers.len() <= k && shown.len() <= 2 * k, "{order:?} k={k}: {answers:?}");
        }
    }
}

#[test]
fn a_member_answers_itself_where_its_summary_may_not() {
    let kinds = crate::question::Filter { kinds: vec![Kind::Fact], ..Default::default() };
    check(&question(5).filter(kinds), &[3, 5], &[(3, &[]), (5, &[])]);
    let mut then = question(5);
    then.as_of = Some(Timestamp::from_ms(NOW.ms() - 200 * DAY_MS));
    check(&then, &[3, 5], &[(3, &[]), (5, &[])]);
    let mut apart = question(5);
    apart.include.folded = true;
    check(&apart, &[3, 1, 5], &[(3, &[]), (1, &[]), (5, &[])]);
}

#[test]
fn the_same_words_are_said_once_whether_folded_or_not() {
    let read = |id: DocId| Some(document(id, if id == doc(1) { "五月 May" } else { "周二上课 Tuesdays" }));
    let catalog = catalog(vec![folded()]);
    let tools = tools(&catalog, &read);
    let candidates = [4, 5].map(|number| Candidate { doc: doc(number), fused: 1.0, contributions: vec![] });
    let question = question(5);
    let plan = Plan::make(&tools, &question).unwrap();
    let selection = select(&tools, &question, &plan, RerankedBy::Nobody, &keep(candidates.to_vec()));
    assert_eq!(selection.chosen.len(), 1);
    assert_eq!(selection.dropped.get(&doc(5)), Some(&Dropped::SameAs(doc(4))));
}

#[test]
fn warmth_breaks_a_near_tie_and_nothing_more() {
    let turn = MessageId::new(1);
    let warm = |at| Cared::Used { turn, memories: vec![MemoryId::new(5)], basis: hupo_types::UseBasis::Told, at };
    let answers = |catalog: &Catalog, question: &Question, fused: [f32; 2]| {
        let read = |id: DocId| TEXTS.get(id.number() as usize - 1).map(|text| document(id, text));
        let tools = tools(catalog, &read);
        let two = [(2, fused[0]), (5, fused[1])];
        let candidates = two.map(|(number, fused)| Candidate { doc: doc(number), fused, contributions: vec![] });
        let plan = Plan::make(&tools, question).unwrap();
        let selection = select(&tools, question, &plan, RerankedBy::Nobody, &keep(candidates.to_vec()));
        selection.chosen.iter().map(|chosen| chosen.document.id.number()).collect::<Vec<_>>()
    };
    let used = catalog(vec![warm(Timestamp::from_ms(NOW.ms() - DAY_MS))]);
    assert_eq!(answers(&catalog(vec![]), &question(5), [0.2, 0.2]), [2, 5], "as cold as each other");
    assert_eq!(answers(&used, &question(5), [0.2, 0.2]), [5, 2]);
    assert_eq!(answers(&used, &question(5), [0.201, 0.2]), [2, 5], "what matches better comes first");
    let mut measured = question(5);
    measured.recipe.priors = false;
    assert_eq!(answers(&used, &measured, [0.2, 0.2]), [2, 5], "off in benchmarks");
}
