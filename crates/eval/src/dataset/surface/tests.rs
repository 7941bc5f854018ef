//! The slice that is quoted stands in the text, as it stands there.

use super::Surface;

/// The quote for two names in a text.
fn check(text: &str, one: &str, other: &str, expected: Option<&str>) {
    assert_eq!(Surface::new(text).quote(one, other), expected, "{one} and {other} in {text}");
}

#[test]
fn both_names_are_quoted_with_what_stands_between_them() {
    check(
        "The Journal is published by the Institute.",
        "journal",
        "institute",
        Some("Journal is published by the Institute"),
    );
    check("听说陆明强的父亲陆建国退休了。", "陆明强", "陆建国", Some("陆明强的父亲陆建国"));
    check("上周Nora飞去里斯本看海。", "nora", "里斯本", Some("Nora飞去里斯本"));
}

#[test]
fn the_nearest_of_several_places_are_quoted() {
    check("Anna left. Later Anna met Bob, long after Bob wrote.", "Anna", "Bob", Some("Anna met Bob"));
}

#[test]
fn one_name_alone_is_quoted_and_none_is_not() {
    check("The Institute was founded in 1931.", "Journal", "institute", Some("Institute"));
    check("Nothing of it here.", "Journal", "Institute", None);
    check("", "Journal", "", None);
}

#[test]
fn names_far_apart_are_quoted_alone() {
    let text = format!("Alpha {} Omega", "and so on ".repeat(40));
    check(&text, "alpha", "omega", Some("Alpha"));
}

#[test]
fn a_name_inside_another_word_is_not_there() {
    check("Germany and Romania", "man", "roman", None);
    check("the man of Rome", "man", "xyz", Some("man"));
}

#[test]
fn a_number_alone_proves_nothing() {
    check("It was in 1963.", "1963", "2018", None);
    check("It was in 1963 that Kennedy died.", "1963", "Kennedy", Some("1963 that Kennedy"));
}

#[test]
fn letters_that_change_their_length_with_their_case_keep_their_places() {
    check("İstanbul'da Ömer yaşar, ẞ auch.", "ömer", "none", Some("Ömer"));
    check("İstanbul'da Ömer yaşar.", "i̇stanbul", "none", Some("İstanbul"));
}
