//! What stands in each part, in which order, and what does not.

use super::super::space::{DAY_MS, NOW, Space, automatic, fact, json, memory, quote};
use super::view::{entries, found, see, see_in, texts, turn, why};
use crate::{EntryReceipt, LeftOutReason, Part, Recalled, RecalledMemory, Turn, TurnLimits};
use hupo_text::Language;
use hupo_types::{
    CareCommand, Command, Kind, MemoryId, MessageId, NewMemory, NewMessage, Proposal, Rules, Scope, SlotType,
    Timestamp, VerdictCode,
};

/// A line said a while before the usual time.
fn said(space: &Space, id: &str, text: &str, days_ago: i64) {
    space.says(NewMessage::user(text).external_id(id).speaker("小雨").at(NOW.plus_ms(-days_ago * DAY_MS)));
}

/// Lines that push what was said before out of sight.
fn chatter(space: &Space, n: usize) {
    for number in 0..n {
        space.says(NewMessage::user(format!("闲聊 chat {number}")).at(NOW.plus_ms(-DAY_MS)));
    }
}

/// Accepts what the rules let through.
fn accepted(space: &Space, proposal: Proposal) {
    let verdict = space.propose(proposal);
    assert!(matches!(verdict.code, VerdictCode::Accepted | VerdictCode::Supersedes), "{verdict:?}");
}

fn page(kind: &str, text: &str, from: &str, to: &str) -> Proposal {
    json(&format!(r#"{{"propose":"{kind}","text":"{text}","from":"{from}","to":"{to}"}}"#))
}

fn stated(attribute: &str, value: &str, visibility: &str, (id, words): (&str, &str)) -> Proposal {
    json(&format!(
        r#"{{"propose":"profile","attribute":"{attribute}","value":"{value}","visibility":"{visibility}",
            "evidence":[{{"message":"{id}","role":"user","quote":"{words}"}}]}}"#
    ))
}

fn item(kind: &str, text: &str, times: &str, (id, words): (&str, &str)) -> Proposal {
    json(&format!(
        r#"{{"propose":"temporal_item","kind":"{kind}","text":"{text}",{times}
            "evidence":[{{"message":"{id}","role":"user","quote":"{words}","purpose":"setup"}}]}}"#
    ))
}

/// A memory of the user's, in the user's words.
fn kept(space: &Space, kind: Kind, text: &str, (id, words): (&str, &str)) {
    accepted(space, memory(NewMemory { kind, importance: 8, ..fact(text, vec![quote(id, words)]) }));
}

/// Something in every part.
fn full() -> Space {
    let slot = hupo_types::Slot {
        name: "tea".to_owned(),
        about: String::new(),
        value_type: SlotType::Text,
        supported_by: vec![hupo_types::ObservationType::Preference],
    };
    let rules = Rules { review: hupo_types::ReviewPolicy::Automatic, slots: vec![slot], ..Rules::default() };
    let space = Space::with(rules);
    space.person("林晓", &["Lin"]);
    said(&space, "name", "我叫小雨，call me Rain", 40);
    said(&space, "lin", "林晓是我妹妹，Lin has her exam on Saturday", 39);
    said(&space, "ex", "别提我前任 never mention my ex", 38);
    said(&space, "tea", "我最爱茉莉花茶 jasmine tea", 37);
    said(&space, "cat", "我养了一只橘猫 an orange cat", 36);
    for number in 0..8 {
        said(&space, &format!("old-{number}"), &format!("旧话 old talk {number}"), 30);
    }
    said(&space, "old-8", "前天的话 two days ago", 2);
    chatter(&space, 30);
    accepted(&space, stated("name", "小雨 Rain", "always", ("name", "我叫小雨")));
    accepted(
        &space,
        item(
            "event",
            "林晓考试 Lin's exam",
            r#""starts":"2024-05-11T09:00:00+08:00","#,
            ("lin", "Lin has her exam on Saturday"),
        ),
    );
    kept(&space, Kind::Fact, "林晓是小雨的妹妹", ("lin", "林晓是我妹妹"));
    kept(&space, Kind::Boundary, "不要提起小雨的前任 the ex", ("ex", "别提我前任"));
    kept(&space, Kind::Preference, "小雨最爱茉莉花茶 jasmine tea", ("tea", "我最爱茉莉花茶"));
    kept(&space, Kind::Fact, "小雨养了一只橘猫", ("cat", "我养了一只橘猫"));
    for kind in ["continuity", "status_note", "diary", "segment", "carried_note", "rolling_summary"] {
        accepted(&space, page(kind, &format!("{kind} 这一页 page"), "name", "old-8"));
    }
    accepted(
        &space,
        json(
            r#"{"propose":"observation","type":"preference","about":"user","subject":"tea","value":"茉莉花茶",
        "source":"stated","confidence":0.9,"evidence":[{"message":"tea","role":"user","quote":"我最爱茉莉花茶"}]}"#,
        ),
    );
    believe(&space);
    space
}

