//! When the user was born: a date of birth, or the day alone.

use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::when::named_date;
use hupo_types::{Proposal, Visibility};

/// What stands before the date.
static BEFORE: Pattern = pattern!(
    r"^(?:我?(?:的)? ?(?:生日|出生日期|birthday) ?(?:是|在|:|=|is)*(?:on)? ?|我(?:是|生于|出生于)?|",
    r"my (?:birthday|bday|b-day|birth ?date|date of birth|dob)(?:'s| is)?(?: on)?:? (?:the )?|",
    r"(?:dob|date of birth|birthday|born):? ?(?:on )?|",
    r"i(?:'m| am|'ll)? turn(?:ing)? \d+ on (?:the )?|i was born (?:in [a-z ]{2,30} )?on (?:the )?)"
);
/// Of 我是…, only what ends so is about a birth.
static BORN: Pattern = pattern!(r"^(?:号|日)?(?:出生|生的|生人|出世)");
static AFTER: Pattern = pattern!(r"^(?:号|日)?(?:是|就是)我(?:的)?(?:生日|birthday)");
static NEXT_MONTH: Pattern =
    pattern!(r"^(?P<n>下个?月|这个?月)?(?P<d>\d{1,2})[号日](?:是|就是)我(?:的)?(?:生日|birthday)");
/// Dates of another calendar.
static LUNAR: Pattern = pattern!(r"农历|阴历|旧历|腊月|正月|初[一二三四五六七八九十]|lunar");

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_plain() || LUNAR.is_match(&said.sentence.folded.text) {
        return Vec::new();
    }
    date(said.reaching()).or_else(|| this_or_next_month(said)).into_iter().collect()
}

fn date(said: Said<'_>) -> Option<Proposal> {
    let skipped = BEFORE.find(said.text).map_or(0, |before| before.end());
    let lead = said.text.get(..skipped)?;
    let (year, month, day, length) = named_date(said.text.get(skipped..)?)?;
    let rest = said.text.get(skipped + length..).unwrap_or_default();
    let owned = match lead {
        "" => AFTER.is_match(rest),
        "我" | "我是" => BORN.is_match(rest),
        _ => true,
    };
    owned.then(|| said.until(skipped + length + BORN.find(rest).map_or(0, |tail| tail.end())))?.born(year, month, day)
}

/// 下个月6号是我生日.
fn this_or_next_month(said: Said<'_>) -> Option<Proposal> {
    let found = NEXT_MONTH.captures(said.text)?;
    let days = crate::when::find(said.text, said.line.time?, &said.talk.zone)?;
    let day = jiff::Timestamp::from_millisecond(days.starts.ms()).ok()?.to_zoned(said.talk.zone.clone());
    let said_day: i8 = found.name("d")?.as_str().parse().ok()?;
    (day.day() == said_day).then(|| said.born(None, day.month().into(), day.day().into()))?
}

impl Said<'_> {
    fn born(&self, year: Option<i64>, month: i64, day: i64) -> Option<Proposal> {
        match year {
            Some(year) => {
                let date = format!("{year:04}-{month:02}-{day:02}");
                date.parse::<jiff::civil::Date>().ok()?;
                self.profile("birth_date", date, Visibility::Private)
            }
            None => self.profile("birthday", format!("{month:02}-{day:02}"), Visibility::WhenRelevant),
        }
    }
}
