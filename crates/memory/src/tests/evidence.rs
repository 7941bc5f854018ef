//! Promises 1 and 2: quotes are looked for, roles are checked, and the user's facts need the user's words.

use super::space::{automatic, companion_quote, fact, keyed, memory, quote};
use hupo_types::{Kind, MessageRef, NewEvidence, NewMemory, Role, Scope, VerdictCode};

#[test]
fn a_quote_that_was_said_is_stored_with_its_place() {
    let space = automatic();
    space.user("zh", "我最近搬到了杭州，离西湖很近。");
    space.user("en", "My cat is called Momo.");
    space.user("mix", "今天的 ERP审批 passed 了");
    let cases = [
        ("zh", "搬到了杭州", 3, "用户住在杭州"),
        ("en", "called Momo", 10, "The user's cat is called Momo"),
        ("mix", "ERP审批 passed", 4, "用户的 ERP审批 passed"),
    ];
    for (number, (id, words, start, text)) in (1..).zip(cases) {
        let verdict = space.propose(memory(fact(text, vec![quote(id, words)])));
        assert_eq!(verdict.code, VerdictCode::Accepted, "{verdict:?}");
        let stored = space.memory(number);
        assert_eq!((stored.evidence[0].quote.as_str(), stored.evidence[0].start), (words, start));
    }
}

#[test]
fn invented_and_glued_quotes_are_not_found_and_the_nearest_passage_is_shown() {
    let space = automatic();
    space.user("zh", "昨天下雨。我从明天开始不喝咖啡了，改喝茶。晚安");
    space.user("en", "My sister moved to Oslo. My brother stayed in Rome.");
    space.user("mix", "周五 release 延期到下周");
    let cases = [
        ("zh", "我从今天开始不喝咖啡了", Some("我从明天开始不喝咖啡了")),
        ("zh", "昨天下雨改喝茶", None),
        ("en", "My sister stayed in Rome", Some("My brother stayed in Rome")),
        ("mix", "周五 release 推迟到下周", Some("周五 release 延期到下周")),
    ];
    for (id, words, nearest) in cases {
        let refused = space.refuses(
            memory(fact("无论什么 whatever", vec![quote(id, words)])),
            VerdictCode::QuoteNotFound,
            "evidence[0].quote",
        );
        if let Some(nearest) = nearest {
            assert_eq!(refused.nearest.as_deref(), Some(nearest));
        }
        assert!(refused.message.is_some());
    }
}

#[test]
fn a_homoglyph_is_another_word_and_the_real_one_is_shown() {
    let space = automatic();
    space.user("en", "I love Anna from the bakery");
    let cyrillic = "I love \u{410}nn\u{430} from the bakery";
    let refused = space.refuses(
        memory(fact("The user loves Anna", vec![quote("en", cyrillic)])),
        VerdictCode::QuoteNotFound,
        "evidence[0].quote",
    );
    assert_eq!(refused.nearest.as_deref(), Some("I love Anna from the bakery"));
    space.user("zh", "我的猫叫糯米");
    let other_cat = "我的猫叫糯\u{2F76}";
    space.refuses(
        memory(fact("猫叫糯米", vec![quote("zh", other_cat)])),
        VerdictCode::QuoteNotFound,
        "evidence[0].quote",
    );
}

#[test]
fn quotes_that_say_too_little_or_too_much_are_refused() {
    let space = automatic();
    space.user("m", "是的 I am, 我很好 thank you");
    for little in ["是", "I", "am", "是 I"] {
        let proposal = memory(fact("好", vec![quote("m", little)]));
        space.refuses(proposal, VerdictCode::QuoteTooShort, "evidence[0].quote");
    }
    let ten_megabytes = "很好 ok ".repeat(1 << 20);
    let proposal = memory(fact("好", vec![quote("m", &ten_megabytes)]));
    space.refuses(proposal, VerdictCode::Limit, "evidence[0].quote");
    let empty = memory(fact("好", vec![quote("m", " \u{200B}")]));
    space.refuses(empty, VerdictCode::Invalid, "evidence[0].quote");
    space.refuses(memory(fact("好", vec![])), VerdictCode::Invalid, "evidence");
    let many = vec![quote("m", "我很好"); 65];
    space.refuses(memory(fact("好", many)), VerdictCode::Limit, "evidence");
}

#[test]
fn an_unknown_message_and_a_lie_about_who_wrote_it_are_refused() {
    let space = automatic();
    space.companion("c", "你说过你喜欢滑雪 you told me you love skiing");
    for words in ["你喜欢滑雪", "you love skiing", "滑雪 you"] {
        let lie = memory(fact("用户喜欢滑雪", vec![quote("c", words)]));
        let refused = space.refuses(lie, VerdictCode::WrongRole, "evidence[0].role");
        assert!(refused.reason.contains("companion"), "{refused:?}");
    }
    let nowhere = memory(fact("x y z", vec![quote("nowhere", "你喜欢滑雪")]));
    space.refuses(nowhere, VerdictCode::UnknownMessage, "evidence[0].message");
    let by_id = NewEvidence::statement(MessageRef::External("msg-1".to_owned()), Role::Companion, "你喜欢滑雪");
    let own = NewMemory::new(Kind::SharedMoment, Scope::Companion, "琥珀 talked of skiing", vec![by_id]);
    assert_eq!(space.propose(memory(own)).code, VerdictCode::Accepted);
}

#[test]
fn companion_words_alone_make_no_user_fact() {
    let space = automatic();
    space.companion("c", "你告诉过我你爱滑雪, you love skiing 对吧");
    space.says(hupo_types::NewMessage::new(Role::System, "用户爱滑雪 the user loves skiing").external_id("s"));
    let system = NewEvidence::statement(MessageRef::External("s".to_owned()), Role::System, "用户爱滑雪");
    for (scope, words) in [(Scope::User, "你爱滑雪"), (Scope::Shared, "you love skiing"), (Scope::User, "skiing 对吧")]
    {
        let evidence = vec![companion_quote("c", words), system.clone()];
        let new = NewMemory { scope, ..fact("用户爱滑雪", evidence) };
        space.refuses(memory(new), VerdictCode::NoUserSource, "evidence");
    }
    assert_eq!(space.n_memories(), 0);
}

#[test]
fn the_user_s_word_beside_the_companion_s_is_enough() {
    let space = automatic();
    space.companion("c", "你喜欢滑雪吗？");
    space.user("u", "对，我喜欢滑雪");
    let new = keyed("likes/skiing", "用户喜欢滑雪", vec![companion_quote("c", "喜欢滑雪"), quote("u", "我喜欢滑雪")]);
    assert_eq!(space.propose(memory(new)).code, VerdictCode::Accepted);
    assert_eq!(space.memory(1).evidence.len(), 2);
}