fn believe(space: &Space) {
    let (rules, zone) = (space.rules.clone(), super::super::space::zone());
    let work = move |txn: &mut hupo_store::Transaction<'_, '_>| {
        let cites = vec![hupo_types::ObservationId::new(1)];
        let belief =
            hupo_types::NewBelief {
                slot: "tea".to_owned(), value: "茉莉 jasmine".to_owned(), confidence: 0.9, cites
            };
        let ctx = crate::Context { rules: &rules, zone: &zone, now: NOW };
        Ok(crate::put_beliefs(txn, vec![belief], hupo_types::ObservationId::new(1), &ctx).unwrap())
    };
    space.store.transact(hupo_store::Order::new(NOW), work).unwrap();
}

fn everything() -> Recalled {
    let mut recalled = found(&[4, 1]);
    recalled.bearing = vec![MemoryId::new(3), MemoryId::new(2)];
    recalled.lines = vec![MessageId::new(3)];
    recalled.named = vec![hupo_types::EntityId::new(1)];
    recalled
}

#[test]
fn every_part_stands_in_its_place_in_both_languages() {
    let space = full();
    let asked = turn("林晓最近好吗？她也喝 jasmine tea 吗");
    for language in [Language::Chinese, Language::English] {
        let context = see_in(language, &space, &asked, &everything());
        let parts: Vec<Part> = context.sections.iter().map(|section| section.part).collect();
        assert_eq!(parts, Part::ALL, "{}", context.render());
        assert!(context.sections.iter().all(|section| !section.entries.is_empty()));
        let text = context.render();
        let places: Vec<usize> = ["[pro-", "[clock]", "[item-1", "[ent-1", "[mem-2", "[belief/tea"]
            .map(|id| text.find(id).unwrap())
            .to_vec();
        assert!(places.is_sorted(), "{text}");
    }
}

#[test]
fn the_time_is_said_in_words_and_beside_the_nearest_event() {
    let space = full();
    space.write(vec![Command::AddEntity(hupo_types::NewEntity {
        name: "林晓考试".to_owned(),
        kind: hupo_types::EntityKind::Event,
        aliases: vec!["Lin's exam".to_owned()],
    })]);
    said(&space, "again", "再说一次，林晓考试改到周日 Sunday", 1);
    accepted(
        &space,
        item(
            "event",
            "林晓考试 Sunday",
            r#""starts":"2024-05-12T09:00:00+08:00","entities":["林晓考试"],"#,
            ("again", "林晓考试改到周日"),
        ),
    );
    let chinese = see_in(Language::Chinese, &space, &turn("早"), &Recalled::default());
    assert_eq!(texts(&chinese, Part::LocalTime), ["2024年5月8日星期三，晚上八点；林晓考试前四天"]);
    let english = see_in(Language::English, &space, &turn("hi"), &Recalled::default());
    assert_eq!(texts(&english, Part::LocalTime), ["Wednesday evening, 8 pm, 8 May 2024; four days before 林晓考试"]);
    assert_eq!(entries(&english, Part::LocalTime)[0].receipt, EntryReceipt::Clock { now: NOW });
}

