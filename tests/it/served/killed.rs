//! kill -9 of the server under load: every acknowledged write is there, and a retry under its key makes no second one.
//!
//! `HUPO_KILLS` sets the number of kills; 5 without it.

use super::{Client, Serving, number};
use crate::chance::Chance;
use hupo::{Hupo, MessageId, Space};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Clients at once; they share the spaces among them.
const CLIENTS: usize = 8;
const SPACES: usize = 4;

/// A client through all lives of the server.
struct Writer {
    number: usize,
    next: u64,
    /// Asked for, and not answered: nobody knows whether it was done.
    pending: Option<u64>,
    /// What was acknowledged, with the write's number.
    acknowledged: BTreeMap<u64, u64>,
    chance: Chance,
}

impl Writer {
    fn new(number: usize) -> Self {
        let chance = Chance::new(number as u64);
        Self { number, next: 1, pending: None, acknowledged: BTreeMap::new(), chance }
    }

    fn space(&self) -> String {
        space(self.number % SPACES)
    }

    fn text(&self, n: u64) -> String {
        format!("客{} line {n} 内容", self.number)
    }

    fn request(&self, n: u64) -> Value {
        let message = json!({ "role": "ROLE_USER", "text": self.text(n), "session": "s" });
        json!({ "space": self.space(), "idempotency_key": format!("{}-{n}", self.number), "messages": [message] })
    }

    /// Writes until the server is gone: what is pending first, now and then what was acknowledged long ago.
    fn write(&mut self, mut client: Client) {
        loop {
            let again = self.chance.once_in(5) && self.pending.is_none() && self.next > 1;
            let n = if again { 1 + self.chance.below(self.next as usize - 1) as u64 } else { self.take() };
            let Ok(answered) = client.ask("append", &self.request(n)) else { return };
            assert_eq!(answered.status, 200, "{}", answered.body);
            let sequence: u64 = answered.json()["applied_seq"].as_str().unwrap().parse().unwrap();
            let before = self.acknowledged.insert(n, sequence);
            assert!(before.is_none_or(|before| before == sequence), "{n}: another answer than before");
            self.pending = None;
        }
    }

    /// The write that is pending, or the next one, which then is.
    fn take(&mut self) -> u64 {
        let n = self.pending.unwrap_or(self.next);
        self.next = self.next.max(n + 1);
        *self.pending.insert(n)
    }
}

fn space(number: usize) -> String {
    format!("空间 space {number}")
}

fn make_spaces(client: &mut Client) {
    for number in 0..SPACES {
        let made = json!({ "space": space(number), "zone": "Asia/Shanghai", "or_open": true });
        let answered = client.ask("create_space", &made).unwrap();
        assert_eq!(answered.status, 200, "{}", answered.body);
    }
}

/// One life of the server, under the load of all clients.
fn live(root: &Path, writers: &mut [Writer], life: Duration) {
    let mut serving = Serving::start(root, "warn", &root.join("server.log"));
    make_spaces(&mut serving.client(None));
    std::thread::scope(|scope| {
        for writer in writers {
            let client = serving.client(None);
            scope.spawn(move || writer.write(client));
        }
        std::thread::sleep(life);
        serving.kill();
    });
}

/// The lines of a space, each with how often it is there.
fn lines(space: &Space) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for number in 1..=space.stats().unwrap().counts.messages {
        let message = space.message(MessageId::new(number)).unwrap().unwrap();
        *lines.entry(message.text).or_default() += 1;
    }
    lines
}

/// What was acknowledged is there once; what is pending is there once or not; nothing else is.
fn check(root: &Path, writers: &[Writer]) {
    let hupo = Hupo::open(root).unwrap();
    for number in 0..SPACES {
        let space = hupo.space(&space(number)).unwrap();
        let mut there = lines(&space);
        for writer in writers.iter().filter(|writer| writer.number % SPACES == number) {
            for n in writer.acknowledged.keys() {
                assert_eq!(there.remove(&writer.text(*n)), Some(1), "client {}, line {n}", writer.number);
            }
            if let Some(n) = writer.pending {
                assert!(matches!(there.remove(&writer.text(n)), None | Some(1)));
            }
        }
        assert!(there.is_empty(), "nobody wrote these: {there:?}");
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
        space.close().unwrap();
    }
}

#[test]
fn what_the_server_acknowledged_survives_kill_9_and_retries_write_nothing_twice() {
    let (folder, kills) = (tempfile::tempdir().unwrap(), number("HUPO_KILLS", 5));
    let mut writers: Vec<Writer> = (0..CLIENTS).map(Writer::new).collect();
    for kill in 0..kills {
        live(folder.path(), &mut writers, Duration::from_millis(100 + kill as u64 * 61 % 400));
        if kill % 10 == 9 || kill + 1 == kills {
            check(folder.path(), &writers);
        }
    }
    let acknowledged: usize = writers.iter().map(|writer| writer.acknowledged.len()).sum();
    assert!(acknowledged > kills * CLIENTS, "only {acknowledged} writes: give the server longer lives");
}
