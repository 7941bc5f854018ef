//! Kinds guessed from free words.

use super::guess;
use hupo_types::EntityKind::{Concept, Event, Object, Person, Place};

#[test]
fn words_of_both_languages_mean_their_kind_and_others_a_concept() {
    let cases = [
        ("person", Person),
        (" Person ", Person),
        ("人物", Person),
        ("联系人", Person),
        ("city", Place),
        ("城市", Place),
        ("Trip", Event),
        ("会议", Event),
        ("book", Object),
        ("设备", Object),
        ("project", Concept),
        ("项目", Concept),
        ("person 人物", Concept),
        ("", Concept),
    ];
    for (word, kind) in cases {
        assert_eq!(guess(word), kind, "{word}");
    }
}
