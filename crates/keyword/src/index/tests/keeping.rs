//! Read-your-writes, commits, reopening, and that both parts together are as one index.

use super::*;
use crate::{Common, CommonRule};
use proptest::prelude::*;
use std::path::Path;

pub(super) fn open(dir: &Path) -> Opened {
    Index::open(dir, Options::default()).unwrap()
}

/// An index of `dir` that writes a batch whenever `commit_docs` wait.
fn open_with(dir: &Path, commit_docs: usize) -> Index {
    Index::open(dir, Options { commit_docs, ..Options::default() }).unwrap().index
}

#[test]
fn a_write_is_seen_by_the_next_search_before_and_after_a_commit() {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path()).index;
    index.apply(&change(1, texts(&["cat", "猫"]))).unwrap();
    assert_eq!((answers(&index, "cat"), answers(&index, "猫")), (vec![1], vec![2]));
    index.commit().unwrap();
    assert_eq!((answers(&index, "cat"), answers(&index, "猫")), (vec![1], vec![2]));
    index.apply(&change(2, vec![document(3, "cat")])).unwrap();
    assert_eq!(answers(&index, "cat"), [1, 3]);
}

#[test]
fn a_changed_document_hides_its_old_words_in_memory_and_on_disk() {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path()).index;
    index.apply(&change(1, texts(&["cat", "dog"]))).unwrap();
    index.apply(&change(2, vec![document(1, "bird")])).unwrap();
    assert_eq!((answers(&index, "cat"), answers(&index, "bird")), (vec![], vec![1]));
    index.commit().unwrap();
    index.apply(&change(3, vec![document(1, "fish")])).unwrap();
    for _ in 0..2 {
        assert_eq!((answers(&index, "bird"), answers(&index, "fish")), (vec![], vec![1]));
        assert_eq!(index.stats().unwrap().documents, 2);
        index.commit().unwrap();
    }
}

#[test]
fn applying_a_write_again_changes_nothing() {
    let index = in_memory(texts(&["cat"]));
    index.apply(&change(1, vec![document(1, "other")])).unwrap();
    assert_eq!(answers(&index, "cat"), [1]);
    assert_eq!(index.applied(), Sequence::new(1));
}

#[test]
fn a_write_without_documents_counts_as_applied() {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path()).index;
    index.apply(&change(5, Vec::new())).unwrap();
    index.close().unwrap();
    let again = open(dir.path());
    assert_eq!((again.index.applied(), again.rebuilt), (Sequence::new(5), None));
}

#[test]
fn a_new_folder_says_so_and_a_closed_one_opens_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(&dir.path().join("keyword"));
    assert_eq!((opened.rebuilt, opened.index.applied()), (Some(Reason::Missing), Sequence::ZERO));
    opened.index.apply(&change(7, texts(&["cat", "dog"]))).unwrap();
    let before = ask(&opened.index, "cat");
    opened.index.close().unwrap();
    let again = open(&dir.path().join("keyword"));
    assert_eq!((again.rebuilt, again.index.applied()), (None, Sequence::new(7)));
    assert_eq!(ask(&again.index, "cat"), before);
    again.index.verify().unwrap();
}

#[test]
fn what_was_not_committed_is_replayed_after_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path()).index;
    let changes =
        [change(1, texts(&["cat"])), change(2, vec![document(2, "cat")]), change(3, vec![document(1, "dog")])];
    index.apply(&changes[0]).unwrap();
    index.commit().unwrap();
    index.apply(&changes[1]).unwrap();
    index.apply(&changes[2]).unwrap();
    drop(index);
    let again = open(dir.path());
    assert_eq!((again.rebuilt, again.index.applied()), (None, Sequence::new(1)));
    changes.iter().for_each(|change| again.index.apply(change).unwrap());
    assert_eq!((answers(&again.index, "cat"), answers(&again.index, "dog")), (vec![2], vec![1]));
}

#[test]
fn another_zone_is_another_index() {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path()).index;
    index.apply(&change(1, texts(&["cat"]))).unwrap();
    index.close().unwrap();
    let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(8));
    let again = Index::open(dir.path(), Options { zone, ..Options::default() }).unwrap();
    assert!(matches!(again.rebuilt, Some(Reason::Unlike { .. })), "{:?}", again.rebuilt);
    assert_eq!((again.index.applied(), answers(&again.index, "cat")), (Sequence::ZERO, vec![]));
}

#[test]
fn batches_are_written_when_enough_documents_wait_and_stay_few() {
    let dir = tempfile::tempdir().unwrap();
    let index = open_with(dir.path(), 4);
    for number in 1..=40 {
        index.apply(&change(number, vec![document(number, "cat")])).unwrap();
        assert!(index.stats().unwrap().waiting < 4);
    }
    let stats = index.stats().unwrap();
    assert_eq!((stats.documents, stats.committed), (40, Sequence::new(40)));
    assert!(stats.segments <= 4 && stats.bytes > 0, "{stats:?}");
    assert_eq!(answers(&index, "cat").len(), 40);
}

#[test]
fn a_disk_that_refuses_keeps_the_newest_part_in_memory_until_it_takes_it() {
    let dir = tempfile::tempdir().unwrap();
    let index = open_with(dir.path(), 2);
    let other = tantivy::Index::open_in_dir(dir.path()).unwrap();
    let lock: tantivy::IndexWriter = other.writer_with_num_threads(1, 20_000_000).unwrap();
    index.apply(&change(1, texts(&["cat", "dog"]))).unwrap();
    assert!(matches!(index.commit(), Err(Error::Tantivy { .. })));
    assert_eq!((answers(&index, "cat"), index.stats().unwrap().waiting), (vec![1], 2));
    drop(lock);
    index.apply(&change(2, vec![document(3, "cat")])).unwrap();
    index.commit().unwrap();
    assert_eq!((answers(&index, "cat"), index.stats().unwrap().waiting), (vec![1, 3], 0));
}

