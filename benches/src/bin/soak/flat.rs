//! Whether what was seen is flat: the slope of memory by least squares, and threads and handles that do not become more.

use crate::gauge::Gauge;
use std::fmt;
use std::time::Duration;

/// Growth of held memory that counts as growth, a ten minutes.
const MOST_MB: f64 = 1.0;
/// The part of the run in which caches fill and the allocator finds its size.
const WARM_UP: f64 = 0.25;

/// What was seen after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Flat {
    /// Looks that counted.
    n_gauges: usize,
    minutes: f64,
    /// Growth of resident memory in ten minutes.
    resident_mb: f64,
    /// Growth in ten minutes of what is held when everything is put away and the allocator gave back what it could.
    held_mb: f64,
    threads: (u64, u64),
    handles: (u64, u64),
}

/// Judges what was seen, each with its time.
pub(crate) fn judge(gauges: &[(Duration, Gauge)]) -> Flat {
    let from = (gauges.len() as f64 * WARM_UP).ceil() as usize;
    let counted = gauges.get(from.min(gauges.len().saturating_sub(1))..).unwrap_or_default();
    let minutes = |at: &Duration| at.as_secs_f64() / 60.0;
    let slope = |value: fn(&Gauge) -> f64| {
        10.0 * slope(&counted.iter().map(|(at, gauge)| (minutes(at), value(gauge))).collect::<Vec<_>>())
    };
    let ends = |value: fn(&Gauge) -> u64| {
        let values = || counted.iter().map(|(_, gauge)| value(gauge));
        let half = counted.len() / 2;
        (values().take(half.max(1)).max().unwrap_or(0), values().skip(half).max().unwrap_or(0))
    };
    let span = counted.first().zip(counted.last()).map_or(0.0, |(first, last)| minutes(&last.0) - minutes(&first.0));
    Flat {
        n_gauges: counted.len(),
        minutes: span,
        resident_mb: slope(Gauge::resident_mb),
        held_mb: slope(Gauge::held_mb),
        threads: ends(|gauge| gauge.threads),
        handles: ends(|gauge| gauge.handles),
    }
}

impl Flat {
    /// Memory grows by less than a megabyte in ten minutes, and there are never more threads and handles than in the
    /// first half.
    pub(crate) fn is_flat(&self) -> bool {
        self.held_mb < MOST_MB && !self.has_more_handles_or_threads()
    }

    pub(crate) fn has_more_handles_or_threads(&self) -> bool {
        self.threads.1 > self.threads.0 || self.handles.1 > self.handles.0
    }
}

impl fmt::Display for Flat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_gauges, minutes, resident_mb, held_mb, threads, handles } = self;
        writeln!(f, "{n_gauges} looks over {minutes:.1} min after the warm-up")?;
        writeln!(f, "memory held, all put away: {held_mb:+.2} MB per 10 min (goal: below {MOST_MB})")?;
        writeln!(f, "memory resident, all put away: {resident_mb:+.2} MB per 10 min")?;
        writeln!(f, "threads {} then {}, file handles {} then {}", threads.0, threads.1, handles.0, handles.1)?;
        f.write_str(if self.is_flat() { "flat" } else { "NOT FLAT" })
    }
}

/// The slope of the line that lies nearest; 0 for fewer than two points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / n, sum.1 + point.1 / n));
    let across: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if along > 0.0 { across / along } else { 0.0 }
}
