//! `hupo serve`: the spaces of a root for other programs, over gRPC, JSON and MCP on one port.

mod promotion;
pub(crate) mod signals;

use crate::failure::Usage;
use crate::logs::LogFormat;
use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::Args;
use hupo::Hupo;
use hupo_promoter::Stop;
use hupo_server::{
    Audit, Clock, Desk, DeskOptions, Ended, KeyFile, Keys, OpenLimits, RoomLimits, ServeError, ServeOptions, Server,
    TlsFiles,
};
use promotion::Promotion;
use serde_json::json;
use signals::Signals;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Work that does not end when it is told to is left behind after so long.
const LAST_MOMENT: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct Serve {
    /// Address and port; port 0 takes a free one
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7413")]
    listen: SocketAddr,
    /// Serve by TLS with this certificate (PEM, with those that sign it)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// File of keys, as `hupo keys` writes it [default: keys.json under the root]
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// Write a line for every call, without its content, to this file [default: no audit]
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Spaces open at once, at most
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    max_open_spaces: usize,
    /// About how much memory open spaces may take, in MB, models excluded
    #[arg(long, value_name = "MB", default_value_t = 2_048)]
    memory_budget: u64,
    /// Connections at once, at most
    #[arg(long, value_name = "N", default_value_t = 1_024)]
    max_connections: usize,
    /// Seconds that calls may go on after a signal to end; a second signal ends at once
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    drain: u64,
    /// Serve without models, whatever models there are
    #[arg(long)]
    no_models: bool,
    /// How the log on stderr is written
    #[arg(long, value_enum, default_value_t)]
    log_format: LogFormat,
    #[command(flatten)]
    promotion: Promotion,
}

impl Serve {
    pub(crate) const fn log_format(&self) -> LogFormat {
        self.log_format
    }

    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the threads")?;
        let served = runtime.block_on(self.serve(shell));
        // A call that is stuck must not keep the process.
        runtime.shutdown_timeout(LAST_MOMENT);
        let ended = served?;
        if ended.n_unfinished > 0 {
            shell.remark(&format!("{} calls were still running and were left", ended.n_unfinished));
        }
        Ok(())
    }

    async fn serve(self, shell: &mut Shell) -> Result<Ended> {
        let signals = Signals::listen().context("listening for signals")?;
        let clock = clock(shell);
        let keys = Keys::of(KeyFile::at(self.keys_path(shell)?), clock.clone())?;
        let options = self.serve_options(shell)?;
        let hupo = if self.no_models { shell.open_plain()? } else { shell.open()? };
        self.say_missing(shell, &hupo);
        let desk = Desk::with(hupo, clock.clone(), self.desk_options()?);
        let server = Server::listen(desk.clone(), keys.clone(), options).await.map_err(of_caller)?;
        let promoter = Stop::default();
        self.promotion.start(&desk, &clock, &promoter)?;
        self.say(shell, &server, &keys)?;
        let stop = async {
            signals.first().await;
            promoter.stop();
        };
        Ok(server.run(stop, signals.second()).await)
    }

    /// Without a model it serves all the same; whoever started it may have meant otherwise.
    fn say_missing(&self, shell: &Shell, hupo: &Hupo) {
        for missing in hupo.models().missing.iter().filter(|_| !self.no_models) {
            shell.remark(&format!("it serves without the {}: {} ({})", missing.what, missing.reason, missing.remedy));
        }
    }

    fn desk_options(&self) -> Result<DeskOptions> {
        let open = OpenLimits {
            spaces: self.max_open_spaces,
            memory_bytes: self.memory_budget.saturating_mul(1 << 20),
            ..OpenLimits::default()
        };
        let opened = |path: &PathBuf| Audit::open(path).with_context(|| format!("opening {}", path.display()));
        let audit = self.audit.as_ref().map(opened).transpose()?;
        Ok(DeskOptions { open, room: RoomLimits::default(), audit })
    }

    fn serve_options(&self, shell: &Shell) -> Result<ServeOptions> {
        let tls = self.tls_cert.clone().zip(self.tls_key.clone());
        Ok(ServeOptions {
            listen: self.listen,
            tls: tls.map(|(certificates, key)| TlsFiles { certificates, key }),
            n_connections: self.max_connections,
            drain: Duration::from_secs(self.drain),
            root: shell.root()?,
        })
    }

    fn keys_path(&self, shell: &Shell) -> Result<PathBuf> {
        self.keys.clone().map_or_else(|| Ok(shell.root()?.join("keys.json")), Ok)
    }

    /// One line that says where; programs read the address off it.
    fn say(&self, shell: &mut Shell, server: &Server, keys: &Keys) -> Result<()> {
        let (address, scheme) = (server.address(), if self.tls_cert.is_some() { "https" } else { "http" });
        if !address.ip().is_loopback() && self.tls_cert.is_none() {
            shell.remark(
                "keys and words travel in the clear; give --tls-cert and --tls-key, or put a TLS proxy before it",
            );
        }
        if shell.globals.json {
            let line = json!({ "listening": address.to_string(), "scheme": scheme, "keys": keys.are_asked_for() });
            return Ok(shell.out.line(line.to_string())?);
        }
        let who =
            if keys.are_asked_for() { "callers show a key" } else { "no keys: open to everybody on this machine" };
        Ok(shell.out.line(format!("hupo serves on {scheme}://{address} ({who})"))?)
    }
}

/// What the caller can mend is a mistake in the call.
fn of_caller(error: ServeError) -> anyhow::Error {
    match error {
        ServeError::NoKeys { .. } | ServeError::Tls { .. } => Usage(error.to_string()).into(),
        ServeError::Listen { .. } => error.into(),
    }
}

/// The machine's clock, or the pretended time.
fn clock(shell: &Shell) -> Clock {
    shell.globals.now.map_or_else(Clock::system, |now| Clock::told_by(move || now))
}
