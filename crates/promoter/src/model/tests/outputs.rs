//! What each duty makes, from the answer to the space.

use super::world::{World, memory};
use super::*;
use crate::fake::{Act, Fake};
use hupo::{PageKind, ReviewPolicy, Rules, RunOutcome, Schedule, estimate_tokens};

use serde_json::json;

fn scheduled(schedule: Schedule) -> World {
    let world = World::new();
    let rules = Rules { review: ReviewPolicy::Automatic, promotion: schedule, ..Rules::default() };
    world.space.set_rules(rules, world.now).unwrap();
    world
}

fn asked(world: &World, duty: Duty, acts: Vec<Act>) -> (hupo::RunReport, usize) {
    let fake = Fake::playing(acts);
    let report = world.run(&world.model(&fake, ModelOptions::default()), duty).unwrap();
    world.log();
    (report, fake.asked().len())
}

/// A page of about so many tokens.
fn page(n_tokens: usize) -> Act {
    let mut text = String::from("小雨搬到了上海。");
    while estimate_tokens(&text) < n_tokens {
        text.push_str("She went on with her work. ");
    }
    Act::json(&json!({ "page": text }))
}

#[test]
fn a_page_of_the_wrong_length_is_asked_for_once_more() {
    let small = || scheduled(Schedule { tail_messages: 1, page_messages: 2, ..Schedule::default() });
    let world = small();
    let (report, n_asked) = asked(&world, Duty::Page, vec![page(1_000), page(700)]);
    assert!(matches!(report.outcome, RunOutcome::Closed { .. }), "{report:?}");
    let pages = world.space.pages(PageKind::Continuity).unwrap();
    assert_eq!((n_asked, pages.len()), (2, 1));
    assert!((600..=800).contains(&estimate_tokens(&pages[0].text)));

    let world = small();
    let (report, n_asked) = asked(&world, Duty::Page, vec![page(1_000)]);
    assert_eq!(report.outcome, RunOutcome::NotKept);
    assert_eq!(
        (n_asked, world.due(Duty::Page).is_some()),
        (2, true),
        "it stays due, and is not asked for a third time"
    );

    let world = small();
    let (_, n_asked) = asked(&world, Duty::Page, vec![page(40)]);
    assert_eq!(n_asked, 1, "of a few lines a short page is long enough");
}

#[test]
fn the_job_after_a_reply_stores_its_four_outputs() {
    let mut world = scheduled(Schedule { after_reply: true, ..Schedule::default() });
    world.now = world.now.plus_ms(-23 * 60 * 60 * 1_000);
    let boundary = json!({
        "propose": "observation", "type": "context", "subject": "home", "value": "lives in Hangzhou", "source": "stated",
        "evidence": [{ "message": 1, "role": "user", "quote": "我住在杭州" }]
    });
    let thread = json!({
        "propose": "temporal_item", "kind": "open_thread", "text": "Mei 在 Austin",
        "evidence": [{ "message": 2, "role": "user", "quote": "My sister Mei lives in Austin", "purpose": "setup" }]
    });
    let answer = |note: String| {
        Act::json(&json!({
            "memories": [memory("用户住在杭州", (1, "user", "我住在杭州"))], "commitments": [thread],
            "standing": [boundary], "carried_note": note
        }))
    };
    let note = "下次问问 Mei 怎么样了。";
    let short = Act::json(&json!({ "memories": [], "commitments": [], "standing": [], "carried_note": note }));
    let (report, n_asked) = asked(&world, Duty::AfterReply, vec![answer("好".repeat(401)), short]);
    assert_eq!(report.verdicts.len(), 4, "{report:?}");
    assert_eq!(n_asked, 2, "a note of 401 characters is too long");
    assert_eq!(world.memories(), ["用户住在杭州"]);
    assert_eq!(world.space.plans(false, world.now).unwrap().len(), 1);
    assert_eq!(world.space.observations(None).unwrap().len(), 1);
    assert_eq!(world.space.pages(PageKind::CarriedNote).unwrap()[0].text, note);
}

#[test]
fn a_short_page_about_much_is_asked_for_once_more() {
    let world = scheduled(Schedule { tail_messages: 1, page_messages: 2, ..Schedule::default() });
    let long = "昨天的事 went on and on, 从早上说到晚上。".repeat(60);
    let at = world.now.plus_ms(-1_000);
    let lines = (0..4).map(|_| hupo::NewMessage::user(long.as_str()).at(at)).collect();
    world.space.append(lines, at).unwrap();
    let (report, n_asked) = asked(&world, Duty::Page, vec![page(40), page(700)]);
    assert!(matches!(report.outcome, RunOutcome::Closed { .. }), "{report:?}");
    let pages = world.space.pages(PageKind::Continuity).unwrap();
    assert_eq!((n_asked, estimate_tokens(&pages[0].text) >= 600), (2, true));
}
