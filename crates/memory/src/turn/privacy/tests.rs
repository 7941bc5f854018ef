//! Which private facts a turn is about, and what tells the others.

use super::{Privacy, Terms};
use crate::turn::entry::Said;
use hupo_types::{About, Evidence, MessageId, ProfileFact, ProfileFactId, Purpose, Role, Timestamp, Visibility};

const SAID: &str = "对了，注册要填生日：1994年7月2日。别到处显示。";

fn fact(attribute: &str, value: &str) -> ProfileFact {
    ProfileFact {
        id: ProfileFactId::new(1),
        about: About::User,
        attribute: attribute.to_owned(),
        value: value.to_owned(),
        visibility: Visibility::Private,
        evidence: vec![evidence(9, "生日：1994年7月2日")],
        recorded_at: Timestamp::from_ms(0),
        supersedes: None,
        superseded_by: None,
        erased: false,
    }
}

fn evidence(message: u64, quote: &str) -> Evidence {
    let (message, quote) = (MessageId::new(message), quote.to_owned());
    Evidence { message, role: Role::User, quote, start: 0, end: 1, purpose: Purpose::Statement, ambiguous: false }
}

fn said(message: u64, quote: &str) -> Vec<Said> {
    vec![Said::quoted(&evidence(message, quote), None)]
}

fn of(fact: &ProfileFact, turn: &str) -> Privacy {
    Privacy::of(std::slice::from_ref(fact), turn, &Terms::of(turn))
}

#[test]
fn a_date_of_birth_is_told_to_who_asks_for_their_own() {
    let birth = fact("birth_date", "1994-07-02");
    for (turn, invited) in [
        ("你还记得我的生日吗", true),
        ("How old am I now?", true),
        ("我的生日 party 想办在海边，when was I born again?", true),
        ("林晓的生日是哪天", false),
        ("It's Lin's birthday tomorrow", false),
        ("生日 party 好累", false),
        ("", false),
    ] {
        assert_eq!(of(&birth, turn).is_invited(&birth), invited, "{turn}");
    }
    let its = ProfileFact { about: About::Companion, ..birth };
    assert!(of(&its, "你的生日是哪天").is_invited(&its) && !of(&its, "我的生日是哪天").is_invited(&its));
}

#[test]
fn any_other_private_fact_is_told_when_it_is_named_whole() {
    let address = fact("home_address", "长宁区愚园路 12 号");
    for (turn, invited) in [
        ("what is my home address?", true),
        ("快递填长宁区愚园路12号可以吗", false),
        ("快递填长宁区愚园路 12 号可以吗", true),
        ("my home is a mess 家里好乱", false),
        ("email address?", false),
    ] {
        assert_eq!(of(&address, turn).is_invited(&address), invited, "{turn}");
    }
}

#[test]
fn a_date_gives_itself_away_in_every_way_it_is_written() {
    let privacy = of(&fact("birth_date", "1994-07-02"), "今天吃什么");
    for text in [
        "用户生于1994年7月2日",
        "用户生于 1994 年 7 月 2 日",
        "born 2 July 1994",
        "Born on July 2, 1994.",
        "1994-07-02",
        "1994/7/2 生",
        "１９９４年７月２日 birthday",
    ] {
        assert!(privacy.is_told_by(text, &[]), "{text}");
    }
    for text in ["用户生于1995年7月2日", "7 月 2 日去看展", "born in 1994", SAID.get(..12).unwrap()] {
        assert!(!privacy.is_told_by(text, &[]), "{text}");
    }
}

#[test]
fn what_rests_on_the_same_words_tells_it_too() {
    let privacy = of(&fact("birth_date", "1994-07-02"), "今天吃什么");
    assert!(privacy.is_told_by("用户是巨蟹座 Cancer", &said(9, "生日：1994年7月2日")));
    assert!(privacy.is_told_by("用户是巨蟹座 Cancer", &said(9, "1994年7月2日")));
    assert!(privacy.is_told_by("用户不愿显示", &said(8, SAID)), "the quote says the date");
    assert!(!privacy.is_told_by("用户不愿显示", &said(9, "别到处显示")));
}

#[test]
fn a_short_value_gives_nothing_away_by_itself() {
    let privacy =
        of(&ProfileFact { evidence: vec![evidence(9, "我是女生")], ..fact("sex", "女") }, "今天吃什么 dinner");
    assert!(!privacy.is_told_by("用户有个女儿 a daughter", &[]));
    assert!(privacy.is_told_by("用户是女生", &said(9, "我是女生")));
}
