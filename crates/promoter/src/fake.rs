//! A chat endpoint for tests: real HTTP on loopback, which answers as it is told, well or badly.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// What the endpoint does with one request.
pub(crate) enum Act {
    /// Answers with a status, more headers, and a body.
    Say(u16, &'static str, String),
    /// Answers with a body of so many bytes.
    Flood(usize),
    /// Answers a byte at a time, for as long as anybody listens.
    Drip,
    /// Closes in the middle of an answer.
    Break,
    /// Closes with the request unread, which resets the connection.
    Reset,
}

impl Act {
    /// A completion that says this.
    pub(crate) fn completion(text: &str) -> Self {
        let body = json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 10 }
        });
        Self::Say(200, "", body.to_string())
    }

    /// A completion whose text is this JSON.
    pub(crate) fn json(value: &Value) -> Self {
        Self::completion(&value.to_string())
    }

    /// A status, and what an endpoint might say with it: words of the request, and a key.
    pub(crate) fn status(status: u16, headers: &'static str) -> Self {
        Self::Say(status, headers, format!("refused: {KEY} {CANARY}"))
    }
}

/// The key that tests show; it must turn up nowhere.
pub(crate) const KEY: &str = "sk-canary-key-4711";
/// Words of the conversation that must turn up nowhere.
pub(crate) const CANARY: &str = "canary-words-被说过的话";

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// An endpoint that plays its acts in order and then the last one again and again.
pub(crate) struct Fake {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Fake {
    pub(crate) fn playing(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (asked, over) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let stage = Stage { acts: acts.into(), asked: Arc::clone(&asked), over: Arc::clone(&over) };
        let thread = std::thread::spawn(move || stage.play(&listener));
        Self { address, asked, over, thread: Some(thread) }
    }

    pub(crate) fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

struct Stage {
    acts: VecDeque<Act>,
    asked: Arc<Mutex<Vec<Asked>>>,
    over: Arc<AtomicBool>,
}

impl Stage {
    fn play(mut self, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            // Whoever hangs up in the middle is no trouble of ours.
            drop(self.act(stream.unwrap()));
        }
    }

    fn act(&mut self, mut stream: TcpStream) -> std::io::Result<()> {
        let act = if self.acts.len() > 1 { self.acts.pop_front() } else { None };
        let act = act.as_ref().or(self.acts.front()).expect("there is an act");
        if matches!(act, Act::Reset) {
            return stream.read_exact(&mut [0; 1]);
        }
        let asked = heard(&stream)?;
        self.asked.lock().unwrap().push(asked);
        match act {
            Act::Say(status, headers, body) => say(&mut stream, *status, headers, body.as_bytes()),
            Act::Flood(n_bytes) => say(&mut stream, 200, "", &vec![b' '; *n_bytes]),
            Act::Drip => drip(&mut stream, &self.over),
            Act::Break => stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{\"choi"),
            Act::Reset => Ok(()),
        }
    }
}

fn heard(stream: &TcpStream) -> std::io::Result<Asked> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    loop {
        let begun = head.len();
        if reader.read_line(&mut head)? == 0 || head[begun..].trim().is_empty() {
            break;
        }
    }
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    Ok(Asked { head, body: String::from_utf8(body).unwrap() })
}

fn say(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) -> std::io::Result<()> {
    let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

fn drip(stream: &mut TcpStream, over: &AtomicBool) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")?;
    while !over.load(Ordering::SeqCst) {
        stream.write_all(b" ")?;
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}
