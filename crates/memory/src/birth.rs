//! A date of birth: private, a date, and good for one question alone.

use crate::Context;
use crate::calendar::local_day;
use crate::stop::Checked;
use hupo_text::fold_str;
use hupo_types::{NewProfileFact, ProfileFact, Timestamp, Verdict, VerdictCode};
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The attribute of a date of birth.
const BIRTH_DATE: &str = "birth_date";

/// Years after which a person is of age.
const ADULT_YEARS: i16 = 18;

/// Whether an attribute is a date of birth.
pub(crate) fn is_birth_date(attribute: &str) -> bool {
    fold_str(attribute) == BIRTH_DATE
}

/// Whether the person was of age at that moment; `None` where the fact is no date of birth.
///
/// Who was born on 29 February is of age on 1 March.
pub fn is_adult(fact: &ProfileFact, now: Timestamp, zone: &TimeZone) -> Option<bool> {
    let born = Some(fact).filter(|fact| is_birth_date(&fact.attribute) && !fact.erased)?;
    let (born, today) = (parse(&born.value)?, local_day(now, zone)?);
    let eighteenth = (born.year() + ADULT_YEARS, born.month(), born.day());
    Some((today.year(), today.month(), today.day()) >= eighteenth)
}

/// Refuses a date of birth that is no date such as `1990-05-17`, or has not been.
pub(crate) fn check(new: &NewProfileFact, ctx: &Context) -> Checked<()> {
    if !is_birth_date(&new.attribute) {
        return Ok(());
    }
    let date: Option<Date> = new.value.parse().ok();
    let today = local_day(ctx.now, ctx.zone);
    let reason = match date {
        None => "value: a date of birth is a date such as 1990-05-17",
        Some(date) if today.is_some_and(|today| date > today) => "value: a date of birth lies in the past",
        Some(_) => return Ok(()),
    };
    Err(Verdict::new(VerdictCode::Invalid, reason).at("value").into())
}

/// A day as people write it, `1990-05-17`, `1990/5/17` or `1990年5月17日`, as `1990-05-17`.
pub(crate) fn written(value: &str) -> Option<String> {
    parse(value).map(|date| date.to_string())
}

pub(crate) fn parse(value: &str) -> Option<Date> {
    let folded = fold_str(value);
    let parts: Vec<&str> = folded.trim_end_matches(['日', '号']).split(['-', '/', '.', '年', '月']).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let year: i16 = year.trim().parse().ok().filter(|year| (1..=9999).contains(year))?;
    Date::new(year, month.trim().parse().ok()?, day.trim().parse().ok()?).ok()
}
