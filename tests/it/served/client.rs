//! A plain HTTP/1.1 client over one connection at a time, so that a test sees every byte of an answer.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub(super) struct Client {
    address: SocketAddr,
    key: Option<String>,
    stream: Option<BufReader<TcpStream>>,
}

/// An answer: its status, and head and body as they came.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Answered {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// What a request says beside its body.
#[derive(Debug, Default, Clone)]
pub(super) struct Asked<'a> {
    pub(super) path: &'a str,
    pub(super) headers: Vec<(&'a str, String)>,
    pub(super) body: String,
}

impl Client {
    pub(super) fn new(address: SocketAddr, key: Option<&str>) -> Self {
        Self { address, key: key.map(str::to_owned), stream: None }
    }

    /// Asks by POST. After an error nobody knows whether it was done.
    pub(super) fn ask(&mut self, verb: &str, body: &Value) -> io::Result<Answered> {
        self.send(&Asked { path: &format!("/v1/{verb}"), body: body.to_string(), ..Asked::default() })
    }

    /// Sends any request; one without a body goes by GET.
    pub(super) fn send(&mut self, asked: &Asked) -> io::Result<Answered> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => connect(self.address)?,
        };
        stream.get_mut().write_all(&self.request(asked))?;
        let answered = read(&mut stream)?;
        self.stream = Some(stream).filter(|_| !answered.head.to_lowercase().contains("connection: close"));
        Ok(answered)
    }

    fn request(&self, asked: &Asked) -> Vec<u8> {
        let Asked { path, headers, body } = asked;
        let method = if body.is_empty() { "GET" } else { "POST" };
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n", self.address, body.len());
        if let Some(key) = &self.key {
            text.push_str(&format!("authorization: Bearer {key}\r\n"));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("content-type: application/json\r\n\r\n");
        text.push_str(body);
        text.into_bytes()
    }
}

fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

fn read(stream: &mut impl BufRead) -> io::Result<Answered> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
    let named = |name: &str| head.lines().find_map(|line| line.to_lowercase().strip_prefix(name).map(str::to_owned));
    let body = match named("content-length: ").and_then(|length| length.trim().parse().ok()) {
        Some(length) => exactly(stream, length)?,
        None if named("transfer-encoding: chunked").is_some() => chunks(stream)?,
        None => Vec::new(),
    };
    Ok(Answered { status, head, body: String::from_utf8_lossy(&body).into_owned() })
}

fn exactly(stream: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(body)
}

fn chunks(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let length = usize::from_str_radix(line.trim(), 16).map_err(|_| io::ErrorKind::InvalidData)?;
        body.extend(exactly(stream, length)?);
        exactly(stream, 2)?;
        if length == 0 {
            return Ok(body);
        }
    }
}
