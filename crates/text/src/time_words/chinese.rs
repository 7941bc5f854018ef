//! Chinese time expressions, read from simplified text.
//!
//! Chinese has no spaces, so each rule knows the neighbours that make its characters part of another word
//! (以前天气, 过去年轻, 晚上周三).

use jiff::civil::Date;

use super::Rule;
use super::number::{chinese, chinese_year};
use super::period::{Period, Season, Unit, day_of, moved};
use super::token::{Reader, Said};

pub(super) const RULES: &[Rule] = &[day, week, month, year, month_and_day, few_days, ago, past];

/// 今天, 昨晚, 大前天.
fn day(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    const DAYS: [(&str, i64); 17] = [
        ("大前天", -3),
        ("大后天", 3),
        ("前天", -2),
        ("前晚", -2),
        ("昨天", -1),
        ("昨日", -1),
        ("昨晚", -1),
        ("昨夜", -1),
        ("今天", 0),
        ("今日", 0),
        ("今晚", 0),
        ("今早", 0),
        ("明天", 1),
        ("明日", 1),
        ("明早", 1),
        ("明晚", 1),
        ("后天", 2),
    ];
    let before = reader.han_before();
    let n = reader.any_han(&DAYS)?;
    let far = n.abs() > 1;
    let glued = far && is_any(before, "以之然最今往先目从年月周午饭") || n == 1 && is_any(before, "说声表证发");
    let goes_on = is_any(reader.next_han(), if far { "气黑亮色空使堂性" } else { "期本程历刊报" });
    Period::day_from(today, n).filter(|_| !glued && !goes_on)
}

/// 上周, 上上个星期, 这周三, 上周末.
fn week(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let n = turn(reader)?;
    reader.any_han(&[("星期", ()), ("礼拜", ()), ("周", ())])?;
    if reader.han("末").is_some() {
        return Period::weekend_from(today, n);
    }
    let weekday =
        reader.any_han(&[("一", 0), ("二", 1), ("三", 2), ("四", 3), ("五", 4), ("六", 5), ("日", 6), ("天", 6)]);
    match weekday {
        Some(weekday) => Period::weekday_from(today, n, weekday),
        None => Period::week_from(today, n).filter(|_| !is_any(reader.next_han(), "边围岁年期转密折全刊报")),
    }
}

/// 上个月, 本月, 上个月八号.
fn month(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let n = turn(reader)?;
    reader.han("月")?;
    let month = Period::month_from(today, n)?;
    match reader.maybe(day_of_month) {
        Some(day) => Period::day(day_of(i64::from(month.start.year()), i64::from(month.start.month()), day)?),
        None => Some(month).filter(|_| !is_any(reader.next_han(), "亮饼光球色经")),
    }
}

/// 上, 上上个, 这个, 本, 下个: how many weeks or months from now.
fn turn(reader: &mut Reader<'_>) -> Option<i64> {
    const TURNS: [(&str, i64); 6] = [("上上", -2), ("上", -1), ("这", 0), ("本", 0), ("下下", 2), ("下", 1)];
    let before = reader.han_before();
    let n = reader.any_han(&TURNS)?;
    reader.maybe(|reader| reader.han("一"));
    reader.maybe(|reader| reader.han("个"));
    let glued = is_any(before, "晚早马路网身手楼桌头脸加以地床线车街山本天底当");
    (!(glued && n != 0 || n == 0 && is_any(before, "基根一日书剧"))).then_some(n)
}

/// 去年, 去年夏天, 今年三月, 2023年, 2023年5月8日.
fn year(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let year = reader.maybe(|reader| relative_year(reader, today)).or_else(|| reader.maybe(named_year))?;
    if let Some(season) = reader.maybe(season) {
        return Period::season(year, season);
    }
    let month = reader.maybe(|reader| {
        reader.maybe(|reader| reader.han("的"));
        month_number(reader)
    });
    match (month, month.and_then(|_| reader.maybe(day_of_month))) {
        (Some(month), Some(day)) => Period::day(day_of(year, month, day)?),
        (Some(month), None) => Period::month(year, month),
        (None, _) => Period::year(year).filter(|_| !is_any(reader.next_han(), "轻纪龄糕前后级代")),
    }
}

fn relative_year(reader: &mut Reader<'_>, today: Date) -> Option<i64> {
    const YEARS: [(&str, i64); 6] = [("大前年", -3), ("前年", -2), ("去年", -1), ("今年", 0), ("明年", 1), ("后年", 2)];
    let before = reader.han_before();
    let n = reader.any_han(&YEARS)?;
    let glued = match n {
        -1 => is_any(before, "过回出进上下失离死"),
        1 => is_any(before, "说声表证发"),
        0 => is_any(before, "如至"),
        _ => is_any(before, "以之目然最今往年月"),
    };
    (!glued).then(|| i64::from(today.year()) + n)
}

