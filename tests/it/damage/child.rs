//! The child that opens what is damaged, and the parent that counts what it says, and how often it fell over.

use super::harm::{What, harm};
use super::said::said;
use super::seed;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const SOUND: &str = "HUPO_DAMAGE_SOUND";
const WHAT: &str = "HUPO_DAMAGE_WHAT";
const FROM: &str = "HUPO_DAMAGE_FROM";
const TO: &str = "HUPO_DAMAGE_TO";

/// KiB of address space a child may have.
const MEMORY_KIB: u32 = 3 << 20;

/// What became of damages.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// All is said as it was written.
    pub(super) right: u64,
    /// Refused, with what to do.
    pub(super) refused: u64,
    /// Something else is said: what was done.
    pub(super) wrong: Vec<String>,
    /// Refused in words that do not help.
    pub(super) unclear: Vec<String>,
    /// The child fell over.
    pub(super) fell: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { right, refused, wrong, unclear, fell } = self;
        write!(f, "{right} gave what was written, {refused} were refused; {} silently wrong, ", wrong.len())?;
        write!(f, "{} escaping panics or aborts, {} unclear refusals", fell.len(), unclear.len())
    }
}

/// The child's life. Does nothing in a usual run.
#[test]
fn child_that_opens_what_is_damaged() {
    let Ok(sound) = std::env::var(SOUND) else { return };
    let number = |name: &str| std::env::var(name).unwrap().parse::<u64>().unwrap();
    let what = if std::env::var(WHAT).unwrap() == "pages" { What::Pages } else { What::Files };
    let copy = || {
        let folder = tempfile::tempdir().unwrap();
        copy_all(Path::new(&sound), folder.path());
        folder
    };
    let truth = said(copy().path()).unwrap();
    for damage in number(FROM)..number(TO) {
        let folder = copy();
        let words = harm(folder.path(), what, damage, seed());
        println!("trying {damage} {words}");
        println!("judged {damage} {} {words}", verdict(folder.path(), &truth));
    }
}

fn verdict(root: &Path, truth: &str) -> String {
    match said(root) {
        Ok(said) if said == truth => "right".to_owned(),
        Ok(_) => "wrong".to_owned(),
        Err(error) => {
            let words = error.to_string();
            let helps = ["repair", "restore", "check the", "use a newer"].iter().any(|help| words.contains(help));
            if helps { "refused".to_owned() } else { format!("unclear ({words})") }
        }
    }
}

fn copy_all(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Has `n` damages judged, each on a copy of the sound root.
pub(super) fn judge(sound: &Path, what: What, n: u64) -> Tally {
    let (mut tally, mut next) = (Tally::default(), 0);
    while next < n {
        next = judge_some(sound, what, next..n, &mut tally);
    }
    tally
}

/// Has them judged until a child falls over; says where to go on.
fn judge_some(sound: &Path, what: What, numbers: std::ops::Range<u64>, tally: &mut Tally) -> u64 {
    let limited = format!("ulimit -v {MEMORY_KIB}; exec \"$0\" \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "damage::child::child_that_opens_what_is_damaged", "--nocapture"])
        .env(SOUND, sound)
        .env(WHAT, if what == What::Pages { "pages" } else { "files" })
        .env(FROM, numbers.start.to_string())
        .env(TO, numbers.end.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut next, mut trying) = (numbers.start, None);
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        if let Some((_, words)) = line.split_once("trying ") {
            trying = Some(words.to_owned());
        }
        if let Some((_, judged)) = line.split_once("judged ") {
            tally.count(judged.split_once(' ').unwrap().1);
            (next, trying) = (next + 1, None);
        }
    }
    child.wait().unwrap();
    if next == numbers.end {
        return next;
    }
    tally.fell.push(trying.expect("a child falls over while it tries"));
    next + 1
}

impl Tally {
    fn count(&mut self, judged: &str) {
        match judged.split_once(' ').unwrap() {
            ("right", _) => self.right += 1,
            ("refused", _) => self.refused += 1,
            ("wrong", words) => self.wrong.push(words.to_owned()),
            (_, words) => self.unclear.push(words.to_owned()),
        }
    }
}
