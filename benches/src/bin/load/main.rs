//! Load on loopback: many clients, many spaces, recall and append mixed, against a server in a process of its own.
//!
//! First every space is asked once, so that what opening one costs is seen by itself; then the mixed load is put on
//! spaces that are open, as those of a server that has run for a while are. `--no-warm-up` leaves the first part out.
//!
//! `cargo run --release -p hupo-benches --bin load -- --clients 32 --spaces 1000 --items 1000 --seconds 60 --overdrive 3`

mod clients;
mod inside;
mod options;
mod report;
mod server;
mod spaces;

use clients::{Beside, Load};
use hupo_benches::{Child, figure, heading, task};
use inside::Inside;
use options::LoadOptions;
use std::time::Duration;

fn main() {
    if let Some((_, root)) = task() {
        return server::serve(root);
    }
    let options = LoadOptions::read(std::env::args().skip(1));
    let (folder, root) = options.root();
    let with = if options.models { "with models" } else { "without models" };
    heading(&format!("{} spaces of {} items under {}, {with}", options.spaces, options.items, root.display()));
    spaces::fill(&root, &options);
    let mut child = Child::start(if options.models { server::WITH_MODELS } else { "serve" }, &root);
    let address = child.line();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    runtime.block_on(measure(&Server { address, process: child.id() }, &options));
    child.kill();
    drop(folder);
}

/// Where the server is, and which process it is.
struct Server {
    address: String,
    process: u32,
}

impl Server {
    fn look(&self) -> Inside {
        Inside::look(&self.address, self.process)
    }
}

async fn measure(server: &Server, options: &LoadOptions) {
    let load = Load::connect(&server.address, options).await;
    if options.warm_up {
        open_all(server, &load, options).await;
    }
    let lasting = Duration::from_secs(options.seconds);
    let spaces = if options.warm_up { "every space is open" } else { "no space is open yet" };
    heading(&format!(
        "{} clients, each asking as soon as it was answered, {} s, {spaces}",
        options.clients, options.seconds
    ));
    let before = server.look();
    let steady = load.steadily(options.clients, lasting).await;
    report::tell(&steady, lasting);
    tell_inside(server, &before);
    let Some(times) = options.overdrive else { return };
    let per_second = steady.per_second(lasting) * times;
    heading(&format!(
        "overdriven: {per_second:.0} calls a second, {times} times what it answered, whatever comes back"
    ));
    report::tell(&load.at_rate(per_second, lasting).await, lasting);
    figure("memory of the server, at most", report::memory(server.process), None);
    heading("after that, as before");
    let before = server.look();
    report::tell(&load.steadily(options.clients, lasting / 4).await, lasting / 4);
    tell_inside(server, &before);
}

/// Asks every space once: a quarter of them alone, an eighth beside a load on those, the others all at once.
async fn open_all(server: &Server, load: &Load, options: &LoadOptions) {
    let (quarter, three_eighths) = (options.spaces.div_ceil(4), options.spaces * 3 / 8);
    heading(&format!("first touch: one client asks {quarter} spaces, one after the other"));
    let before = server.look();
    report::tell_times(&load.first_touch(0..quarter, 1).await);
    tell_inside(server, &before);
    if quarter < three_eighths {
        let n = three_eighths - quarter;
        heading(&format!("first touch of {n} more by one client, while the others go on asking the {quarter}"));
        let before = server.look();
        let Beside { open, opened } = load.beside(0..quarter, quarter..three_eighths).await;
        report::tell_times(&opened);
        heading("and what those others were answered meanwhile");
        report::tell_times(&open);
        tell_inside(server, &before);
    }
    let rest = quarter.max(three_eighths)..options.spaces;
    heading(&format!("first touch of the other {} by all {} clients", rest.len(), options.clients));
    let before = server.look();
    report::tell_times(&load.first_touch(rest, options.clients).await);
    tell_inside(server, &before);
}

fn tell_inside(server: &Server, before: &Inside) {
    let now = server.look();
    now.tell_since(before);
    now.tell_memory();
    figure("memory of the server, at most", report::memory(server.process), None);
}
