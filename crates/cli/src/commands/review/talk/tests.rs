//! A person at the keyboard, scripted: keys and lines go in, cards and verdicts come out.

use super::through;
use crate::commands::tests::{Root, fact, hangzhou, list, said, tea, text};
use std::io::Cursor;

/// Goes through what waits with these lines; what was printed.
fn talked(root: &Root, lines: &str) -> String {
    let (mut shell, _, sheet) = root.shell("2024-05-10T12:00:00+08:00", &["review"]);
    let hupo = shell.open().unwrap();
    let space = shell.space(&hupo).unwrap();
    through(&mut shell, &space, "沈禾", &mut Cursor::new(lines.as_bytes())).unwrap();
    sheet.text()
}

fn three() -> Root {
    let root = Root::new();
    root.says(&hangzhou(), "pending");
    root.says(&tea(), "pending");
    root.says(
        &fact("sister", "用户的姐姐 Mei lives in Austin", said("m2", "My sister Mei lives in Austin")),
        "pending",
    );
    root
}

fn left(root: &Root) -> Vec<String> {
    list(&root.json(&["review", "list"]).0, "/waiting").iter().map(|one| text(one, "/id")).collect()
}

#[test]
fn each_is_shown_and_settled_by_a_key() {
    let root = three();
    let told = talked(&root, "a\nr\nshe changed her mind\nb\n别记\n");
    assert!(told.contains("“我住在杭州”") && told.contains("“I always drink 茉莉花茶”"), "{told}");
    let ends = [
        "prop-1  approved  mem-1  stored",
        "prop-2  rejected",
        "prop-3  rejected, and barred",
        "nothing waits any more",
    ];
    assert!(ends.iter().all(|end| told.contains(end)), "{told}");
    assert!(left(&root).is_empty());
    assert_eq!(root.finds("用户住在杭州"), ["mem-1"]);
    assert!(root.run(&["review", "show", "prop-2"]).text.contains("rejected by 沈禾"));
}

#[test]
fn skipping_quitting_and_the_end_of_input_decide_nothing() {
    let root = three();
    for (lines, seen) in [("s\nq\n", 2), ("q\n", 1), ("", 1), ("s\ns\ns\n", 3), ("e\n", 1), ("m\n", 1), ("r\n", 1)] {
        let told = talked(&root, lines);
        assert_eq!(told.matches("waits: policy").count(), seen, "{lines:?}: {told}");
        assert!(told.ends_with("3 still wait\n"), "{told}");
    }
    assert_eq!(left(&root), ["prop-1", "prop-2", "prop-3"]);
}

#[test]
fn what_means_nothing_is_asked_again() {
    let root = three();
    let told = talked(&root, "x\n\ne\nno json\nm\nmem-99x\na\nq\n");
    assert!(told.contains("that is no proposal: ") && told.contains("there is no document \"mem-99x\""), "{told}");
    assert!(told.contains("prop-1  approved"), "{told}");
    assert_eq!(left(&root), ["prop-2", "prop-3"]);
}

#[test]
fn what_cannot_be_carried_out_is_asked_again() {
    let root = three();
    let never_said = fact("city", "用户住在苏州", said("m1", "我住在苏州"));
    let better = fact("city", "The user lives in 杭州", said("m1", "我住在杭州"));
    let told = talked(&root, &format!("e\n{never_said}\nm\nmem-9\ne\n{better}\nm\nmem-1\nq\n"));
    assert!(told.contains("prop-1 goes on waiting\nquote_not_found"), "{told}");
    assert!(told.contains("unknown_target") && told.contains("prop-1  edited  mem-1"), "{told}");
    assert!(told.contains("prop-2  merged  mem-1"), "{told}");
    assert_eq!(left(&root), ["prop-3"]);
    let (history, _) = root.json(&["history", "mem-1"]);
    assert_eq!(list(&history, "/history/0/evidence").len(), 2);
}
