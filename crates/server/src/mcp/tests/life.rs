//! A memory's life through the tools.

use super::Talk;
use crate::verb::Group;
use serde_json::json;

#[tokio::test]
async fn what_is_remembered_waits_for_a_person_and_is_then_found_with_its_words() {
    for (words, fact, question, waits, nothing) in [
        ("我对腰果过敏，虾没事", "用户对腰果过敏。", "我对什么过敏？", "还没有算数", "不知道"),
        (
            "I'm allergic to cashews.",
            "The user is allergic to cashews.",
            "allergic to what?",
            "Not remembered yet",
            "do not guess",
        ),
        ("我的 deadline 是周五交 ERP 报告", "用户周五交 ERP 报告。", "ERP 报告 deadline 哪天", "还没有算数", "不知道"),
    ] {
        let mut talk = Talk::new().await;
        let (text, found) = talk.said("recall", json!({ "query": question })).await;
        assert!(text.contains(nothing) && found["answers"] == json!([]), "{text}");
        let (text, kept) = talk.said("remember", json!({ "words": words, "fact": fact, "speaker": "小雨" })).await;
        assert!(text.contains(waits), "{text}");
        assert_eq!((&kept["verdict"], &kept["counts_now"]), (&json!("pending"), &json!(false)));
        let (text, queue) = talk.said("review_list", json!({})).await;
        assert_eq!(queue["waiting"][0]["quotes"][0]["quote"], words);
        assert!(text.contains(&format!("> {fact}")), "{text}");
        let decided = json!({ "id": kept["proposal_id"], "decision": "approve" });
        let (_, settled) = talk.said("review_decide", decided).await;
        assert_eq!((&settled["verdict"], &settled["counts_now"]), (&json!("accepted"), &json!(true)));
        let (text, found) = talk.said("recall", json!({ "q": question, "k": 1, "scope": "memories" })).await;
        assert_eq!(found["answers"][0]["id"], settled["memory_id"]);
        assert_eq!(found["answers"][0]["quotes"][0]["quote"], words);
        assert!(text.contains(&format!("> {words}")) && text.contains("小雨"), "{text}");
    }
}

#[tokio::test]
async fn the_same_words_again_on_the_same_day_change_nothing() {
    let mut talk = Talk::new().await;
    for words in ["我叫小雨", "My name is Rain.", "我在 ERP team 上班"] {
        let (_, first) = talk.said("remember", json!({ "words": words })).await;
        let (_, again) = talk.said("remember", json!({ "content": words })).await;
        assert_eq!(first["message_id"], again["message_id"]);
        assert_eq!(first["proposal_id"], again["proposal_id"]);
        let decided = json!({ "id": first["proposal_id"], "decision": "approve" });
        talk.said("review_decide", decided).await;
        let (_, known) = talk.said("remember", json!({ "words": words })).await;
        assert_eq!((&known["verdict"], &known["message_id"]), (&json!("duplicate"), &first["message_id"]));
    }
    let (_, queue) = talk.said("review_list", json!({})).await;
    assert_eq!(queue["n_waiting"], 0);
}

/// A memory that counts, by id.
async fn remembered(talk: &mut Talk, words: &str, fact: &str) -> String {
    let (_, kept) = talk.said("remember", json!({ "words": words, "fact": fact, "attribute": "city" })).await;
    let decided = json!({ "id": kept["proposal_id"], "decision": "approve" });
    let (_, settled) = talk.said("review_decide", decided).await;
    settled["memory_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_correction_needs_the_users_words_and_hides_the_old_memory() {
    let mut talk = Talk::new().await;
    let old = remembered(&mut talk, "我住在杭州", "用户住在杭州。").await;
    let without = json!({ "id": old, "fact": "用户住在上海。" });
    assert!(talk.refused("correct", without).await.contains("words: missing"));
    let correction = json!({ "id": old, "words": "不对，我搬到上海了", "fact": "用户住在上海。" });
    let (text, corrected) = talk.said("correct", correction).await;
    assert!(text.contains("还没有算数"), "{text}");
    let (_, settled) =
        talk.said("review_decide", json!({ "id": corrected["proposal_id"], "decision": "approve" })).await;
    assert_eq!(settled["verdict"], "supersedes");
    let (text, shown) = talk.said("show_sources", json!({ "id": old })).await;
    assert_eq!((&shown["state"], &shown["superseded_by"]), (&json!("superseded"), &settled["memory_id"]));
    assert!(text.contains("> 我住在杭州"), "{text}");
    let (_, found) = talk.said("recall", json!({ "query": "用户住在哪里", "scope": "memories" })).await;
    let ids: Vec<_> = found["answers"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&settled["memory_id"]]);
}

#[tokio::test]
async fn a_contradiction_is_told_and_not_called_remembered() {
    let mut talk = Talk::new().await;
    let old = remembered(&mut talk, "I live in Hangzhou.", "The user lives in Hangzhou.").await;
    let other =
        json!({ "words": "I live in Shanghai now.", "fact": "The user lives in Shanghai.", "attribute": "city" });
    let (text, conflict) = talk.said("remember", other).await;
    assert_eq!((&conflict["verdict"], &conflict["meets"]), (&json!("conflict"), &json!([old])));
    assert!(text.contains("contradicts") && text.contains("use correct"), "{text}");
    let (text, queue) = talk.said("review_list", json!({})).await;
    assert_eq!(queue["waiting"][0]["contradicts"][0]["id"], old);
    assert!(text.contains("> The user lives in Hangzhou."), "{text}");
}