#[test]
fn items_come_by_status_and_time_and_the_closed_ones_not_at_all() {
    let space = automatic();
    said(&space, "a", "周一看牙医，周五飞里斯本，下个月考试 exam，一直在学法语 French，六月搬家", 10);
    said(&space, "b", "牙看完了，没事 fine", 1);
    let quotes =
        [("a", "周一看牙医"), ("a", "周五飞里斯本"), ("a", "下个月考试"), ("a", "一直在学法语"), ("a", "六月搬家")];
    for (text, times, words) in [
        ("看牙医 dentist", r#""starts":"2024-05-06T10:00:00+08:00","#, quotes[0]),
        ("飞里斯本 Lisbon", r#""starts":"2024-05-10T10:00:00+08:00","#, quotes[1]),
        ("考试 exam", r#""starts":"2024-06-20T10:00:00+08:00","#, quotes[2]),
        ("学法语 French", "", quotes[3]),
        ("很久以后搬家 moving", r#""starts":"2024-12-20T10:00:00+08:00","#, quotes[4]),
        ("去过的展 show", r#""starts":"2024-05-02T10:00:00+08:00","#, quotes[0]),
    ] {
        accepted(&space, item("plan", text, times, words));
    }
    accepted(
        &space,
        json(
            r#"{"propose":"outcome","item":1,"ending":"resolved","evidence":[{"message":"b","role":"user","quote":"牙看完了","purpose":"outcome"}]}"#,
        ),
    );
    let context = see(&space, &turn("今天好累"), &Recalled::default());
    assert_eq!(
        texts(&context, Part::TemporalItems),
        ["去过的展 show", "飞里斯本 Lisbon", "学法语 French", "考试 exam"]
    );
    assert_eq!(why(&context, "item-5"), Some(LeftOutReason::NotRelevant));
    assert_eq!(why(&context, "item-1"), None);
    let labels: Vec<&str> = entries(&context, Part::TemporalItems).iter().map(|entry| entry.label.as_str()).collect();
    assert!(labels[0].contains("六天前") && labels[0].contains("结果未知") && labels[1].contains("后天"), "{labels:?}");
    let asked = see(&space, &turn("搬家的事我还没想好"), &Recalled::default());
    assert!(texts(&asked, Part::TemporalItems).contains(&"很久以后搬家 moving"));
}

#[test]
fn an_item_the_turn_is_about_keeps_its_place_where_others_would_take_all() {
    let space = automatic();
    said(&space, "a", "这周事情很多 so much to do", 10);
    for (number, text) in ["一", "二", "三", "四"].into_iter().enumerate() {
        let times = format!(r#""starts":"2024-05-{:02}T10:00:00+08:00","#, 9 + number);
        accepted(&space, item("plan", &format!("第{text}件事 errand"), &times, ("a", "这周事情很多")));
    }
    accepted(
        &space,
        item("plan", "七月去冰岛 Iceland", r#""starts":"2024-06-30T10:00:00+08:00","#, ("a", "so much to do")),
    );
    let mut asked = turn("冰岛 Iceland 要带什么");
    asked.limits.temporal_items.entries = 3;
    let context = see(&space, &asked, &Recalled::default());
    assert_eq!(texts(&context, Part::TemporalItems), ["第一件事 errand", "第二件事 errand", "七月去冰岛 Iceland"]);
    assert_eq!(why(&context, "item-3"), Some(LeftOutReason::OverLimit));
}

#[test]
fn one_card_is_shown_for_the_first_person_named_by_any_name() {
    let space = full();
    space.person("周凯", &["Kai"]);
    space.person("小雨", &["Rain"]);
    said(&space, "kai", "周凯 Kai 爱爬山，小雨知道", 20);
    chatter(&space, 30);
    kept(&space, Kind::Fact, "周凯爱爬山 hiking", ("kai", "周凯 Kai 爱爬山"));
    let asked = Turn {
        people: vec!["kai".to_owned(), "LIN".to_owned(), "Rain".to_owned()],
        speaker: Some("小雨".to_owned()),
        ..turn("他们好吗？")
    };
    let context = see(&space, &asked, &Recalled::default());
    assert_eq!(texts(&context, Part::PersonCard), ["周凯 (Kai)", "周凯爱爬山 hiking"]);
    assert_eq!(why(&context, "ent-1"), Some(LeftOutReason::OverLimit));
    assert_eq!(why(&context, "ent-3"), None, "who talks has no card");
    let nobody = see(&space, &turn("今天好累 so tired"), &Recalled::default());
    assert!(entries(&nobody, Part::PersonCard).is_empty());
}

#[test]
fn there_is_one_current_page_of_a_kind_and_the_latest_diary_of_three_days() {
    let space = automatic();
    for day in 1..=6 {
        said(&space, &format!("d{day}"), &format!("第 {day} 天 day"), 10 - day);
    }
    chatter(&space, 30);
    for day in [1, 2, 3, 4, 6, 6] {
        let text = format!("日记 diary {day} {}", space.snapshot().counts().pages);
        accepted(&space, page("diary", &text, &format!("d{day}"), &format!("d{day}")));
    }
    for text in ["第一页 first", "第二页 second"] {
        accepted(&space, page("continuity", text, "d1", "d6"));
        accepted(&space, page("carried_note", text, "d1", "d6"));
    }
    let context = see_in(Language::Chinese, &space, &turn("早 morning"), &Recalled::default());
    assert_eq!(texts(&context, Part::Continuity), ["第二页 second"]);
    assert_eq!(texts(&context, Part::Diaries), ["日记 diary 3 2", "日记 diary 4 3", "日记 diary 6 5"]);
    let later = Turn { now: NOW.plus_ms(3 * DAY_MS), language: Some(Language::English), ..turn("早 morning") };
    assert_eq!(
        texts(&see(&space, &later, &Recalled::default()), Part::Diaries),
        ["日记 diary 6 5"],
        "older days are no news"
    );
    let one = entries(&context, Part::Diaries)[2];
    assert!(one.label.starts_with("四天前"), "{}", one.label);
    assert_eq!(one.receipt, EntryReceipt::Range { from: MessageId::new(6), to: MessageId::new(6) });
}

#[test]
fn boundaries_always_bear_and_other_things_only_where_the_turn_is_about_them() {
    let space = full();
    said(&space, "tired", "累的时候别给我打鸡血。When I'm tired, just say goodnight.", 30);
    chatter(&space, 30);
    accepted(
        &space,
        stated("boundary/pep talk", "不要打鸡血", "when_relevant", ("tired", "When I'm tired, just say goodnight.")),
    );
    accepted(&space, stated("boundary/work calls", "晚上不谈工作 no work talk", "when_relevant", ("ex", "别提我前任")));
    accepted(&space, stated("job", "字幕翻译 subtitles", "when_relevant", ("name", "call me Rain")));
    let bearing = Recalled { bearing: vec![MemoryId::new(3), MemoryId::new(2)], ..Recalled::default() };
    let (pep, work, ex) = (
        "boundary/pep talk: 不要打鸡血",
        "boundary/work calls: 晚上不谈工作 no work talk",
        "不要提起小雨的前任 the ex",
    );
    let tea = "小雨最爱茉莉花茶 jasmine tea";
    let context = see(&space, &turn("工作好烦，想喝茉莉花茶"), &bearing);
    assert_eq!(texts(&context, Part::Bearing), [work, ex, pep, tea]);
    assert_eq!(why(&context, "pro-4"), Some(LeftOutReason::NotRelevant));
    let other = see(&space, &turn("four days left. I'm so tired."), &bearing);
    assert_eq!(texts(&other, Part::Bearing), [pep, ex, work]);
    assert_eq!(why(&other, "mem-3"), Some(LeftOutReason::NotRelevant));
    let mut few = turn("茉莉花茶 tea");
    few.limits.bearing.entries = 2;
    assert_eq!(texts(&see(&space, &few, &bearing), Part::Bearing), [ex, tea], "those that match come first");
}

#[test]
fn a_fact_bears_where_it_names_whom_the_turn_names_by_another_name() {
    let space = full();
    accepted(&space, stated("gift", "给林晓买双跑鞋", "when_relevant", ("lin", "林晓是我妹妹")));
    let asked = Turn { people: vec!["Lin".to_owned()], ..turn("what does Lin want?") };
    assert_eq!(texts(&see(&space, &asked, &Recalled::default()), Part::Bearing), ["gift: 给林晓买双跑鞋"]);
    assert!(texts(&see(&space, &turn("what does she want?"), &Recalled::default()), Part::Bearing).is_empty());
}

#[test]
fn a_boundary_that_came_up_among_the_memories_stands_among_what_bears() {
    let space = full();
    let context = see(&space, &turn("今天 today"), &found(&[2, 4]));
    assert_eq!(texts(&context, Part::Bearing), ["不要提起小雨的前任 the ex"]);
    assert_eq!(texts(&context, Part::Memories), ["小雨养了一只橘猫"]);
}

#[test]
fn beliefs_cite_what_they_rest_on_and_say_when_the_log_went_on() {
    let space = full();
    let context = see_in(Language::English, &space, &turn("tea?"), &Recalled::default());
    let belief = entries(&context, Part::Beliefs)[0];
    assert_eq!((belief.text.as_str(), belief.label.as_str()), ("tea: 茉莉 jasmine", "derived, confidence 90%"));
    let EntryReceipt::Log { cites, words } = &belief.receipt else { panic!("{:?}", belief.receipt) };
    assert_eq!((cites.len(), words[0].quote.as_str()), (1, "我最爱茉莉花茶"));
    accepted(
        &space,
        json(
            r#"{"propose":"observation","type":"preference","about":"user","subject":"drinks","value":"改喝咖啡 coffee",
        "source":"inferred","confidence":0.5,"evidence":[{"message":"cat","role":"user","quote":"我养了一只橘猫"}]}"#,
        ),
    );
    let later = see_in(Language::Chinese, &space, &turn("茶？"), &Recalled::default());
    assert!(entries(&later, Part::Beliefs)[0].label.contains("新情况"));
}

#[test]
fn memories_come_in_the_order_of_recall_and_no_more_than_three_or_five() {
    let space = automatic();
    said(&space, "a", "一二三四五六七，全都记住 remember all of it", 20);
    chatter(&space, 30);
    for number in 1..=7 {
        kept(&space, Kind::Fact, &format!("第 {number} 件事 thing"), ("a", "全都记住"));
    }
    let recalled = found(&[5, 2, 7, 1, 3, 6]);
    let companion = see(&space, &turn("记得什么？"), &recalled);
    assert_eq!(texts(&companion, Part::Memories), ["第 5 件事 thing", "第 2 件事 thing", "第 7 件事 thing"]);
    assert_eq!(why(&companion, "mem-1"), Some(LeftOutReason::OverLimit));
    let asked = Turn { limits: TurnLimits::assistant(), ..turn("记得什么？") };
    assert_eq!(texts(&see(&space, &asked, &recalled), Part::Memories).len(), 5);
}

#[test]
fn a_summary_names_the_members_that_matched_and_their_words_lead() {
    let space = full();
    space.topic("宠物");
    let covers = r#"{"propose":"topic_summary","topic":"宠物","text":"五月的猫和茶 cats and tea","members":[3,4],
        "period":{"from":"2024-05-01T00:00:00+08:00","to":"2024-06-01T00:00:00+08:00"}}"#;
    accepted(&space, json(covers));
    let (summary, members) = (MemoryId::new(5), vec![MemoryId::new(3), MemoryId::new(4)]);
    space.write(vec![Command::Care(CareCommand::Fold { summary, members })]);
    let stands_for = vec![MemoryId::new(4)];
    let recalled = Recalled {
        memories: vec![RecalledMemory { memory: summary, stands_for: stands_for.clone() }],
        ..Recalled::default()
    };
    let context = see(&space, &turn("我的猫呢"), &recalled);
    let entry = entries(&context, Part::Memories)[0];
    assert_eq!((entry.text.as_str(), &entry.stands_for), ("五月的猫和茶 cats and tea", &stands_for));
    let EntryReceipt::Words(words) = &entry.receipt else { panic!("{:?}", entry.receipt) };
    assert_eq!(words.iter().map(|one| one.quote.as_str()).collect::<Vec<_>>(), ["我养了一只橘猫", "我最爱茉莉花茶"]);
    assert!(context.render().contains("“我养了一只橘猫”"), "{}", context.render());
}

#[test]
fn a_segment_is_led_to_by_a_line_and_two_are_enough() {
    let space = automatic();
    for number in 0..12 {
        said(&space, &format!("m{number}"), &format!("旧话 old {number}"), 30);
    }
    chatter(&space, 30);
    for (from, to) in [(0, 2), (3, 5), (6, 8), (3, 4)] {
        accepted(&space, page("segment", &format!("段落 {from}–{to}"), &format!("m{from}"), &format!("m{to}")));
    }
    let lines = |numbers: &[u64]| Recalled {
        lines: numbers.iter().map(|n| MessageId::new(*n)).collect(),
        ..Recalled::default()
    };
    let context = see(&space, &turn("那时候"), &lines(&[9, 4, 1]));
    assert_eq!(texts(&context, Part::Segments), ["段落 6–8", "段落 3–4"]);
    assert_eq!(why(&context, "page-1"), Some(LeftOutReason::OverLimit));
    assert!(matches!(why(&context, "page-2"), Some(LeftOutReason::SaidAlready { by }) if by.to_string() == "page-4"));
    assert!(entries(&see(&space, &turn("那时候"), &lines(&[12])), Part::Segments).is_empty());
}

#[test]
fn the_tail_is_the_newest_lines_in_order_and_the_baton_the_last_before_it() {
    let space = automatic();
    chatter(&space, 40);
    let context = see(&space, &turn("你好 hello"), &Recalled::default());
    let numbers = |part| {
        texts(&context, part).iter().map(|text| text.rsplit(' ').next().unwrap().parse().unwrap()).collect::<Vec<u32>>()
    };
    assert_eq!(numbers(Part::LiveTail), (20..40).collect::<Vec<_>>());
    assert_eq!(numbers(Part::Baton), (16..20).collect::<Vec<_>>());
    assert_eq!(texts(&context, Part::CurrentMessage), ["你好 hello"]);
}

#[test]
fn a_session_has_its_own_tail_and_lines_of_the_program_are_not_in_it() {
    let space = automatic();
    for (text, session) in [("早 one", "a"), ("晚 two", "b"), ("早 three", "a")] {
        space.says(NewMessage::companion(text).session(session).at(NOW));
    }
    space.says(NewMessage::new(hupo_types::Role::System, "导入 imported").session("a").at(NOW));
    let context = see(&space, &Turn { session: Some("a".to_owned()), ..turn("在吗 hi") }, &Recalled::default());
    assert_eq!(texts(&context, Part::LiveTail), ["早 one", "早 three"]);
    let fresh = see(&space, &Turn { session: Some("c".to_owned()), ..turn("在吗 hi") }, &Recalled::default());
    assert!(entries(&fresh, Part::LiveTail).is_empty());
    assert_eq!(texts(&fresh, Part::Baton), ["早 one", "晚 two", "早 three"]);
}

#[test]
fn the_current_message_is_not_shown_twice_where_the_transcript_holds_it() {
    let space = automatic();
    for text in ["在吗 hi", "在 yes", "今天好累 so tired", "睡吧 sleep"] {
        space.says(NewMessage::user(text).at(NOW));
    }
    let last = see(&space, &turn("睡吧 sleep"), &Recalled::default());
    assert_eq!(texts(&last, Part::LiveTail), ["在吗 hi", "在 yes", "今天好累 so tired"]);
    assert_eq!(entries(&last, Part::CurrentMessage)[0].id.to_string(), "msg-4");
    let earlier = Turn { message: Some(MessageId::new(3)), ..turn("今天好累 so tired") };
    let context = see(&space, &earlier, &Recalled::default());
    assert_eq!(texts(&context, Part::LiveTail), ["在吗 hi", "在 yes"]);
    assert_eq!(texts(&context, Part::CurrentMessage), ["今天好累 so tired"]);
}

#[test]
fn an_empty_space_sees_the_time_and_the_message() {
    let context = see(&automatic(), &turn("你好 hello"), &Recalled::default());
    let parts: Vec<Part> = context.sections.iter().map(|section| section.part).collect();
    assert_eq!(parts, [Part::LocalTime, Part::CurrentMessage]);
    let first = see(&automatic(), &turn(""), &Recalled::default());
    assert_eq!(first.sections.len(), 1, "the companion speaks first");
}

#[test]
fn far_off_times_and_unknown_ids_are_no_trouble() {
    let space = full();
    let mut recalled = found(&[0, 99, u64::MAX]);
    recalled.lines = vec![MessageId::new(0), MessageId::new(u64::MAX)];
    recalled.named = vec![hupo_types::EntityId::new(99)];
    recalled.bearing = vec![MemoryId::new(77)];
    for now in [Timestamp::MIN, Timestamp::MAX, Timestamp::from_ms(i64::MIN), Timestamp::from_ms(i64::MAX)] {
        let asked = Turn {
            now,
            message: Some(MessageId::new(1 << 59)),
            people: vec!["谁 nobody".to_owned()],
            ..turn("在吗 hi")
        };
        let context = see(&space, &asked, &recalled);
        assert_eq!(why(&context, "mem-99"), Some(LeftOutReason::NotCurrent));
    }
}

#[test]
fn a_companion_s_own_memory_needs_no_words_of_the_user_s_to_be_shown() {
    let space = automatic();
    space.says(NewMessage::companion("我有点想你 I missed you").external_id("c").at(NOW.plus_ms(-9 * DAY_MS)));
    chatter(&space, 30);
    let words = super::super::space::companion_quote("c", "我有点想你");
    accepted(
        &space,
        memory(NewMemory {
            scope: Scope::Companion, kind: Kind::Emotion, ..fact("伙伴想念用户 missed", vec![words])
        }),
    );
    let context = see(&space, &turn("想我吗"), &found(&[1]));
    assert_eq!(texts(&context, Part::Memories), ["伙伴想念用户 missed"]);
}
