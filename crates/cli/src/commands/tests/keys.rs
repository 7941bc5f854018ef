//! Keys and audit logs through the command.

use super::{NOW, Root};
use hupo_server::{Clock, KeyFile, Keys};

/// Whether the key opens anything at the time of the commands.
fn opens(root: &Root, key: &str) -> bool {
    let now: jiff::Timestamp = NOW.parse().unwrap();
    let clock = Clock::told_by(move || hupo::Timestamp::from_ms(now.as_millisecond()));
    Keys::of(KeyFile::at(root.path("spaces/keys.json")), clock).unwrap().caller(Some(key.trim())).is_ok()
}

#[test]
fn a_key_is_shown_once_listed_without_its_secret_rotated_and_revoked() {
    let root = Root::new();
    let made = root.run(&["keys", "create", "--name", "琥珀 app", "--covers", "us", "--verbs", "read,erase"]);
    assert!(made.code == 0 && opens(&root, &made.text), "{}", made.text);
    let listed = root.run(&["keys", "list"]);
    assert!(listed.text.contains("琥珀 app") && listed.text.contains("read, erase") && !listed.text.contains("hupo_"));
    let rotated = root.run(&["keys", "rotate", "琥珀 app"]);
    assert_eq!([opens(&root, &made.text), opens(&root, &rotated.text)], [false, true]);
    assert_eq!(root.run(&["keys", "revoke", "琥珀 app"]).code, 0);
    assert!(!opens(&root, &rotated.text));
    let all = root.run(&["keys", "list", "--json"]).json();
    assert_eq!((all.as_array().unwrap().len(), all[1]["revoked"].is_string(), &all[1]["hash"]), (2, true, &().into()));
}

#[test]
fn a_key_for_nothing_or_for_an_unknown_verb_is_a_mistake_in_the_call() {
    let root = Root::new();
    assert_eq!(root.run(&["keys", "create", "--name", "no spaces"]).code, 2);
    assert_eq!(root.run(&["keys", "create", "--name", "x", "--all-spaces", "--verbs", "读"]).code, 2);
    assert_eq!(root.run(&["keys", "revoke", "nobody"]).code, 2);
    assert!(root.run(&["keys", "list"]).text.contains("no keys"));
}

#[test]
fn serving_others_without_keys_is_a_mistake_in_the_call() {
    let root = Root::new();
    let refused = root.run(&["serve", "--listen", "0.0.0.0:0"]);
    assert!(refused.code == 2 && refused.text.contains("hupo keys create"), "{}", refused.text);
}

#[test]
fn an_audit_log_that_was_changed_ends_as_damaged() {
    let root = Root::new();
    let path = root.path("audit.jsonl");
    let served = tokio::runtime::Runtime::new().unwrap();
    served.block_on(async {
        let options = hupo_server::DeskOptions {
            audit: Some(hupo_server::Audit::open(std::path::Path::new(&path)).unwrap()),
            ..hupo_server::DeskOptions::default()
        };
        let hupo = hupo::Hupo::open(root.path("spaces")).unwrap();
        let desk = hupo_server::Desk::with(hupo, Clock::system(), options);
        for verb in [hupo_server::Verb::Stats, hupo_server::Verb::Rules] {
            let call = hupo_server::Call::new(hupo_server::Caller::local(), Some("us".into()), verb);
            desk.carry_out(call, |space, _| Ok(space.stats()?.sequence)).await.unwrap();
        }
        desk.drain(std::time::Duration::from_secs(10)).await;
    });
    let sound = root.run(&["audit", &path]);
    assert!(sound.code == 0 && sound.text.starts_with("2 lines hold"), "{}", sound.text);
    let text = std::fs::read_to_string(&path).unwrap().replace("\"stats\"", "\"erase\"");
    root.file("audit.jsonl", &text);
    assert_eq!(root.run(&["audit", &path, "--json"]).json()["broken"]["line"], 1);
    assert_eq!(root.run(&["audit", &path]).code, 5);
}
