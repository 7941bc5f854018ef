//! What the server says of itself between two moments: how long calls took inside it, and what they cost the processor.

use hupo_benches::figure;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;

/// The system counts processor time in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;

/// The server's own numbers at one moment.
pub(crate) struct Inside {
    /// Every sample of `/metrics`, by its name with its labels.
    numbers: BTreeMap<String, f64>,
    processor_s: f64,
}

impl Inside {
    pub(crate) fn look(address: &str, process: u32) -> Self {
        let numbers = metrics(address).lines().filter_map(sample).collect();
        Self { numbers, processor_s: processor_s(process) }
    }

    /// What was done since `before`.
    pub(crate) fn tell_since(&self, before: &Self) {
        let since = |name: &str| self.at(name) - before.at(name);
        let mean_ms = |name: &str, labels: &str| {
            let (sum, n) = (since(&format!("{name}_sum{labels}")), since(&format!("{name}_count{labels}")));
            (n > 0.0).then(|| format!("{:.2} ms", sum / n * 1000.0))
        };
        let mut n_calls = 0.0;
        for verb in ["recall", "append"] {
            let label = format!("{{verb=\"{verb}\"}}");
            n_calls += since(&format!("hupo_call_duration_seconds_count{label}"));
            let whole = mean_ms("hupo_call_duration_seconds", &label);
            let waited = mean_ms("hupo_call_wait_duration_seconds", &label);
            if let Some((whole, waited)) = whole.zip(waited) {
                figure(&format!("{verb}, inside the server, mean"), format!("{whole}, of it waiting {waited}"), None);
            }
        }
        if let Some(work) = mean_ms("hupo_recall_stage_duration_seconds", "{stage=\"total\"}") {
            figure("recall, the work alone, mean", work, None);
        }
        if let Some(opening) = mean_ms("hupo_space_open_duration_seconds", "") {
            let n = since("hupo_space_open_duration_seconds_count");
            figure("spaces opened", format!("{n:.0}, mean {opening}"), None);
        }
        figure("spaces put away", since("hupo_spaces_put_away_total"), None);
        let processor_ms = (self.processor_s - before.processor_s) * 1000.0;
        figure("processor of the server a call", format!("{:.2} ms", processor_ms / n_calls.max(1.0)), None);
    }

    /// What the server takes in memory, and what it thinks its spaces take.
    pub(crate) fn tell_memory(&self) {
        let mb = |name: &str| self.at(name) / f64::from(1 << 20);
        let (resident, spaces) = (mb("process_resident_memory_bytes"), mb("hupo_spaces_memory_bytes"));
        let n = self.at("hupo_spaces_open");
        figure("spaces open", format!("{n:.0}, counted as {spaces:.0} MB; the process has {resident:.0} MB"), None);
    }

    fn at(&self, name: &str) -> f64 {
        self.numbers.get(name).copied().unwrap_or_default()
    }
}

fn metrics(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers with text");
    answer
}

fn sample(line: &str) -> Option<(String, f64)> {
    let (name, value) = line.rsplit_once(' ')?;
    Some((name.to_owned(), value.parse().ok()?))
}

/// Seconds that all threads of the process spent on a processor.
fn processor_s(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_A_SECOND
}
