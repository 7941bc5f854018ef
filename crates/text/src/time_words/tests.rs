//! What time expressions mean, and what is none.

use jiff::civil::{Date, DateTime};
use jiff::tz::{TimeZone, offset};

use super::{TimeHint, find};

fn shanghai() -> TimeZone {
    TimeZone::fixed(offset(8))
}

fn ms(civil: DateTime, zone: &TimeZone) -> i64 {
    civil.to_zoned(zone.clone()).unwrap().timestamp().as_millisecond()
}

/// Hints as seen at noon on Wednesday 10 May 2023 in Shanghai.
fn hints(text: &str) -> Vec<TimeHint> {
    let zone = shanghai();
    find(text, ms("2023-05-10T12:00".parse().unwrap(), &zone), &zone)
}

fn day_of(ms: i64) -> Date {
    let at = crate::dates::local(ms, &shanghai());
    assert_eq!((at.hour(), at.minute()), (0, 0), "a hint begins and ends at midnight");
    at.date()
}

/// `expected` is `words = first day .. day after the last`, one for each hint, joined by semicolons; empty for none.
fn check(text: &str, expected: &str) {
    let found: Vec<String> = hints(text)
        .iter()
        .map(|hint| format!("{} = {} .. {}", hint.matched, day_of(hint.start_ms), day_of(hint.end_ms)))
        .collect();
    assert_eq!(found.join("; "), expected, "in {text:?}");
}

#[test]
fn chinese_days() {
    check("昨天我们去了哪里？", "昨天 = 2023-05-09 .. 2023-05-10");
    check("我前天说了什么", "前天 = 2023-05-08 .. 2023-05-09");
    check("大前天下雨", "大前天 = 2023-05-07 .. 2023-05-08");
    check("今天心情不好", "今天 = 2023-05-10 .. 2023-05-11");
    check("昨晚没睡好", "昨晚 = 2023-05-09 .. 2023-05-10");
    check("明天有面试，后天休息", "明天 = 2023-05-11 .. 2023-05-12; 后天 = 2023-05-12 .. 2023-05-13");
}

#[test]
fn chinese_weeks_begin_on_monday() {
    check("上周聊过的书", "上周 = 2023-05-01 .. 2023-05-08");
    check("上周三吃了什么", "上周三 = 2023-05-03 .. 2023-05-04");
    check("上个星期天", "上个星期天 = 2023-05-07 .. 2023-05-08");
    check("上上周的会", "上上周 = 2023-04-24 .. 2023-05-01");
    check("这周五面试", "这周五 = 2023-05-12 .. 2023-05-13");
    check("下禮拜二", "下禮拜二 = 2023-05-16 .. 2023-05-17");
    check("上週末去爬山", "上週末 = 2023-05-06 .. 2023-05-08");
    check("我下周到北京", "下周 = 2023-05-15 .. 2023-05-22");
}

#[test]
fn chinese_months_and_years() {
    check("上个月的体检", "上个月 = 2023-04-01 .. 2023-05-01");
    check("上個月八號", "上個月八號 = 2023-04-08 .. 2023-04-09");
    check("本月账单", "本月 = 2023-05-01 .. 2023-06-01");
    check("去年搬的家", "去年 = 2022-01-01 .. 2023-01-01");
    check("去年夏天去了青岛", "去年夏天 = 2022-06-01 .. 2022-09-01");
    check("去年冬天", "去年冬天 = 2022-12-01 .. 2023-03-01");
    check("今年三月", "今年三月 = 2023-03-01 .. 2023-04-01");
    check("前年十二月二十五号", "前年十二月二十五号 = 2021-12-25 .. 2021-12-26");
    check("明年的计划", "明年 = 2024-01-01 .. 2025-01-01");
}

#[test]
fn chinese_dates() {
    check("2023年5月8日那天", "2023年5月8日 = 2023-05-08 .. 2023-05-09");
    check("２０２３年５月", "２０２３年５月 = 2023-05-01 .. 2023-06-01");
    check("2022 年的夏天", "2022 年的夏天 = 2022-06-01 .. 2022-09-01");
    check("二〇二二年", "二〇二二年 = 2022-01-01 .. 2023-01-01");
    check("5月8日的约会", "5月8日 = 2023-05-08 .. 2023-05-09");
    check("十二月二十五号", "十二月二十五号 = 2022-12-25 .. 2022-12-26");
    check("三月份去的", "三月份 = 2023-03-01 .. 2023-04-01");
    check("2月29日", "2月29日 = 2020-02-29 .. 2020-03-01");
}

