//! Folders that are not as they were left: begun anew or answering as before, never a panic, never wrong in silence.

use super::keeping::open;
use super::*;
use std::fs;
use std::path::{Path, PathBuf};

/// A closed index of a few dozen documents in two segments, one of them with a deleted document.
fn made(dir: &Path) -> Vec<Hit> {
    let index = open(dir).index;
    let text = |n: u64| format!("cat word{n} 小橘猫 {}", ["music", "音乐", "review"][n as usize % 3]);
    index.apply(&change(1, (1..=60).map(|n| document(n, &text(n))).collect())).unwrap();
    index.commit().unwrap();
    index.apply(&change(2, (55..=70).map(|n| document(n, &text(n + 1))).collect())).unwrap();
    index.commit().unwrap();
    let hits = everything(&index);
    index.close().unwrap();
    hits
}

fn everything(index: &Index) -> Vec<Hit> {
    ["cat", "小橘猫", "word7 music", "音乐 review"].iter().flat_map(|question| ask(index, question)).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

fn paths(dir: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|item| item.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Damages a copy of the folder, opens it, and says whether it was begun anew.
fn after(original: &Path, before: &[Hit], file: &Path, damage: impl FnOnce(&Path)) -> bool {
    let dir = tempfile::tempdir().unwrap();
    copy(original, dir.path());
    damage(&dir.path().join(file.file_name().unwrap()));
    let opened = open(dir.path());
    match &opened.rebuilt {
        None => {
            assert_eq!(opened.index.applied(), Sequence::new(2), "{file:?}");
            assert_eq!(everything(&opened.index), before, "{file:?}");
        }
        Some(_) => {
            assert_eq!((opened.index.applied(), ask(&opened.index, "cat")), (Sequence::ZERO, vec![]), "{file:?}");
            opened.index.apply(&change(1, texts(&["cat"]))).unwrap();
            assert_eq!(answers(&opened.index, "cat"), [1]);
        }
    }
    opened.rebuilt.is_some()
}

#[test]
fn a_flipped_bit_anywhere_is_noticed_or_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let before = made(dir.path());
    let mut noticed = 0;
    for file in paths(dir.path()) {
        let len = fs::metadata(&file).unwrap().len() as usize;
        for trial in 0..8.min(len) {
            let at = trial * len / 8.min(len);
            noticed += usize::from(after(dir.path(), &before, &file, |path| {
                let mut bytes = fs::read(path).unwrap();
                bytes[at] ^= 1 << (trial % 8);
                fs::write(path, bytes).unwrap();
            }));
        }
    }
    assert!(noticed > 20, "{noticed}");
}

#[test]
fn a_truncated_or_missing_file_is_noticed_or_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let before = made(dir.path());
    let mut noticed = 0;
    for file in paths(dir.path()) {
        let len = fs::metadata(&file).unwrap().len();
        for keep in [0, len / 2, len.saturating_sub(1)] {
            noticed += usize::from(after(dir.path(), &before, &file, |path| {
                fs::OpenOptions::new().write(true).open(path).unwrap().set_len(keep).unwrap();
            }));
        }
        noticed += usize::from(after(dir.path(), &before, &file, |path| fs::remove_file(path).unwrap()));
    }
    assert!(noticed > 20, "{noticed}");
}

#[test]
fn rubbish_in_place_of_an_index_is_replaced_and_folders_in_it_stay() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("meta.json"), "{}").unwrap();
    fs::create_dir(dir.path().join("not-ours")).unwrap();
    let opened = open(dir.path());
    assert!(matches!(opened.rebuilt, Some(Reason::Damaged { .. })), "{:?}", opened.rebuilt);
    assert!(dir.path().join("not-ours").is_dir());
}

#[test]
fn a_file_where_the_folder_should_be_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("keyword");
    fs::write(&path, "x").unwrap();
    assert!(matches!(Index::open(&path, Options::default()), Err(Error::Io { .. })));
}

/// It was taken for the mark of a clean stop, which then could not be made.
#[test]
fn a_folder_with_the_name_of_a_file_of_ours_is_damage_and_goes() {
    for name in ["clean", "meta.json", ".managed.json"] {
        let dir = tempfile::tempdir().unwrap();
        made(dir.path());
        fs::remove_file(dir.path().join(name)).unwrap();
        fs::create_dir(dir.path().join(name)).unwrap();
        let opened = open(dir.path());
        assert!(matches!(opened.rebuilt, Some(Reason::Damaged { .. })), "{name}: {:?}", opened.rebuilt);
        opened.index.apply(&change(1, texts(&["cat"]))).unwrap();
        opened.index.close().unwrap();
        assert_eq!(answers(&open(dir.path()).index, "cat"), [1], "{name}");
    }
}

/// Its checksum is right, but it is not this index's.
#[test]
fn a_file_of_another_index_is_noticed() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    made(dir.path());
    let index = open(other.path()).index;
    index.apply(&change(1, (1..=60).map(|n| document(n, &format!("dog 茉莉花 {n}"))).collect())).unwrap();
    index.close().unwrap();
    let ending = |path: &PathBuf| path.extension().map(|end| end.to_owned());
    for theirs in
        paths(other.path()).iter().filter(|path| ending(path).is_some_and(|end| end != "json" && end != "lock"))
    {
        let differs =
            |path: &PathBuf| ending(path) == ending(theirs) && fs::read(path).unwrap() != fs::read(theirs).unwrap();
        for mine in paths(dir.path()).iter().filter(|path| differs(path)) {
            let copied = tempfile::tempdir().unwrap();
            copy(dir.path(), copied.path());
            fs::copy(theirs, copied.path().join(mine.file_name().unwrap())).unwrap();
            let opened = open(copied.path());
            assert!(matches!(opened.rebuilt, Some(Reason::Damaged { .. })), "{mine:?}: {:?}", opened.rebuilt);
        }
    }
}

#[test]
fn an_index_of_another_owner_is_begun_anew() {
    let dir = tempfile::tempdir().unwrap();
    made(dir.path());
    let opened = Index::open(dir.path(), Options { owner: "小雨".to_owned(), ..Options::default() }).unwrap();
    assert!(matches!(opened.rebuilt, Some(Reason::Unlike { .. })), "{:?}", opened.rebuilt);
}

#[test]
fn verify_notices_damage_under_an_open_index() {
    let dir = tempfile::tempdir().unwrap();
    made(dir.path());
    let index = open(dir.path()).index;
    index.verify().unwrap();
    let postings = paths(dir.path()).into_iter().find(|path| path.extension().is_some_and(|end| end == "idx")).unwrap();
    let mut bytes = fs::read(&postings).unwrap();
    bytes[0] ^= 1;
    fs::write(&postings, bytes).unwrap();
    assert!(matches!(index.verify(), Err(Error::Damaged { .. })));
}

#[test]
fn a_large_index_closed_cleanly_is_trusted_and_one_killed_is_read_through() {
    let dir = tempfile::tempdir().unwrap();
    made(dir.path());
    let postings =
        paths(dir.path()).into_iter().find(|path| path.extension().is_some_and(|end| end == "store")).unwrap();
    let mut bytes = fs::read(&postings).unwrap();
    bytes[0] ^= 1;
    fs::write(&postings, bytes).unwrap();
    let trusting = Options { always_verify_bytes: 0, ..Options::default() };
    assert_eq!(Index::open(dir.path(), trusting.clone()).unwrap().rebuilt, None);
    fs::remove_file(dir.path().join("clean")).unwrap();
    assert!(matches!(Index::open(dir.path(), trusting).unwrap().rebuilt, Some(Reason::Damaged { .. })));
}
