//! The log, the profile, beliefs, plans and pages, as they are read.

use super::{Root, at, fields, list, said, text};
use serde_json::{Value, json};

fn entry(kind: &str, subject: &str, value: &str, evidence: Value) -> Value {
    json!({ "type": kind, "subject": subject, "value": value, "source": "stated", "evidence": evidence })
}

/// A root whose log has four entries: a name, a taste, a date of birth and a boundary.
fn observed() -> Root {
    let root = Root::new();
    let log = [
        entry("stated_fact", "name", "小雨", said("m1", "我叫小雨")),
        entry("preference", "drink/tea", "drinks 茉莉花茶", said("m8", "I always drink 茉莉花茶")),
        entry("stated_fact", "birth_date", "1990-05-17", said("m7", "My birthday is 1990-05-17")),
        entry("boundary", "skiing", "不要说我爱滑雪", said("m4", "不对")),
    ];
    let file = root.file("log.jsonl", &log.map(|entry| entry.to_string()).join("\n"));
    let (said_of, code) = root.json(&["observe", &file]);
    assert_eq!(code, 0, "{said_of:#}");
    root
}

#[test]
fn the_log_is_shown_from_any_entry_on() {
    let root = observed();
    let (log, _) = root.json(&["observe"]);
    let log = list(&log, "/observations");
    let ids: Vec<String> = log.iter().map(|entry| text(entry, "/id")).collect();
    assert_eq!(ids, ["obs-1", "obs-2", "obs-3", "obs-4"]);
    assert_eq!(
        fields(&log[0]),
        ["about", "confidence", "evidence", "id", "observed_at", "recorded_at", "source", "subject", "type", "value"]
    );
    assert_eq!(text(&log[0], "/observed_at"), "2024-05-01T12:00:00Z", "when it was said");
    assert_eq!(text(&log[0], "/evidence/0/message_id"), "msg-1");
    let after = root.run(&["observe", "--after", "obs-3"]).text;
    assert_eq!(
        after,
        "obs-4 · boundary · skiing of the user · stated · 2024-05-02 21:00\n    不要说我爱滑雪\n    │ “不对” msg-4\n"
    );
    assert_eq!(root.run(&["observe", "--after", "soon"]).code, 2);
}

