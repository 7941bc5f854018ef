//! What is done to files.

use super::judging::{HARMED, OTHER};
use crate::chance::Chance;
use crate::world::find;
use std::fs;
use std::path::{Path, PathBuf};

/// What is harmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Pages,
    Files,
}

const PAGE: usize = 4_096;

/// How many pages the ledger has.
pub(super) fn pages(root: &Path) -> u64 {
    (fs::read(space(root, HARMED).join("ledger.redb")).unwrap().len() / PAGE) as u64
}

/// The directory of a space: the one whose file `name` says so.
fn space(root: &Path, name: &str) -> PathBuf {
    let names = find(root, "name").into_iter();
    let mine = names.filter(|path| fs::read_to_string(path).unwrap() == name);
    mine.map(|path| path.parent().unwrap().to_owned()).next().unwrap()
}

/// Does the damage of this number to the space under `root`, and says in words what it was.
pub(super) fn harm(root: &Path, what: What, number: u64, seed: u64) -> String {
    let mut chance = Chance::new(seed.wrapping_mul(1_000_003) ^ number.wrapping_mul(0x9e37_79b9));
    match what {
        What::Pages => harm_page(&space(root, HARMED).join("ledger.redb"), number, &mut chance),
        What::Files => harm_file(&space(root, HARMED), &space(root, OTHER), &mut chance),
    }
}

/// Pages come in turn; a sample of them is spread over the file.
fn harm_page(ledger: &Path, number: u64, chance: &mut Chance) -> String {
    let mut bytes = fs::read(ledger).unwrap();
    let n_pages = bytes.len() / PAGE;
    let page = number as usize * 37 % n_pages;
    let at = page * PAGE;
    let words = match chance.below(10) {
        0..=5 => flip(&mut bytes[at..at + PAGE], chance),
        6 => {
            bytes[at..at + PAGE].fill(0);
            "zeroed".to_owned()
        }
        7 | 8 => {
            let other = chance.below(n_pages) * PAGE;
            let kept = bytes[at..at + PAGE].to_vec();
            bytes.copy_within(other..other + PAGE, at);
            bytes[other..other + PAGE].copy_from_slice(&kept);
            format!("swapped with page {}", other / PAGE)
        }
        _ => {
            bytes.truncate(at);
            "cut off".to_owned()
        }
    };
    fs::write(ledger, bytes).unwrap();
    format!("page {page} {words}")
}

/// Flips one to three bits.
fn flip(bytes: &mut [u8], chance: &mut Chance) -> String {
    let flipped: Vec<usize> = (0..1 + chance.below(3)).map(|_| chance.below(bytes.len() * 8)).collect();
    flipped.iter().for_each(|bit| bytes[bit / 8] ^= 1 << (bit % 8));
    format!("bits {flipped:?} flipped")
}

/// Everything in a directory but the ledger.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(self::files(&entry));
        } else if entry.file_name().is_some_and(|name| name != "ledger.redb") {
            files.push(entry);
        }
    }
    files.sort();
    files
}

fn harm_file(mine: &Path, other: &Path, chance: &mut Chance) -> String {
    if chance.once_in(25) {
        fs::remove_dir_all(mine.join("keyword")).unwrap();
        fs::rename(other.join("keyword"), mine.join("keyword")).unwrap();
        return "the whole index is another space's".to_owned();
    }
    let files = files(mine);
    let file = &files[chance.below(files.len())];
    let words = harm_one(file, (&files, other), chance);
    format!("{}: {words}", file.strip_prefix(mine).unwrap().display())
}

/// A name of a space that is a folder cannot be mended by whoever opens it; all else can.
fn harm_one(file: &Path, (files, other): (&[PathBuf], &Path), chance: &mut Chance) -> String {
    let bytes = fs::read(file).unwrap();
    let is_name = file.ends_with("name");
    match chance.below(12) {
        0..=3 if !bytes.is_empty() => {
            let mut flipped = bytes;
            let words = flip(&mut flipped, chance);
            fs::write(file, flipped).unwrap();
            words
        }
        4 | 5 => {
            let length = chance.below(bytes.len());
            fs::write(file, &bytes[..length]).unwrap();
            format!("cut to {length} of {} bytes", bytes.len())
        }
        6 => {
            fs::write(file, vec![0; bytes.len()]).unwrap();
            "zeroed".to_owned()
        }
        7 => {
            fs::remove_file(file).unwrap();
            "removed".to_owned()
        }
        8 if !is_name => {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
            "a folder".to_owned()
        }
        9 if !is_name => {
            fs::remove_file(file).unwrap();
            link(Path::new("nowhere"), file);
            "a link to nowhere".to_owned()
        }
        10 => {
            let theirs = self::files(other);
            let another = &theirs[chance.below(theirs.len())];
            fs::copy(another, file).unwrap();
            format!("the other space's {}", another.strip_prefix(other).unwrap().display())
        }
        _ => {
            let another = &files[chance.below(files.len())];
            let theirs = fs::read(another).unwrap();
            fs::write(file, theirs).unwrap();
            fs::write(another, bytes).unwrap();
            format!("swapped with {}", another.file_name().unwrap().display())
        }
    }
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

#[cfg(not(unix))]
fn link(_: &Path, at: &Path) {
    fs::write(at, "").unwrap();
}
