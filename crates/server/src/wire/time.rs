//! Times: `google.protobuf.Timestamp` and our milliseconds.

use super::checked::{Bad, wanted};
use super::v1;
use hupo::{Interval, Timestamp};
use prost_types::Timestamp as Wire;

const MS: i64 = 1_000;
const NANOS_OF_MS: i32 = 1_000_000;
const NANOS_OF_SECOND: i32 = 1_000_000_000;

/// A time of the years 1 to 9999; what is finer than a millisecond is cut off.
pub(crate) fn time(wire: Wire, field: &str) -> Result<Timestamp, Bad> {
    let bad = || Bad::new(field, "it is no time of the years 1 to 9999");
    if !(0..NANOS_OF_SECOND).contains(&wire.nanos) {
        return Err(bad());
    }
    let ms = wire.seconds.checked_mul(MS).and_then(|ms| ms.checked_add(i64::from(wire.nanos / NANOS_OF_MS)));
    ms.map(Timestamp::from_ms).filter(|time| time.is_writable()).ok_or_else(bad)
}

/// A time that may not be said.
pub(crate) fn time_or_none(wire: Option<Wire>, field: &str) -> Result<Option<Timestamp>, Bad> {
    wire.map(|wire| time(wire, field)).transpose()
}

/// Our time on the wire. One that no date can say is moved to the first or the last that can.
pub(crate) fn told_time(time: Timestamp) -> Wire {
    let ms = time.ms().clamp(Timestamp::MIN.ms(), Timestamp::MAX.ms());
    let nanos = i32::try_from(ms.rem_euclid(MS)).expect("less than a thousand") * NANOS_OF_MS;
    Wire { seconds: ms.div_euclid(MS), nanos }
}

impl TryFrom<v1::Interval> for Interval {
    type Error = Bad;

    fn try_from(wire: v1::Interval) -> Result<Self, Bad> {
        Ok(Self { from: time_or_none(wire.from, "from")?, to: time_or_none(wire.to, "to")? })
    }
}

impl From<Interval> for v1::Interval {
    fn from(interval: Interval) -> Self {
        Self { from: interval.from.map(told_time), to: interval.to.map(told_time) }
    }
}

/// An interval that may not be said: since ever, still.
pub(crate) fn interval(wire: Option<v1::Interval>, field: &str) -> Result<Interval, Bad> {
    Ok(wanted(wire, field)?.unwrap_or_default())
}

/// An interval on the wire; none if it is open on both sides.
pub(crate) fn told_interval(interval: Interval) -> Option<v1::Interval> {
    (interval != Interval::default()).then(|| interval.into())
}
