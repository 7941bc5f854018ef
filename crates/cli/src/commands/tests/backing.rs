//! `hupo backup create|verify|restore`: one file, whole or refused.

use super::{Root, at, text};
use serde_json::json;

fn backed_up(root: &Root) -> String {
    let file = root.path("us.backup");
    let (receipt, code) = root.json(&["backup", "create", "--output", &file]);
    assert_eq!((code, text(&receipt, "/backup/name").as_str()), (0, "us"));
    assert_eq!(at(&receipt, "/backup/n_bytes"), &json!(std::fs::metadata(&file).unwrap().len()));
    let (verified, code) = root.json(&["backup", "verify", &file]);
    assert_eq!((code, &verified), (0, &receipt));
    file
}

#[test]
fn a_backup_is_made_checked_and_restored_as_another_space() {
    let root = Root::automatic();
    let file = backed_up(&root);
    let (restored, code) = root.json(&["backup", "restore", &file, "--as", "我们 again"]);
    assert_eq!((code, text(&restored, "/space").as_str()), (0, "我们 again"));
    assert_eq!(at(&restored, "/counts/messages"), &json!(8));
    let found = |space| root.json(&["recall", "茉莉花茶 before work", "--scope", "transcript", "--space", space]).0;
    assert_eq!(at(&found("我们 again"), "/hits/0/id"), at(&found("us"), "/hits/0/id"));
    assert_eq!(root.run(&["verify", "--space", "我们 again"]).code, 0);
    assert_eq!(root.run(&["backup", "restore", &file, "--as", "us"]).code, 1, "never over a space that is there");
    assert_eq!(root.run(&["backup", "create", "--space", "us", "--output", &file]).code, 1, "nor over a file");
    let said = root.run(&["backup", "verify", &file]).text;
    assert!(said.starts_with("us: whole, up to write "), "{said}");
}

#[test]
fn to_stdout_goes_the_backup_itself() {
    let root = Root::automatic();
    let printed = root.run(&["backup", "create"]).text;
    assert_eq!(printed, root.run(&["backup", "create", "--output", "-"]).text);
    let file = root.file("printed.backup", &printed);
    assert_eq!(root.run(&["backup", "verify", &file]).code, 0);
}

#[test]
fn a_backup_that_was_cut_off_or_changed_is_refused_and_makes_no_space() {
    let root = Root::automatic();
    let whole = std::fs::read_to_string(backed_up(&root)).unwrap();
    let cut = &whole[..whole.rfind("{\"end\"").unwrap()];
    for (name, bad) in
        [("cut", cut.to_owned()), ("changed", whole.replace("茉莉花茶", "菊花茶")), ("none", "{}".into())]
    {
        let file = root.file(name, &bad);
        assert_eq!(root.run(&["backup", "verify", &file]).code, 5, "{name}");
        let ran = root.run(&["backup", "restore", &file, "--as", "b"]);
        assert!(ran.code == 5 && ran.text.contains("of the backup: ") && !ran.text.contains("花茶"), "{}", ran.text);
    }
    assert_eq!(root.json(&["spaces"]).0.to_string().matches("\"us\"").count(), 1);
    assert!(!root.json(&["spaces"]).0.to_string().contains("\"b\""));
    assert_eq!(root.run(&["backup", "verify", &root.path("nowhere")]).code, 1);
}