#[tokio::test]
async fn forgetting_asks_first_and_then_says_what_went_and_what_stays() {
    let mut talk = Talk::new().await;
    let memory = remembered(&mut talk, "我的秘密是 walnut-77", "用户的秘密是 walnut-77。").await;
    let asked = talk.refused("forget", json!({ "id": memory })).await;
    assert!(asked.contains("confirm") && asked.contains("cannot be undone"), "{asked}");
    let (text, gone) = talk.said("forget", json!({ "id": memory, "confirm": true })).await;
    assert_eq!(gone["erased"][0], memory.as_str());
    let message = gone["messages_that_stay"][0].as_str().unwrap().to_owned();
    assert!(text.contains(&message) && !text.contains("walnut"), "{text}");
    let (_, gone) = talk.said("forget", json!({ "id": message, "confirm": "true" })).await;
    assert!(gone["erased"].as_array().unwrap().contains(&json!(message)), "{gone}");
    let (text, found) = talk.said("recall", json!({ "query": "walnut-77 秘密" })).await;
    assert!(!text.contains("walnut") && found["answers"] == json!([]), "{text}");
}

#[tokio::test]
async fn a_person_may_reject_edit_or_merge_through_the_tools() {
    let mut talk = Talk::new().await;
    let known = remembered(&mut talk, "我住在杭州", "用户住在杭州。").await;
    let (_, one) = talk.said("remember", json!({ "words": "我在杭州安家了", "fact": "用户在杭州安家。" })).await;
    assert!(
        talk.refused("review_decide", json!({ "id": one["proposal_id"], "decision": "merge" })).await.contains("into")
    );
    let (_, merged) =
        talk.said("review_decide", json!({ "id": one["proposal_id"], "decision": "merge", "into": known })).await;
    assert_eq!((&merged["verdict"], &merged["memory_id"]), (&json!("duplicate"), &json!(known)));
    let (_, two) = talk.said("remember", json!({ "words": "I like jasmine tea", "fact": "likes tea" })).await;
    let edit = json!({ "id": two["proposal_id"], "decision": "edit", "fact": "The user likes jasmine tea." });
    let (_, edited) = talk.said("review_decide", edit).await;
    assert_eq!(edited["verdict"], "accepted");
    let (_, three) = talk.said("remember", json!({ "words": "随便说说 whatever", "fact": "用户随便说说。" })).await;
    let reject = json!({ "id": three["proposal_id"], "decision": "reject" });
    assert!(talk.refused("review_decide", reject).await.contains("reason"));
    let reject = json!({ "id": three["proposal_id"], "decision": "reject", "reason": "不是事实" });
    talk.said("review_decide", reject).await;
    assert_eq!(talk.said("review_list", json!({})).await.1["n_waiting"], 0);
}

#[tokio::test]
async fn the_pair_of_chat_clients_says_its_json_as_text() {
    let mut talk = Talk::new().await;
    let memory = remembered(&mut talk, "我住在杭州 Hangzhou", "用户住在杭州。").await;
    let (text, results) = talk.said("search", json!({ "query": "杭州" })).await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), results);
    assert!(results["results"].as_array().unwrap().iter().any(|one| one["id"] == memory.as_str()), "{results}");
    let (_, whole) = talk.said("fetch", json!({ "id": memory })).await;
    assert_eq!((&whole["text"], &whole["metadata"]["state"]), (&json!("用户住在杭州。"), &json!("active")));
    assert!(whole["url"].as_str().unwrap().starts_with("hupo://%E5%B0%8F"), "{whole}");
}

#[tokio::test]
async fn context_needs_no_argument_and_names_the_memories_it_shows() {
    let mut talk = Talk::new().await;
    let (text, _) = talk.said("context", json!({})).await;
    assert!(!text.is_empty());
    let memory = remembered(&mut talk, "我住在杭州", "用户住在杭州。").await;
    // While the words themselves are in sight, the memory is not said beside them.
    let (text, seen) = talk.said("context", json!({ "query": "我住在哪里来着？" })).await;
    assert_eq!(seen["memory_ids"], json!([]), "{text}");
    assert!(text.contains("我住在杭州"), "{text}");
    talk.goes_on(40);
    let (text, seen) = talk.said("context", json!({ "query": "我住在哪里来着？" })).await;
    assert_eq!(seen["memory_ids"], json!([memory]), "{text}");
    assert!(text.contains("用户住在杭州"), "{text}");
    assert!(seen["n_tokens"].as_u64() <= seen["budget_tokens"].as_u64());
}

#[tokio::test]
async fn who_may_only_read_sees_and_calls_only_what_reads() {
    let mut talk = Talk::of(&[Group::Read]).await;
    let tools = talk.ask("tools/list", json!({})).await;
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["context", "recall", "show_sources", "search", "fetch"]);
    for (tool, arguments) in [
        ("remember", json!({ "words": "我叫小雨" })),
        ("forget", json!({ "id": "mem-1", "confirm": true })),
        ("review_list", json!({})),
    ] {
        assert!(talk.refused(tool, arguments).await.starts_with("forbidden: "), "{tool}");
    }
}
