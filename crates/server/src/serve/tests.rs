//! The whole server on a port of this machine, asked over the wire.

use super::lively::Lively;
use super::*;
use crate::clock::Clock;
use crate::desk::DeskOptions;
use crate::keys::{CoveredSpaces, KeyFile, NewKey, OwnLimits};
use hupo::{Hupo, SpaceConfig, Timestamp};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, ServerName};
use std::sync::Arc;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

struct Running {
    folder: TempDir,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    hurry: oneshot::Sender<()>,
    ended: JoinHandle<Ended>,
}

fn options(folder: &TempDir) -> ServeOptions {
    ServeOptions {
        listen: "127.0.0.1:0".parse().unwrap(),
        tls: None,
        n_connections: 16,
        drain: Duration::from_secs(20),
        root: folder.path().to_owned(),
    }
}

fn key(folder: &TempDir, verbs: &[&str]) -> String {
    let verbs = verbs.iter().map(|&word| word.to_owned()).collect();
    let spaces = CoveredSpaces::Named(["mine".to_owned()].into());
    let new = NewKey { name: "test".into(), spaces, verbs, expires: None, limits: OwnLimits::default() };
    let file = KeyFile::at(folder.path().join("keys.json"));
    file.create(new, jiff::Timestamp::from_millisecond(NOW.ms()).unwrap()).unwrap().1
}

fn desk(folder: &TempDir) -> (Desk, Keys) {
    let clock = Clock::told_by(|| NOW);
    let hupo = Hupo::open(folder.path()).unwrap();
    hupo.space_or_create(SpaceConfig { name: "mine".into(), zone: "UTC".into() }, NOW).unwrap();
    let keys = Keys::of(KeyFile::at(folder.path().join("keys.json")), clock.clone()).unwrap();
    (Desk::with(hupo, clock, DeskOptions::default()), keys)
}

async fn start(folder: TempDir, options: ServeOptions) -> Running {
    let (desk, keys) = desk(&folder);
    run(folder, Server::listen(desk, keys, options).await.unwrap())
}

