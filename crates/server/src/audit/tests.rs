//! The audit log shows what was changed, taken out or put in, and holds no content.

use super::*;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn write(audit: &Audit, n_lines: usize) {
    for n in 0..n_lines {
        let space = Some("Mei 和 Hu 的家");
        let sequence = Some(Sequence::new(n as u64));
        audit.write(&Line {
            at: NOW,
            key: "k1",
            space,
            verb: "append",
            outcome: "ok",
            n_bytes: 12,
            ms: 3,
            sequence,
            answered: true,
        });
    }
}

fn log(n_lines: usize) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("audit.jsonl");
    write(&Audit::open(&path).unwrap(), n_lines);
    (folder, path)
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// The line at which a log with these lines breaks.
fn broken_at(path: &Path, lines: &[String]) -> Option<u64> {
    std::fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    check(&[path.to_owned()]).unwrap().broken.map(|broken| broken.line)
}

#[test]
fn a_log_that_was_left_alone_holds() {
    let (_folder, path) = log(20);
    let checked = check(&[path]).unwrap();
    assert_eq!((checked.n_lines, checked.first, checked.broken), (20, Some(0), None));
}

#[test]
fn every_flipped_byte_shows() {
    let (_folder, path) = log(3);
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() - 1 {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let checked = check(std::slice::from_ref(&path)).unwrap();
        assert!(checked.broken.is_some(), "byte {at}");
    }
}

#[test]
fn a_line_taken_out_put_in_or_moved_shows() {
    let (_folder, path) = log(6);
    let all = lines(&path);
    let without = |n: usize| all.iter().enumerate().filter(|(at, _)| *at != n).map(|(_, line)| line.clone()).collect();
    let without_third: Vec<String> = without(2);
    assert_eq!(broken_at(&path, &without_third), Some(3));
    let mut twice = all.clone();
    twice.insert(3, all[2].clone());
    assert_eq!(broken_at(&path, &twice), Some(4));
    let mut swapped = all.clone();
    swapped.swap(1, 2);
    assert_eq!(broken_at(&path, &swapped), Some(2));
    assert_eq!(broken_at(&path, &all), None);
}

#[test]
fn a_log_goes_on_where_it_was_left_and_a_cut_line_is_taken_off() {
    let (_folder, path) = log(4);
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"n\":4,\"at\":\"2026-").unwrap();
    write(&Audit::open(&path).unwrap(), 3);
    let checked = check(&[path]).unwrap();
    assert_eq!((checked.n_lines, checked.broken), (7, None));
}

#[test]
fn full_files_are_put_aside_and_hold_together() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("audit.jsonl");
    write(&Audit::open_until(&path, 1_000).unwrap(), 10);
    write(&Audit::open_until(&path, 1_000).unwrap(), 10);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|p| *p != path).collect();
    paths.sort();
    paths.push(path);
    assert!(paths.len() > 3);
    let checked = check(&paths).unwrap();
    assert_eq!((checked.n_lines, checked.broken), (20, None));
    paths.remove(1);
    assert!(check(&paths).unwrap().broken.is_some(), "a whole file is missing");
    paths.remove(0);
    assert!(check(&paths).unwrap().first > Some(0), "and a missing beginning is said");
}

#[test]
fn no_line_has_the_name_of_a_space() {
    let (_folder, path) = log(1);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("Mei") && !text.contains("的家"), "{text}");
    assert!(text.contains(&folder("Mei 和 Hu 的家")));
}

#[test]
fn a_file_that_is_no_audit_log_is_not_written_to() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "琥珀 notes\n").unwrap();
    assert!(Audit::open(&path).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "琥珀 notes\n");
}

#[test]
fn a_line_that_was_written_anew_breaks_the_one_after_it() {
    let (_folder, path) = log(5);
    let mut lines = lines(&path);
    let before = link::parted(&lines[1]).unwrap().1.to_owned();
    let fields = link::parted(&lines[2]).unwrap().0.replace("\"ok\"", "\"forbidden\"");
    let chain = link::chain(&before, &fields);
    lines[2] = format!("{fields},\"chain\":\"{chain}\"}}");
    assert_eq!(broken_at(&path, &lines), Some(4), "the fourth line still covers the old third");
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_the_log() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = log(1);
    assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
}
