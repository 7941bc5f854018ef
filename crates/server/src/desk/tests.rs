//! What the desk promises to every transport.

use super::*;
use crate::caller::{Grant, Spaces};
use crate::limits::Limits;
use crate::room::RoomLimits;
use crate::spaces::OpenLimits;
use crate::verb::Group;
use hupo::{NewMessage, SpaceConfig, Timestamp};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use tempfile::TempDir;
use tokio_stream::StreamExt;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);
/// Words that must never be found where no content may be.
const CANARY: &str = "金丝雀 canary-7f3a";

struct Place {
    folder: TempDir,
    desk: Desk,
}

impl Place {
    fn new(room: RoomLimits) -> Self {
        let folder = TempDir::new().unwrap();
        let hupo = Hupo::open(folder.path()).unwrap();
        for name in ["mine", "yours", CANARY] {
            let config = SpaceConfig { name: name.into(), zone: "UTC".into() };
            hupo.create_space(config, NOW).unwrap().append(vec![NewMessage::user(CANARY)], NOW).unwrap();
        }
        let audit = Some(Audit::open(&folder.path().join("audit.jsonl")).unwrap());
        let options = DeskOptions { open: OpenLimits::default(), room, audit };
        let desk = Desk::with(hupo, Clock::told_by(|| NOW), options);
        Self { folder, desk }
    }

    fn usual() -> Self {
        Self::new(RoomLimits { calls: 64, reads: 4, writes: 16, longs: 2 })
    }

    fn audit(&self) -> PathBuf {
        self.folder.path().join("audit.jsonl")
    }

    /// How many messages the space has after a call of this verb has added one.
    async fn add(&self, caller: &Caller, space: Option<&str>, verb: Verb) -> Result<u64, Problem> {
        let call = Call::new(caller.clone(), space.map(str::to_owned), verb);
        let work = |space: &Space, scope: &Scope| {
            space.append(vec![NewMessage::user("一行 line")], scope.when())?;
            Ok(space.stats()?.counts.messages)
        };
        self.desk.carry_out(call, work).await
    }
}

fn caller(spaces: Spaces, groups: &[Group], limits: Limits) -> Caller {
    Caller::new("k1", Grant::of(spaces, groups), limits)
}

fn named(names: &[&str]) -> Spaces {
    Spaces::Named(names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>())
}

fn code<T>(done: Result<T, Problem>) -> Option<Code> {
    done.err().map(|problem| problem.code)
}