fn run(folder: TempDir, server: Server) -> Running {
    let (address, (stop, stopped), (hurry, hurried)) = (server.address(), oneshot::channel(), oneshot::channel());
    let wait = |told: oneshot::Receiver<()>| async {
        if told.await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let ended = tokio::spawn(server.run(wait(stopped), wait(hurried)));
    Running { folder, address, stop, hurry, ended }
}

async fn start_plain() -> Running {
    let folder = TempDir::new().unwrap();
    let options = options(&folder);
    start(folder, options).await
}

/// The whole answer to one request, by a connection that is closed after it.
async fn ask_over(mut stream: impl AsyncRead + AsyncWrite + Unpin, what: &str, headers: &str, body: &str) -> String {
    let n = body.len();
    let request = format!(
        "{what} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {n}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn ask(address: SocketAddr, what: &str, headers: &str, body: &str) -> String {
    ask_over(TcpStream::connect(address).await.unwrap(), what, headers, body).await
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

const JSON: &str = "content-type: application/json\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn without_keys_this_machine_is_served_and_the_probes_answer() {
    let server = start_plain().await;
    let answer = ask(server.address, "POST /v1/stats", JSON, "{\"space\":\"mine\"}").await;
    assert_eq!(status(&answer), "200", "{answer}");
    let headers = answer.to_lowercase();
    assert!(headers.contains("cache-control: no-store") && headers.contains("x-content-type-options: nosniff"));
    for path in ["/healthz", "/readyz", "/openapi.json", "/metrics"] {
        assert_eq!(status(&ask(server.address, &format!("GET {path}"), "", "").await), "200", "{path}");
    }
    let numbers = ask(server.address, "GET /metrics", "", "").await;
    for name in ["hupo_calls_total{verb=\"stats\",code=\"ok\"} 1", "hupo_spaces_open 1", "hupo_model_loaded", "_bucket"]
    {
        assert!(numbers.contains(name), "{name} {numbers}");
    }
    let unknown = ask(server.address, "POST /v1/nothing", JSON, "{}").await;
    assert!(status(&unknown) == "404" && unknown.contains("\"code\":\"not_found\""), "{unknown}");
    let unknown = ask(server.address, "POST /hupo.v1.Hupo/Nothing", "content-type: application/grpc\r\n", "").await;
    assert!(unknown.to_lowercase().contains("grpc-status: 12"), "{unknown}");
    let rebound = ask(server.address, "GET /healthz", "origin: https://evil.example\r\n", "").await;
    assert_eq!(status(&rebound), "403");
    assert!(!rebound.to_lowercase().contains("access-control"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lacks_models_is_ready_and_says_which() {
    for names_a_folder in [false, true] {
        let folder = TempDir::new().unwrap();
        let models = names_a_folder.then(|| folder.path().join("no models 没有"));
        let hupo = Hupo::open_with(folder.path(), hupo::Options { models, ..hupo::Options::default() }).unwrap();
        let desk = Desk::with(hupo, Clock::told_by(|| NOW), DeskOptions::default());
        let options = options(&folder);
        let server = run(folder, Server::listen(desk, Keys::none(Clock::told_by(|| NOW)), options).await.unwrap());
        let ready = ask(server.address, "GET /readyz", "", "").await;
        assert_eq!(status(&ready), "200", "{ready}");
        assert!(
            ready.contains("ready, without: ") && ready.contains("embedder") && ready.contains("reranker"),
            "{ready}"
        );
        assert!(!ready.contains("没有"), "{ready}");
        let numbers = ask(server.address, "GET /metrics", "", "").await;
        for name in ["hupo_model_missing{model=\"embedder\"} 1", "hupo_query_vector_cache_misses_total 0"] {
            assert!(numbers.contains(name), "{name} {numbers}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_disk_cannot_be_written_is_not_ready() {
    let folder = TempDir::new().unwrap();
    let options = ServeOptions { root: folder.path().join("not there"), ..options(&folder) };
    let server = start(folder, options).await;
    let ready = ask(server.address, "GET /readyz", "", "").await;
    assert!(status(&ready) == "503" && ready.contains("\"code\":\"unavailable\""), "{ready}");
    assert_eq!(status(&ask(server.address, "GET /healthz", "", "").await), "200");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_keys_every_path_but_the_open_ones_asks_for_one() {
    let folder = TempDir::new().unwrap();
    let reads = key(&folder, &["read"]);
    let options = options(&folder);
    let server = start(folder, options).await;
    let stats = |headers: String| async move { ask(server.address, "POST /v1/stats", &headers, "{}").await };
    let missing = stats(JSON.to_owned()).await;
    assert!(status(&missing) == "401" && missing.to_lowercase().contains("www-authenticate: bearer"), "{missing}");
    assert_eq!(status(&stats(format!("{JSON}authorization: Bearer hupo_wrong\r\n")).await), "401");
    let with_key = format!("{JSON}authorization: Bearer {reads}\r\n");
    let answer = stats(with_key.clone()).await;
    assert_eq!(status(&answer), "200", "{answer}");
    for path in ["/healthz", "/readyz", "/openapi.json"] {
        assert_eq!(status(&ask(server.address, &format!("GET {path}"), "", "").await), "200", "{path}");
    }
    assert_eq!(status(&ask(server.address, "GET /metrics", "", "").await), "401");
    assert_eq!(status(&ask(server.address, "GET /metrics", &with_key, "").await), "403");
    let append = ask(server.address, "POST /v1/append", &with_key, "{\"messages\":[]}").await;
    assert_eq!(status(&append), "403", "{append}");
    let from_a_page = format!("{with_key}origin: https://memory.example\r\n");
    let proxied = ask(server.address, "POST /v1/stats", &from_a_page, "{}");
    assert_eq!(status(&proxied.await), "200", "with a key it may come from anywhere");
    let grpc = ask(server.address, "POST /hupo.v1.Hupo/Stats", "content-type: application/grpc\r\n", "").await;
    assert!(status(&grpc) == "200" && grpc.to_lowercase().contains("grpc-status: 16"), "{grpc}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_learns_of_a_revoked_key() {
    let folder = TempDir::new().unwrap();
    let reads = key(&folder, &["read"]);
    let options = options(&folder);
    let server = start(folder, options).await;
    let headers = format!("{JSON}authorization: Bearer {reads}\r\n");
    assert_eq!(status(&ask(server.address, "POST /v1/stats", &headers, "{}").await), "200");
    let file = KeyFile::at(server.folder.path().join("keys.json"));
    file.revoke("test", jiff::Timestamp::from_millisecond(NOW.ms()).unwrap()).unwrap();
    let began = Instant::now();
    while status(&ask(server.address, "POST /v1/stats", &headers, "{}").await) == "200" {
        assert!(began.elapsed() < Duration::from_secs(20), "the key still opens");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_is_served_without_keys() {
    let folder = TempDir::new().unwrap();
    let everywhere = ServeOptions { listen: "0.0.0.0:0".parse().unwrap(), ..options(&folder) };
    let (desk_without, none) = desk(&folder);
    let refused = Server::listen(desk_without, none, everywhere.clone()).await;
    assert!(matches!(refused, Err(ServeError::NoKeys { .. })));
    let with_keys = TempDir::new().unwrap();
    key(&with_keys, &["read"]);
    let (desk, keys) = desk(&with_keys);
    assert!(Server::listen(desk, keys, everywhere).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_serves_whoever_trusts_the_certificate_and_not_the_clear() {
    let folder = TempDir::new().unwrap();
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let files = TlsFiles { certificates: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
    std::fs::write(&files.certificates, made.cert.pem()).unwrap();
    std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    let options = ServeOptions { tls: Some(files), ..options(&folder) };
    let server = start(folder, options).await;
    let mut trusted = RootCertStore::empty();
    trusted.add(CertificateDer::from_pem_slice(made.cert.pem().as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let connector = TlsConnector::from(Arc::new(config.with_root_certificates(trusted).with_no_client_auth()));
    let stream = TcpStream::connect(server.address).await.unwrap();
    let stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
    assert_eq!(status(&ask_over(stream, "GET /healthz", "", "").await), "200");
    let mut clear = TcpStream::connect(server.address).await.unwrap();
    clear.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    drop(clear.read_to_end(&mut answer).await);
    assert!(!answer.starts_with(b"HTTP"), "the clear is not answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_cannot_be_used_is_said() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cert.pem");
    std::fs::write(&path, "不是证书 no certificate").unwrap();
    let tls = Some(TlsFiles { certificates: path.clone(), key: path });
    let (desk, keys) = desk(&folder);
    let refused = Server::listen(desk, keys, ServeOptions { tls, ..options(&folder) }).await;
    assert!(matches!(refused, Err(ServeError::Tls { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_told_to_stop_ends_with_nothing_open() {
    let server = start_plain().await;
    assert_eq!(status(&ask(server.address, "POST /v1/stats", JSON, "{\"space\":\"mine\"}").await), "200");
    let idle = TcpStream::connect(server.address).await.unwrap();
    server.stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), server.ended).await.unwrap().unwrap();
    assert_eq!(ended, Ended { n_unfinished: 0 });
    drop((idle, server.hurry));
    assert!(TcpStream::connect(server.address).await.is_err());
    let hupo = Hupo::open(server.folder.path()).unwrap();
    assert!(hupo.space("mine").is_ok(), "the space is not locked any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_connections_than_may_be_wait_for_their_turn() {
    let folder = TempDir::new().unwrap();
    let options = ServeOptions { n_connections: 1, ..options(&folder) };
    let server = start(folder, options).await;
    let first = TcpStream::connect(server.address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let second = ask(server.address, "GET /healthz", "", "");
    tokio::pin!(second);
    assert!(tokio::time::timeout(Duration::from_millis(200), second.as_mut()).await.is_err(), "no room");
    drop(first);
    let answer = tokio::time::timeout(Duration::from_secs(20), second).await.unwrap();
    assert_eq!(status(&answer), "200");
}

#[tokio::test]
async fn a_client_that_takes_nothing_is_given_up_and_a_slow_one_is_not() {
    let (mut ours, theirs) = (tokio::io::duplex(16), Duration::from_secs(1));
    let mut lively = Lively::new(ours.0, theirs);
    let taken = tokio::spawn(async move {
        let mut taken = [0; 64];
        for one in &mut taken {
            tokio::time::sleep(Duration::from_millis(5)).await;
            *one = ours.1.read_u8().await.unwrap();
        }
        ours.1
    });
    lively.write_all(&[7; 64]).await.unwrap();
    let _unread = taken.await.unwrap();
    let stuck = tokio::time::timeout(Duration::from_secs(20), lively.write_all(&[7; 64])).await.unwrap();
    assert_eq!(stuck.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
}
