//! Keys open what they are for, as long as they are valid, and nothing on disk opens anything.

use super::*;
use crate::caller::Spaces;
use crate::clock::Clock;
use crate::problem::Code;
use crate::verb::{Group, Verb};
use hupo::Timestamp;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tempfile::TempDir;

const NOW_MS: i64 = 1_790_000_000_000;
const DAY_MS: i64 = 86_400_000;

fn at(ms: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(ms).unwrap()
}

fn new(name: &str, spaces: CoveredSpaces, verbs: &[&str]) -> NewKey {
    let verbs = verbs.iter().map(|&word| word.to_owned()).collect();
    NewKey { name: name.into(), spaces, verbs, expires: None, limits: OwnLimits::default() }
}

fn named(names: &[&str]) -> CoveredSpaces {
    CoveredSpaces::Named(names.iter().map(|&name| name.to_owned()).collect())
}

/// A folder with a file of keys, and a clock that can be set.
struct Place {
    _folder: TempDir,
    file: KeyFile,
    ms: Arc<AtomicI64>,
}

impl Place {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let file = KeyFile::at(folder.path().join("keys.json"));
        Self { _folder: folder, file, ms: Arc::new(AtomicI64::new(NOW_MS)) }
    }

    fn create(&self, new: NewKey) -> (KeyRecord, String) {
        self.file.create(new, at(NOW_MS)).unwrap()
    }

    fn keys(&self) -> Keys {
        let ms = self.ms.clone();
        let clock = Clock::told_by(move || Timestamp::from_ms(ms.load(Ordering::Relaxed)));
        Keys::of(self.file.clone(), clock).unwrap()
    }
}

fn code(keys: &Keys, key: Option<&str>) -> Option<Code> {
    keys.caller(key).err().map(|problem| problem.code)
}

#[test]
fn a_key_lets_its_holder_in_and_no_other_does() {
    let place = Place::new();
    let (record, key) = place.create(new("琥珀 app", named(&["Mei"]), &["read", "erase"]));
    let keys = place.keys();
    let caller = keys.caller(Some(&key)).unwrap();
    assert_eq!((caller.id(), &caller.grant().spaces), (record.id.as_str(), &Spaces::Named(["Mei".to_owned()].into())));
    assert!(caller.may(Verb::Recall) && caller.may(Verb::Erase) && !caller.may(Verb::Append));
    let wrong_secret = format!("hupo_{}_{}", record.id, "0".repeat(64));
    let unknown_id = key.replace(&record.id, "0123456789ab");
    for wrong in [&wrong_secret, &unknown_id, "", "hupo_", "琥珀", &key[..key.len() - 1], &key.to_uppercase()] {
        let problem = keys.caller(Some(wrong)).unwrap_err();
        assert_eq!(
            (problem.code, problem.message.as_str()),
            (Code::Unauthenticated, "the key is not valid"),
            "{wrong}"
        );
    }
    assert_eq!(code(&keys, None), Some(Code::Unauthenticated));
}

#[test]
fn without_keys_everybody_is_let_in_as_one_caller() {
    let place = Place::new();
    let keys = place.keys();
    assert!(!keys.are_asked_for());
    assert_eq!(keys.caller(None).unwrap().id(), "local");
    assert_eq!(code(&keys, Some("hupo_x")), Some(Code::Unauthenticated), "a wrong key is not the same as none");
}

#[test]
fn a_key_that_is_made_revoked_or_gone_counts_at_the_next_reading() {
    let place = Place::new();
    let keys = place.keys();
    let (record, key) = place.create(new("one", CoveredSpaces::All, &["read"]));
    assert!(keys.read_again().unwrap() && keys.caller(Some(&key)).is_ok());
    assert_eq!(code(&keys, None), Some(Code::Unauthenticated), "now a key is asked for");
    assert!(!keys.read_again().unwrap(), "nothing changed");
    place.file.revoke(&record.id, at(NOW_MS)).unwrap();
    assert!(keys.read_again().unwrap());
    assert_eq!(code(&keys, Some(&key)), Some(Code::Unauthenticated));
    std::fs::remove_file(place.file.path()).unwrap();
    assert!(keys.read_again().unwrap() && keys.are_asked_for(), "a file that is gone opens nothing");
    assert_eq!(code(&keys, None), Some(Code::Unauthenticated));
}

#[test]
fn a_file_that_cannot_be_used_changes_nothing() {
    let place = Place::new();
    let (_, key) = place.create(new("one", CoveredSpaces::All, &["read"]));
    let keys = place.keys();
    std::fs::write(place.file.path(), "{ \"version\": 1, \"keys\": [ 不是 JSON").unwrap();
    assert!(matches!(keys.read_again(), Err(KeyError::BadFile { .. })));
    assert!(keys.caller(Some(&key)).is_ok());
}

