//! The server under torture: a child process of this test binary serves a root over a port, and is spoken to by JSON.

mod client;
mod isolation;
mod killed;

use client::Client;
use hupo::Hupo;
use hupo_server::{Audit, Clock, Desk, DeskOptions, KeyFile, Keys, ServeOptions, Server};
use std::fs::File;
use std::future::pending;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tracing_subscriber::filter::LevelFilter;

const ROOT: &str = "HUPO_SERVED_ROOT";
const LOG: &str = "HUPO_SERVED_LOG";

/// The child's life: it serves until it is killed. Does nothing in a usual run.
#[test]
fn child_that_serves_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let level: LevelFilter = std::env::var(LOG).unwrap().parse().unwrap();
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(serve(PathBuf::from(root)));
}

async fn serve(root: PathBuf) {
    let clock = Clock::system();
    let keys = Keys::of(KeyFile::at(root.join("keys.json")), clock.clone()).unwrap();
    let audit = Some(Audit::open(&root.join("audit.log")).unwrap());
    let desk = Desk::with(Hupo::open(&root).unwrap(), clock, DeskOptions { audit, ..DeskOptions::default() });
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let drain = Duration::from_secs(1);
    let options = ServeOptions { listen, tls: None, n_connections: 256, drain, root };
    let server = Server::listen(desk, keys, options).await.unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "serving {}", server.address()).unwrap();
    out.flush().unwrap();
    server.run(pending(), pending()).await;
}

/// A child that serves; killed when it is dropped.
struct Serving {
    child: Child,
    address: SocketAddr,
}

impl Serving {
    /// Serves this root; what is logged at this level or above goes to the file.
    fn start(root: &Path, level: &str, log: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "served::child_that_serves_until_it_is_killed", "--nocapture"])
            .env(ROOT, root)
            .env(LOG, level)
            .stdout(Stdio::piped())
            .stderr(File::options().append(true).create(true).open(log).unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.split_once("serving ")?.1.parse().ok());
        // The harness says now and then how long its test has run, and ends when nobody reads that.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.unwrap_or_else(|| panic!("the child did not serve; see {}", log.display()));
        Self { child, address }
    }

    fn client(&self, key: Option<&str>) -> Client {
        Client::new(self.address, key)
    }

    /// kill -9.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A number from the environment, or the short form's.
fn number(variable: &str, short: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}
