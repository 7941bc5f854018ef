//! Load on loopback: many clients, many spaces, recall and append mixed, against a server in a process of its own.
//!
//! `cargo run --release -p hupo-benches --bin load -- --clients 32 --spaces 1000 --items 1000 --seconds 60 --overdrive 3`

mod clients;
mod options;
mod report;
mod server;
mod spaces;

use clients::Load;
use hupo_benches::{Child, figure, heading, task};
use options::LoadOptions;
use std::time::Duration;

fn main() {
    if let Some((_, root)) = task() {
        return server::serve(root);
    }
    let options = LoadOptions::read(std::env::args().skip(1));
    let (folder, root) = options.root();
    heading(&format!("{} spaces of {} items under {}", options.spaces, options.items, root.display()));
    spaces::fill(&root, &options);
    let mut child = Child::start(if options.models { "serve with models" } else { "serve" }, &root);
    let address = child.line();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    runtime.block_on(measure(&address, &options, &child));
    child.kill();
    drop(folder);
}

async fn measure(address: &str, options: &LoadOptions, child: &Child) {
    let load = Load::connect(address, options).await;
    let lasting = Duration::from_secs(options.seconds);
    heading(&format!("{} clients, each asking as soon as it was answered, for {} s", options.clients, options.seconds));
    let steady = load.steadily(options.clients, lasting).await;
    report::tell(&steady, lasting);
    figure("memory of the server, at most", report::memory(child.id()), None);
    if let Some(times) = options.overdrive {
        let per_second = steady.per_second(lasting) * times;
        heading(&format!(
            "overdriven: {per_second:.0} calls a second, {times} times what it answered, whatever comes back"
        ));
        report::tell(&load.at_rate(per_second, lasting).await, lasting);
        figure("memory of the server, at most", report::memory(child.id()), None);
        heading("after that, as before");
        report::tell(&load.steadily(options.clients, lasting / 4).await, lasting / 4);
    }
}
