//! Care through the command: what was used, what goes cold and comes back, topics and their summaries.

use super::*;

/// Long after [`NOW`]: every term of days is over.
const LATER: &str = "2025-06-10T12:00:00+08:00";

impl Root {
    /// What a command says as JSON at another time.
    fn json_at(&self, now: &str, arguments: &[&str]) -> Value {
        let ran = self.run_at(now, &[arguments, &["--json"]].concat());
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.text);
        ran.json()
    }
}

/// A space with a line of the companion's after the tea.
fn with_reply(reply: &str) -> Root {
    let root = Root::automatic();
    root.says(&tea(), "accepted");
    root.says(&hangzhou(), "accepted");
    let lines = [
        json!({ "external_id": "m9", "role": "user", "text": "困了，给我来点喝的吧" }),
        json!({ "external_id": "m10", "role": "companion", "text": reply }),
    ];
    let file = root.file("more.jsonl", &lines.map(|line| line.to_string()).join("\n"));
    assert_eq!(root.run(&["append", &file]).code, 0);
    root
}

#[test]
fn what_a_turn_used_is_told_and_counts_once() {
    let root = with_reply("好。");
    let (told, code) = root.json(&["used", "--turn", "m10", "mem-1"]);
    assert_eq!((code, fields(&told)), (0, vec!["basis", "sequence", "space", "turn", "used"]));
    root.json(&["used", "--turn", "m10", "mem-1"]);
    let (looked, _) = root.json(&["look", "mem-1"]);
    assert_eq!(fields(&looked), ["came_back", "memory", "space", "uses"]);
    let uses = list(&looked, "/uses");
    assert_eq!((uses.len(), text(&uses[0], "/turn"), text(&uses[0], "/basis")), (1, "msg-10".into(), "told".into()));
    assert_eq!(at(&looked, "/memory/used_count"), 1);
}

#[test]
fn what_a_turn_used_is_read_off_the_reply_and_kept_when_asked() {
    let root = with_reply("那泡一杯茉莉花茶，before work 也喝的那种？");
    let (read, _) = root.json(&["used", "--turn", "m10", "--reply", "turn", "mem-1", "mem-2"]);
    assert_eq!(fields(&read), ["basis", "offered", "recorded", "space", "turn", "used"]);
    let used = list(&read, "/used");
    assert_eq!((used.len(), text(&used[0], "/memory")), (1, "mem-1".to_owned()), "{read:#}");
    assert!(!list(&used[0], "/signs").is_empty());
    assert!(list(&root.json(&["look", "mem-1"]).0, "/uses").is_empty(), "nothing was written");
    let reply = root.file("reply.txt", "茉莉花茶来了");
    let (kept, _) = root.json(&["used", "--turn", "m10", "--reply", &reply, "--record", "mem-1", "mem-2"]);
    assert_eq!(at(&kept, "/recorded"), true);
    assert_eq!(text(&list(&root.json(&["look", "mem-1"]).0, "/uses")[0], "/basis"), "inferred");
    let (read, code) = root.json(&["used", "--turn", "m10", "--reply", "turn"]);
    assert!(code == 0 && !list(&read, "/offered").contains(&json!("mem-2")), "its turn sees no Hangzhou: {read:#}");
}

#[test]
fn a_use_of_nothing_or_by_no_line_is_refused() {
    let root = with_reply("好。");
    assert_eq!(root.run(&["used", "--turn", "m10"]).code, 2);
    assert_eq!(root.run(&["used", "--turn", "mem-1", "mem-1"]).code, 2);
    assert_eq!(root.run(&["used", "--turn", "m10", "m1"]).code, 2);
    assert_eq!(root.run(&["used", "--turn", "m10", "mem-99"]).code, 3);
    let ran = root.run(&["used", "--turn", "m10", "--reply", "turn", "mem-1"]);
    assert_eq!((ran.code, ran.text.trim()), (0, "the reply shows no use of what it was offered"));
}

#[test]
fn what_went_cold_leaves_recall_and_comes_back_when_looked_at() {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&tea(), "accepted");
    let would = root.json_at(LATER, &["maintain", "--dry-run"]);
    assert_eq!(
        fields(&would),
        [
            "archived",
            "dry_run",
            "due_next",
            "n_due_in_30_days",
            "n_due_in_7_days",
            "refolded",
            "space",
            "temperatures",
            "topics_due",
            "withdrawn"
        ]
    );
    assert_eq!((list(&would, "/archived").len(), root.finds("用户住在杭州").len()), (2, 1));
    assert_eq!(list(&root.json_at(LATER, &["maintain"]), "/archived").len(), 2);
    assert!(root.finds("用户住在杭州").is_empty());
    let (found, _) = root.json(&["recall", "用户住在杭州", "--include", "archived"]);
    assert_eq!(text(&found, "/hits/0/id"), "mem-1");
    assert_eq!(text(&list(&root.json(&["history", "mem-1"]).0, "/history")[0], "/state"), "archived");
    assert_eq!(at(&root.json_at(LATER, &["look", "mem-1"]), "/came_back"), true);
    assert_eq!(root.finds("用户住在杭州"), ["mem-1"]);
    assert_eq!(at(&root.json_at(LATER, &["look", "mem-1"]), "/came_back"), false);
    let back = root.json_at(LATER, &["restore", "mem-2", "mem-1"]);
    assert_eq!(
        (fields(&back), list(&back, "/restored")),
        (vec!["restored", "sequence", "space"], vec![json!("mem-2")])
    );
    assert_eq!(root.run(&["restore", "mem-1"]).text.trim(), "nothing was away");
    assert_eq!((root.run(&["look", "mem-9"]).code, root.run(&["restore", "mem-9"]).code), (2, 3));
}