#[test]
fn chinese_distances() {
    check("两天前", "两天前 = 2023-05-08 .. 2023-05-09");
    check("兩天前", "兩天前 = 2023-05-08 .. 2023-05-09");
    check("三天前天气很好", "三天前 = 2023-05-07 .. 2023-05-08");
    check("三个月前", "三个月前 = 2023-01-26 .. 2023-02-26");
    check("两个星期之前", "两个星期之前 = 2023-04-23 .. 2023-04-30");
    check("十年前", "十年前 = 2013-01-01 .. 2014-01-01");
    check("几天前说的", "几天前 = 2023-05-03 .. 2023-05-09");
    check("前兩天說的", "前兩天 = 2023-05-07 .. 2023-05-10");
    check("这几天有点累", "这几天 = 2023-05-07 .. 2023-05-11");
    check("半年前", "半年前 = 2022-10-03 .. 2022-12-15");
    check("最近三天", "最近三天 = 2023-05-08 .. 2023-05-11");
    check("过去两周", "过去两周 = 2023-04-26 .. 2023-05-11");
}

#[test]
fn english_days_and_weeks() {
    check("What did I say yesterday?", "yesterday = 2023-05-09 .. 2023-05-10");
    check("the day before yesterday", "the day before yesterday = 2023-05-08 .. 2023-05-09");
    check("Today I feel fine", "Today = 2023-05-10 .. 2023-05-11");
    check("who called last night", "last night = 2023-05-09 .. 2023-05-10");
    check("tomorrow's exam", "tomorrow = 2023-05-11 .. 2023-05-12");
    check("last week", "last week = 2023-05-01 .. 2023-05-08");
    check("Last Tuesday we met", "Last Tuesday = 2023-05-09 .. 2023-05-10");
    check("last Friday", "last Friday = 2023-05-05 .. 2023-05-06");
    check("last Wednesday", "last Wednesday = 2023-05-03 .. 2023-05-04");
    check("next Wednesday", "next Wednesday = 2023-05-17 .. 2023-05-18");
    check("this Monday", "this Monday = 2023-05-08 .. 2023-05-09");
    check("last weekend", "last weekend = 2023-05-06 .. 2023-05-08");
}

#[test]
fn english_months_seasons_and_years() {
    check("last month", "last month = 2023-04-01 .. 2023-05-01");
    check("last year", "last year = 2022-01-01 .. 2023-01-01");
    check("this March", "this March = 2023-03-01 .. 2023-04-01");
    check("last March", "last March = 2023-03-01 .. 2023-04-01");
    check("last May", "last May = 2022-05-01 .. 2022-06-01");
    check("next May", "next May = 2024-05-01 .. 2024-06-01");
    check("this May we moved", "this May = 2023-05-01 .. 2023-06-01");
    check("last summer", "last summer = 2022-06-01 .. 2022-09-01");
    check("the summer of 2021", "the summer of 2021 = 2021-06-01 .. 2021-09-01");
    check("in May", "in May = 2023-05-01 .. 2023-06-01");
    check("in June", "in June = 2022-06-01 .. 2022-07-01");
    check("in May 2023", "in May 2023 = 2023-05-01 .. 2023-06-01");
    check("back in Sept. 2022", "in Sept. 2022 = 2022-09-01 .. 2022-10-01");
    check("in 2022", "in 2022 = 2022-01-01 .. 2023-01-01");
}

#[test]
fn english_dates() {
    check("on 8 May 2023", "on 8 May 2023 = 2023-05-08 .. 2023-05-09");
    check("May 8, 2023", "May 8, 2023 = 2023-05-08 .. 2023-05-09");
    check("on the 8th of May", "on the 8th of May = 2023-05-08 .. 2023-05-09");
    check("Dec 25th", "Dec 25th = 2022-12-25 .. 2022-12-26");
    check("on march 5 we left", "on march 5 = 2023-03-05 .. 2023-03-06");
    check("2023-05-08", "2023-05-08 = 2023-05-08 .. 2023-05-09");
    check("2023/5/8.", "2023/5/8 = 2023-05-08 .. 2023-05-09");
    check("the 2023-04 bill", "2023-04 = 2023-04-01 .. 2023-05-01");
}