#[test]
fn a_large_write_goes_straight_to_disk_over_what_waits_and_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let index = open_with(dir.path(), 4);
    index.apply(&change(1, texts(&["cat", "dog", "cat", "fish"]))).unwrap();
    index.apply(&change(2, vec![document(2, "cat"), document(9, "bird")])).unwrap();
    assert_eq!(index.stats().unwrap().waiting, 2);
    let large = ["twice", "bird", "bird", "cow", "cow"];
    let mut documents = texts(&large);
    documents.push(document(1, "once"));
    index.apply(&change(3, documents)).unwrap();
    let stats = index.stats().unwrap();
    assert_eq!((stats.waiting, stats.documents, stats.committed), (0, 6, Sequence::new(3)));
    assert_eq!((answers(&index, "bird"), answers(&index, "once")), (vec![2, 3, 9], vec![1]));
    assert!(answers(&index, "twice cat").is_empty());
    drop(index);
    assert_eq!(open(dir.path()).rebuilt, None);
}

#[test]
fn searches_go_on_while_batches_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let index = open_with(dir.path(), 8);
    index.apply(&change(1, vec![document(1, "cat")])).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut searches = 0;
            while !done.load(Ordering::Acquire) {
                assert_eq!(answers(&index, "cat"), [1]);
                searches += 1;
            }
            searches
        });
        for number in 2..60 {
            index.apply(&change(number, vec![document(number, "dog")])).unwrap();
        }
        done.store(true, Ordering::Release);
        assert!(reader.join().unwrap() > 0);
    });
}

/// What may happen to an index.
#[derive(Debug, Clone)]
enum Step {
    Put(Vec<(u64, Vec<u8>, Vec<u8>)>),
    Commit,
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let words = || prop::collection::vec(0..12_u8, 0..8);
    let put = prop::collection::vec((1..16_u64, words(), words()), 1..6).prop_map(Step::Put);
    prop::collection::vec(prop_oneof![6 => put, 2 => Just(Step::Commit), 1 => Just(Step::Reopen)], 1..14)
}

fn made(number: u64, words: &[u8], before: &[u8]) -> Document {
    let vocabulary = ["cat", "dog", "猫", "狗", "爬山", "review", "ERP审批", "music", "音乐", "the", "的", "May"];
    let text = |words: &[u8]| words.iter().map(|word| vocabulary[usize::from(*word)]).collect::<Vec<_>>().join(" ");
    let mut doc = document(number, &text(words));
    doc.context = vec![ContextLine { speaker: None, text: text(before) }];
    doc.speaker = Some(if number.is_multiple_of(2) { "Ann" } else { "陈慧" }.into());
    doc
}

fn questions() -> Vec<Query> {
    let rules = [CommonRule::Keep, CommonRule::ScoreOnly, CommonRule::LeaveOut];
    let options = |rule| QueryOptions { common: Common { share: 0.3, least_docs: 0, rule }, ..QueryOptions::default() };
    let texts = ["cat", "猫 dog ann", "爬山 审批 review 陈慧", "music may 音乐 the"];
    rules.into_iter().flat_map(|rule| texts.map(|text| Query::new(text, &options(rule)))).collect()
}

fn assert_same(index: &Index, fresh: &Index) {
    let allowed: DocSet = everyone().iter().filter(|doc| doc.number() % 5 != 0).collect();
    for query in questions() {
        let (ours, theirs) = (index.search(&query, &allowed, 20).unwrap(), fresh.search(&query, &allowed, 20).unwrap());
        assert_eq!(ours.len(), theirs.len(), "{query:?}");
        for (a, b) in ours.iter().zip(&theirs) {
            assert!((a.score - b.score).abs() < 1e-4, "{query:?}: {ours:?} {theirs:?}");
            let near = |hit: &&Hit| (hit.score - a.score).abs() < 1e-4;
            assert!(theirs.iter().filter(near).any(|hit| hit.doc == a.doc), "{query:?}: {ours:?} {theirs:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn disk_and_memory_together_are_as_one_fresh_index(steps in steps()) {
        let dir = tempfile::tempdir().unwrap();
        let mut index = open(dir.path()).index;
        let mut now = std::collections::BTreeMap::new();
        for (step, sequence) in steps.into_iter().zip(1..) {
            match step {
                Step::Put(documents) => {
                    let documents: Vec<Document> = documents.iter().map(|(n, w, b)| made(*n, w, b)).collect();
                    now.extend(documents.iter().map(|doc| (doc.id, doc.clone())));
                    let once: std::collections::BTreeMap<DocId, Document> = documents.into_iter().map(|doc| (doc.id, doc)).collect();
                    index.apply(&change(sequence, once.into_values().collect())).unwrap();
                }
                Step::Commit => index.commit().unwrap(),
                Step::Reopen => {
                    index.close().unwrap();
                    let opened = open(dir.path());
                    prop_assert_eq!(opened.rebuilt, None);
                    index = opened.index;
                }
            }
            let fresh = in_memory(now.values().cloned().collect());
            assert_same(&index, &fresh);
        }
        let other = tempfile::tempdir().unwrap();
        let fresh = open(other.path()).index;
        fresh.apply(&change(1, now.into_values().collect())).unwrap();
        fresh.commit().unwrap();
        assert_same(&index, &fresh);
    }
}