#[test]
fn maintenance_reads_well() {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    let text = root.run(&["maintain"]).text;
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        ["left recall: nothing", "next: 0 within 7 days, 0 within 30 days", "    mem-1 fact on 2024-11-08"]
    );
    let text = root.run_at(LATER, &["maintain", "--dry-run"]).text;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["would leave recall: 1", "    mem-1 fact, not used since 2024-05-10 (182 days)"]);
}

#[test]
fn how_warm_everything_is_has_a_table_and_bars() {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&tea(), "accepted");
    let warm = root.json_at("2024-05-25T12:00:00+08:00", &["temperature"]);
    let one = &list(&warm, "/temperatures")[0];
    assert_eq!(fields(one), ["archived", "cold", "cool", "folded", "hot", "kind", "warm"]);
    assert_eq!((text(one, "/kind"), at(one, "/warm"), at(one, "/hot")), ("fact".into(), &json!(2), &json!(0)));
    let shown = root.run(&["temperature"]).text;
    assert!(shown.contains("fact               2     ·"), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("hot") && line.ends_with("█ 2")), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 100));
}

/// A space of three memories of one topic, all of May 2024.
fn with_topic() -> Root {
    let root = Root::automatic();
    let memory = |id: &str, text: &str, message: &str, quote: &str| {
        json!({ "external_id": id, "kind": "event", "scope": "user", "text": text, "topics": ["搬家"], "key": { "subject": "user", "attribute": id },
                "importance": 6, "evidence": said(message, quote) }).to_string()
    };
    let memories = [
        memory("a", "用户搬到上海了", "m4", "我搬到上海了"),
        memory("b", "The user's brother Tom lives in Austin", "m5", "my brother Tom who lives in Austin"),
        memory("c", "用户周五看牙医 Dr. Lee", "m6", "看牙医 Dr. Lee"),
    ];
    std::fs::create_dir(root.path("set")).unwrap();
    root.file("set/transcript.jsonl", TALK);
    root.file("set/topics.jsonl", r#"{"name":"搬家","about":"moving house"}"#);
    root.file("set/memories.jsonl", &memories.join("\n"));
    let folder = root.path("set");
    let ran = root.run(&["import", &folder, "--space", "us", "--zone", "Asia/Shanghai"]);
    assert_eq!(ran.code, 0, "{}", ran.text);
    root
}

#[test]
fn a_month_of_a_topic_is_drafted_proposed_and_expanded() {
    let root = with_topic();
    let (all, _) = root.json(&["topics"]);
    assert_eq!(fields(&list(&all, "/topics")[0]), ["about", "id", "members", "name", "summaries"]);
    let (due, _) = root.json(&["topics", "--due", "2024-05"]);
    let one = &list(&due, "/due")[0];
    assert_eq!(
        fields(one),
        ["from", "members", "month", "n_left_out", "name", "replaces", "to", "topic", "waiting", "why"]
    );
    assert_eq!((text(one, "/name"), text(one, "/why"), list(one, "/members").len()), ("搬家".into(), "new".into(), 3));
    let draft = root.run(&["topics", "--due", "2024-05", "--draft"]).text;
    let mut draft: Value = serde_json::from_str(&draft).unwrap();
    draft["text"] = json!("五月，用户搬到了上海，说起住在 Austin 的哥哥，周五看了牙医。");
    let verdict = root.says(&draft, "accepted");
    let summary = text(&verdict, "/stored/0");
    let (expanded, _) = root.json(&["topics", "--expand", &summary]);
    let members = list(&expanded, "/members");
    assert_eq!(
        fields(&members[0]),
        ["evidence", "importance", "is_new", "kind", "memory", "state", "superseded_by", "text", "time"]
    );
    assert!(members.len() == 3 && members.iter().all(|one| text(one, "/state") == "folded"), "{expanded:#}");
    let (answer, _) = root.json(&["recall", "看牙医 Dr. Lee"]);
    assert_eq!(text(&answer, "/hits/0/id"), summary);
    assert_eq!(text(&answer, "/hits/0/stands_for/0/text"), "用户周五看牙医 Dr. Lee", "no detail is hidden");
    let read = root.run(&["recall", "看牙医 Dr. Lee"]).text;
    assert!(read.contains("stands for") && read.contains("“看牙医 Dr. Lee”"), "{read}");
    assert_eq!(root.run(&["topics", "--due", "2024-05"]).text.trim(), "no topic of that month is worth a summary");
    assert_eq!(root.run(&["topics", "--expand", "a"]).code, 2, "a memory that is no summary");
    assert!(root.run(&["topics", "--expand", &summary]).text.contains("“看牙医 Dr. Lee” m6"));
}

#[test]
fn topics_read_well() {
    let root = with_topic();
    assert!(root.run(&["topics"]).text.contains("搬家"));
    let due = root.run(&["topics", "--due", "2024-05"]).text;
    assert!(due.starts_with("搬家 · 2024-05 · new") && due.contains("“我搬到上海了” m4"), "{due}");
    assert!(
        root.run(&["maintain", "--now", "2024-06-02T12:00:00+08:00"]).text.contains("worth a summary: 搬家 in 2024-05")
    );
}
