//! `hupo verify`, `repair` and `compact` on a sound space, and on one whose file was damaged.

use super::{Root, at, list, text};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The ledger of the only space there is.
fn ledger(root: &Root) -> PathBuf {
    fn find(folder: &Path) -> Option<PathBuf> {
        let entries = std::fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().path());
        let found = entries.map(|path| if path.is_dir() { find(&path) } else { Some(path) });
        found.flatten().find(|path| path.ends_with("ledger.redb"))
    }
    find(Path::new(&root.path("spaces"))).unwrap()
}

/// Makes every copy of these words in the ledger unreadable.
fn blot(path: &Path, words: &str) {
    let (mut bytes, words) = (std::fs::read(path).unwrap(), words.as_bytes());
    let places: Vec<usize> = (0..bytes.len() - words.len()).filter(|at| bytes[*at..].starts_with(words)).collect();
    assert!(places.len() >= 2, "they stand in the event and in the message's row");
    for place in places {
        bytes[place..place + words.len()].fill(b'#');
    }
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_space_is_found_out_repaired_into_a_new_one_and_the_losses_are_listed() {
    let root = Root::automatic();
    assert_eq!(root.run(&["verify"]).code, 0);
    blot(&ledger(&root), "I always drink 茉莉花茶 before work.");
    let (verified, code) = root.json(&["verify", "--space", "us"]);
    assert_eq!((code, at(&verified, "/verification/sound")), (5, &json!(false)));
    let findings = list(&verified, "/verification/findings");
    assert!(findings.iter().all(|finding| at(finding, "/mend") == &json!("repair")), "{findings:?}");
    let said = root.run(&["verify", "--space", "us"]).text;
    assert!(said.contains("hupo repair --into NEW"), "{said}");
    let (repaired, code) = root.json(&["repair", "--space", "us", "--into", "我们 saved"]);
    assert_eq!((code, at(&repaired, "/complete")), (5, &json!(false)), "{repaired}");
    assert_eq!(at(&repaired, "/repair/lost/messages"), &json!([8]), "{repaired}");
    assert_eq!(at(&repaired, "/repair/findings"), &json!([]));
    assert_eq!(root.run(&["verify", "--space", "我们 saved"]).code, 0);
    let found = root.json(&["recall", "牙医 Dr. Lee", "--scope", "transcript", "--space", "我们 saved"]).0;
    assert_eq!(text(&found, "/hits/0/external_id"), "m6");
    assert_eq!(
        root.run(&["repair", "--space", "us", "--into", "我们 saved"]).code,
        1,
        "never over a space that is there"
    );
    let said = root.run(&["repair", "--space", "us", "--into", "again"]).text;
    assert!(said.contains("lost:\n    msg-8") && !said.contains("茉莉花茶"), "{said}");
}

#[test]
fn a_sound_space_is_repaired_without_loss_and_compacted_without_change() {
    let root = Root::automatic();
    let ran = root.run(&["repair", "--space", "us", "--into", "copy"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.text.contains("us → copy") && ran.text.contains("nothing that was acknowledged is lost"),
        "{}",
        ran.text
    );
    let export = |space| root.run(&["export", "--space", space]).text;
    assert_eq!(export("us"), export("copy"));
    let (compacted, code) = root.json(&["compact", "--space", "us"]);
    assert_eq!(code, 0);
    let bytes = |field| at(&compacted, field).as_u64().unwrap();
    assert!(bytes("/bytes_after") <= bytes("/bytes_before"), "{compacted}");
    assert_eq!(root.run(&["verify", "--space", "us"]).code, 0);
    assert_eq!(export("us"), export("copy"));
    assert!(root.run(&["compact", "--space", "us"]).text.starts_with("us: "));
    assert_eq!(root.run(&["repair", "--space", "nobody", "--into", "x"]).code, 1);
}