fn named_year(reader: &mut Reader<'_>) -> Option<i64> {
    let year = chinese_year(reader)?;
    reader.han("年")?;
    (1900..=2200).contains(&year).then_some(year)
}

/// 的夏天, 夏天, 夏季, 春.
fn season(reader: &mut Reader<'_>) -> Option<Season> {
    reader.maybe(|reader| reader.han("的"));
    let season = reader.any_han(&[
        ("春", Season::Spring),
        ("夏", Season::Summer),
        ("秋", Season::Autumn),
        ("冬", Season::Winter),
    ])?;
    reader.any_han(&[("天", ()), ("季", ())])?;
    Some(season)
}

/// 5月8日, 五月, 十二月二十五号; a number that goes on from another (3.5月, 1-5月) is none.
fn month_and_day(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let glued = is_any(reader.han_before(), "第每零〇一二三四五六七八九十百两几数多半个年");
    if reader.touches() && matches!(reader.before(), Some(Said::Mark('.' | '-' | '/' | '~'))) {
        return None;
    }
    let month = month_number(reader).filter(|_| !glued)?;
    match reader.maybe(day_of_month) {
        Some(day) => Period::latest_begun(today, |year| Period::day(day_of(year, month, day)?)),
        None if is_any(reader.next_han(), "亮饼光球色前后内大") => None,
        None => Period::latest_begun(today, |year| Period::month(year, month)),
    }
}

fn month_number(reader: &mut Reader<'_>) -> Option<i64> {
    let month = chinese(reader).filter(|month| (1..=12).contains(month))?;
    reader.han("月")?;
    reader.maybe(|reader| reader.han("份"));
    Some(month)
}

fn day_of_month(reader: &mut Reader<'_>) -> Option<i64> {
    let day = chinese(reader).filter(|day| (1..=31).contains(day))?;
    reader.any_han(&[("日", ()), ("号", ())])?;
    Some(day)
}

/// 前几天, 几天前, 这两天: days that nobody counted.
fn few_days(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    const FEW: [(&str, (i64, i64)); 5] =
        [("前几天", (-7, -1)), ("前些天", (-7, -1)), ("前两天", (-3, 0)), ("这几天", (-3, 1)), ("这两天", (-1, 1))];
    let (first, end) = match reader.any_han(&FEW) {
        Some(days) => days,
        None => reader.han("几天").and_then(|()| before(reader)).map(|()| (-7, -1))?,
    };
    Some(Period { start: moved(today, first, Unit::Day)?, end: moved(today, end, Unit::Day)? })
}

/// 两天前, 三个月之前, 半年前.
fn ago(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    if is_any(reader.han_before(), "第零〇一二三四五六七八九十百每") {
        return None;
    }
    let half = reader.any_han(&[("半个月", 15), ("半年", 183)]);
    if let Some(days) = half {
        before(reader)?;
        let middle = Period::day_from(today, -days)?;
        return Some(Period {
            start: Period::day_from(middle.start, -days / 5)?.start,
            end: Period::day_from(middle.start, days / 5)?.end,
        });
    }
    let n = chinese(reader)?;
    let unit = counted(reader)?;
    before(reader)?;
    Period::ago(today, n, unit)
}

fn before(reader: &mut Reader<'_>) -> Option<()> {
    reader.any_han(&[("以前", ()), ("之前", ()), ("前", ())])
}

/// 最近三天, 过去两周, 近半年.
fn past(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    reader.any_han(&[("最近", ()), ("过去", ()), ("近", ())])?;
    reader.maybe(|reader| reader.han("的"));
    if let Some((n, unit)) = reader.any_han(&[("半年", (6, Unit::Month)), ("半个月", (15, Unit::Day))]) {
        return Period::past(today, n, unit);
    }
    let n = chinese(reader)?;
    Period::past(today, n, counted(reader)?)
}

/// The unit after a number.
fn counted(reader: &mut Reader<'_>) -> Option<Unit> {
    reader.any_han(&[
        ("天", Unit::Day),
        ("个星期", Unit::Week),
        ("个礼拜", Unit::Week),
        ("星期", Unit::Week),
        ("周", Unit::Week),
        ("个月", Unit::Month),
        ("年", Unit::Year),
    ])
}

fn is_any(c: Option<char>, of: &str) -> bool {
    c.is_some_and(|c| of.contains(c))
}
