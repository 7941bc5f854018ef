//! Over gRPC, over JSON, and in the library: the same question has the same answer.

use super::served::{NAME, NOW, Served};
use super::told::{said, story};
use crate::verb::Verb;
use crate::wire::recall::told_answer;
use crate::wire::{checked::told, v1};
use crate::{descriptors, json::body};
use hupo::{DocId, MemoryId, MessageId, MessageRef, Question, SearchScope};
use serde_json::{Value, json};

/// Asks both ways; the answers must be one.
async fn both(served: &Served, verb: Verb, asked: Value) -> Value {
    let over_json = served.ask(verb.name(), asked.clone()).await;
    let over_grpc = served.grpc(verb, &asked).await.unwrap();
    assert_eq!(over_json, over_grpc, "{verb:?}");
    over_json
}

fn as_json(message: &impl prost::Message, verb: Verb) -> Value {
    serde_json::from_slice(&body::write(message, &descriptors::method(verb).unwrap().output()).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reading_verb_answers_alike_over_grpc_and_json() {
    let served = story().await;
    let question = json!({ "text": "她喝什么茶 what tea", "k": 3 });
    for (verb, asked) in [
        (Verb::ReviewList, json!({})),
        (Verb::ReviewCard, json!({ "proposal": "prop-1" })),
        (Verb::Rules, json!({})),
        (Verb::Recall, json!({ "question": question })),
        (Verb::WhyNot, json!({ "question": question, "document": "mem-2" })),
        (
            Verb::Context,
            json!({ "text": "想喝点什么？", "render": true, "limits": [
            { "part": "PART_MEMORIES", "limit": { "entries": 1, "tokens": 100 } }] }),
        ),
        (Verb::Get, json!({ "external_id": "m1" })),
        (Verb::Sources, json!({ "document": "mem-1", "neighbours": 1 })),
        (Verb::Citing, json!({ "message": "msg-2" })),
        (Verb::History, json!({ "memory": "mem-1" })),
        (Verb::Observations, json!({ "limit": 1 })),
        (Verb::Profile, json!({ "with_private": true })),
        (Verb::Beliefs, json!({})),
        (Verb::BeliefsInput, json!({})),
        (Verb::Plans, json!({ "closed": true })),
        (Verb::Pages, json!({ "kind": "PAGE_KIND_CONTINUITY" })),
        (Verb::People, json!({ "kind": "ENTITY_KIND_PERSON" })),
        (Verb::Person, json!({ "name": "lin" })),
        (Verb::Uses, json!({ "memory": "mem-1" })),
        (Verb::DetectUsed, json!({ "reply": "那泡一杯茉莉花茶？", "offered": ["mem-1", "mem-2"] })),
        (Verb::Temperatures, json!({})),
        (Verb::Topics, json!({})),
        (Verb::TopicsDue, json!({ "month": "2026-09" })),
        (Verb::Expand, json!({ "summary": "mem-1" })),
        (Verb::Erasures, json!({})),
        (Verb::Spaces, json!({})),
        (Verb::Stats, json!({})),
        (Verb::Verify, json!({})),
        (Verb::Rebuild, json!({})),
    ] {
        let answer = both(&served, verb, asked).await;
        assert!(!answer.as_object().unwrap().is_empty(), "{verb:?} says nothing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_the_librarys() {
    let served = story().await;
    let space = served.space();
    let sequence = space.sequence().unwrap().get();
    let asked = json!({ "question": { "text": "peanuts 花生", "scope": "SEARCH_SCOPE_BOTH" } });
    let answer = space.recall(&Question::new("peanuts 花生", NOW).scope(SearchScope::Both)).unwrap();
    assert!(!answer.hits.is_empty());
    let expected = v1::RecallResponse { applied_seq: sequence, ..told_answer(answer, false) };
    assert_eq!(both(&served, Verb::Recall, asked).await, as_json(&expected, Verb::Recall));
    let expected = v1::SourcesResponse {
        applied_seq: sequence,
        sources: told(space.sources(DocId::Memory(MemoryId::new(2)), 1).unwrap()),
    };
    let asked = json!({ "document": "mem-2", "neighbours": 1 });
    assert_eq!(both(&served, Verb::Sources, asked).await, as_json(&expected, Verb::Sources));
    let expected = v1::ProfileResponse {
        applied_seq: sequence,
        facts: told(space.profile(false, NOW).unwrap()),
        is_adult: Some(true),
    };
    assert_eq!(both(&served, Verb::Profile, json!({})).await, as_json(&expected, Verb::Profile));
    let expected = v1::PlansResponse { applied_seq: sequence, items: told(space.plans(false, NOW).unwrap()) };
    assert_eq!(both(&served, Verb::Plans, json!({})).await, as_json(&expected, Verb::Plans));
    let expected = v1::PersonResponse { applied_seq: sequence, cards: told(space.people_called("Lin").unwrap()) };
    assert_eq!(both(&served, Verb::Person, json!({ "name": "Lin" })).await, as_json(&expected, Verb::Person));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_writing_verb_does_what_the_library_does() {
    let served = story().await;
    let over_grpc = story().await;
    let both = async |verb: Verb, asked: Value| {
        let over_json = served.ask(verb.name(), asked.clone()).await;
        assert_eq!(over_json, over_grpc.grpc(verb, &asked).await.unwrap(), "{verb:?}");
        over_json
    };
    let space = served.space();
    both(
        Verb::Append,
        json!({ "messages": [{ "role": "ROLE_USER", "text": "其实我改喝 oolong 了", "external_id": "m7" }] }),
    )
    .await;
    assert_eq!(space.message(MessageId::new(7)).unwrap().unwrap().text, "其实我改喝 oolong 了");
    let correction = json!({ "corrects": "mem-1", "text": "用户改喝乌龙茶。", "evidence": [
        { "message": "m7", "role": "ROLE_USER", "quote": "改喝 oolong", "purpose": "PURPOSE_CORRECTION" }] });
    let answer = both(Verb::Propose, json!({ "proposals": [{ "correction": correction }] })).await;
    assert_eq!(answer["verdicts"][0]["code"], "VERDICT_CODE_SUPERSEDES");
    assert_eq!(space.history(MemoryId::new(1)).unwrap().len(), 2);
    both(
        Verb::Observe,
        json!({ "observation": { "type": "OBSERVATION_TYPE_STYLE", "subject": "speech", "value": "mixes 中英",
        "source": "BASIS_INFERRED", "evidence": said("m7", "改喝 oolong") } }),
    )
    .await;
    let n_entries = space.observations(None).unwrap().len();
    assert_eq!(n_entries, 2);
    let put = json!({ "made_from": "obs-2", "beliefs": [
        { "slot": "mood", "value": "calm", "confidence": 0.5, "cites": ["obs-1"] }] });
    both(Verb::PutBeliefs, put).await;
    assert_eq!(space.beliefs().unwrap()[0].value, "calm");
    both(Verb::Used, json!({ "turn": "m6", "memories": ["mem-2"] })).await;
    assert_eq!(space.uses(MemoryId::new(2)).unwrap().len(), 1);
    let looked = both(Verb::Look, json!({ "memory": "mem-2" })).await;
    assert_eq!(looked["memory"]["care"]["used_count"], "1");
    both(Verb::Restore, json!({ "memories": ["mem-2"] })).await;
    both(Verb::Maintain, json!({ "dry_run": true })).await;
    let reply = space.used(MessageRef::External("m6".into()), vec![MemoryId::new(2)], hupo::UseBasis::Told, NOW);
    assert_eq!(reply.unwrap().sequence, space.sequence().unwrap(), "said again, it is nothing new");
    let erased = both(Verb::Erase, json!({ "target": "msg-4" })).await;
    assert_eq!(erased["erasure"]["messages"], json!(["msg-4"]));
    assert_eq!(space.message(MessageId::new(4)).unwrap().unwrap().text, "");
    both(Verb::SetRules, json!({ "rules": { "importance_floor": 9 } })).await;
    assert_eq!(space.rules().unwrap().importance_floor, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_listed_shown_and_decided() {
    let served = Served::with_space();
    served.ask("append", json!({ "messages": super::told::lines() })).await;
    let memory = |quote: &str, attribute: &str| {
        json!({ "memory": { "kind": "KIND_FACT", "scope": "SCOPE_USER", "importance": 8,
        "text": format!("用户说 {quote}"), "key": { "subject": "user", "attribute": attribute }, "evidence": said("m4", quote) } })
    };
    let asked = json!({ "proposals": [memory("I'm allergic", "a"), memory("allergic to peanuts", "b")] });
    served.ask("propose", asked).await;
    let list = both(&served, Verb::ReviewList, json!({ "limit": 1 })).await;
    assert_eq!((list["reviews"][0]["id"].as_str(), list["next"].as_str()), (Some("prop-1"), Some("prop-1")));
    let list = both(&served, Verb::ReviewList, json!({ "after": "prop-1" })).await;
    assert_eq!((list["reviews"][0]["id"].as_str(), list["next"].as_str()), (Some("prop-2"), None));
    let card = both(&served, Verb::ReviewCard, json!({ "proposal": "prop-2" })).await;
    assert_eq!(card["card"]["evidence"][0]["found"]["quote"], "allergic to peanuts");
    let decided = served.ask("review_decide", json!({ "proposal": "prop-1", "approve": {} })).await;
    assert_eq!(decided["verdict"]["code"], "VERDICT_CODE_ACCEPTED");
    let reject = json!({ "proposal": "prop-2", "by": "Hu", "reject": { "reason": "no" } });
    served.ask("review_decide", reject).await;
    let card = both(&served, Verb::ReviewCard, json!({ "proposal": "prop-1" })).await;
    assert_eq!(card["card"]["review"]["decision"]["by"], "local", "the key, when nobody is named");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_become_one_and_two_again() {
    let served = story().await;
    let mei = json!({ "proposals": [{ "person": { "name": "小林", "evidence": said("m1", "我妹妹叫林晓") } }] });
    served.ask("propose", mei).await;
    served.ask("merge_people", json!({ "keep": "ent-1", "merge": "ent-2" })).await;
    let card = both(&served, Verb::Person, json!({ "id": "ent-2" })).await;
    assert_eq!(card["cards"][0]["entity"]["id"], "ent-1");
    served.ask("split_people", json!({ "entity": "ent-2" })).await;
    let card = both(&served, Verb::Person, json!({ "id": "ent-2" })).await;
    assert_eq!(card["cards"][0]["entity"]["id"], "ent-2");
}

#[tokio::test(flavor = "multi_thread")]
async fn spaces_are_made_listed_and_erased() {
    let served = Served::empty();
    let make = json!({ "zone": "Asia/Shanghai" });
    assert_eq!(served.ask("create_space", make.clone()).await, json!({ "applied_seq": "1" }));
    let (status, problem) = served.json("create_space", make.to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (409, Some("exists")));
    let again = json!({ "zone": "Asia/Shanghai", "or_open": true });
    assert_eq!(served.ask("create_space", again).await, json!({ "applied_seq": "1", "existed": true }));
    assert_eq!(both(&served, Verb::Spaces, json!({})).await, json!({ "spaces": [NAME] }));
    let (status, problem) = served.json("erase_space", json!({ "confirm": "Mei" }).to_string()).await;
    assert_eq!((status.as_u16(), problem["error"]["code"].as_str()), (400, Some("invalid")));
    served.ask("erase_space", json!({ "confirm": NAME })).await;
    assert_eq!(served.ask("spaces", json!({})).await, json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_spaces_that_the_key_covers_are_listed() {
    let grant = crate::Grant::of(crate::Spaces::Under("mi".into()), &crate::verb::Group::ALL);
    let served = Served::to(crate::Caller::new("k", grant, crate::limits::Limits::default()));
    for name in ["mine", "mi 米", "yours", "vitamin"] {
        let config = hupo::SpaceConfig { name: name.into(), zone: "UTC".into() };
        drop(served.hupo.create_space(config, NOW).unwrap());
    }
    assert_eq!(both(&served, Verb::Spaces, json!({})).await, json!({ "spaces": ["mi 米", "mine"] }));
    let next = both(&served, Verb::Spaces, json!({ "after": "mi 米" })).await;
    assert_eq!(next, json!({ "spaces": ["mine"] }));
}
