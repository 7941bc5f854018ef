//! Whole days on the calendar, and the clock times they begin and end.

use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Days from `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) start: Date,
    pub(super) end: Date,
}

/// A stretch of the calendar that can be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// Northern seasons of three whole months: spring is March to May, winter December to February.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

impl Unit {
    fn times(self, n: i64) -> Option<Span> {
        let span = Span::new();
        match self {
            Unit::Day => span.try_days(n),
            Unit::Week => span.try_weeks(n),
            Unit::Month => span.try_months(n),
            Unit::Year => span.try_years(n),
        }
        .ok()
    }
}

impl Season {
    fn first_month(self) -> i64 {
        match self {
            Season::Spring => 3,
            Season::Summer => 6,
            Season::Autumn => 9,
            Season::Winter => 12,
        }
    }
}

/// `day` moved by `n` units; the day of the month is clipped.
pub(super) fn moved(day: Date, n: i64, unit: Unit) -> Option<Date> {
    day.checked_add(unit.times(n)?).ok()
}

/// A date that exists.
pub(super) fn day_of(year: i64, month: i64, day: i64) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

impl Period {
    fn from(start: Date, n: i64, unit: Unit) -> Option<Self> {
        Some(Self { start, end: moved(start, n, unit)? })
    }

    pub(super) fn day(day: Date) -> Option<Self> {
        Self::from(day, 1, Unit::Day)
    }

    /// The day `n` days from `today`.
    pub(super) fn day_from(today: Date, n: i64) -> Option<Self> {
        Self::day(moved(today, n, Unit::Day)?)
    }

    /// The week, Monday to Sunday, `n` weeks from that of `today`.
    pub(super) fn week_from(today: Date, n: i64) -> Option<Self> {
        let back = i64::from(today.weekday().to_monday_zero_offset());
        Self::from(moved(moved(today, -back, Unit::Day)?, n, Unit::Week)?, 1, Unit::Week)
    }

    /// Day `weekday` (Monday 0) of the week `n` weeks from that of `today`.
    pub(super) fn weekday_from(today: Date, n: i64, weekday: i64) -> Option<Self> {
        Self::day_from(Self::week_from(today, n)?.start, weekday)
    }

    /// Saturday and Sunday of the week `n` weeks from that of `today`.
    pub(super) fn weekend_from(today: Date, n: i64) -> Option<Self> {
        let week = Self::week_from(today, n)?;
        Some(Self { start: moved(week.start, 5, Unit::Day)?, ..week })
    }

    pub(super) fn month(year: i64, month: i64) -> Option<Self> {
        Self::from(day_of(year, month, 1)?, 1, Unit::Month)
    }

    /// The calendar month `n` months from that of `today`.
    pub(super) fn month_from(today: Date, n: i64) -> Option<Self> {
        Self::from(moved(today.first_of_month(), n, Unit::Month)?, 1, Unit::Month)
    }

    pub(super) fn year(year: i64) -> Option<Self> {
        Self::from(day_of(year, 1, 1)?, 1, Unit::Year)
    }

    /// A season; winter belongs to the year it begins in.
    pub(super) fn season(year: i64, season: Season) -> Option<Self> {
        Self::from(day_of(year, season.first_month(), 1)?, 3, Unit::Month)
    }

    /// The last `n` units up to and including `today`; none of nought.
    pub(super) fn past(today: Date, n: i64, unit: Unit) -> Option<Self> {
        if n < 1 {
            return None;
        }
        let start = moved(moved(today, -n, unit)?, 1, Unit::Day)?;
        let start = if unit == Unit::Day { start } else { moved(start, -1, Unit::Day)? };
        Some(Self { start, end: today.tomorrow().ok()? })
    }

    /// `n` units before `today`, as wide as such words are meant: the day; the week around it; the month around it;
    /// the calendar year.
    pub(super) fn ago(today: Date, n: i64, unit: Unit) -> Option<Self> {
        let middle = moved(today, -n, unit)?;
        match unit {
            Unit::Day => Self::day(middle),
            Unit::Week => Some(Self { start: moved(middle, -3, Unit::Day)?, end: moved(middle, 4, Unit::Day)? }),
            Unit::Month => Some(Self { start: moved(middle, -15, Unit::Day)?, end: moved(middle, 16, Unit::Day)? }),
            Unit::Year => Self::year(i64::from(middle.year())),
        }
    }

    /// The latest of a yearly period that `counts`, looking from next year back.
    pub(super) fn latest(
        today: Date,
        yearly: impl Fn(i64) -> Option<Self>,
        counts: impl Fn(Self) -> bool,
    ) -> Option<Self> {
        let year = i64::from(today.year());
        // Eight years back always hold a 29 February.
        (year - 8..=year).rev().filter_map(yearly).find(|period| counts(*period))
    }

    /// The latest of a yearly period that has begun.
    pub(super) fn latest_begun(today: Date, yearly: impl Fn(i64) -> Option<Self>) -> Option<Self> {
        Self::latest(today, yearly, |period| period.start <= today)
    }

    /// The latest of a yearly period that is over.
    pub(super) fn latest_over(today: Date, yearly: impl Fn(i64) -> Option<Self>) -> Option<Self> {
        Self::latest(today, yearly, |period| period.end <= today)
    }

    /// The first of a yearly period that is still to come.
    pub(super) fn next(today: Date, yearly: impl Fn(i64) -> Option<Self>) -> Option<Self> {
        let year = i64::from(today.year());
        (year..=year + 8).filter_map(yearly).find(|period| period.start > today)
    }

    /// First and last-but-one millisecond, UTC; `None` outside the calendar, and for a day that a zone left out.
    pub(super) fn milliseconds(self, zone: &TimeZone) -> Option<(i64, i64)> {
        let at = |day: Date| Some(day.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond());
        Some((at(self.start)?, at(self.end)?)).filter(|(start, end)| start < end)
    }
}
