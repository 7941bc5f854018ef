//! A server with the promoter beside it, over real HTTP.

use super::*;
use clap::Parser;
use hupo::{Hupo, NewMessage, SpaceConfig, Timestamp};
use hupo_server::{DeskOptions, KeyFile, Keys, ServeOptions, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Instant;

const BEGAN: i64 = 1_714_564_800_000;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    promotion: Promotion,
}

fn promotion(arguments: &[&str]) -> Promotion {
    Line::try_parse_from(std::iter::once(&"serve").chain(arguments)).unwrap().promotion
}

/// A root with two spaces, each with a finished day on which something was asked to be remembered.
fn filled(root: &Path) -> Hupo {
    let hupo = Hupo::open(root).unwrap();
    for (name, said) in [("小雨", "记住我对芒果过敏"), ("Mei", "I'm allergic to peanuts")] {
        let at = Timestamp::from_ms(BEGAN);
        let config = SpaceConfig { name: name.into(), zone: "Asia/Shanghai".into() };
        let space = hupo.create_space(config, at).unwrap();
        space.append(vec![NewMessage::user(said).at(at)], at).unwrap();
    }
    hupo
}

async fn served(desk: Desk, clock: Clock, root: &Path) -> Server {
    let keys = Keys::of(KeyFile::at(root.join("keys.json")), clock).unwrap();
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let drain = Duration::from_secs(5);
    let options = ServeOptions { listen, tls: None, n_connections: 16, drain, root: root.to_owned() };
    Server::listen(desk, keys, options).await.unwrap()
}

/// The server's metrics, as Prometheus reads them.
fn metrics(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    heard
}

/// Serves with the promoter until its metrics say this, or ten seconds have passed; gives the last metrics.
fn until(arguments: &[&str], says: &str) -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let seen = runtime.block_on(async {
        let clock = Clock::told_by(|| Timestamp::from_ms(BEGAN + 2 * DAY_MS));
        let desk = Desk::with(filled(folder.path()), clock.clone(), DeskOptions::default());
        let server = served(desk.clone(), clock.clone(), folder.path()).await;
        let (address, stop) = (server.address(), Stop::default());
        promotion(arguments).start(&desk, &clock, &stop).unwrap();
        let (says, told) = (says.to_owned(), stop.clone());
        let watching = tokio::task::spawn_blocking(move || {
            let until = Instant::now() + Duration::from_secs(10);
            loop {
                let seen = metrics(address);
                if seen.contains(&says) || Instant::now() > until {
                    told.stop();
                    return seen;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let (send, receive) = tokio::sync::oneshot::channel();
        let stopped = async {
            send.send(watching.await.unwrap()).unwrap();
        };
        let ended = server.run(stopped, std::future::pending()).await;
        assert_eq!(ended.n_unfinished, 0, "the drain waited for the promoter");
        receive.await.unwrap()
    });
    (seen, folder)
}

#[test]
fn a_server_promotes_in_the_background_when_it_is_told_to() {
    let closed = r#"hupo_promotion_runs_total{duty="day",outcome="closed"} 2"#;
    let (seen, folder) = until(&["--promote", "builtin", "--promote-every", "1"], closed);
    assert!(seen.contains(closed), "{seen}");
    assert!(seen.contains(r#"hupo_promotion_proposals_total{verdict="pending"}"#), "{seen}");
    let hupo = Hupo::open(folder.path()).unwrap();
    for name in ["小雨", "Mei"] {
        let space = hupo.space(name).unwrap();
        assert_eq!((space.runs(None).unwrap().len(), space.waiting().unwrap().is_empty()), (1, false), "{name}");
    }
}

#[test]
fn a_model_that_is_down_is_counted_and_nothing_is_lost() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let endpoint = format!("http://{nobody}/v1");
    let arguments = ["--promote", "model", "--endpoint", &endpoint, "--model", "m", "--tries", "1"];
    let (seen, folder) = until(&arguments, r#"hupo_promotion_failures_total{why="unreachable"}"#);
    assert!(seen.contains(r#"hupo_promotion_failures_total{why="unreachable"}"#), "{seen}");
    let hupo = Hupo::open(folder.path()).unwrap();
    let later = Timestamp::from_ms(BEGAN + 2 * DAY_MS);
    assert_eq!(hupo.space("Mei").unwrap().promotion_due(later).unwrap().len(), 1, "it is still due");
}

#[test]
fn a_model_without_an_address_is_a_mistake_in_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let clock = Clock::system();
        let desk = Desk::with(Hupo::open(folder.path()).unwrap(), clock.clone(), DeskOptions::default());
        let refused = promotion(&["--promote", "model"]).start(&desk, &clock, &Stop::default()).unwrap_err();
        assert!(refused.is::<crate::failure::Usage>(), "{refused}");
    });
}
