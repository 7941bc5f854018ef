//! Pages: how long a continuity page may be, what takes a current page's place, and that nothing is written twice.

use super::space::{Space, automatic, json};
use hupo_text::estimate_tokens;
use hupo_types::{Proposal, VerdictCode};

fn transcript() -> Space {
    let space = automatic();
    for (id, text) in [("a", "早"), ("b", "good morning"), ("c", "今天 busy")] {
        space.user(id, text);
    }
    space
}

fn page(kind: &str, text: &str, (from, to): (&str, &str)) -> Proposal {
    json(&format!(r#"{{"propose":"{kind}","text":"{text}","from":"{from}","to":"{to}"}}"#))
}

#[test]
fn a_continuity_page_has_at_most_eight_hundred_tokens_in_any_language() {
    let space = transcript();
    for words in ["雨", "rain ", "下 rain 雨 again "] {
        let fits = (1..).map(|n| words.repeat(n)).take_while(|text| estimate_tokens(text) <= 800).last().unwrap();
        assert!(estimate_tokens(&fits) > 780);
        assert_eq!(space.propose(page("continuity", &fits, ("a", "b"))).code, VerdictCode::Accepted);
        let too_long = page("continuity", &format!("{fits}{words}"), ("a", "b"));
        let verdict = space.refuses(too_long, VerdictCode::Limit, "text");
        assert!(verdict.reason.contains("800 of a continuity page"), "{}", verdict.reason);
    }
}

#[test]
fn a_short_continuity_page_is_accepted() {
    assert_eq!(transcript().propose(page("continuity", "刚认识 just met", ("a", "a"))).code, VerdictCode::Accepted);
}

#[test]
fn an_older_range_does_not_take_a_current_page_s_place() {
    for kind in ["continuity", "carried_note", "rolling_summary"] {
        let space = transcript();
        assert_eq!(space.propose(page(kind, "到现在 until now", ("a", "c"))).code, VerdictCode::Accepted);
        space.refuses(page(kind, "从前 before", ("a", "b")), VerdictCode::Invalid, "to");
        assert_eq!(space.propose(page(kind, "从后面 later", ("b", "c"))).code, VerdictCode::Accepted);
    }
    for kind in ["segment", "diary", "status_note"] {
        let space = transcript();
        space.propose(page(kind, "到现在 until now", ("a", "c")));
        assert_eq!(space.propose(page(kind, "从前 before", ("a", "b"))).code, VerdictCode::Accepted);
    }
}

#[test]
fn the_same_page_again_changes_nothing_however_many_came_since() {
    for kind in ["continuity", "segment", "diary"] {
        let space = transcript();
        space.propose(page(kind, "第一页 first", ("a", "b")));
        space.propose(page(kind, "第二页 second", ("b", "c")));
        let before = space.snapshot().sequence();
        assert_eq!(space.propose(page(kind, "第一页 first", ("a", "b"))).code, VerdictCode::Duplicate);
        assert_eq!(space.snapshot().sequence(), before);
    }
}
