//! The table and the chart, in any width.

use super::*;
use unicode_width::UnicodeWidthStr;

fn counts() -> Vec<TemperatureCount> {
    let count = |kind, hot, cool, archived| TemperatureCount { kind, hot, warm: 0, cool, cold: 0, archived, folded: 3 };
    vec![count(Kind::Fact, 2, 40, 0), count(Kind::SharedMoment, 0, 1, 12_345)]
}

#[test]
fn every_kind_has_a_row_and_the_last_is_their_sum() {
    let table = temperature_table(&counts(), 100);
    assert_eq!(
        table,
        [
            "                 hot  warm  cool  cold archived folded",
            "fact               2     ·    40     ·        ·      3",
            "shared_moment      ·     ·     1     ·    12345      3",
            "all                2     ·    41     ·    12345      6",
        ]
    );
}

#[test]
fn nothing_is_wider_than_a_narrow_terminal() {
    for width in [40, 50, 72, 100] {
        let lines = [temperature_table(&counts(), width), temperature_chart(&counts(), width)].concat();
        assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:#?}");
    }
}

#[test]
fn what_is_there_at_all_has_a_bar_and_the_most_the_longest() {
    let chart = temperature_chart(&counts(), 60);
    let bars: Vec<usize> = chart.iter().map(|line| line.matches('█').count()).collect();
    assert_eq!(bars, [1, 0, 1, 0, 40, 1]);
    assert_eq!(chart[1], "warm      0");
    assert_eq!(temperature_chart(&[], 60)[0], "hot       0");
}
