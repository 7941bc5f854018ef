//! What came of it: how many calls a second, how long each took, how those ended that failed.

use crate::clients::Ended;
use hupo_benches::figure;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long calls took, and how they ended.
#[derive(Default)]
pub(crate) struct Took {
    answered: BTreeMap<&'static str, Vec<Duration>>,
    /// By verb and status.
    failed: BTreeMap<(&'static str, String), usize>,
}

impl Took {
    pub(crate) fn of(ended: Ended) -> Self {
        let mut took = Self::default();
        took.one(ended);
        took
    }

    pub(crate) fn one(&mut self, (verb, time, ended): Ended) {
        match ended {
            Ok(()) => self.answered.entry(verb).or_default().push(time),
            Err(code) => *self.failed.entry((verb, format!("{code:?}"))).or_default() += 1,
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        for (verb, times) in other.answered {
            self.answered.entry(verb).or_default().extend(times);
        }
        for (how, n) in other.failed {
            *self.failed.entry(how).or_default() += n;
        }
    }

    pub(crate) fn per_second(&self, lasting: Duration) -> f64 {
        let n: usize = self.answered.values().map(Vec::len).sum();
        n as f64 / lasting.as_secs_f64()
    }
}

pub(crate) fn tell(took: &Took, lasting: Duration) {
    figure("answered a second", format!("{:.0}", took.per_second(lasting)), None);
    tell_times(took);
}

/// How long calls took and how those ended that failed, without a rate.
pub(crate) fn tell_times(took: &Took) {
    for (verb, times) in &took.answered {
        let mut times = times.clone();
        times.sort_unstable();
        let [p50, p99, most] = [0.5, 0.99, 1.0].map(|part| at(&times, part));
        let reached = format!("{} calls: p50 {p50:.1} ms  p99 {p99:.1} ms  longest {most:.1} ms", times.len());
        figure(verb, reached, None);
        if *verb == "recall" {
            figure("recall, p99 over p50", format!("{:.1}", p99 / p50), Some("5"));
        }
    }
    for ((verb, code), n) in &took.failed {
        figure(&format!("{verb}, not answered: {code}"), n, None);
    }
    if took.failed.is_empty() {
        figure("not answered", 0, None);
    }
}

/// Milliseconds that this part of the sorted times does not exceed.
fn at(times: &[Duration], part: f64) -> f64 {
    let place = (times.len() as f64 * part) as usize;
    times.get(place).or(times.last()).copied().unwrap_or_default().as_secs_f64() * 1000.0
}

/// The most memory a process ever had, as the system says.
pub(crate) fn memory(process: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(|rest| rest.trim().to_owned());
    match (line("VmHWM:"), line("VmRSS:")) {
        (Some(most), Some(now)) => format!("{most} (now {now})"),
        (None, _) | (_, None) => "the system does not say".to_owned(),
    }
}
