//! Figures: many times of one thing, and lines that set what was reached beside its goal.

use std::time::{Duration, Instant};

/// The times of one thing, by the clock and on the processor, in the order taken.
#[derive(Default)]
pub struct Times {
    clock: Vec<Duration>,
    processor: Vec<Duration>,
}

impl Times {
    /// Does a piece of work and takes its time.
    pub fn take<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (processor, clock) = (processor_time(), Instant::now());
        let done = work();
        self.clock.push(clock.elapsed());
        self.processor.push(processor_time().saturating_sub(processor));
        done
    }

    /// Adds times that another process took.
    pub fn add(&mut self, clock: Duration, processor: Duration) {
        self.clock.push(clock);
        self.processor.push(processor);
    }

    /// The last time taken: by the clock, on the processor.
    pub fn last(&self) -> (Duration, Duration) {
        (self.clock.last().copied().unwrap_or_default(), self.processor.last().copied().unwrap_or_default())
    }

    /// The processor's time of one, on average: the system counts it in ticks, so that single short ones read as nothing.
    pub fn processor_mean(&self) -> Duration {
        let n = u32::try_from(self.processor.len()).unwrap_or(u32::MAX).max(1);
        self.processor.iter().sum::<Duration>() / n
    }

    /// The middle one, by the clock.
    pub fn median(&self) -> Duration {
        at(&self.clock, 50)
    }
}

/// The time that `percent` of them do not exceed.
fn at(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default()
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [p50, p99] = [50, 99].map(|percent| ms(at(&self.clock, percent)));
        write!(f, "p50 {p50:.3} ms  p99 {p99:.3} ms")?;
        let processor = self.processor_mean();
        // Reading the counter costs some hundredths of a millisecond itself.
        if processor >= Duration::from_millis(1) { write!(f, "  (processor {:.1} ms)", ms(processor)) } else { Ok(()) }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Times a piece of work for each item.
pub fn times<T>(items: impl IntoIterator<Item = T>, mut work: impl FnMut(T)) -> Times {
    let mut times = Times::default();
    for item in items {
        times.take(|| work(item));
    }
    times
}

/// Time that all threads of this process spent on a processor so far: what the work costs when others hold the
/// processors too. Nothing where the system does not say.
fn processor_time() -> Duration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Duration::ZERO };
    let spent = |thread: std::fs::DirEntry| {
        let line = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        line.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    threads.flatten().filter_map(spent).sum()
}

/// Prints what the figures below it are about.
#[expect(clippy::print_stdout, reason = "figures are for the person who runs the bench")]
pub fn heading(what: &str) {
    println!("\n{what}");
}

/// Prints one figure; without a goal it is there to compare with.
#[expect(clippy::print_stdout, reason = "figures are for the person who runs the bench")]
pub fn figure(what: &str, reached: impl std::fmt::Display, goal: Option<&str>) {
    let goal = goal.map_or_else(String::new, |goal| format!("goal {goal}"));
    println!("  {what:<44} {:<62} {goal}", reached.to_string());
}
