//! Figures, printed: `cargo nextest run -p hupo-store speed --no-capture`. The bounds only catch a slip by a magnitude.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hupo_types::{DocId, MessageId, NewMessage};

use super::space::{Space, append, entity, user};

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn timed<R>(n: usize, mut work: impl FnMut(usize) -> R) -> Duration {
    let one = |n| {
        let start = Instant::now();
        black_box(work(n));
        start.elapsed()
    };
    median((0..n).map(one).collect())
}

fn line(n: usize) -> NewMessage {
    let text = format!("第{n}条：昨天和王芳在上海的咖啡馆聊了两个小时 about the trip to New York next month");
    NewMessage::user(text).external_id(format!("e{n}")).session(format!("s{}", n / 50)).speaker("Ann")
}

#[test]
fn speed_of_bulk_commit_snapshot_and_read() {
    let space = Space::new();
    space.write(vec![entity("王芳", &["Fang"]), entity("上海", &["Shanghai"]), entity("New York", &["纽约"])]);
    let start = Instant::now();
    for batch in 0..5 {
        space.write((batch * 1_000..(batch + 1) * 1_000).map(|n| append(line(n))).collect());
    }
    let bulk = 5_000.0 / start.elapsed().as_secs_f64();
    let commit = timed(31, |n| space.write(vec![user(&format!("c{n}"), "一条消息 one message")]));
    let snapshot = timed(1_001, |_| space.store().snapshot().unwrap());
    let open = space.store().snapshot().unwrap();
    let document = timed(1_001, |n| open.document(DocId::Message(MessageId::new(1 + n as u64 * 4))).unwrap());
    let facts = timed(5, |_| open.facts().unwrap().count());
    println!(
        "bulk {bulk:.0} messages/s, commit {commit:?}, snapshot {snapshot:?}, document {document:?}, facts of 5,031 {facts:?}"
    );
    assert!(bulk > 500.0 && snapshot < Duration::from_millis(1) && document < Duration::from_millis(2));
}

#[test]
fn speed_of_linking_older_documents() {
    let space = Space::new();
    space.write((0..5_000).map(|n| append(line(n))).collect());
    let start = Instant::now();
    space.write(vec![entity("Nobody Here", &["查无此人"])]);
    println!("one new name over 5,000 messages: {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20));
}
