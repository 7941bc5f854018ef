//! Spaces that are put away while nobody uses them, and never under anybody.

use super::*;
use hupo_types::NewMessage;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn create(hupo: &Hupo, name: &str) -> Space {
    hupo.space_or_create(SpaceConfig { name: name.into(), zone: "Asia/Shanghai".into() }, NOW).unwrap()
}

/// The files that this process has open under the folder.
fn open_files(folder: &TempDir) -> usize {
    let here = std::fs::read_dir("/proc/self/fd").unwrap().filter_map(|fd| std::fs::read_link(fd.ok()?.path()).ok());
    here.filter(|path| path.starts_with(folder.path().canonicalize().unwrap())).count()
}

#[test]
fn a_space_in_use_is_not_put_away() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let space = create(&hupo, "琥珀");
    assert!(!hupo.release("琥珀").unwrap());
    space.append(vec![NewMessage::user("茉莉花茶 still works")], NOW).unwrap();
}

#[test]
fn a_space_put_away_holds_no_file_and_no_door() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    for name in ["one", "二", "three 三"] {
        create(&hupo, name).append(vec![NewMessage::user("茉莉花茶 jasmine tea")], NOW).unwrap();
    }
    assert!(open_files(&folder) > 0);
    for name in ["one", "二", "three 三", "never there"] {
        assert!(hupo.release(name).unwrap());
    }
    assert_eq!((open_files(&folder), hupo.doors().len()), (0, 0));
    assert_eq!(hupo.space("二").unwrap().stats().unwrap().counts.messages, 1);
}

#[test]
fn asking_for_spaces_that_are_not_there_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    for n in 0..50 {
        assert!(matches!(hupo.space(&format!("nobody {n}")), Err(Error::UnknownSpace { .. })));
        assert!(hupo.erase_space(&format!("nobody {n}")).is_err());
    }
    assert_eq!(hupo.doors().len(), 0);
}

#[test]
fn writers_and_those_who_put_away_never_meet() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    drop(create(&hupo, "busy"));
    let n_written = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let space = hupo.space("busy").unwrap();
                    space.append(vec![NewMessage::user("写一行 one line")], NOW).unwrap();
                    n_written.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        scope.spawn(|| {
            while n_written.load(Ordering::Relaxed) < 60 {
                hupo.release("busy").unwrap();
                std::thread::yield_now();
            }
        });
    });
    let space = hupo.space("busy").unwrap();
    assert_eq!(space.stats().unwrap().counts.messages, 60);
    assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
    drop(space);
    assert!(hupo.release("busy").unwrap(), "nobody uses it any more");
}

#[test]
fn few_new_lines_of_a_space_put_away_are_taken_in_again_and_many_are_written() {
    use hupo_recall::{Question, SearchScope};
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let mut n_lines = 0;
    for (n, waiting) in [(3, 3), (20, 23), (20, 0), (1, 1)] {
        let space = create(&hupo, "琥珀");
        let lines = (0..n).map(|n| NewMessage::user(format!("第{n}杯茉莉花茶 cup of tea {n_lines}"))).collect();
        space.append(lines, NOW).unwrap();
        n_lines += n;
        drop(space);
        assert!(hupo.release("琥珀").unwrap());
        let keyword = create(&hupo, "琥珀").stats().unwrap().keyword;
        assert_eq!(keyword.documents, n_lines, "{keyword:?}");
        assert!(keyword.detail.ends_with(&format!(" {waiting} documents in memory only")), "{keyword:?}");
        let question = Question::new("茉莉花茶 tea", NOW).scope(SearchScope::Transcript);
        assert!(!create(&hupo, "琥珀").recall(&question).unwrap().hits.is_empty());
    }
    create(&hupo, "琥珀").close().unwrap();
    let keyword = create(&hupo, "琥珀").stats().unwrap().keyword;
    assert!(
        keyword.detail.ends_with(" 0 documents in memory only"),
        "one that is closed is written whole: {keyword:?}"
    );
}
