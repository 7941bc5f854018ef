//! Handles: two openers, many threads, closing.

use crate::world::{NOW, World, ask, config, ids, lone_talk, talk};
use hupo::{Error, Hupo, NewMessage, Question, SearchScope};
use std::time::Duration;

#[test]
fn a_second_opener_is_refused_and_told_who_holds_the_space() {
    let world = World::new();
    let space = world.talk();
    let other = Hupo::open(world.folder.path()).unwrap();
    match other.space("talk") {
        Err(Error::Locked { name, holder }) => {
            assert_eq!(name, "talk");
            assert_eq!(holder, Some(std::process::id()));
        }
        other => panic!("{:?}", other.err()),
    }
    space.close().unwrap();
    drop(world.hupo);
    other.space("talk").unwrap();
}

#[test]
fn one_root_shares_an_open_space() {
    let world = World::new();
    let (one, other) = (world.talk(), world.hupo.space("talk").unwrap());
    one.append(vec![NewMessage::user("新的一行 brandnew").external_id("new")], NOW).unwrap();
    assert_eq!(ids(&ask(&other, "brandnew")), ["new"]);
}

#[test]
fn a_closed_space_says_so_and_opens_again() {
    let world = World::new();
    let space = world.talk();
    let handle = space.clone();
    space.close().unwrap();
    assert!(matches!(handle.recall(&Question::new("x", NOW)), Err(Error::Closed { .. })));
    assert!(matches!(handle.append(talk(), NOW), Err(Error::Closed { .. })));
    assert!(!ask(&world.hupo.space("talk").unwrap(), "peanuts").hits.is_empty());
}

#[test]
fn many_ask_while_many_write() {
    let world = World::new();
    let space = world.talk();
    std::thread::scope(|scope| {
        for writer in 0..3 {
            let space = space.clone();
            scope.spawn(move || {
                for n in 0..25 {
                    let id = format!("w{writer}-{n}");
                    space
                        .append(vec![NewMessage::user(format!("token{writer}x{n} 并发")).external_id(&id)], NOW)
                        .unwrap();
                    assert_eq!(ids(&ask(&space, &format!("token{writer}x{n}"))), [id]);
                }
            });
        }
        for _ in 0..3 {
            let space = space.clone();
            scope.spawn(move || {
                for _ in 0..100 {
                    assert_eq!(ids(&ask(&space, "peanuts"))[0], "m6");
                }
            });
        }
    });
    let stats = space.stats().unwrap();
    assert_eq!(stats.counts.messages, 8 + 75);
    assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
}

#[test]
fn a_deadline_is_kept_without_models() {
    let space = lone_talk();
    let mut question = Question::new("peanuts", NOW).scope(SearchScope::Transcript);
    question.deadline = Some(Duration::from_nanos(1));
    assert_eq!(ids(&space.recall(&question).unwrap())[0], "m6");
}

#[test]
fn a_space_keeps_its_zone() {
    let world = World::new();
    world.space("zoned").close().unwrap();
    let again = world.hupo.space_or_create(hupo::SpaceConfig { zone: "UTC".into(), ..config("zoned") }, NOW).unwrap();
    assert_eq!(again.config().zone, "Asia/Shanghai");
}