#[test]
fn the_log_takes_nothing_without_the_users_words() {
    let root = Root::new();
    assert_eq!(root.run(&["observe"]).text, "nothing was observed\n");
    let invented = root.file(
        "log.jsonl",
        &entry(
            "preference",
            "sport",
            "loves skiing",
            json!([{ "message": "m3", "role": "companion", "quote": "you love skiing" }]),
        )
        .to_string(),
    );
    let ran = root.run(&["observe", &invented]);
    assert!(ran.code == 3 && ran.text.starts_with("no_user_source"), "{}", ran.text);
    let broken = root.file("log.jsonl", r#"{"type":"gossip"}"#);
    assert_eq!(root.run(&["observe", &broken]).code, 3);
    let empty = root.file("log.jsonl", "");
    assert_eq!(root.run(&["observe", &empty]).code, 2);
    assert_eq!(root.run(&["observe"]).text, "nothing was observed\n");
}

#[test]
fn a_private_date_of_birth_says_only_whether_they_are_of_age() {
    let root = observed();
    let (profile, _) = root.json(&["profile"]);
    assert_eq!((fields(&profile), at(&profile, "/is_adult")), (vec!["is_adult", "profile", "space"], &json!(true)));
    let whole = profile.to_string();
    assert!(whole.contains("小雨") && !whole.contains("1990") && !whole.contains("birthday"), "{whole}");
    let shown = root.run(&["profile"]).text;
    assert!(shown.contains("of age; --private shows the date") && !shown.contains("1990"), "{shown}");
    let earlier = root.run_at("2007-01-01T00:00:00+08:00", &["profile"]).text;
    assert!(earlier.contains("not of age"), "{earlier}");
    let outright = root.run(&["profile", "--private"]).text;
    assert!(outright.contains("1990-05-17 (of age)") && outright.contains("msg-7"), "{outright}");
}

#[test]
fn what_was_stated_outright_goes_on_into_the_profile() {
    let root = observed();
    let (profile, _) = root.json(&["profile", "--private"]);
    let facts = list(&profile, "/profile");
    let mut attributes: Vec<String> = facts.iter().map(|fact| text(fact, "/attribute")).collect();
    attributes.sort();
    assert_eq!(attributes, ["birth_date", "boundary/skiing", "name"]);
    assert_eq!(fields(&facts[0]), ["about", "attribute", "evidence", "id", "is_adult", "value", "visibility"]);
}

fn with_slots(root: &Root) {
    let rules = json!({ "slots": [
        { "name": "drink", "type": "text", "supported_by": ["preference"] },
        { "name": "mood", "type": { "one_of": ["calm", "开心"] }, "supported_by": ["context"] },
    ] });
    let file = root.file("rules.json", &rules.to_string());
    assert_eq!(root.run(&["rules", "--set", &file]).code, 0);
}

#[test]
fn beliefs_cite_the_log_are_replaced_as_a_whole_and_go_stale() {
    let root = observed();
    with_slots(&root);
    assert_eq!(root.run(&["beliefs"]).text, "nothing is believed\n");
    let (input, _) = root.json(&["beliefs", "--input"]);
    assert_eq!(
        (fields(&input), text(&input, "/made_from")),
        (vec!["made_from", "observations", "slots"], "obs-4".into())
    );
    let set = json!({ "made_from": "obs-4", "beliefs": [
        { "slot": "drink", "value": "jasmine tea 茉莉花茶", "confidence": 0.8, "cites": ["obs-2"] },
        { "slot": "mood", "value": "calm", "confidence": 0.5, "cites": ["obs-1"] },
    ] });
    let file = root.file("set.json", &set.to_string());
    let (said_of, code) = root.json(&["beliefs", "--put", &file]);
    let codes: Vec<String> = list(&said_of, "/verdicts").iter().map(|verdict| text(verdict, "/code")).collect();
    assert_eq!((code, codes), (3, vec!["accepted".to_owned(), "invalid".to_owned()]), "{said_of:#}");
    assert_eq!(at(&said_of, "/verdicts/0/stored"), &json!([]), "a set has no id");
    let (beliefs, _) = root.json(&["beliefs"]);
    assert_eq!(list(&beliefs, "/beliefs").len(), 1);
    assert_eq!(fields(at(&beliefs, "/beliefs/0")), ["cites", "confidence", "made_at", "slot", "stale", "value"]);
    assert_eq!(at(&beliefs, "/beliefs/0/cites"), &json!(["obs-2"]));
    assert_eq!(root.run(&["beliefs"]).text, "drink · confidence 0.80 · because of obs-2\n    jasmine tea 茉莉花茶\n");
    let more =
        root.file("log.jsonl", &entry("preference", "city", "likes 上海", said("m4", "我搬到上海了")).to_string());
    assert_eq!(root.run(&["observe", &more]).code, 0);
    assert!(root.run(&["beliefs"]).text.contains("stale: the log has moved on"));
    let empty = root.file("set.json", r#"{"made_from":"obs-5","beliefs":[]}"#);
    assert_eq!(root.run(&["beliefs", "--put", &empty]).code, 0);
    assert_eq!(root.run(&["beliefs"]).text, "nothing is believed\n");
    let two = root.file("set.json", "{\"made_from\":1,\"beliefs\":[]}\n{\"made_from\":1,\"beliefs\":[]}\n");
    assert_eq!(root.run(&["beliefs", "--put", &two]).code, 2);
}

#[test]
fn rules_are_shown_and_replaced() {
    let root = Root::new();
    let (rules, _) = root.json(&["rules"]);
    assert_eq!((text(&rules, "/review"), at(&rules, "/importance_floor")), ("required".into(), &json!(5)));
    with_slots(&root);
    let shown = root.run(&["rules"]).text;
    assert!(shown.contains("importance floor") && shown.contains("mood: one of calm, 开心, from context"), "{shown}");
    let nonsense = root.file("rules.json", r#"{"review":"never"}"#);
    assert_eq!(root.run(&["rules", "--set", &nonsense]).code, 3);
    let empty = root.file("rules.json", "");
    assert_eq!(root.run(&["rules", "--set", &empty]).code, 2);
    assert_eq!(list(&root.json(&["rules"]).0, "/slots").len(), 2);
}

#[test]
fn a_plan_goes_by_time_until_the_user_says_how_it_ended() {
    let root = Root::automatic();
    assert_eq!(root.run(&["plans"]).text, "nothing is planned\n");
    let dentist = json!({
        "propose": "temporal_item", "kind": "appointment", "text": "看牙医 Dr. Lee",
        "starts": "2024-05-10T14:00:00+08:00", "evidence": said("m6", "周五下午我要去看牙医 Dr. Lee"),
    });
    root.says(&dentist, "accepted");
    let status = |now: &str| {
        let ran = root.run_at(now, &["plans", "--json"]);
        text(&ran.json(), "/plans/0/status")
    };
    assert_eq!(status("2024-05-10T13:00:00+08:00"), "scheduled");
    assert_eq!(status("2024-05-10T15:00:00+08:00"), "active");
    assert_eq!(status("2024-05-11T00:00:00+08:00"), "outcome_unknown");
    let ended = json!({ "propose": "outcome", "item": "item-1", "ending": "resolved", "outcome": "用户看完了牙", "importance": 6, "evidence": said("m7", "牙看完了") });
    root.says(&ended, "accepted");
    assert_eq!(root.run(&["plans"]).text, "nothing is planned\n");
    let all = root.run(&["plans", "--all"]).text;
    assert!(all.starts_with("item-1 · appointment · resolved · from 2024-05-10 14:00\n    看牙医 Dr. Lee\n"), "{all}");
    assert!(all.contains("its outcome is mem-1") && all.contains("“牙看完了” msg-7"), "{all}");
    let plan = root.json(&["plans", "--all"]).0;
    assert_eq!(
        fields(at(&plan, "/plans/0")),
        ["about", "closing", "ends", "entities", "evidence", "id", "kind", "recorded_at", "starts", "status", "text"]
    );
    assert_eq!(text(&plan, "/plans/0/starts"), "2024-05-10T06:00:00Z");
    assert_eq!(text(&plan, "/plans/0/closing/memory"), "mem-1");
}

#[test]
fn the_current_page_of_each_kind_is_shown_or_all_of_one() {
    let root = Root::new();
    assert_eq!(root.run(&["pages"]).text, "nothing was written\n");
    let page = |kind: &str, text: &str| json!({ "propose": kind, "text": text, "from": "m1", "to": "m4" });
    for page in [
        page("continuity", "小雨住在杭州。"),
        page("continuity", "小雨 moved to 上海。"),
        page("diary", "A quiet day."),
    ] {
        root.says(&page, "accepted");
    }
    let (pages, _) = root.json(&["pages"]);
    let kinds: Vec<String> = list(&pages, "/pages").iter().map(|page| text(page, "/kind")).collect();
    assert_eq!(kinds, ["continuity", "diary"]);
    assert_eq!(fields(at(&pages, "/pages/0")), ["from", "id", "kind", "recorded_at", "text", "to"]);
    let all = root.run(&["pages", "continuity"]).text;
    assert!(
        all.starts_with("page-1 · continuity · msg-1 to msg-4 · 2024-05-10 12:00\n    小雨住在杭州。\npage-2 "),
        "{all}"
    );
}
