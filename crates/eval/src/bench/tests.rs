//! A small set asked through the door, without models.

use super::{Bench, Benched};
use crate::dataset::{Dataset, Gold, Group, LeftOut, Question};
use crate::run::{Run, ablations, headline};
use hupo::{Embed, Hupo, NewMessage, Options, SearchScope, Timestamp};
use std::cell::RefCell;
use std::path::Path;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn question(text: &str, gold: &[&str], category: Option<&str>) -> Question {
    let gold = gold.iter().map(|id| Gold { external_id: (*id).to_owned(), grade: 1 }).collect();
    let scope = SearchScope::Transcript;
    Question {
        id: text.into(),
        text: text.into(),
        category: category.map(str::to_owned),
        asked: None,
        scope,
        gold,
        shown: false,
    }
}

fn set() -> Dataset {
    let turn = |(id, text): (&str, &str)| {
        let mut message = NewMessage::user(text).speaker("小雨").external_id(id);
        message.session = Some("monday".into());
        message
    };
    let turns = [("m1", "我妹妹三月要搬去里斯本"), ("m2", "The dentist is on Friday"), ("m3", "明天过ERP审批")];
    let questions = vec![
        question("谁要搬去里斯本", &["m1"], Some("单跳")),
        question("When is the dentist?", &["m2"], None),
        question("ERP审批是什么时候", &["m3"], None),
        question("Who sold the boat?", &["m2"], Some("adversarial")),
        question("谁卖了船", &[], None),
    ];
    let group = Group { name: "小雨".into(), documents: turns.map(turn).to_vec(), questions, ..Group::default() };
    Dataset { name: "set".into(), zone: "UTC".into(), groups: vec![group], left_out: LeftOut::default() }
}

fn bench(root: &Path, runs: &[Run]) -> Benched {
    let open = || Hupo::open_with(root, Options { embed: Embed::Later, ..Options::default() });
    Bench { open: &open, now: NOW, progress: &|_, _, _| {} }.run(&set(), runs).unwrap()
}

#[test]
fn the_keyword_run_finds_what_was_said_in_either_language() {
    let folder = tempfile::tempdir().unwrap();
    let benched = bench(folder.path(), &headline());
    let keyword = benched.outcomes.iter().find(|outcome| outcome.run == "keyword").unwrap();
    let first: Vec<(&str, Option<&str>)> = keyword
        .judged
        .iter()
        .map(|judged| (judged.question.as_str(), judged.answer.first().map(String::as_str)))
        .collect();
    assert_eq!(
        first[..3],
        [("谁要搬去里斯本", Some("m1")), ("When is the dentist?", Some("m2")), ("ERP审批是什么时候", Some("m3"))]
    );
    assert!(keyword.judged[..3].iter().all(|judged| judged.scores.ndcg_at_10 == 1.0 && judged.is_answerable()));
    assert!(keyword.judged[3..].iter().all(|judged| !judged.is_answerable()), "a distractor, and no gold at all");
    assert_eq!(benched.outcomes.len(), headline().len());
}

#[test]
fn a_set_takes_its_documents_and_bytes_and_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let runs: Vec<Run> = headline().into_iter().take(1).collect();
    let first = bench(folder.path(), &runs).footprint;
    assert_eq!((first.documents, first.written, first.embedded), (3, 3, 0));
    assert!(first.ledger_bytes > 0 && first.keyword_bytes > 0 && first.write_s > 0.0);
    let again = bench(folder.path(), &runs).footprint;
    assert_eq!((again.documents, again.written, again.written_per_second()), (3, 0, None));
}

#[test]
fn runs_without_context_have_spaces_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let runs: Vec<Run> = ablations().into_iter().map(Run::untimed).collect();
    let benched = bench(folder.path(), &runs);
    assert!(benched.outcomes.iter().all(|outcome| outcome.judged.len() == 5 && !outcome.timed));
    let mut spaces = Hupo::open(folder.path()).unwrap().spaces().unwrap();
    spaces.sort();
    assert_eq!(spaces, ["set/小雨", "set/小雨 bare", "set/小雨 without turns"]);
}

#[test]
fn a_timed_run_opens_the_root_anew_and_a_shared_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let opened = RefCell::new(0);
    let open = || {
        *opened.borrow_mut() += 1;
        Hupo::open(folder.path())
    };
    let runs = [headline()[0].clone(), headline()[2].clone(), headline()[3].clone().untimed()];
    Bench { open: &open, now: NOW, progress: &|_, _, _| {} }.run(&set(), &runs).unwrap();
    assert_eq!(*opened.borrow(), 3, "one to fill, one for each timed run; the last is shared");
}

#[test]
fn an_answer_is_a_line_with_its_ranking() {
    let folder = tempfile::tempdir().unwrap();
    let benched = bench(folder.path(), &headline()[..1]);
    let line = serde_json::to_value(benched.outcomes[0].answers().next().unwrap()).unwrap();
    assert_eq!((&line["set"], &line["run"], &line["group"]), (&"set".into(), &"keyword".into(), &"小雨".into()));
    assert_eq!((&line["answer"][0], &line["ndcg_at_10"]), (&"m1".into(), &1.0.into()));
}

#[test]
fn no_two_runs_have_the_same_name() {
    let mut names: Vec<&str> = headline().iter().chain(&ablations()).map(|run| run.name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
