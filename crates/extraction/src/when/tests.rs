//! Which moment is meant, seen from a given one.

use super::find;
use hupo_types::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{TimeZone, offset};

fn ms(civil: &str, zone: &TimeZone) -> Timestamp {
    let civil: DateTime = civil.parse().unwrap();
    Timestamp::from_ms(civil.to_zoned(zone.clone()).unwrap().timestamp().as_millisecond())
}

fn written(time: Timestamp, zone: &TimeZone) -> String {
    hupo_text::dates::stamp(time.ms(), zone)
}

/// `expected` is the first moment, and after `..` the end where the words say a stretch; empty for no time ahead.
fn check_from(said: &str, text: &str, expected: &str) {
    let zone = TimeZone::fixed(offset(8));
    let found = find(text, ms(said, &zone), &zone).map(|moment| {
        let ends = moment.ends.map(|ends| format!(" .. {}", written(ends, &zone)));
        format!("{}{}", written(moment.starts, &zone), ends.unwrap_or_default())
    });
    assert_eq!(found.unwrap_or_default(), expected, "in {text:?}, said {said}");
}

/// Said on Wednesday 6 May 2026 at 20:15.
fn check(text: &str, expected: &str) {
    check_from("2026-05-06T20:15", text, expected);
}

#[test]
fn a_chinese_day_is_the_next_such_day() {
    check("明天下午三点有个面试", "2026-05-07 15:00");
    check("后天飞上海", "2026-05-08 00:00");
    check("大后天上午十点半见", "2026-05-09 10:30");
    check("周五交稿", "2026-05-08 00:00");
    check("下周三看牙", "2026-05-13 00:00");
    check("下下周二", "2026-05-19 00:00");
    check("这周六搬家", "2026-05-09 00:00");
    check("周末爬山", "2026-05-09 00:00 .. 2026-05-11 00:00");
    check("下周出差", "2026-05-11 00:00 .. 2026-05-18 00:00");
    check("三天后手术", "2026-05-09 00:00");
    check("十号晚上七点吃饭", "2026-05-10 19:00");
    check_from("2026-05-25T10:00", "3号体检", "2026-06-03 00:00");
    check("1月1日旅行", "2027-01-01 00:00");
    check("明早八点的高铁", "2026-05-07 08:00");
    check("今晚九点半开会", "2026-05-06 21:30");
    check("明天下午去", "2026-05-07 12:00 .. 2026-05-07 18:00");
}

#[test]
fn an_english_day_is_the_next_such_day() {
    check("dentist tomorrow at 9am", "2026-05-07 09:00");
    check("my exam is on friday", "2026-05-08 00:00");
    check("lunch next friday at 6", "2026-05-15 18:00");
    check("on tuesday at 2:30 pm", "2026-05-12 14:30");
    check("this weekend", "2026-05-09 00:00 .. 2026-05-11 00:00");
    check("in two weeks", "2026-05-20 00:00");
    check("on the 15th", "2026-05-15 00:00");
    check("may 20th", "2026-05-20 00:00");
    check("june 20, 2026", "2026-06-20 00:00");
    check("tonight at 10", "2026-05-06 22:00");
    check("tomorrow morning", "2026-05-07 06:00 .. 2026-05-07 12:00");
    check("next month", "2026-06-01 00:00 .. 2026-07-01 00:00");
}

#[test]
fn a_mixed_clause_has_one_time() {
    check("我明天3pm有个interview", "2026-05-07 15:00");
    check("next monday 我要飞", "2026-05-11 00:00");
}

#[test]
fn an_hour_that_may_be_either_leaves_the_day() {
    check("meet at 9 on friday", "2026-05-08 00:00");
    check("周五九点见", "2026-05-08 00:00");
    check("dinner at 7 on saturday", "2026-05-09 19:00");
}

#[test]
fn what_is_over_recurs_or_goes_on_is_no_time_ahead() {
    for text in [
        "昨天",
        "上周三",
        "每周三",
        "every tuesday",
        "last friday",
        "今天下午三点",
        "这周一起吃饭",
        "五号线",
        "2019年5月8日",
        "5月1日开始的",
        "3号去的",
        "周年",
        "no time at all",
    ] {
        check(text, "");
    }
}

#[test]
fn the_year_turns_and_a_day_that_is_not_there_is_none() {
    check_from("2026-05-10T09:00", "周末去爬山", "");
    check_from("2026-05-10T09:00", "下周末去爬山", "2026-05-16 00:00 .. 2026-05-18 00:00");
    check_from("2026-12-30T23:50", "明天", "2026-12-31 00:00");
    check_from("2026-12-30T23:50", "后天", "2027-01-01 00:00");
    check_from("2026-12-30T23:50", "下周一", "2027-01-04 00:00");
    check_from("2026-12-30T23:50", "jan 2", "2027-01-02 00:00");
    check_from("2026-01-31T12:00", "2月30日", "");
    check_from("2027-06-30T12:00", "2月29日", "2028-02-29 00:00");
    check_from("2026-01-31T12:00", "on the 31st", "2026-01-31 00:00");
}

#[test]
fn clocks_that_jump_move_nothing_by_an_hour() {
    let zone = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap();
    let said = ms("2026-03-07T22:00", &zone);
    let moment = find("tomorrow at 3pm", said, &zone).unwrap();
    assert_eq!(written(moment.starts, &zone), "2026-03-08 15:00");
    assert_eq!(moment.starts.ms() - said.ms(), 16 * 3_600_000, "the clocks went forward that night");
}

#[test]
fn a_feast_has_its_day() {
    check("国庆去新疆", "2026-10-01 00:00");
    check("六一带女儿去玩", "2026-06-01 00:00");
    check("christmas day with my parents", "2026-12-25 00:00");
}