#[test]
fn english_distances() {
    check("two weeks ago", "two weeks ago = 2023-04-23 .. 2023-04-30");
    check("3 days ago", "3 days ago = 2023-05-07 .. 2023-05-08");
    check("a month ago", "a month ago = 2023-03-26 .. 2023-04-26");
    check("a couple of days ago", "a couple of days ago = 2023-05-08 .. 2023-05-09");
    check("a few days ago", "a few days ago = 2023-05-04 .. 2023-05-09");
    check("two years ago", "two years ago = 2021-01-01 .. 2022-01-01");
    check("over the past week", "past week = 2023-05-03 .. 2023-05-11");
    check("last 3 days", "last 3 days = 2023-05-08 .. 2023-05-11");
    check("the last 0 days, the last 0 weeks, 最近0天", "");
}

#[test]
fn a_day_that_a_zone_left_out_is_no_time() {
    let apia = TimeZone::get("Pacific/Apia").unwrap();
    let now = 1_683_700_000_000;
    assert!(find("What was on 2011-12-30?", now, &apia).is_empty());
    assert_eq!(find("What was on 2011-12-31?", now, &apia).len(), 1);
}

#[test]
fn mixed_sentences() {
    check("上周三的 meeting 聊了什么", "上周三 = 2023-05-03 .. 2023-05-04");
    check("我 last week 去了 Shanghai", "last week = 2023-05-01 .. 2023-05-08");
    check("yesterday开会", "yesterday = 2023-05-09 .. 2023-05-10");
    check("在 May 2023 签的 contract", "在 May 2023 = 2023-05-01 .. 2023-06-01");
    check("去年夏天 and last Friday", "去年夏天 = 2022-06-01 .. 2022-09-01; last Friday = 2023-05-05 .. 2023-05-06");
}

#[test]
fn words_that_only_look_like_times_are_left_alone() {
    for text in [
        "I may go",
        "this may be wrong",
        "the last may be first to be",
        "march 5 miles",
        "the 8 may come",
        "May I?",
        "summer",
        "on Tuesday",
        "in 2022 steps",
        "this sun is hot",
        "last",
        "ago",
        "a week",
        "marching in",
        "I can fall",
    ] {
        check(text, "");
    }
    for text in [
        "以前天气好",
        "之后天黑了",
        "晚上周三来",
        "过去年轻的时候",
        "说明日期",
        "证明年龄",
        "身上月亮",
        "五个月大",
        "第三月台",
        "星期三",
        "过几天再说",
        "八号",
        "3.5月",
        "地下周边",
        "十三月",
        "十多年前的事我都忘了吗",
    ] {
        check(text, "");
    }
    for text in ["版本 2023.5.8.1", "call 020-2023-05-08", "v2023", "我 may 去", "ERP 上线 5 天"] {
        check(text, "");
    }
}

#[test]
fn days_that_do_not_exist_mean_nothing() {
    for text in ["2023年2月30日", "2023-13-01", "February 30, 2023", "在 2023-02-29"] {
        let wrong: Vec<_> = hints(text).into_iter().filter(|hint| hint.end_ms - hint.start_ms == 86_400_000).collect();
        assert_eq!(wrong, [], "in {text:?}");
    }
}

#[test]
fn midnight_is_the_zone_s_own() {
    let new_york = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap();
    let now = ms("2023-03-13T00:30".parse().unwrap(), &new_york);
    let hint = find("昨天 yesterday", now, &new_york).remove(0);
    assert_eq!(hint.start_ms, ms("2023-03-12T00:00".parse().unwrap(), &new_york));
    assert_eq!(hint.end_ms - hint.start_ms, 23 * 3_600_000, "the clocks went forward that day");
}

#[test]
fn any_clock_and_any_length_is_answered() {
    for now in [i64::MIN, -1, 0, i64::MAX] {
        let found = find("去年 last year, 三个月前, 999999999 years ago, 最近999999999天", now, &shanghai());
        assert!(found.iter().all(|hint| hint.start_ms < hint.end_ms) && found.len() <= 3);
    }
    let long = "一".repeat(100_000) + &"in may 5 ".repeat(10_000);
    assert_eq!(hints(&long).len(), 10_000);
}