/// Work that waits for this before it ends.
fn blocked() -> (std::sync::mpsc::Sender<()>, impl FnOnce() + Send) {
    let (release, wait) = std::sync::mpsc::channel::<()>();
    (release, move || assert!(wait.recv().is_err(), "the sender is dropped, never used"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credential_reaches_what_it_covers_and_nothing_else() {
    let place = Place::usual();
    let spaces = [Spaces::All, named(&["mine"]), named(&["mine", "yours"]), Spaces::Under("mi".into())];
    for spaces in spaces {
        for groups in [vec![Group::Read], vec![Group::Write], vec![Group::Read, Group::Write, Group::Admin]] {
            let caller = caller(spaces.clone(), &groups, Limits::default());
            for verb in [Verb::Recall, Verb::Append, Verb::Erase, Verb::ReviewDecide] {
                for name in ["mine", "yours", "minor", "nobody"] {
                    let got = code(place.add(&caller, Some(name), verb).await);
                    let is_covered = groups.contains(&verb.group()) && spaces.covers(name);
                    let exists = ["mine", "yours"].contains(&name);
                    let expected = match (is_covered, exists) {
                        (false, _) => Some(Code::Forbidden),
                        (true, false) => Some(Code::UnknownSpace),
                        (true, true) => None,
                    };
                    assert_eq!(got, expected, "{spaces:?} {groups:?} {verb:?} {name}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn outside_the_scope_a_space_that_exists_looks_like_one_that_does_not() {
    let place = Place::usual();
    let caller = caller(named(&["mine"]), &Group::ALL, Limits::default());
    let exists = place.add(&caller, Some("yours"), Verb::Append).await.unwrap_err();
    let does_not = place.add(&caller, Some("nobody"), Verb::Append).await.unwrap_err();
    assert_eq!(exists, does_not);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_for_one_space_needs_no_name_and_another_must_give_one() {
    let place = Place::usual();
    let one = caller(named(&["mine"]), &Group::ALL, Limits::default());
    assert_eq!(place.add(&one, None, Verb::Append).await.unwrap(), 2);
    assert_eq!(place.add(&one, Some(""), Verb::Append).await.unwrap(), 3);
    let two = caller(named(&["mine", "yours"]), &Group::ALL, Limits::default());
    assert_eq!(code(place.add(&two, None, Verb::Append).await), Some(Code::Invalid));
}

#[tokio::test(flavor = "multi_thread")]
async fn verbs_of_the_root_get_the_checked_name_or_none() {
    let place = Place::usual();
    let ask = |caller: Caller, space: Option<&str>, verb| {
        let call = Call::new(caller, space.map(str::to_owned), verb);
        place.desk.carry_out_on_root(call, |_, name, _| Ok(name.to_owned()))
    };
    let mine = || caller(Spaces::Under("mi".into()), &[Group::Write, Group::Read], Limits::default());
    assert_eq!(ask(mine(), Some("mine too"), Verb::CreateSpace).await.unwrap(), "mine too");
    assert_eq!(code(ask(mine(), Some("other"), Verb::CreateSpace).await), Some(Code::Forbidden));
    assert_eq!(ask(mine(), Some("ignored"), Verb::Spaces).await.unwrap(), "");
    assert_eq!(code(ask(mine(), None, Verb::Metrics).await), Some(Code::Forbidden));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_has_its_rate_its_share_and_its_size() {
    let place = Place::usual();
    let slow = Limits { calls_per_second: NonZeroU32::new(2).unwrap(), ..Limits::default() };
    let slow = caller(Spaces::All, &Group::ALL, slow);
    assert!(place.add(&slow, Some("mine"), Verb::Append).await.is_ok());
    assert!(place.add(&slow, Some("mine"), Verb::Append).await.is_ok());
    let problem = place.add(&slow, Some("mine"), Verb::Append).await.unwrap_err();
    assert!(problem.code == Code::TooMany && problem.retry_after.is_some(), "{problem:?}");

    let single = caller(Spaces::All, &Group::ALL, Limits { calls_at_once: 1, ..Limits::default() });
    let (release, wait) = blocked();
    let call = Call::new(single.clone(), Some("mine".into()), Verb::Recall);
    let desk = place.desk.clone();
    let running = tokio::spawn(async move {
        desk.carry_out(call, move |_, _| {
            wait();
            Ok(())
        })
        .await
    });
    while place.desk.room().n_running(crate::verb::Lane::Read) == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(code(place.add(&single, Some("yours"), Verb::Append).await), Some(Code::TooMany));
    drop(release);
    running.await.unwrap().unwrap();
    assert!(place.add(&single, Some("yours"), Verb::Append).await.is_ok());

    let small = caller(Spaces::All, &Group::ALL, Limits { request_bytes: 10, ..Limits::default() });
    let call = Call { n_bytes: 11, ..Call::new(small, Some("mine".into()), Verb::Append) };
    assert_eq!(code(place.desk.carry_out(call, |_, _| Ok(())).await), Some(Code::TooLarge));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_desk_says_so_and_takes_calls_again() {
    let place = Place::new(RoomLimits { calls: 3, reads: 1, writes: 1, longs: 1 });
    let (release, wait) = blocked();
    let call = || Call::new(Caller::local(), Some("mine".into()), Verb::Recall);
    let first = tokio::spawn({
        let (desk, call) = (place.desk.clone(), call());
        async move {
            desk.carry_out(call, move |_, _| {
                wait();
                Ok(())
            })
            .await
        }
    });
    while place.desk.room().n_running(crate::verb::Lane::Read) == 0 {
        tokio::task::yield_now().await;
    }
    let others: Vec<_> = (0..8)
        .map(|_| {
            let (desk, call) = (place.desk.clone(), call());
            tokio::spawn(async move { desk.carry_out(call, |_, _| Ok(())).await })
        })
        .collect();
    // Two wait; the others are told at once.
    let mut n_refused = 0;
    while n_refused < 6 {
        n_refused = others.iter().filter(|task| task.is_finished()).count();
        tokio::task::yield_now().await;
    }
    drop(release);
    first.await.unwrap().unwrap();
    let mut codes = Vec::new();
    for task in others {
        codes.push(code(task.await.unwrap()));
    }
    let refused = codes.iter().filter(|code| **code == Some(Code::Unavailable)).count();
    assert_eq!((refused, codes.iter().flatten().count()), (6, 6), "{codes:?}");
    assert!(place.desk.carry_out(call(), |_, _| Ok(())).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_kept_while_waiting_and_while_running() {
    let place = Place::new(RoomLimits { calls: 8, reads: 1, writes: 1, longs: 1 });
    let soon = || Some(Instant::now() + Duration::from_millis(60));
    let call = |deadline| Call { deadline, ..Call::new(Caller::local(), Some("mine".into()), Verb::Recall) };
    let (release, wait) = blocked();
    let (told, telling) = std::sync::mpsc::channel();
    let work = move |_: &Space, scope: &Scope| {
        wait();
        told.send((scope.is_cancelled(), scope.check().is_err())).unwrap();
        Ok(())
    };
    assert_eq!(code(place.desk.carry_out(call(soon()), work).await), Some(Code::Deadline));
    assert_eq!(code(place.desk.carry_out(call(soon()), |_, _| Ok(())).await), Some(Code::Deadline), "no room to run");
    drop(release);
    assert_eq!(telling.recv().unwrap(), (true, true), "the work is told");
    let cut = Limits { deadline: Duration::from_millis(50), ..Limits::default() };
    let caller = caller(Spaces::All, &Group::ALL, cut);
    let call = Call {
        deadline: Some(Instant::now() + Duration::from_secs(60)),
        ..Call::new(caller, Some("mine".into()), Verb::Recall)
    };
    let remaining = place.desk.carry_out(call, |_, scope| Ok(scope.remaining())).await.unwrap();
    assert!(remaining <= Duration::from_millis(45), "the credential's own longest counts: {remaining:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_goes_away_stops_its_work_and_is_written_down() {
    let place = Place::usual();
    let (told, telling) = std::sync::mpsc::channel();
    let work = move |_: &Space, scope: &Scope| {
        told.send("begun").unwrap();
        while !scope.is_cancelled() {
            std::thread::yield_now();
        }
        told.send("told").unwrap();
        Ok(())
    };
    let call = Call::new(Caller::local(), Some("mine".into()), Verb::Recall);
    let desk = place.desk.clone();
    let running = tokio::spawn(async move { desk.carry_out(call, work).await });
    assert_eq!(telling.recv().unwrap(), "begun");
    running.abort();
    assert_eq!(telling.recv_timeout(Duration::from_secs(20)).unwrap(), "told");
    assert_eq!(place.desk.drain(Duration::from_secs(20)).await, 0);
    let last = std::fs::read_to_string(place.audit()).unwrap().lines().next_back().unwrap().to_owned();
    assert!(last.contains("\"outcome\":\"ok\"") && last.contains("\"answered\":false"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn draining_finishes_what_runs_takes_nothing_new_and_closes_every_file() {
    let place = Place::usual();
    let (release, wait) = blocked();
    let call = Call::new(Caller::local(), Some("mine".into()), Verb::Append);
    let desk = place.desk.clone();
    let writing = tokio::spawn(async move {
        let work = move |space: &Space, scope: &Scope| {
            wait();
            Ok(space.append(vec![NewMessage::user("last line 最后一行")], scope.when())?.sequence)
        };
        desk.carry_out(call, work).await
    });
    while place.desk.room().n_running(crate::verb::Lane::Write) == 0 {
        tokio::task::yield_now().await;
    }
    let desk = place.desk.clone();
    let draining = tokio::spawn(async move { desk.drain(Duration::from_secs(30)).await });
    while !place.desk.is_draining() {
        tokio::task::yield_now().await;
    }
    assert_eq!(code(place.add(&Caller::local(), Some("yours"), Verb::Append).await), Some(Code::Unavailable));
    drop(release);
    let acknowledged = writing.await.unwrap().unwrap();
    assert_eq!(draining.await.unwrap(), 0);
    let hupo = Hupo::open(place.folder.path()).unwrap();
    assert_eq!(
        hupo.space("mine").unwrap().sequence().unwrap(),
        acknowledged,
        "another handle can open it, and it is there"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_parts_or_its_problem() {
    let place = Place::usual();
    let call = || Call::new(Caller::local(), Some("mine".into()), Verb::Export);
    let parts = |n: usize, end: Result<(), Problem>| {
        place.desk.stream(call(), move |_, _, sink: &Sink<usize>| (0..n).try_for_each(|n| sink.send(n)).and(end))
    };
    let all: Vec<_> = parts(100, Ok(())).await.unwrap().collect().await;
    assert_eq!(all.into_iter().collect::<Result<Vec<_>, _>>().unwrap().len(), 100);
    let all: Vec<_> = parts(3, Err(Problem::failed())).await.unwrap().collect().await;
    assert_eq!((all.len(), all.last().unwrap()), (4, &Err(Problem::failed())));
    let gone = parts(100_000, Ok(())).await.unwrap();
    drop(gone);
    assert_eq!(place.desk.drain(Duration::from_secs(20)).await, 0, "the work ends when nobody reads");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_panics_is_a_problem_of_its_own() {
    let place = Place::usual();
    let call = || Call::new(Caller::local(), Some("mine".into()), Verb::Recall);
    let panics = |_: &Space, _: &Scope| -> Result<(), Problem> { panic!("a test panics") };
    assert_eq!(code(place.desk.carry_out(call(), panics).await), Some(Code::Internal));
    assert!(place.desk.carry_out(call(), |_, _| Ok(())).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_the_space_has_not_seen_is_not_answered_without() {
    let place = Place::usual();
    let call =
        |n| Call { at_least: Some(Sequence::new(n)), ..Call::new(Caller::local(), Some("mine".into()), Verb::Stats) };
    let now = place.desk.carry_out(call(0), |space, _| Ok(space.sequence()?.get())).await.unwrap();
    assert!(place.desk.carry_out(call(now), |_, _| Ok(())).await.is_ok());
    assert_eq!(code(place.desk.carry_out(call(now + 1), |_, _| Ok(())).await), Some(Code::Unavailable));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_written_down_has_content() {
    let place = Place::usual();
    let local = Caller::local();
    place.add(&local, Some(CANARY), Verb::Append).await.unwrap();
    let refused = |space: &Space, scope: &Scope| {
        let taken = || NewMessage::user(CANARY).external_id(CANARY);
        space.append(vec![taken()], scope.when())?;
        space.append(vec![NewMessage::user("other").external_id(CANARY)], scope.when())?;
        Ok(())
    };
    let call = Call::new(local.clone(), Some(CANARY.into()), Verb::Append);
    let problem = place.desk.carry_out(call, refused).await.unwrap_err();
    assert_eq!(problem.code, Code::Refused);
    let unknown = place.add(&local, Some(&format!("{CANARY} elsewhere")), Verb::Append).await.unwrap_err();
    place.desk.drain(Duration::from_secs(20)).await;
    let told = [
        problem.to_json().to_string(),
        format!("{:?}", problem.status()),
        unknown.to_json().to_string(),
        place.desk.metrics().render(&place.desk),
        std::fs::read_to_string(place.audit()).unwrap(),
    ];
    for text in told {
        assert!(!text.contains("canary") && !text.contains("金丝雀"), "{text}");
    }
    assert!(place.desk.metrics().render(&place.desk).contains("hupo_calls_total{verb=\"append\",code=\"refused\"} 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_space_takes_no_room_and_its_name_is_free_again() {
    let place = Place::usual();
    place.add(&Caller::local(), Some("yours"), Verb::Append).await.unwrap();
    assert_eq!(place.desk.spaces().standing().n_open, 1);
    let call = |verb| Call::new(Caller::local(), Some("yours".into()), verb);
    place.desk.carry_out_on_root(call(Verb::EraseSpace), |hupo, name, _| Ok(hupo.erase_space(name)?)).await.unwrap();
    assert_eq!(place.desk.spaces().standing().n_open, 0);
    assert_eq!(code(place.add(&Caller::local(), Some("yours"), Verb::Append).await), Some(Code::UnknownSpace));
    let make = |hupo: &Hupo, name: &str, scope: &Scope| {
        hupo.create_space(SpaceConfig { name: name.into(), zone: "UTC".into() }, scope.now())?;
        Ok(())
    };
    place.desk.carry_out_on_root(call(Verb::CreateSpace), make).await.unwrap();
    assert_eq!(place.desk.spaces().standing().n_open, 1, "what was made stays open, and is counted");
    assert_eq!(place.add(&Caller::local(), Some("yours"), Verb::Append).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn work_beside_the_calls_has_a_space_as_they_do_and_the_drain_waits_for_it() {
    let place = Place::usual();
    let (desk, runtime) = (place.desk.clone(), tokio::runtime::Handle::current());
    assert_eq!(desk.names().unwrap().len(), 3);
    let beside = move |desk: Desk, name: &'static str, wait: Box<dyn FnOnce() + Send>| {
        let runtime = runtime.clone();
        std::thread::spawn(move || {
            desk.beside(&runtime, name, |space| {
                wait();
                Ok(space.append(vec![NewMessage::user("自己的活 its own work")], NOW)?.sequence)
            })
        })
    };
    assert_eq!(beside(desk.clone(), "mine", Box::new(|| ())).join().unwrap().unwrap().get(), 3);
    assert_eq!(code(beside(desk.clone(), "nobody", Box::new(|| ())).join().unwrap()), Some(Code::UnknownSpace));
    let (release, wait) = blocked();
    let running = beside(desk.clone(), "yours", Box::new(wait));
    while desk.room().n_entered() == 0 {
        tokio::task::yield_now().await;
    }
    let draining = tokio::spawn({
        let desk = desk.clone();
        async move { desk.drain(Duration::from_secs(60)).await }
    });
    while !desk.is_draining() {
        tokio::task::yield_now().await;
    }
    assert_eq!(code(beside(desk.clone(), "mine", Box::new(|| ())).join().unwrap()), Some(Code::Unavailable));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!draining.is_finished(), "it waits for the work");
    drop(release);
    assert!(running.join().unwrap().is_ok());
    assert_eq!(draining.await.unwrap(), 0);
    assert_eq!(desk.spaces().standing().n_open, 0);
}
