//! The server, in a process of its own, as `hupo serve` has it; it ends when it is killed.

use crate::spaces::models;
use hupo::{Hupo, Options};
use hupo_benches::task;
use hupo_server::{Audit, Clock, Desk, DeskOptions, Keys, ServeOptions, Server};
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The task of a server with models.
pub(crate) const WITH_MODELS: &str = "serve with models";

pub(crate) fn serve(root: PathBuf) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    runtime.block_on(run(root));
}

#[expect(clippy::print_stdout, reason = "the other process waits for the address")]
async fn run(root: PathBuf) {
    let with_models = task().is_some_and(|(task, _)| task == WITH_MODELS);
    let options = Options { models: with_models.then(models), ..Options::default() };
    let hupo = Hupo::open_with(&root, options).expect("the root can be opened");
    let audit = Audit::open(&root.join("audit.log")).expect("the root can be written");
    let clock = Clock::system();
    let desk = Desk::with(hupo, clock.clone(), DeskOptions { audit: Some(audit), ..DeskOptions::default() });
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let drain = Duration::from_secs(1);
    let options = ServeOptions { listen, tls: None, n_connections: 1_024, drain, root };
    let server = Server::listen(desk, Keys::none(clock), options).await.expect("a port is free");
    println!("{}", server.address());
    server.run(pending(), pending()).await;
}