#[test]
fn a_key_expires_on_time_and_a_rotated_one_overlaps() {
    let place = Place::new();
    let expires = Some(at(NOW_MS + 10 * DAY_MS));
    let (_, key) = place.create(NewKey { expires, ..new("one", CoveredSpaces::All, &["read"]) });
    let (_, newer) = place.file.rotate("one", at(NOW_MS + DAY_MS), at(NOW_MS)).unwrap();
    let keys = place.keys();
    let valid = |days: i64| {
        place.ms.store(NOW_MS + days * DAY_MS, Ordering::Relaxed);
        [&key, &newer].map(|key| keys.caller(Some(key)).is_ok())
    };
    assert_eq!([valid(0), valid(1), valid(9), valid(10)], [[true, true], [false, true], [false, true], [false, false]]);
}

#[test]
fn the_file_holds_no_key_and_only_its_owner_reads_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let (record, key) = place.create(new("one", named(&["琥珀"]), &["write"]));
    let text = std::fs::read_to_string(place.file.path()).unwrap();
    let secret = key.rsplit('_').next().unwrap();
    assert_eq!((secret.len(), text.contains(secret)), (64, false));
    assert!(secret.ends_with(&record.last_four));
    assert_eq!(std::fs::metadata(place.file.path()).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn keys_made_at_the_same_time_are_all_kept() {
    let place = Place::new();
    std::thread::scope(|scope| {
        for n in 0..8 {
            let place = &place;
            scope.spawn(move || place.create(new(&format!("key {n}"), CoveredSpaces::All, &["read"])));
        }
    });
    let ids: BTreeSet<String> = place.file.read().unwrap().into_iter().map(|key| key.id).collect();
    assert_eq!(ids.len(), 8);
}

#[test]
fn a_name_that_two_keys_have_names_none_and_an_unknown_one_is_said() {
    let place = Place::new();
    let (first, _) = place.create(new("两把", CoveredSpaces::All, &["read"]));
    place.create(new("两把", CoveredSpaces::All, &["read"]));
    assert!(matches!(place.file.revoke("两把", at(NOW_MS)), Err(KeyError::Ambiguous { .. })));
    assert!(matches!(place.file.revoke("nobody", at(NOW_MS)), Err(KeyError::Unknown { .. })));
    place.file.revoke(&first.id, at(NOW_MS)).unwrap();
    assert!(place.file.revoke("两把", at(NOW_MS)).is_ok(), "one valid key of the name is left");
}

#[test]
fn a_key_for_nothing_is_not_made() {
    let place = Place::new();
    for bad in [
        new("no spaces", named(&[]), &["read"]),
        new("empty prefix", CoveredSpaces::Under(String::new()), &["read"]),
        new("no verbs", CoveredSpaces::All, &[]),
        new("unknown verb", CoveredSpaces::All, &["读"]),
    ] {
        assert!(matches!(place.file.create(bad, at(NOW_MS)), Err(KeyError::Bad { .. })));
    }
    assert!(!place.file.path().exists());
}

#[test]
fn a_caller_whose_key_is_read_again_goes_on_counting() {
    let place = Place::new();
    let limits = OwnLimits { calls_at_once: Some(1), ..OwnLimits::default() };
    let (_, key) = place.create(NewKey { limits, ..new("one", CoveredSpaces::All, &["read"]) });
    let keys = place.keys();
    let _held = keys.caller(Some(&key)).unwrap().usage().enter().unwrap();
    place.create(new("another", CoveredSpaces::All, &["read"]));
    keys.read_again().unwrap();
    assert_eq!(keys.caller(Some(&key)).unwrap().usage().enter().unwrap_err().code, Code::TooMany);
}

#[test]
fn words_name_groups_and_verbs() {
    let words = |words: &[&str]| verbs_named(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).unwrap();
    assert!(words(&["read"]).iter().all(|verb| verb.group() == Group::Read));
    assert_eq!(words(&["erase", "recall"]), BTreeSet::from([Verb::Recall, Verb::Erase]));
    assert_eq!(words(&["read", "write", "review", "admin"]).len(), Verb::ALL.len());
}

#[test]
fn a_key_is_right_to_its_last_letter_and_covers_by_the_beginning_alone() {
    let place = Place::new();
    let (_, key) = place.create(new("all", CoveredSpaces::Under("mi".into()), &["read"]));
    let keys = place.keys();
    let (rest, last) = key.split_at(key.len() - 1);
    let other = format!("{rest}{}", if last == "0" { "1" } else { "0" });
    assert_eq!((code(&keys, Some(&key)), code(&keys, Some(&other))), (None, Some(Code::Unauthenticated)));
    let covers = |name: &str| keys.caller(Some(&key)).unwrap().grant().spaces.covers(name);
    assert!(covers("mine") && covers("mi") && !covers("vitamin 米") && !covers("m"));
}

#[test]
fn a_keys_own_limits_count_for_its_holder() {
    let place = Place::new();
    let limits = OwnLimits { request_bytes: Some(7), deadline_ms: Some(9), ..OwnLimits::default() };
    let (_, key) = place.create(NewKey { limits, ..new("small", CoveredSpaces::All, &["read"]) });
    let caller = place.keys().caller(Some(&key)).unwrap();
    let limits = caller.limits();
    assert_eq!((limits.request_bytes, limits.deadline), (7, std::time::Duration::from_millis(9)));
    assert_eq!(
        limits.calls_at_once,
        crate::limits::Limits::default().calls_at_once,
        "the usual, where none is its own"
    );
}
